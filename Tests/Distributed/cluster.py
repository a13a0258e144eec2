"""A standalone cluster of Spark on this machine, and jobs that are submitted to it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from types import TracebackType

import pyspark
from comparing import COMMAND, check

SPARK = Path(pyspark.__file__).parent
DEADLINE = 300.0


class Cluster:
    """A master, and two workers of one core.

    The workers have addresses of their own, because Spark repeats a slow task on another host only.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.url = ""

    def __enter__(self) -> Cluster:
        master = self.start("master", "master.Master", "--host", "127.0.0.1", "--port", "0")
        self.url = "spark://" + self.awaited(master, "Starting Spark master at spark://")
        for host in "127.0.0.1", "127.0.0.2":
            worker = self.start(
                f"worker {host}", "worker.Worker", "--host", host, "--cores", "1", "--memory", "1g",
                "--work-dir", str(self.folder / f"work {host}"), self.url)
            self.awaited(worker, "Successfully registered with master ")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    def start(self, name: str, main: str, *words: str) -> Path:
        """Starts a process; returns the file of what it logs."""
        log = self.folder / f"{name}.log"
        with log.open("wb") as output:
            command = [SPARK / "bin/spark-class", f"org.apache.spark.deploy.{main}"]
            self.processes.append(subprocess.Popen(
                [*command, "--webui-port", "0", *words], stdout=output, stderr=output))
        return log

    def awaited(self, log: Path, text: str) -> str:
        """The word behind a text, once the text is in a log."""
        limit = time.monotonic() + DEADLINE
        while True:
            before, found, after = log.read_text(errors="replace").partition(text)
            if found and "\n" in after:
                return after.split()[0]
            check(time.monotonic() < limit, f"no '{text}' in {log.name}: {before[-2000:]}")
            time.sleep(0.1)

    def executors(self) -> list[int]:
        """The processes that the workers have started, also those of jobs that have just ended."""
        return [int(word) for worker in self.processes[1:]
                for children in Path(f"/proc/{worker.pid}/task").glob("*/children")
                for word in children.read_text().split()]

    def kill_executor(self, old: list[int]) -> None:
        """Kills an executor that is not one of the old ones, with all that it has stored."""
        executors = [executor for executor in self.executors() if executor not in old]
        check(len(executors) > 0, "there is no executor to kill")
        os.kill(executors[0], signal.SIGKILL)


class Job:
    """A job that is submitted as a person would."""

    def __init__(
        self, master: str, job: Path, inputs: dict[str, Path], output: Path, *words: str,
        settings: dict[str, str],
    ) -> None:
        command = [str(SPARK / "bin/spark-submit"), "--master", master, "--files", COMMAND]
        command += [word for pair in settings.items() for word in ("--conf", "=".join(pair))]
        command += [str(job / "job.py"), "--output", str(output), *words]
        command += [f"--input={name}={path}" for name, path in inputs.items()]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for(self, file: Path) -> None:
        """Waits until the job, which has not ended then, has written a file."""
        limit = time.monotonic() + DEADLINE
        while not file.exists():
            check(time.monotonic() < limit, f"{file} does not come")
            check(self.process.poll() is None, f"the job has ended without {file}")
            time.sleep(0.02)

    def finish(self) -> tuple[int, str, str]:
        """Waits for the end; returns the exit code, the output and the messages."""
        try:
            output, messages = self.process.communicate(timeout=DEADLINE)
        finally:
            self.process.kill()
        return self.process.returncode, output, messages
