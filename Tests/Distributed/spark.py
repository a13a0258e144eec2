# packages: pyspark==3.5.9 pandas<3 pyarrow
"""The jobs of 'stream-run export --target spark', on Spark in one process and on a cluster.

Each case compares the events with those of one machine, as multisets, or expects a refusal. Run by
'.ci/distributed'. DISTRIBUTED_FULL=1 plays ten times the records, DISTRIBUTED_RECORDS=N so many,
DISTRIBUTED_SEED=N others. Words choose the cases with one of them in their names.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from cluster import Cluster, Job
from comparing import COMMAND, ROOT, Failure, check, compare, export, lines_of, play, tool
from pyspark.sql import SparkSession
from records import Log

SEED = int(os.environ.get("DISTRIBUTED_SEED", "25"))
COUNT = int(os.environ.get("DISTRIBUTED_RECORDS") or (
    1_000_000 if os.environ.get("DISTRIBUTED_FULL") else 100_000))
DOCUMENTS = ROOT / "Tests/Distributed/documents"

# Small blocks: a file has many of them, and a task several blocks of several files.
SETTINGS = {
    "spark.sql.files.maxPartitionBytes": str(COUNT * 4), "spark.sql.files.openCostInBytes": "1000",
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
}

# A task that takes longer than others is run twice; the messages tell of it.
SPECULATION = {
    "spark.log.level": "INFO",
    "spark.speculation": "true", "spark.speculation.interval": "10ms",
    "spark.speculation.quantile": "0.1", "spark.speculation.multiplier": "1.01",
    "spark.speculation.minTaskRuntime": "1ms",
}

Inputs = dict[str, Path]


class Cases:
    """Runs cases, and knows where their data and outputs are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.inputs: dict[str, Inputs] = {}
        self.failures: list[str] = []
        self.number = 0

    def run(self, name: str, case: Callable[[], str]) -> None:
        """Runs a case, which returns what is worth knowing of it, unless others were asked for."""
        if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
            return
        start = time.monotonic()
        try:
            note = case()
        except Failure as failure:
            self.failures.append(name)
            note = f"FAILED: {failure}"
        print(f"{time.monotonic() - start:6.1f} s  {name}: {note}", flush=True)

    def export(self, document: Path, *options: str) -> Path:
        """A new folder with the job of a document."""
        self.number += 1
        return export(document, "spark", self.folder / f"job {self.number}", *options)

    def write_logs(self) -> None:
        """Writes the records that the documents read."""
        log = Log(SEED, COUNT)
        log.write(self.folder / "log", log.shuffled())
        orders = Log(SEED + 1, COUNT // 4, share=0.001)
        orders.write(self.folder / "orders", orders.shuffled())
        shipments = Log(SEED + 2, COUNT // 5, time="at", key="order", share=0.001)
        shipments.write(self.folder / "shipments", shipments.shuffled())
        rows = list(Log(SEED + 3, COUNT // 2).records())
        for name, between in ("table", ","), ("pattern", " "):
            log.write_text(self.folder / name, [
                between.join(str(field).replace(" ", "_") for field in row.values())
                for row in rows])
        for document in DOCUMENTS.glob("*.json"):
            self.inputs[document.name] = {"log": self.folder / "log"}
        self.inputs |= {
            "table.json": {"log": self.folder / "table"},
            "pattern.json": {"log": self.folder / "pattern"},
            "unshipped.json": {
                "orders": self.folder / "orders", "shipments": self.folder / "shipments"}}


# --- In this process ------------------------------------------------------------------------------


def in_one_process(cases: Cases) -> None:
    """Every document, those that are shipped, and refusals, on two cores."""
    template = cases.export(DOCUMENTS / "debounce.json")
    sys.path.insert(0, str(template))
    builder = SparkSession.builder.master("local[2]").appName("distributed")
    for key, value in SETTINGS.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.addPyFile(str(template / "tasks.py"))
    for document in sorted(DOCUMENTS.glob("*.json")):
        cases.run(f"local[2] {document.name}", lambda: play_here(
            cases, spark, document, cases.inputs[document.name]))
    cases.run("local[2] sessions.json --set gap=10s", lambda: play_here(
        cases, spark, DOCUMENTS / "sessions.json", cases.inputs["sessions.json"], "--set=gap=10s"))
    for document, inputs in shipped_documents().items():
        cases.run(f"local[2] {document.name}", lambda: play_here(cases, spark, document, inputs))
    refusals(cases, spark, template)
    spark.stop()


def play_here(
    cases: Cases, spark: SparkSession, document: Path, inputs: Inputs, *options: str
) -> str:
    """Plays a document with the job's own code, and compares events and counts."""
    expected, summary = play(document, inputs, *options)
    folder = cases.export(document, *options)
    output = folder / "out"
    counts = run_job(spark, folder, inputs, output)
    compare(document.name, expected, lines_of(output.glob("events/*.gz")))
    compare_counts(counts, summary, output, '"reorder"' in document.read_text())
    return f"{expected.total()} events of {counts['inputs']}"


def run_job(
    spark: SparkSession, folder: Path, inputs: Inputs, output: Path, **others: object
) -> dict:
    """Runs the job of a folder in this process; returns its counts."""
    options = {
        "input": [f"{name}={path}" for name, path in inputs.items()], "output": str(output),
        "overwrite": False, "set": [], "parts": None, "stream_run": COMMAND}
    return loaded(folder).run(spark, argparse.Namespace(**options | others))


def loaded(folder: Path) -> ModuleType:
    """The module of a job, which looks for its document beside itself."""
    spec = importlib.util.spec_from_file_location(f"job {folder}", folder / "job.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def compare_counts(counts: dict, summary: dict, output: Path, reorders: bool) -> None:
    """Compares what the job has counted with the summary of one machine."""
    for name, actual in counts["inputs"].items():
        one = summary["inputs"][name]
        # With 'reorder' late records are put in order, but for those that are too late.
        late = one["tooLate"] if reorders else one["late"]
        expected = {"records": one["records"], "bad": one["bad"], "late": late}
        check(actual == expected, f"input '{name}': counted {actual}, expected {expected}")
    check(counts["events"] == summary["values"], "the number of events differs")
    bad = lines_of(output.glob("bad/*.gz")).total()
    check(bad == sum(entry["bad"] for entry in counts["inputs"].values()), f"{bad} dead letters")


def shipped_documents() -> dict[Path, Inputs]:
    """The scenarios and rules that can be split, with their inputs."""
    found: dict[Path, Inputs] = {}
    for folder in "Scenarios", "Rules":
        for document in sorted((ROOT / "Streams" / folder).glob("*.json")):
            report = tool("partition", str(document), "--format", "json")
            if report.returncode == 0:
                names = [entry["name"] for entry in json.loads(report.stdout)["inputs"]]
                found[document] = {name: document.with_name(f"{name}.ndjson") for name in names}
    names = [document.stem for document in found]
    for name in ("alerts", "clicks", "shipped-orders"):
        check(name in names, f"'{name}' cannot be split any more")
    return found


def refusals(cases: Cases, spark: SparkSession, job: Path) -> None:
    """What the job refuses before it has written anything."""
    log = cases.inputs["debounce.json"]
    (cases.folder / "old/events").mkdir(parents=True)
    (cases.folder / "within/events").mkdir(parents=True)
    (cases.folder / "within/events/a.ndjson").write_text("{}\n")
    within = {"log": cases.folder / "within/events/*"}
    table: list[tuple[str, Inputs, str, dict]] = [
        ("old/events' exists; name another '--output'", log, "old", {}),
        ("there is no input 'lag'; the document has 'log'", {"lag": log["log"]}, "new", {}),
        ("input 'log': there is no file '/none/*'", {"log": Path("/none/*")}, "new", {}),
        ("input 'log' is not bound to a file", {}, "new", {}),
        ("is read, and lies in an output", within, "within", {"overwrite": True}),
        ("there is no './strum' on", log, "new", {"stream_run": "./strum"}),
        ("a file is named twice", {}, "new", {"input": [f"log={log['log']}"] * 2}),
    ]
    for message, inputs, output, options in table:
        cases.run(f"refused: {message}", lambda: refused(
            spark, job, inputs, cases.folder / output, message, **options))
    cases.run("refused: a late record", lambda: refused_late(cases, spark))


def refused(
    spark: SparkSession, job: Path, inputs: Inputs, output: Path, message: str, **others: object
) -> str:
    """Expects that a job ends with a message."""
    try:
        run_job(spark, job, inputs, output, **others)
    except Exception as error:
        # The class is that of the job, which is loaded.
        check(type(error).__name__ == "JobError" and message in str(error), f"'{error!r}'")
        return str(error)
    raise Failure("it ran")


def refused_late(cases: Cases, spark: SparkSession) -> str:
    """Expects the place of the first late record that one machine names."""
    document = cases.folder / "punctual.json"
    document.write_text(re.sub(r'"late": .*', "", (DOCUMENTS / "debounce.json").read_text()))
    inputs = cases.inputs["debounce.json"]
    one = tool(str(document), f"--input=log={inputs['log']}", "--on-bad-record=skip")
    place = re.search(r"^(.*?\.ndjson:\d+): input 'log'", one.stderr.decode(), re.MULTILINE)
    check(place is not None, f"one machine does not refuse: {one}")
    return refused(
        spark, cases.export(document), inputs, cases.folder / "new", f"{place[1]}: input 'log'")


# --- On a cluster ---------------------------------------------------------------------------------


def on_a_cluster(cases: Cases) -> None:
    """Jobs that are submitted to two executors: their events, lost executors, failures."""
    with Cluster(cases.folder) as cluster:
        for name in "debounce.json", "unshipped.json":
            cases.run(f"standalone {name}", lambda: play_there(cases, cluster, name))
        cases.run("standalone sessions.json, an executor killed", lambda: play_there(
            cases, cluster, "sessions.json", kills=True, proof="Lost executor"))
        cases.run("standalone minutes.json, speculation", lambda: play_there(
            cases, cluster, "minutes.json", SPECULATION, proof=r"Starting task \d+\.1 in stage"))
        cases.run("standalone, a part fails", lambda: fail_there(cases, cluster))


def play_there(
    cases: Cases, cluster: Cluster, name: str, settings: dict[str, str] | None = None,
    kills: bool = False, proof: str = "",
) -> str:
    """Submits a job, and compares its events.

    Args:
        kills: Whether an executor is killed when the parts begin to play.
        proof: A pattern in the messages: what should happen to the job did happen.
    """
    document, inputs = DOCUMENTS / name, cases.inputs[name]
    expected, _ = play(document, inputs)
    folder = cases.export(document)
    output = folder / "out"
    old_executors = cluster.executors()
    job = Job(cluster.url, folder, inputs, output,
              settings=SETTINGS | (settings or {}))
    if kills:
        # What has been extracted lies on the disks of the executors.
        job.wait_for(output / "bad/_SUCCESS")
        cluster.kill_executor(old_executors)
    code, text, messages = job.finish()
    check(code == 0, f"exit code {code}: {messages[-3000:]}")
    check(re.search(proof, messages) is not None, f"no '{proof}' in: {messages[-3000:]}")
    compare(name, expected, lines_of(output.glob("events/*.gz")))
    counts = json.loads(text.splitlines()[-1])
    check(counts["events"] == expected.total(), f"counted {counts}")
    return f"{expected.total()} events of {counts['inputs']}"


def fail_there(cases: Cases, cluster: Cluster) -> str:
    """Expects that a part which fails on a value fails the job, with the message of the tool."""
    document = cases.folder / "failing.json"
    stateless = (DOCUMENTS / "stateless.json").read_text()
    document.write_text(stateless.replace("$0.n % 3 == 0", "10 / ($0.n - 500) > 0"))
    folder = cases.export(document)
    job = Job(cluster.url, folder, cases.inputs["debounce.json"], folder / "out", settings=SETTINGS)
    # 'spark-submit' puts both what Python prints and its messages into its own output.
    code, text, messages = job.finish()
    found = re.search(r"^job.py: (.*: division by zero in '.*)", text, re.MULTILINE)
    check(code == 1 and found is not None, f"exit code {code}: {text} {messages[-3000:]}")
    check(not (folder / "out/events/_SUCCESS").exists(), "the events look complete")
    return found[1]


def main() -> None:
    print(f"seed {SEED}, {COUNT} records", flush=True)
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    # The cluster is stopped also when this process is.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="distributed-") as scratch:
        cases = Cases(Path(scratch))
        cases.write_logs()
        in_one_process(cases)
        on_a_cluster(cases)
    if cases.failures:
        sys.exit(f"{len(cases.failures)} failed: {', '.join(cases.failures)}")


if __name__ == "__main__":
    main()
