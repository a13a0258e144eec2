"""Logs with all that makes a distributed job go wrong: the same bytes for the same seed.

Records come in any order within a slack, or too late; many share a time; one key has a third of
them; keys are 1 and 1.0, which are equal; lines are malformed, blank, or end as on Windows; the
files of an input are packed or not, begin with a byte order mark, are empty, or lack the last line
break.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

SLACK = 5.0
RECORDS_OF_A_SECOND = 50

# Blank lines, and malformed records.
OTHER_LINES = [
    b"", b"\r", b"not JSON", b"\xff\xfe", b'{"n": 1}', b'{"t": "no time"}', b"[1,\t2]", b"{}\r",
]


class Log:
    """The records of an input: times in tenths of a second, keys, and numbers."""

    def __init__(
        self, seed: int, count: int, time: str = "t", key: str = "host", share: float = 0.3
    ) -> None:
        """A log with a seed, a number of records, two names of fields, and the share of one key."""
        self.chance = random.Random(seed)
        self.count = count
        self.time = time
        self.key = key
        self.share = share

    def records(self) -> Iterator[dict]:
        """The records in the order of their times."""
        now = 1_767_225_600.0
        for _ in range(self.count):
            now += self.chance.expovariate(RECORDS_OF_A_SECOND)
            number = self.chance.randrange(1000)
            yield {self.time: round(now, 1), self.key: self.some_key(), "n": number}

    def some_key(self) -> object:
        kind = self.chance.random()
        if kind < self.share:
            return "the one that is always there"
        if kind < self.share + 0.02:
            return self.chance.choice([1, 1.0, 2.5, True, None, "1", [1, "a"]])
        return f"host-{self.chance.randrange(3000)}"

    def shuffled(self) -> list[dict]:
        """The records as they arrive: late by less than the slack, one in a thousand by more."""
        def arrival(record: dict) -> float:
            if self.chance.random() < 0.001:
                return record[self.time] + SLACK + self.chance.uniform(1, 60)
            return record[self.time] + self.chance.uniform(0, 0.98 * SLACK)

        return sorted(self.records(), key=arrival)

    def write(self, folder: Path, records: list[dict]) -> None:
        """Writes the records as lines of JSON, with other lines among them."""
        def lines(part: list[dict]) -> Iterator[bytes]:
            for record in part:
                if self.chance.random() < 0.001:
                    yield self.chance.choice(OTHER_LINES)
                end = b"\r" if self.chance.random() < 0.05 else b""
                yield json.dumps(record).encode() + end

        self.write_files(folder, records, lines, ".ndjson")

    def write_text(self, folder: Path, lines: list[str]) -> None:
        """Writes lines of any text."""
        self.write_files(folder, lines, lambda part: (line.encode() for line in part), ".log")

    def write_files(
        self, folder: Path, records: list, lines: Callable[[list], Iterator[bytes]], ending: str
    ) -> None:
        """Writes records to four files: one with a byte order mark, one packed, one empty."""
        folder.mkdir(parents=True)
        cuts = [0, len(records) // 10, len(records) // 2, len(records) // 2, len(records)]
        for index, (start, end) in enumerate(zip(cuts, cuts[1:])):
            text = b"\n".join(lines(records[start:end]))
            if index == 0:
                text = b"\xef\xbb\xbf" + text + b"\n"
            # The names have a space, and sort as the parts do.
            path = folder / f"part {index}{ending}"
            if index == 1:
                path.with_name(path.name + ".gz").write_bytes(gzip.compress(text, 1, mtime=0))
            else:
                path.write_bytes(text)
