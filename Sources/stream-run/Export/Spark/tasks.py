"""What the tasks of the job do: each feeds one 'stream-run', and yields what it answers as Arrow.

Spark may run a task again, or twice at once. Each run has a process and a folder of its own, and
the same rows make the same answer.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from urllib.parse import unquote

import pyarrow as pa
from pyspark import SparkFiles

Batches = Iterator[pa.RecordBatch]

# What becomes of a line: 'kind' is record, bad or blank. 'number' counts the lines of a block of a
# file from 1, and 'reached' is the latest time in the block up to this line.
EXTRACTED = pa.schema({
    "file": pa.int64(), "block": pa.int64(), "number": pa.int64(), "kind": pa.string(),
    "shard": pa.int64(), "time": pa.int64(), "reached": pa.int64(), "reason": pa.string(),
    "line": pa.binary(),
})
EVENT = pa.schema({"value": pa.string()})
ROWS_OF_A_BATCH = 2000
COMPLETION = re.compile(rb'\{"time":[^,]+,"completion":')


class JobError(Exception):
    """A mistake that a person can mend; the job prints it without a traceback."""


@dataclass(frozen=True)
class Tool:
    """The command stream-run and the document that it plays, as they travel to the tasks."""

    program: str
    document: str
    files: dict[str, bytes]
    parameters: list[str]

    @contextmanager
    def folder(self) -> Iterator[str]:
        """A folder with the document for one run of the command; removed behind it."""
        scratch = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
        with tempfile.TemporaryDirectory(prefix="stream-run-", dir=scratch or None) as folder:
            for name, content in self.files.items():
                path = Path(folder, "document", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            yield folder

    def command(self, *before: str, after: Iterable[str]) -> list[str]:
        """The command line with the document amid its words, to be run in the folder."""
        sets = [f"--set={parameter}" for parameter in self.parameters]
        return [find_program(self.program), *before, f"document/{self.document}", *after, *sets]


def find_program(name: str) -> str:
    """The command on this machine: at the given path, sent along with '--files', or installed."""
    for path in [name] if "/" in name else [SparkFiles.get(name), name]:
        if os.path.isfile(path):
            if not os.access(path, os.X_OK):
                os.chmod(path, 0o755)
            return os.path.abspath(path)
    if found := shutil.which(name):
        return found
    raise JobError(
        f"there is no '{name}' on {socket.gethostname()}; send it along with 'spark-submit --files "
        "stream-run', or say with '--stream-run PATH' where it is on every machine")


def piped(command: list[str], folder: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Runs a command, feeds it chunks of bytes, and yields the lines of its output."""
    failures: list[BaseException] = []

    def feed() -> None:
        rest = iter(chunks)
        try:
            with process.stdin:
                for chunk in rest:
                    process.stdin.write(chunk)
        except BrokenPipeError:
            # The command has ended before its input: the exit code says whether it has failed.
            for _ in rest:
                pass
        except BaseException as failure:  # It is raised below, in the thread that Spark watches.
            failures.append(failure)

    # A file takes the messages, because a pipe that nobody reads would stop the command.
    with tempfile.TemporaryFile(dir=folder) as messages:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages)
        try:
            feeder = threading.Thread(target=feed, daemon=True)
            feeder.start()
            yield from process.stdout
            feeder.join()
            if failures:
                raise failures[0]
            if process.wait() != 0:
                messages.seek(max(0, messages.seek(0, os.SEEK_END) - 10_000))
                text = messages.read().decode(errors="replace").strip()
                raise JobError(f"{text}\n(exit code {process.returncode} of {' '.join(command)})")
        finally:
            process.kill()
            process.wait()


def batches_of(rows: Iterable[tuple], schema: pa.Schema) -> Batches:
    """Rows as batches of Arrow."""
    pending: list[tuple] = []

    def batch() -> pa.RecordBatch:
        columns = [pa.array(column, field.type) for column, field in zip(zip(*pending), schema)]
        return pa.RecordBatch.from_arrays(columns, schema=schema)

    for row in rows:
        pending.append(row)
        if len(pending) == ROWS_OF_A_BATCH:
            yield batch()
            pending.clear()
    if pending:
        yield batch()


# --- Extracting -----------------------------------------------------------------------------------


def place(path: str) -> str:
    """One spelling for the path of a file: Spark writes 'file:///logs/a', Hadoop 'file:/logs/a'."""
    return re.sub("^file:/+", "/", path)


def extracting(tool: Tool, name: str, order: dict[str, int]) -> Callable[[Batches], Batches]:
    """The task that extracts the shards and times of lines.

    Args:
        name: The input.
        order: The places of the input's files, with their positions in the order of reading.
    """

    def task(batches: Batches) -> Batches:
        # The blocks of the lines that are fed and not yet answered, with their numbers of lines.
        fed: deque[tuple[int, int, int]] = deque()

        def chunks() -> Iterator[bytes]:
            for (path, block), lines in lines_of_blocks(batches):
                fed.append((order[place(unquote(path))], block, len(lines)))
                yield b"\n".join(lines) + b"\n"

        with tool.folder() as folder:
            command = tool.command("partition", after=["--split", name])
            yield from batches_of(rows_of(piped(command, folder, chunks()), fed), EXTRACTED)

    return task


def lines_of_blocks(batches: Batches) -> Iterator[tuple[tuple[str, int], list[bytes]]]:
    """Lines, without the ends that Windows writes, by the path and block of their files."""
    begun = None
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("path", "block", "line")]
        for (path, block), rows in groupby(zip(*columns), key=itemgetter(0, 1)):
            lines = [line[:-1] if line.endswith(b"\r") else line for _, _, line in rows]
            if block == 0 and path != begun:
                if lines[0].startswith(b"\x1f\x8b"):
                    raise JobError(
                        f"'{unquote(path)}' is packed with gzip; let its name end with '.gz'")
                lines[0] = lines[0].removeprefix(b"\xef\xbb\xbf")  # a byte order mark
            begun = path
            yield (path, block), lines


def rows_of(answers: Iterable[bytes], fed: deque[tuple[int, int, int]]) -> Iterator[tuple]:
    """Rows of EXTRACTED, out of answers in the order of the lines that were fed."""
    current, left, number, reached = None, 0, 0, None
    for answer in answers:
        if left == 0:
            file, block, left = fed.popleft()
            if (file, block) != current:
                current, number, reached = (file, block), 0, None
        left -= 1
        number += 1
        shard, middle, line = answer[:-1].split(b"\t", 2)
        if shard == b"!":
            yield (file, block, number, "bad", None, None, reached, middle.decode(), line)
        elif shard == b"-":
            yield (file, block, number, "blank", None, None, reached, None, None)
        else:
            time = int(middle)
            reached = time if reached is None or time > reached else reached
            yield (file, block, number, "record", int(shard), time, reached, None, line)
    if left or fed:
        raise JobError("'stream-run partition --split' has answered fewer lines than it was fed")


# --- Playing --------------------------------------------------------------------------------------


def playing(tool: Tool, names: list[str], window: list[str]) -> Callable[[Batches], Batches]:
    """The task that plays one part and yields its events.

    Args:
        names: The inputs, in the order of the column 'input'.
        window: The options that say when the whole begins and its inputs end.
    """

    def task(batches: Batches) -> Batches:
        first = next((batch for batch in batches if batch.num_rows), None)
        if first is None:
            return
        records = chain([first], batches)
        with tool.folder() as folder:
            if len(names) == 1:
                paths = ["-"]
                chunks = (b"\n".join(batch.column("line").to_pylist()) + b"\n" for batch in records)
            else:  # Only one input can be the standard input.
                paths, chunks = write_records(records, len(names), folder), ()
            bindings = [f"--input={name}={path}" for name, path in zip(names, paths)]
            command = tool.command(after=[
                "--shard", *window, *bindings, "--format=json", "--on-bad-record=fail"])
            lines = piped(command, folder, chunks)
            # The part's completion is left out: the whole completes when all parts have.
            events = ((line[:-1],) for line in lines if not COMPLETION.match(line))
            yield from batches_of(events, EVENT)

    return task


def write_records(batches: Iterable[pa.RecordBatch], count: int, folder: str) -> list[str]:
    """Writes the records of each input to a file of its own, and returns the paths."""
    paths = [os.path.join(folder, f"input-{index}.ndjson") for index in range(count)]
    files = [open(path, "wb") for path in paths]
    for batch in batches:
        for index, line in zip(batch.column("input").to_pylist(), batch.column("line").to_pylist()):
            files[index].write(line + b"\n")
    for file in files:
        file.close()
    return paths
