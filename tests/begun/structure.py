"""A report without its words: what a letter came to, what is asked, what can be sent, which Events are told.

Every word of a mail stands in the golden letters (tests/render/golden); here is what must be the same whatever the words
are.
"""

from __future__ import annotations

from typing import Any

from pbem.render.report import FormPart, Question, ReceiptLine, ReplyForm, Report

SENT = (FormPart.LIVE, FormPart.OFF, FormPart.NEAR)
"""What a writer could send; the other lines of a form only tell."""


def structure_of(report: Report) -> dict[str, Any]:
    """What a report says, as plain data; what is empty is left out."""
    position, receipt = report.position, report.receipt
    parts = {
        "seat": report.seat,
        "opening": report.opening,
        "brief": report.brief,
        "status": str(position.status),
        "turn": position.turn,
        "winner": position.winner,
        "closed": position.closed,
        "news": [{"rule": each.rule, "name": each.name, **each.data} for each in position.news],
        "receipt": [_line(each) for each in receipt.lines],
        "untold": list(receipt.untold.numbers),
        "letter": [[str(each.part), each.text] for each in receipt.letter if each.part in SENT],
        "ready": [[str(each.part), each.text] for each in receipt.ready if each.part in SENT],
        "left_out": [text for text, _ in receipt.left_out],
        "left_orders": list(receipt.left_orders),
        "form": _form(report.form),
        "waiting_for": list(report.clock.waiting_for),
        "asked": [{"line": each.line, "orders": list(each.orders)} for each in report.asked],
        "messages": [list(each.lines) for each in report.notes.messages],
        "gone": len(report.notes.gone),
        "enclosed": [each.name for each in report.extras.enclosed],
        "final": report.extras.final is not None,
    }
    return _filled(parts)


def _line(line: ReceiptLine) -> dict[str, Any]:
    return _filled(
        {
            "number": line.number,
            "text": line.text,
            "outcome": str(line.outcome),
            "understood": line.understood,
            "nearest": list(line.nearest),
            "mended": line.mended,
            "behind": line.behind,
            "warned": bool(line.warns),
        }
    )


def _form(form: ReplyForm) -> dict[str, Any]:
    return _filled(
        {
            "questions": [_question(each) for each in form.questions],
            "given": len(form.given),
            "segment": list(form.segment),
            "suggestions": list(form.suggestions),
            "waiting": [
                _filled({"segment": each.segment, "lines": list(each.lines), "made": each.made, "worse": any(each.now)})
                for each in form.waiting
            ],
            "standing": [[each.number, each.text, each.scope, each.coming] for each in form.standing],
            "ended": [each.text for each in form.ended],
        }
    )


def _question(question: Question) -> dict[str, Any]:
    return _filled(
        {
            "lines": list(question.lines),
            "drafts": list(question.drafts),
            "off": list(question.off),
            "examples": list(question.examples),
            "coded": [[each.code, each.line] for each in question.coded],
        }
    )


def _filled(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if value not in ("", 0, False, None, [], {})}
