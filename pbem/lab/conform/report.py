"""`pbem lab conform`: files of recorded operations, each run on the game that it is of, and summed up by operation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pbem.lab.conform.conformance import has_position
from pbem.lab.conform.listing import ListingRow
from pbem.lab.conform.records import Line, Read, Unread, read_lines, records_in
from pbem.lab.conform.run import Examiner, RecordFinding


@dataclass
class GameTally:
    """A game, the deviations accepted for it, by id, and what came of its records."""

    title: str
    examiner: Examiner
    accepted: Mapping[str, ListingRow]
    passed: Counter[str] = field(default_factory=Counter)
    failed: list[RecordFinding] = field(default_factory=list)
    listed: list[RecordFinding] = field(default_factory=list)

    def add(self, finding: RecordFinding) -> None:
        """Count one record. One that fails may be accepted by its own id."""
        if finding.listed or (not finding.good and finding.record.id in self.accepted):
            self.listed.append(finding)
        elif finding.good:
            self.passed[finding.record.op] += 1
        else:
            self.failed.append(finding)

    @property
    def used(self) -> bool:
        """Whether any record was of this game."""
        return bool(self.passed or self.failed or self.listed)

    def lines(self) -> Iterator[str]:
        """The figures by operation."""
        failed, listed = (Counter(finding.record.op for finding in findings) for findings in (self.failed, self.listed))
        yield f"{'operation':<22}{'passed':>8}{'failed':>8}{'listed':>8}"
        for op in sorted({*self.passed, *failed, *listed}):
            yield f"{op:<22}{self.passed[op]:>8}{failed[op]:>8}{listed[op]:>8}"

    def rows(self) -> Iterable[ListingRow]:
        """The records listed, each with the rules and the deviations that explain it."""
        for finding in self.listed:
            names = finding.listed or (finding.record.id,)
            rules = dict.fromkeys(self.accepted[name].rule for name in names)
            yield ListingRow(finding.record.id, ", ".join(rules), ", ".join(names))


@dataclass
class ConformReport:
    """What came of all records, by game."""

    tallies: Sequence[GameTally]
    unread: list[Unread] = field(default_factory=list)
    refused: dict[tuple[Path, str, str], list[Line]] = field(default_factory=dict)
    """Lines not run at all, by their file, why, and their operation."""

    @property
    def used(self) -> Sequence[GameTally]:
        """The games that any record was of."""
        return [tally for tally in self.tallies if tally.used]

    @property
    def clean(self) -> bool:
        """Nothing has failed, and all could be read."""
        return not (self.unread or self.refused or any(tally.failed for tally in self.tallies))

    def add(self, read: Read, tally: GameTally) -> None:
        """Run one record on its game, or tell why it could not be read."""
        if isinstance(read, Unread):
            self.unread.append(read)
        else:
            tally.add(tally.examiner.examine(read, tally.accepted))

    def lines(self) -> Iterator[str]:
        """The figures by operation, of each game where there are several; what could not be read or is of no game here;
        the failures with their first difference; and the sums, in which what was not run has failed.
        """
        used = self.used or self.tallies[:1]
        for tally in used:
            if len(used) > 1:
                yield f"{tally.title}:"
            yield from tally.lines()
        yield from map(str, self.unread)
        for (path, why, op), lines in self.refused.items():
            names = ", ".join(line.id or line.where.rpartition(", ")[2] for line in lines)
            yield f"{path}: {op or 'no operation'}: {why}: {names}"
        for finding in (finding for tally in used for finding in tally.failed):
            yield f"{finding.record.id} {finding.record.op}: {finding}"
        passed = sum(tally.passed.total() for tally in used)
        failed = sum(len(tally.failed) for tally in used) + len(self.unread) + sum(map(len, self.refused.values()))
        yield f"{passed} passed, {failed} failed, {sum(len(tally.listed) for tally in used)} listed"


def owner_of(line: Line, tallies: Sequence[GameTally]) -> GameTally | None:
    """The game that a line is of; of a line without any position the only one that knows its operation."""
    for tally in tallies:
        if tally.examiner.conformance.owns(line.row):
            return tally
    knowing = [tally for tally in tallies if line.op in tally.examiner.conformance.drivers]
    return knowing[0] if len(knowing) == 1 and not has_position(line.row) else None


def conform(files: Iterable[Path], tallies: Sequence[GameTally], only: str = "") -> ConformReport:
    """Run the records of all files, each on the game that it is of; with `only`, a title, those of the other games are
    refused as those of no game here are. Raises OSError for a file that cannot be opened.
    """
    report = ConformReport(tallies)
    for path in files:
        for line in read_lines(path):
            if isinstance(line, Unread):
                report.unread.append(line)
                continue
            tally = owner_of(line, tallies)
            if tally is not None and only in ("", tally.title):
                for read in records_in(line, tally.examiner.conformance):
                    report.add(read, tally)
                continue
            why = "no such game here" if tally is None else f"of {tally.title}, not of {only}"
            report.refused.setdefault((path, why, line.op), []).append(line)
    return report
