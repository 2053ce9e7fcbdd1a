"""`pbem conform`: files of recorded operations run and summed up by operation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pbem.conform.listing import Row
from pbem.conform.records import Unread, read_records
from pbem.conform.run import Examiner, Finding


@dataclass
class Report:
    """What came of all records, by operation."""

    passed: Counter[str] = field(default_factory=Counter)
    failed: list[Finding] = field(default_factory=list)
    listed: list[Finding] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Nothing has failed, and all could be read."""
        return not self.failed and not self.unread

    def add(self, finding: Finding, accepted: Mapping[str, Row]) -> None:
        """Count one record. One that fails may be accepted by its own id."""
        if finding.listed or (not finding.good and finding.record.id in accepted):
            self.listed.append(finding)
        elif finding.good:
            self.passed[finding.record.op] += 1
        else:
            self.failed.append(finding)

    def lines(self) -> Iterator[str]:
        """The figures by operation, what could not be read, the failures with their first difference, and the sums, in which
        what could not be read has failed.
        """
        failed, listed = (Counter(finding.record.op for finding in found) for found in (self.failed, self.listed))
        yield f"{'operation':<22}{'passed':>8}{'failed':>8}{'listed':>8}"
        for op in sorted({*self.passed, *failed, *listed}):
            yield f"{op:<22}{self.passed[op]:>8}{failed[op]:>8}{listed[op]:>8}"
        yield from map(str, self.unread)
        for finding in self.failed:
            yield f"{finding.record.id} {finding.record.op}: {finding}"
        yield f"{self.passed.total()} passed, {len(self.failed) + len(self.unread)} failed, {len(self.listed)} listed"

    def rows(self, accepted: Mapping[str, Row]) -> Iterable[Row]:
        """The records listed, each with the rules and the deviations that explain it."""
        for finding in self.listed:
            names = finding.listed or (finding.record.id,)
            rules = dict.fromkeys(accepted[name].rule for name in names)
            yield Row(finding.record.id, ", ".join(rules), ", ".join(names))


def conform(files: Iterable[Path], accepted: Mapping[str, Row], examiner: Examiner) -> Report:
    """Run the records of all files. `accepted` is the table of known deviations."""
    report = Report()
    for path in files:
        game = examiner.conformance
        for record in read_records(path, game.tidied, game.records, game.passing):
            if isinstance(record, Unread):
                report.unread.append(record)
            else:
                report.add(examiner.examine(record, accepted), accepted)
    return report
