"""Tests the owner's templates before they are used in mails: each is read and filled with samples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.doctor.samples import NOTICES, SEAT, event_facts, lookahead, sample_reports
from pbem.engine.table import Table
from pbem.moderator.core.desk import Desk
from pbem.moderator.playing.previews import preview_letter
from pbem.moderator.reading.help_pages import order_book
from pbem.render.final import render_stats
from pbem.render.notice import render_notice
from pbem.render.order_book import render_order_book
from pbem.render.report import Report, write_report
from pbem.render.templates.faults import TemplateFault, fault_of
from pbem.render.templates.own_templates import KnownFacts, parts_of, read_own
from pbem.render.templates.page import Page

LINES = ((1, "help"), (2, "pass"), (3, "no such line"))


class ProofreadPage(Page):
    """A Page that continues after a template fails, so that all failures are found."""

    def fill(self, template: str, **facts: Any) -> str:
        """As Page; if the moderator's own template fails, that is noted and the project's is used."""
        try:
            return super().fill(template, **facts)
        except Exception as error:  # a template can fail in any way
            self.faults.append(fault_of(error, self.folders))
            return self.delivered.fill(template, **facts)


def proofread(desk: Desk) -> list[TemplateFault]:
    """What is wrong with the moderator's own templates, by file and line; [] where there are none.

    Raises whatever the project's own templates, rules or scenario files raise.
    """
    if desk.page.own is None:
        return []
    page = ProofreadPage(desk.page.templates, desk.page.own)
    parts: set[str] = set()
    tables: dict[int, Table[Any]] = {}
    with lookahead(replace(desk, page=page)) as trial:
        for rules in desk.games.values():
            for report, table in sample_reports(trial, rules):
                parts_of(report, parts)
                tables[id(table)] = table
                _fill(page, report, table)
            render_order_book(page, order_book(page, rules))
    for kind, facts in NOTICES.items():
        render_notice(page, kind, **SEAT | facts)
    known = {kind: set(SEAT | facts) for kind, facts in NOTICES.items()} | event_facts(tables.values())
    read = read_own(page, KnownFacts(parts, known))
    explained = {(fault.file, fault.line) for fault in read}
    filled = {fault for fault in page.take_faults() if (fault.file, fault.line) not in explained}
    return sorted({*read, *(fault for fault in filled if fault.file or not read)})


def _fill(page: Page, report: Report, table: Table[Any]) -> None:
    write_report(page, report)
    if report.opening and report.seat:
        preview_letter(page, report.about.game, table, report.seat, LINES)
    if report.extras.final is not None:
        render_stats(page, report.about.rules, report.extras.final)
