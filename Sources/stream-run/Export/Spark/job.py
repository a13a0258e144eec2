"""Plays a stream file on Apache Spark, with the timed events of one machine that plays all of it.

    spark-submit --files stream-run job.py --input log=/data/logs/*.ndjson.gz --output /data/out

The stream file lies in the folder 'document' beside this file; 'tasks.py' is what the tasks do.

1. 'stream-run partition' says whether the document can be split, and 'partition --split' extracts
   of each line its shard, which is a hash of the key, and its time.
2. Records that are late in the order of the whole are found, and when the whole begins and ends.
3. 'stream-run --shard' plays the records of each part, sorted by time.

Nothing depends on the order in which tasks run or on how often, and Spark commits each output once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark import SparkFiles, StorageLevel
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

import tasks
from tasks import JobError, Tool, place


# What moves the cursor of a terminal, or turns the direction of a line: a name may be a stranger's.
UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Input:
    """An input of the document, as 'stream-run partition' describes it."""

    index: int
    name: str
    is_epoch: bool
    paths: list[str]
    records: object
    slack: int
    drops_late: bool


def run(spark: SparkSession, options: argparse.Namespace) -> dict:
    """Plays the document, writes its events and the malformed records, and returns the counts."""
    folder, allowed, tool = read_document(options.stream_run, options.set)
    inputs = describe(tool)
    roots = [str(folder), *allowed, *map(os.path.abspath, options.allow_path)]
    files = bind(spark, inputs, options.input, folder, roots)
    events_path, bad_path = f"{options.output}/events", f"{options.output}/bad"
    check_outputs(spark, [events_path, bad_path], files, options.overwrite)

    rows = reduce(DataFrame.unionByName, (
        classify(spark, source, extract(spark, tool, source, paths))
        for source, paths in zip(inputs, files)))
    counts, window = measure(rows, inputs, files)
    if options.overwrite:
        delete(spark, [events_path, bad_path])
    write_bad(spark, rows, inputs, files, bad_path)
    play = tasks.playing(tool, [source.name for source in inputs], window)
    (rows.filter("kind = 'record'")
     .repartition(options.parts or 4 * spark.sparkContext.defaultParallelism, "shard")
     .sortWithinPartitions("time", "input", "file", "number")
     .select("input", "line")
     .mapInArrow(play, from_arrow_schema(tasks.EVENT))
     .write.text(events_path, compression="gzip"))
    # What has been written is counted: accumulators also count the rows of tasks that run twice.
    return {"inputs": counts, "events": spark.read.text(events_path, lineSep="\n").count()}


# --- The document and its inputs ------------------------------------------------------------------


def read_document(program: str, parameters: list[str]) -> tuple[Path, list[str], Tool]:
    """The document's folder, which is beside the job or came by '--archives', the folders that the
    export allowed, and the tool."""
    folders = [Path(__file__).resolve().parent / "document", Path(SparkFiles.get("document"))]
    folder = next((folder for folder in folders if (folder / "manifest.json").is_file()), None)
    if folder is None:
        raise JobError("there is no folder 'document' beside the job; send it along with "
                       "'spark-submit --archives document.zip#document'")
    manifest = json.loads((folder / "manifest.json").read_text())
    values = dict(text.split("=", 1) for text in [*manifest["parameters"], *parameters])
    files = {str(path.relative_to(folder)): path.read_bytes()
             for path in folder.rglob("*") if path.is_file()}
    document = manifest["document"]
    return (folder / document).parent, manifest.get("allowed", []), Tool(
        program, document, files, [f"{key}={value}" for key, value in values.items()])


def describe(tool: Tool) -> list[Input]:
    """The inputs, and how they can be split; if something prevents it, that is an error."""
    with tool.folder() as folder:
        # The paths of the inputs are checked where they are read.
        command = tool.command("partition", after=["--allow-path=/", "--format=json"])
        report = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if report.returncode != 0:
            # Without '--json' the reasons are for people.
            command.remove("--json")
            report = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            raise JobError(report.stderr.strip())
    inputs = []
    for index, entry in enumerate(json.loads(report.stdout)["inputs"]):
        late = entry.get("late") or {}
        inputs.append(Input(
            index, entry["name"], entry["origin"] == "epoch", entry.get("path") or [],
            entry.get("records"), late.get("reorder") or 0, late.get("then") == "drop"))
    return inputs


def bind(
    spark: SparkSession, inputs: list[Input], bindings: list[str], folder: Path, roots: list[str]
) -> list[list[str]]:
    """The files of each input, from '--input', or else from the document, which may be a stranger's:
    what it names is below its folder, or below one that is allowed."""
    names = [source.name for source in inputs]
    given: dict[str, list[str]] = {}
    for name, path in (binding.split("=", 1) for binding in bindings):
        if name not in names:
            known = ", ".join(f"'{name}'" for name in names)
            raise JobError(f"there is no input '{name}'; the document has {known}")
        given.setdefault(name, []).append(path)
    found = []
    for source in inputs:
        if source.name in given:
            found.append(find_files(spark, source, given[source.name]))
            continue
        paths = [os.path.join(folder, path) for path in source.paths]
        for path, stated in zip(paths, source.paths):
            check_place(source, path, stated, roots)
        found.append(find_files(spark, source, paths))
        for file in found[-1]:
            check_place(source, file, place(file), roots)
    return found


def check_place(source: Input, path: str, shown: str, roots: list[str]) -> None:
    """Refuses a path that leads out of the folders, by its text or through links."""
    scheme, local = re.match(r"(?:([A-Za-z][\w+.-]*):(?://[^/]*)?)?(.*)", path, re.DOTALL).groups()
    places = [(os.path.normpath(local), os.path.normpath)]
    if scheme in (None, "file"):
        places.append((os.path.realpath(local), os.path.realpath))
    for found, resolved in places:
        if not any(found == root or found.startswith(root.rstrip("/") + "/")
                   for root in map(resolved, roots)):
            raise JobError(
                f"input '{source.name}': '{shown}' is not below the folder of the stream file; allow "
                f"another folder by '--allow-path DIR', or bind the file by "
                f"'--input {source.name}=PATH'")


def find_files(spark: SparkSession, source: Input, paths: list[str]) -> list[str]:
    """The files of an input in the order in which one machine reads them.

    A path is a file, a pattern, or a folder, which stands for the files that lie directly in it.
    """
    if not paths:
        raise JobError(
            f"input '{source.name}' is not bound to a file; add '--input {source.name}=PATH'")
    found: list[str] = []
    for text in paths:
        path, system = hadoop(spark, text)
        entries = list(system.globStatus(path) or [])
        if len(entries) == 1 and entries[0].isDirectory():
            entries = list(system.listStatus(entries[0].getPath()))
        files = [entry.getPath() for entry in entries if entry.isFile()]
        names = [file.toString() for file in files if not file.getName().startswith(".")]
        if not names:
            raise JobError(f"input '{source.name}': there is no file '{text}'")
        found += sorted(names, key=os.fsencode)
    for file in map(place, found):
        name = file.rsplit("/", 1)[-1]
        if name.startswith("_"):
            raise JobError(f"'{file}': Spark skips files whose names begin with '_'; rename it")
        if source.records in (None, "ndjson") and re.search(r"\.[ct]sv(\.gz)?$", name):
            raise JobError(f"'{file}': expected lines of JSON; tables need 'records'")
    if len(set(found)) < len(found):
        raise JobError(f"input '{source.name}': a file is named twice in {' '.join(paths)}")
    return found


# --- The order of the whole -----------------------------------------------------------------------


def extract(spark: SparkSession, tool: Tool, source: Input, files: list[str]) -> DataFrame:
    """A row for each line of an input, as 'tasks.EXTRACTED' has it."""
    order = {place(file): index for index, file in enumerate(files)}
    literal = [re.sub(r"([\[\]{}*?\\])", r"\\\1", file) for file in files]  # no patterns any more
    lines = spark.read.option("lineSep", "\n").text(literal).select(
        F.col("value").cast("binary").alias("line"),
        F.col("_metadata.file_path").alias("path"),
        F.col("_metadata.file_block_start").alias("block"))
    rows = lines.mapInArrow(
        tasks.extracting(tool, source.name, order), from_arrow_schema(tasks.EXTRACTED))
    # Several passes read the rows: from disk, which costs less than to extract them again.
    return rows.withColumn("input", F.lit(source.index)).persist(StorageLevel.DISK_ONLY)


def classify(spark: SparkSession, source: Input, extracted: DataFrame) -> DataFrame:
    """The rows with their numbers in the file instead of the block, and with the kind 'late'.

    A record is late if its time is earlier, by more than the slack, than the latest one before it,
    in its own block or in the blocks before.
    """
    before = Window.partitionBy("input").orderBy("file", "block").rowsBetween(
        Window.unboundedPreceding, -1)
    blocks = (
        extracted.groupBy("input", "file", "block")
        .agg(F.max("reached").alias("latest"), F.max("number").alias("lines"))
        .select("input", "file", "block", F.max("latest").over(before).alias("latest"),
                F.sum("lines").over(before.partitionBy("input", "file")).alias("lines")))
    # One row for each block: a terabyte has some thousands.
    blocks = F.broadcast(spark.createDataFrame(blocks.collect(), blocks.schema))
    latest = F.greatest("latest", "reached")
    is_late = (F.col("kind") == "record") & (F.col("time") < latest - source.slack)
    return (
        extracted.filter("kind <> 'blank'")
        .join(blocks, ["input", "file", "block"])
        .select(
            "input", "file", "shard", "time", "reason", "line",
            (F.coalesce("lines", F.lit(0)) + F.col("number")).alias("number"),
            F.when(is_late, "late").otherwise(F.col("kind")).alias("kind")))


def measure(
    rows: DataFrame, inputs: list[Input], files: list[list[str]]
) -> tuple[dict[str, dict[str, int]], list[str]]:
    """The counts of each input, and the options that tell a part when the whole begins and ends."""
    totals = rows.groupBy("input", "kind").agg(
        F.count("*").alias("rows"), F.min("time").alias("first"), F.max("time").alias("last"))
    found = {(row["input"], row["kind"]): row for row in totals.collect()}
    counts: dict[str, dict[str, int]] = {}
    for source in inputs:
        of_kind = {kind: found[source.index, kind]["rows"] if (source.index, kind) in found else 0
                   for kind in ("record", "bad", "late")}
        counts[source.name] = {
            "records": sum(of_kind.values()), "bad": of_kind["bad"], "late": of_kind["late"]}
        if of_kind["late"] and not source.drops_late:
            first = (rows.filter((F.col("kind") == "late") & (F.col("input") == source.index))
                     .orderBy("file", "number").select("file", "number").first())
            file = place(files[source.index][first["file"]])
            raise JobError(
                f"{file}:{first['number']}: input '{source.name}': the record is late, the first "
                f"of {of_kind['late']}; say with 'late' in the document what becomes of them")
    origin = min((row["first"] for (_, kind), row in found.items() if kind == "record"), default=0)
    window = [f"--origin={seconds(origin)}"]
    for source in inputs:
        kept = found.get((source.index, "record"))
        end = (kept["last"] if kept else origin) - (0 if source.is_epoch else origin)
        window.append(f"--input-end={source.name}={seconds(end)}")
    return counts, window


def seconds(nanoseconds: int) -> str:
    """Nanoseconds as exact decimal seconds."""
    whole, rest = divmod(abs(nanoseconds), 1_000_000_000)
    return f"{'-' if nanoseconds < 0 else ''}{whole}.{rest:09d}"


# --- Outputs --------------------------------------------------------------------------------------


def hadoop(spark: SparkSession, text: str) -> tuple:
    """A path as Hadoop sees it, and its file system."""
    path = spark._jvm.org.apache.hadoop.fs.Path(text)
    return path, path.getFileSystem(spark._jsc.hadoopConfiguration())


def check_outputs(
    spark: SparkSession, outputs: list[str], files: list[list[str]], overwrites: bool
) -> None:
    """Refuses outputs that exist, hours before Spark would, and those that hold an input."""
    for output in outputs:
        path, system = hadoop(spark, output)
        folder = place(system.makeQualified(path).toString()) + "/"
        for file in (file for paths in files for file in paths):
            if place(file).startswith(folder):
                raise JobError(
                    f"'{place(file)}' is read, and lies in an output; name another '--output'")
        if system.exists(path) and not overwrites:
            raise JobError(f"'{output}' exists; name another '--output', or add '--overwrite'")


def delete(spark: SparkSession, outputs: list[str]) -> None:
    for output in outputs:
        path, system = hadoop(spark, output)
        system.delete(path, True)


def write_bad(
    spark: SparkSession, rows: DataFrame, inputs: list[Input], files: list[list[str]], output: str
) -> None:
    """Writes the malformed records with their places and reasons; base64 if they are not UTF-8."""
    names = spark.createDataFrame(
        [(source.index, index, source.name, place(file))
         for source, paths in zip(inputs, files) for index, file in enumerate(paths)],
        "input int, file long, name string, path string")
    text = F.decode("line", "UTF-8")
    is_text = F.encode(text, "UTF-8") == F.col("line")
    columns = [
        F.col("name").alias("input"), F.col("path").alias("file"), F.col("number").alias("line"),
        "reason", F.when(is_text, text).alias("text"),
        F.when(~is_text, F.base64("line")).alias("base64")]
    (rows.filter("kind = 'bad'").join(F.broadcast(names), ["input", "file"])
     .select(columns).write.json(output, compression="gzip"))


# --- The command line -----------------------------------------------------------------------------


def assignment(text: str) -> str:
    """NAME=VALUE of the command line."""
    if not re.match("[^=]+=.", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form NAME=VALUE")
    return text


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="job.py", description="Plays the stream file in the folder 'document' on Spark.")
    parser.add_argument(
        "--input", action="append", default=[], type=assignment, metavar="NAME=PATH",
        help="what an input reads: a file, a pattern or a folder; several in the order given")
    parser.add_argument(
        "--output", required=True, metavar="FOLDER", help="where 'events' and 'bad' are written")
    parser.add_argument(
        "--allow-path", action="append", default=[], metavar="DIR",
        help="let inputs of the document name files in this folder, besides those below its own")
    parser.add_argument("--overwrite", action="store_true", help="replace the outputs that exist")
    parser.add_argument(
        "--set", action="append", default=[], type=assignment, metavar="NAME=VALUE",
        help="set a parameter of the document")
    parser.add_argument(
        "--parts", type=int, metavar="N", help="the number of parts; by default 4 for each core")
    parser.add_argument(
        "--stream-run", default="stream-run", metavar="PATH",
        help="the command on every machine; by default that of '--files', or an installed one")
    return parser.parse_args()


def message(error: Exception) -> str:
    """What a person has to know of an error: what a task said, without the stacks around it."""
    if isinstance(error, JobError):
        return str(error)
    found = re.search(r"JobError: (.*?)(?=\n\s*\n|\n\s+at |\Z)", str(error), re.DOTALL)
    return found[1].strip() if found else str(error)


def main() -> None:
    options = read_options()
    spark = SparkSession.builder.appName("stream-run").getOrCreate()
    # The tasks import the other file, too.
    spark.sparkContext.addPyFile(tasks.__file__)
    try:
        print(json.dumps(run(spark, options)))
    except (JobError, PySparkException, Py4JError) as error:
        sys.exit(f"job.py: {UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], message(error))}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
