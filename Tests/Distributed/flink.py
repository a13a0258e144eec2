# packages: apache-flink==2.3.0
"""What 'stream-run export --target flink-sql' writes, on Flink in one process and on a small cluster.

Each case compares the events with those of one machine, as multisets of times and values, or expects
that the job fails. Run by '.ci/distributed'. DISTRIBUTED_FULL=1 plays ten times the records,
DISTRIBUTED_RECORDS=N so many, DISTRIBUTED_SEED=N others.
"""

from __future__ import annotations

import datetime
import json
import os
import random
import runpy
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

import pyflink
from comparing import ROOT, Events, Failure, check, compare, export, lines_of, play

SEED = int(os.environ.get("DISTRIBUTED_SEED", "25"))
COUNT = int(os.environ.get("DISTRIBUTED_RECORDS") or (
    1_000_000 if os.environ.get("DISTRIBUTED_FULL") else 100_000))
DOCUMENTS = ROOT / "Tests/Distributed/flink"
DEADLINE = 300.0
# This machine is not behind the proxy that the environment may name.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# A time behind all windows: up to it, one machine plays as a job does that runs for ever.
FOR_EVER = "--input-end=2100-01-01"

# Each record is of some type in places where the job expects another, and fails.
BAD_RECORDS = {
    "text behind a record": ('{"ts":1630526521,"n":1,"kind":"a"} x', "expected a time"),
    "not JSON": ('{"ts":1630526521', "expected a time"),
    "a double where an int is expected": (
        '{"ts":1630526521,"n":1.0,"kind":"a"}', "expected an int in '$0.n'"),
    "a missing field": ('{"ts":1630526521,"n":1}', "expected a value in '$0.kind'"),
    "a key that is a double": (
        '{"ts":1630526521,"n":1,"kind":"a","user":2.0,"category":"b"}', "in '$0.user'"),
    "a time of microseconds": ('{"ts":1630526521.000001,"n":1,"kind":"a"}', "at most 3 decimals"),
    "the 30th of February": ('{"ts":"2022-02-30T00:00:00Z","n":1,"kind":"a"}', "expected a time"),
    "an int beyond 64 bits": (
        '{"ts":1630526521,"n":1,"kind":"a","price":9223372036854775808}', "more than 64 bits"),
    "half of a surrogate pair": (
        r'{"ts":1630526521,"n":1,"kind":"a","user":"\\\ud83d"}', "whole characters"),
    "a byte that is no UTF-8": ('{"ts":1630526521,"n":1,"kind":"a","user":"\udcff"}', "whole characters"),
    "a number with an exponent": ('{"ts":1630526521,"n":1e0,"kind":"a"}', "without exponents"),
    "an int that overflows": (
        '{"ts":1630526521,"n":9223372036854775807,"kind":"a","user":"x","category":"y","price":1}',
        "Overflow"),
}


def orders(seed: int, count: int, steps: list[int]) -> Iterator[str]:
    """Records in the order in which they arrive: up to a second late, with times in several forms."""
    chance = random.Random(seed)
    now = 1_630_526_520_000
    arrivals = []
    for _ in range(count):
        now += chance.choice(steps)
        record = {
            "id": chance.randrange(50), "user": chance.choice(["ann", "bob", "Zoë", 'q"x\\', 7, True, None]),
            "category": chance.choice(["games", "books"]), "n": chance.randrange(-20, 100),
            "price": chance.choice([1.5, 20.25, 99.0, 12.0, 1e-05]),
            "kind": chance.choice(["a", "b", "noise"]), "ts": text_of(now, chance.randrange(3)),
        }
        if chance.random() < 0.2:
            record["note"] = chance.choice(["hi", None, 5, 2.5, {"a": [1, 2.0]}])
        arrivals.append((now + chance.randrange(1000), json.dumps(record, ensure_ascii=chance.random() < 0.5)))
    for number, (_, line) in enumerate(sorted(arrivals)):
        yield line + ("\r" if number % 11 == 0 else "")
        if number % 97 == 0:
            yield " \t"


def text_of(milliseconds: int, form: int) -> float | str:
    """A time as seconds, or as RFC 3339 in UTC or with an offset."""
    if form == 0:
        return milliseconds / 1000
    zone = datetime.timezone(datetime.timedelta(hours=2 * (form - 1)))
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, zone).replace(
        microsecond=milliseconds % 1000 * 1000)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def by_value(events: Events) -> Events:
    """The same events with each value written in one way: 1 and 1.0 stay two values."""
    made: Events = Counter()
    for line, count in events.items():
        made[json.dumps(json.loads(line), sort_keys=True).encode()] += count
    return made


class Cluster:
    """A JobManager and a TaskManager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        with socket.socket() as first, socket.socket() as second:
            for free in (first, second):
                free.bind(("127.0.0.1", 0))
            self.port, self.messages = (free.getsockname()[1] for free in (first, second))

    def __enter__(self) -> Cluster:
        home = Path(pyflink.__file__).parent
        configuration = self.folder / "conf"
        configuration.mkdir(parents=True)
        for file in (home / "conf").iterdir():
            if file.name != "config.yaml":
                shutil.copy(file, configuration)
        (configuration / "config.yaml").write_text("\n".join([
            "jobmanager.rpc.address: 127.0.0.1", f"jobmanager.rpc.port: {self.messages}",
            "jobmanager.bind-host: 127.0.0.1", "taskmanager.bind-host: 127.0.0.1",
            "taskmanager.host: 127.0.0.1", "rest.address: 127.0.0.1", f"rest.port: {self.port}",
            "jobmanager.memory.process.size: 1200m", "taskmanager.memory.process.size: 1800m",
            "taskmanager.memory.network.max: 256m", "taskmanager.numberOfTaskSlots: 2", ""]))
        self.start("jobmanager.sh")
        self.start("taskmanager.sh")
        limit = time.monotonic() + DEADLINE
        while self.workers() == 0:
            check(time.monotonic() < limit, "no TaskManager registers")
            time.sleep(0.2)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    def start(self, script: str) -> None:
        """Starts a process of the cluster; the scripts of the package lack the right to be run."""
        home = Path(pyflink.__file__).parent
        for file in (home / "bin").iterdir():
            file.chmod(0o755)
        environment = {
            **os.environ, "FLINK_HOME": str(home), "FLINK_CONF_DIR": str(self.folder / "conf"),
            "FLINK_LOG_DIR": str(self.folder)}
        with (self.folder / f"{script}.out").open("wb") as output:
            self.processes.append(subprocess.Popen(
                [str(home / "bin" / script), "start-foreground"], env=environment, stdout=output,
                stderr=output))

    def workers(self) -> int:
        try:
            with DIRECT.open(f"http://127.0.0.1:{self.port}/overview", timeout=5) as answer:
                return json.load(answer)["taskmanagers"]
        except OSError:
            return 0

    @property
    def configuration(self) -> list[str]:
        return ["execution.target=remote", "rest.address=127.0.0.1", f"rest.port={self.port}"]


class Cases:
    """Runs cases, and knows where their data and outputs are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failures: list[str] = []
        self.number = 0
        self.jobs: dict[str, Path] = {}

    def run(self, name: str, case: Callable[[], str]) -> None:
        """Runs a case, which returns what is worth knowing of it."""
        start = time.monotonic()
        try:
            note = case()
        except Exception as failure:  # noqa: BLE001 - a job that fails is a failed case
            self.failures.append(name)
            note = f"FAILED: {str(failure)[-1500:]}"
        print(f"{time.monotonic() - start:6.1f} s  {name}: {note}", flush=True)

    def job(self, document: str) -> Path:
        """The folder of the job of a document, which is exported once."""
        if document not in self.jobs:
            self.jobs[document] = export(
                DOCUMENTS / f"{document}.json", "flink-sql", self.folder / f"job {document}")
        return self.jobs[document]

    def log(self, name: str, lines: Iterator[str]) -> Path:
        folder = self.folder / name
        folder.mkdir()
        # Surrogates stand for bytes that are no UTF-8.
        (folder / "orders.ndjson").write_text(
            "".join(f"{line}\n" for line in lines), encoding="utf-8", errors="surrogateescape")
        return folder

    def events(self, document: str, sql: str, log: Path, *configuration: str) -> Events:
        """The events of a job, which is run in this process as its own program does it."""
        self.number += 1
        output = self.folder / f"events {self.number}"
        words = [str(self.job(document) / sql), f"--input=orders={log}", f"--output={output}"]
        words += [f"--config={entry}" for entry in ("parallelism.default=1", *configuration)]
        program = runpy.run_path(str(self.job(document) / "run.py"))
        program["run"](program["parsed"](words))
        return lines_of(file for file in output.rglob("part-*") if file.is_file())

    def equal(self, document: str, sql: str, log: Path, *configuration: str) -> str:
        """Compares a job with one machine."""
        options = [FOR_EVER] if sql == "job.sql" else []
        expected, _ = play(DOCUMENTS / f"{document}.json", {"orders": log}, *options)
        start = time.monotonic()
        actual = self.events(document, sql, log, *configuration)
        spent = time.monotonic() - start
        compare(f"{document}, {sql}", by_value(expected), by_value(actual))
        return f"{expected.total()} events, {COUNT / spent:.0f} records/s with the start"

    def fails(self, document: str, sql: str, lines: list[str], message: str) -> str:
        """Expects that a job fails, with a message that says why."""
        self.number += 1
        log = self.log(f"log {self.number}", iter(lines))
        try:
            self.events(document, sql, log)
        except Exception as error:  # noqa: BLE001 - Java's exceptions have no type of their own here
            text = str(error)
            check(message in text, f"expected '{message}', got {text[-2000:]}")
            return "fails"
        raise Failure("the job does not fail")


def main() -> int:
    print(f"seed {SEED}, {COUNT} records")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = Cases(folder)
        # Times that several records share, and a time for each.
        shared = cases.log("shared", orders(SEED, COUNT, [0, 0, 1, 7, 20, 100, 400]))
        apart = cases.log("apart", orders(SEED + 1, COUNT, [1, 7, 20, 100, 400]))
        for document, log in (("windows", shared), ("sessions", shared), ("changes", apart), ("hopping", shared),
                              ("patterns", apart)):
            for sql in ("batch.sql", "job.sql"):
                cases.run(f"{document}, {sql}", lambda: cases.equal(document, sql, log))
        cases.run("totals, batch.sql", lambda: cases.equal("totals", "batch.sql", shared))
        cases.run("two readers, batch.sql", lambda: cases.equal(
            "windows", "batch.sql", shared, "parallelism.default=2"))
        for title, (line, message) in BAD_RECORDS.items():
            cases.run(title, lambda: cases.fails("windows", "batch.sql", [line], message))
        late = ['{"ts":1630526525,"n":1,"kind":"noise"}', '{"ts":1630526522,"n":1,"kind":"noise"}']
        cases.run("a late record, job.sql", lambda: cases.fails(
            "windows", "job.sql", late, "expected records in order"))
        tie = ['{"ts":5,"user":"a","kind":"b","id":1,"n":%d}' % n for n in (60, 5)]
        cases.run("two records of one time, batch.sql", lambda: cases.fails(
            "changes", "batch.sql", tie, "at one time"))
        cases.run("two records of one time in a pattern, job.sql", lambda: cases.fails(
            "patterns", "job.sql", tie, "at one time"))
        with Cluster(folder / "cluster") as cluster:
            for sql in ("job.sql", "batch.sql"):
                cases.run(f"windows, {sql}, on a cluster", lambda: cases.equal(
                    "windows", sql, shared, *cluster.configuration))
        if cases.failures:
            print(f"not as on one machine: {', '.join(cases.failures)}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
