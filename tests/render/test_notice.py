"""Notices: every kind says what happened, in text and HTML."""

import tomllib

import pytest
from jinja2 import UndefinedError
from lxml import html

from pbem.render.notice import NoNotice, render_notice
from tests.render.tables import ROOT, page

SEAT = {"game": "bosworth-1", "seat": "york", "player": "Anne", "held_because": "", "reply_to": "pbem+token@example.org"}
DUE = "Thu 26 Nov 2026 20:00 GMT (Europe/London)"
MORE = {"extensions": 2, "extension": "48 hours", "usual": "24h"}
FACTS = {
    "stranger": {"sender": "mallory@example.net"},
    "wrong_token": {"because": "it has no address of a seat"},
    "held": {"held_because": "a question about rule 4.4"},
    "over": {},
    "too_long": {},
    "flood": {"limit": "60"},
    "no_preview": {},
    "preview_fault": {"letter": "12", "fault": "KeyError: <oxford>"},
    "fault": {"letter": "12", "fault": "KeyError: <oxford>"},
    "reminder": {"due": DUE, "left": "23 hours", "asked": "1. Array 2. Give", "absent": "absent 2026-12-20", **MORE},
    "late": {"due": DUE, "then": "at noon it is over", "asked": "Array", "too": ["lancaster"], **MORE},
    "late_enemy": {"enemy": "lancaster", "due": DUE, "then": "at noon it is over"},
    "time": {
        "topic": "York is away",
        "lines": ["York is away from Sun 20 Dec 2026 to Sun 3 Jan 2027.", "York has time until Mon 4 Jan 2027."],
    },
    "no_show_held": {"late": ["york"], "whose": "Your", "due": DUE, "because": "As agreed"},
    "no_show_waits": {"late": "york", "whose": "Your", "due": DUE},
    "no_show": {"late": ["york"], "whose": "York's", "due": DUE, "what": "the game is held", "held": True},
    "away": {"since": DUE, "until": DUE, "away": "7 days", "games": ["bosworth-1", "towton-2"]},
    "clock_fault": {"fault": "KeyError: <oxford>"},
    "observer_no_orders": {},
    "observer_stopped": {"games": ["bosworth-1", "towton-2"]},
    "observer_fault": {"fault": "KeyError: <oxford>"},
}


def test_there_is_a_notice_for_each_kind_tested_and_no_other() -> None:
    kinds = tomllib.loads((ROOT / "templates/common/notices.toml").read_text())
    assert sorted(kinds) == sorted(FACTS)


@pytest.mark.parametrize("kind", FACTS)
def test_a_notice_has_subject_text_and_html_that_agree(kind: str) -> None:
    subject, text, page_ = render_notice(page(), kind, **(SEAT | FACTS[kind]))
    assert subject.startswith("[bosworth-1" if kind != "away" else "[pbem]")
    assert "\n" not in subject
    assert max(map(len, text.splitlines())) <= 76
    body = html.fromstring(page_.encode()).find("body")
    assert body is not None
    assert " ".join(body.text_content().split()) == " ".join(text.split())


def test_a_notice_keeps_its_paragraphs() -> None:
    _, text, page_ = render_notice(page(), "too_long", **(SEAT | FACTS["too_long"]))
    assert text.count("\n\n") == page_.count("<p ") - 1 == 1


def test_a_fault_is_escaped_in_html() -> None:
    _, text, page_ = render_notice(page(), "fault", **(SEAT | FACTS["fault"]))
    assert "KeyError: <oxford>" in text
    assert "<oxford>" not in page_


def test_a_fact_left_out_is_refused() -> None:
    with pytest.raises(UndefinedError, match="sender"):
        render_notice(page(), "stranger", **SEAT)


def test_a_kind_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoNotice, match="no notice 'greeting'"):
        render_notice(page(), "greeting", **SEAT)
