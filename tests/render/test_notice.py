"""Notices: every kind says what happened, in text and HTML."""

import tomllib

import pytest
from jinja2 import UndefinedError
from lxml import html

from pbem.doctor.samples import NOTICES, SEAT
from pbem.render.notice import NoNotice, render_notice
from tests.render.tables import ROOT, page

NOT_OF_A_GAME = (
    "away",
    "clock_back",
    "clock_differs",
    "template_fault",
    "letter_faults",
    "strangers",
    "withheld",
    "open_tables",
    "watch",
)


def test_there_is_a_notice_for_each_kind_tested_and_no_other() -> None:
    kinds = tomllib.loads((ROOT / "templates/common/notices.toml").read_text())
    assert sorted(kinds) == sorted(NOTICES)


@pytest.mark.parametrize("kind", NOTICES)
def test_a_notice_has_subject_text_and_html_that_agree(kind: str) -> None:
    subject, text, page_ = render_notice(page(), kind, **(SEAT | NOTICES[kind]))
    assert subject.startswith("[war-1" if kind not in NOT_OF_A_GAME else "[pbem]")
    assert "\n" not in subject
    assert max(map(len, text.splitlines())) <= 76
    body = html.fromstring(page_.encode()).find("body")
    assert body is not None
    assert " ".join(body.text_content().split()) == " ".join(text.split())


def test_a_notice_keeps_its_paragraphs() -> None:
    _, text, page_ = render_notice(page(), "too_long", **(SEAT | NOTICES["too_long"]))
    assert text.count("\n\n") == page_.count("<p ") - 1 == 1


def test_a_fault_is_escaped_in_html() -> None:
    _, text, page_ = render_notice(page(), "fault", **(SEAT | NOTICES["fault"]))
    assert "KeyError: <harbour>" in text
    assert "<harbour>" not in page_


def test_a_fact_left_out_is_refused() -> None:
    with pytest.raises(UndefinedError, match="sender"):
        render_notice(page(), "stranger", **SEAT)


def test_a_kind_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoNotice, match="no notice 'greeting'"):
        render_notice(page(), "greeting", **SEAT)
