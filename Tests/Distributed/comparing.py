"""One machine and a cluster: the same document over the same records, and what both make of it."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ["STREAM_RUN"]

# The events of a run, each as the line that 'stream-run --format json' prints.
Events = Counter[bytes]


class Failure(Exception):
    """What does not hold."""


def check(holds: bool, message: str) -> None:
    if not holds:
        raise Failure(message)


def tool(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([COMMAND, *words], cwd=cwd, capture_output=True)


def play(document: Path, inputs: dict[str, Path], *options: str) -> tuple[Events, dict]:
    """What one machine makes of a document: its events, and its summary."""
    bindings = [f"--input={name}={path}" for name, path in inputs.items()]
    run = tool(
        str(document), *bindings, "--format=json", "--on-bad-record=skip", "--summary", *options)
    messages = run.stderr.decode(errors="replace")
    check(run.returncode == 0, f"{document.name} on one machine: {messages}")
    lines = run.stdout.splitlines()
    check(b'"completion":"finished"' in lines[-1], f"{document.name} on one machine: no end")
    return Counter(lines[:-1]), json.loads(messages.splitlines()[-1])


def export(document: Path, target: str, folder: Path, *options: str) -> Path:
    """The folder of a job for a cluster."""
    run = tool("export", str(document), "--target", target, "-o", str(folder), *options)
    if run.returncode != 0:
        raise Failure(f"export of {document.name}: {(run.stdout + run.stderr).decode()}")
    return folder


def lines_of(files: Iterable[Path]) -> Events:
    """The events that a job has written to files, packed or not."""
    events: Events = Counter()
    for file in files:
        content = file.read_bytes()
        events.update((gzip.decompress(content) if file.suffix == ".gz" else content).splitlines())
    return events


def compare(name: str, expected: Events, actual: Events) -> None:
    """Fails if two multisets of events differ, and shows the first of those that only one has."""
    check(expected.total() > 0, f"{name}: one machine emits nothing, which proves nothing")
    missing, added = expected - actual, actual - expected
    if missing or added:
        rows = [f"{name}: {missing.total()} events are missing, {added.total()} are added"]
        rows += [f"  only one machine: {line.decode()[:200]}" for line in sorted(missing)[:5]]
        rows += [f"  only the cluster: {line.decode()[:200]}" for line in sorted(added)[:5]]
        raise Failure("\n".join(rows))
