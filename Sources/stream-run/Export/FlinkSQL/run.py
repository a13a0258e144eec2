#!/usr/bin/env python3
"""Runs the statements of job.sql or batch.sql with PyFlink, and waits for their end.

    pip install apache-flink==2.3.0
    python run.py batch.sql --input log=/data/log --output /data/events

The SQL client of a Flink distribution does the same, once the paths in the statements are right:

    sql-client.sh -f batch.sql
"""

import argparse
import re
import sys
from pathlib import Path

from pyflink.common import Configuration
from pyflink.table import EnvironmentSettings, TableEnvironment


def statements(text: str) -> list[str]:
    """The statements: each ends with a semicolon at the end of a line."""
    return [part for part in (p.strip() for p in re.split(r";[ \t]*(?:\n|$)", text)) if part]


def without_comments(statement: str) -> str:
    return re.sub(r"^--[^\n]*\n", "", statement, flags=re.MULTILINE)


def run(arguments: argparse.Namespace) -> None:
    configuration = Configuration()
    for entry in arguments.config:
        name, _, value = entry.partition("=")
        configuration.set_string(name, value)
    parts = [without_comments(s) for s in statements(arguments.job.read_text(encoding="utf-8"))]
    # The mode is one of the environment, and has to be known before there is one.
    for part in parts:
        if match := re.fullmatch(r"SET '([^']*)' = '([^']*)'", part):
            configuration.set_string(match[1], match[2])
    settings = EnvironmentSettings.new_instance().with_configuration(configuration).build()
    tables = TableEnvironment.create(settings)
    paths = dict(entry.split("=", 1) for entry in arguments.input)
    if arguments.output:
        paths["events"] = arguments.output
    for part in parts:
        if part.startswith("SET "):
            continue
        if part.startswith("INSERT "):
            for table, path in paths.items():
                # The path of a table is an option of it, as any other.
                tables.execute_sql(f"ALTER TABLE {table} SET ('path' = '{path}')")
        result = tables.execute_sql(part)
        if part.startswith("INSERT "):
            result.wait()


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs the statements of an exported job.")
    parser.add_argument("job", type=Path, help="job.sql, or batch.sql")
    parser.add_argument("--input", action="append", default=[], metavar="TABLE=PATH")
    parser.add_argument("--output", metavar="PATH", help="the folder of the events")
    parser.add_argument(
        "--config", action="append", default=[], metavar="NAME=VALUE",
        help="an option of Flink, such as parallelism.default=1 or rest.address=flink.example")
    return parser.parse_args(words)


def main() -> int:
    try:
        run(parsed())
    except Exception as error:  # noqa: BLE001 - Java's exceptions have no type of their own here
        causes = re.findall(r"^Caused by: (.*)$", str(error), flags=re.MULTILINE)
        if not causes:
            raise
        # The last cause is the one that says which record it was.
        print(f"the job failed: {causes[-1]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
