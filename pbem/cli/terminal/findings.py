"""What the doctor finds, as lines for a terminal."""

from __future__ import annotations

from pbem.cli.terminal.saying import plain
from pbem.doctor.findings import Finding, Health

STYLES = {Health.OK: "green", Health.WARNING: "yellow", Health.FAULT: "bold red"}


def finding_lines(finding: Finding) -> list[tuple[str, str]]:
    """A finding as lines of text, each with its style."""
    lines = [(f"{finding.health:<8} {finding.about}: {plain(finding.found)}", STYLES[finding.health])]
    return [*lines, (f"{'':<8} -> {finding.mend}", "")] if finding.mend else lines
