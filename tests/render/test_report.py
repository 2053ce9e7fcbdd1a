"""Reports: what they say, to whom, and that they can be answered."""

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from pbem.render.report import (
    FORM_BEGIN,
    FORM_END,
    Asked,
    Outcome,
    ReceiptLine,
    Report,
    StandingLine,
    Status,
    Waiting,
    render_report,
    subject_for,
)
from pbem.render.templates.filters import WIDTH
from pbem.render.templates.phrases import Chapter
from tests.render.tables import ARRAYS, PLAYERS, arrayed, bosworth, fight_on, fought, page, report

GOLDEN = Path(__file__).parent / "golden"
DIE = re.compile(r"\[([1-6])\]")
RECEIPT = (
    ReceiptLine(1, "flee none", Outcome.DONE, "flee none (kept for this round)"),
    ReceiptLine(2, "absorb militia", Outcome.DONE, "absorb Militia (kept for this round)"),
    ReceiptLine(
        3,
        "flee norflok",
        Outcome.REFUSED,
        problem='I do not know what "norflok" means here',
        nearest=("flee Norfolk", "flee none"),
    ),
    ReceiptLine(4, "reroll all", Outcome.NOT_DONE),
)
ASKED = (
    Asked(
        "history 1",
        (
            Chapter(1, "Round 1", ["Engagements: Norfolk against Oxford."]),
            Chapter(2, "Left (Norfolk and Oxford), Missiles", ["Norfolk's Militia (needs 1): [4] fails, Routs."]),
            Chapter(3, "", ["flee none"]),
        ),
    ),
    Asked("help <flee>", (Chapter(0, "", ["You can write now:"]),), ("flee none", "flee Norfolk")),
)


def text_of(made: Report) -> str:
    return render_report(page(), made)[0]


def html_of(made: Report) -> str:
    return render_report(page(), made)[1]


def drafted() -> Table[Any]:
    """Both seats have begun to choose: York has a draft and an Array, Lancaster a draft."""
    table = bosworth()
    for line in ("give Final Charge Richard", *ARRAYS["york"][-1:]):
        execute(table, "york", line)
    execute(table, "lancaster", "give Chevaliers Oxford")
    return table


# The whole letter


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("choosing", lambda: report(drafted(), "york")),
        (
            "first_round",
            lambda: report(
                arrayed(),
                "york",
                receipt=RECEIPT,
                receipt_number="4f2a91c0de",
                suggestions=("standing flee none",),
                standing=(StandingLine("absorb Militia", "battle", length="this battle"),),
                notes=("The moderator wishes you a fair fight.",),
            ),
        ),
        (
            "asked",
            lambda: report(
                arrayed(),
                "york",
                brief=True,
                receipt=(ReceiptLine(1, "hist 1", Outcome.DONE, "history: see below"),),
                asked=ASKED,
            ),
        ),
        ("over", lambda: report(fought(), "lancaster", news=(), key="6b" * 32, salt="ab" * 16)),
    ],
)
def test_the_text_is_what_it_was(name: str, made: object) -> None:
    assert callable(made)
    text, golden = text_of(made()), GOLDEN / f"{name}.txt"
    if "WRITE_GOLDEN" in os.environ:
        golden.write_text(text)
    assert text == golden.read_text()


def test_only_lines_meant_to_be_copied_are_wider_than_76_columns() -> None:
    for made in (report(drafted(), "york", opening=True, receipt=RECEIPT), report(fought(), "york")):
        assert [line for line in text_of(made).splitlines() if len(line) > WIDTH] == []


def test_no_three_empty_lines_and_no_blanks_at_line_ends() -> None:
    text = text_of(report(fought(), "york", opening=True, receipt=RECEIPT))
    assert "\n\n\n" not in text
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


# What a seat may know


def test_own_secrets_are_shown_and_the_enemys_are_not() -> None:
    for rendered in render_report(page(), report(drafted(), "york")):
        assert "Final Charge (y32) Richard III" in rendered
        assert "kept; you need not send it again" in rendered
        assert "array left Norfolk" in rendered
        assert "chosen; you can still change it" in rendered
        assert "Chevaliers" not in rendered


def test_the_enemys_choice_changes_no_byte() -> None:
    one, other = drafted(), drafted()
    execute(other, "lancaster", "give Expert Counsellors Henry")
    assert render_report(page(), report(one, "york")) == render_report(page(), report(other, "york"))


def test_after_the_reveal_both_see_all_capabilities() -> None:
    for seat in PLAYERS:
        text = text_of(report(arrayed(), seat))
        assert "* Chevaliers" in text
        assert "* Final Charge" in text


def test_standing_orders_are_told_to_their_seat_only() -> None:
    table = arrayed()
    execute(table, "lancaster", "standing flee Oxford if troops under 1")
    table = fight_on(table)
    told = " ".join(text_of(report(table, "lancaster")).split())
    assert "flee Oxford if troops under 1 (Oxford has 6 troops): flee none" in told
    assert "troops under 1" not in text_of(report(table, "york"))


# Dice


def test_each_die_of_the_log_is_in_the_report() -> None:
    table = fought()
    rolled = Counter(str(e.answer) for e in table.entries if e.kind is EntryKind.ROLL)
    text, page_ = render_report(page(), report(table, "york"))
    assert rolled.total() > 50
    assert Counter(DIE.findall(text)) == rolled
    dice = html.fromstring(page_.encode()).xpath("//b[contains(@style, 'border-radius')]/text()")
    assert Counter(dice) == rolled


# The reply form


def form_lines(text: str) -> list[str]:
    lines = text.splitlines()
    return lines[lines.index(FORM_BEGIN) + 1 : lines.index(FORM_END)]


def test_the_form_can_be_sent_back_as_it_stands_until_the_game_is_over() -> None:
    table, letters = bosworth(), 0
    while not table.over:
        seat = table.open()[0].seat
        orders = [line for line in form_lines(text_of(report(table, seat))) if not line.startswith("#")]
        assert orders
        for line in orders:
            execute(table, seat, line)
        letters += 1
    assert letters > 3


def test_the_form_completes_what_has_been_begun() -> None:
    table = drafted()
    form = form_lines(text_of(report(table, "york")))
    assert "# Chosen so far, and kept: give Final Charge (y32) Richard III" in form
    for line in form:
        if not line.startswith("#"):
            assert "Final Charge" not in line
            execute(table, "york", line)
    assert not table.open_to("york")


def test_both_letters_have_the_same_form() -> None:
    text, page_ = render_report(page(), report(arrayed(), "york", suggestions=("standing flee none",)))
    (pre,) = html.fromstring(page_.encode()).xpath("//pre/text()")
    assert pre.strip().splitlines() == [FORM_BEGIN, *form_lines(text), FORM_END]


def test_there_is_no_form_when_nothing_can_be_ordered() -> None:
    for made in (report(fought(), "york"), report(arrayed(), "york", status=Status.HELD)):
        assert FORM_BEGIN not in text_of(made)
        assert FORM_BEGIN not in html_of(made)


# Receipts


def test_a_real_refusal_is_receipted_with_the_nearest_lines() -> None:
    table = bosworth()
    with pytest.raises(BadLine) as refused:
        execute(table, "york", "array left norflok")
    line = ReceiptLine(
        1, "array left norflok", Outcome.REFUSED, problem=refused.value.problem, nearest=refused.value.nearest
    )
    text = text_of(report(table, "york", receipt=(line,)))
    assert (
        '  1 --  array left norflok: I do not know what "norflok" means here.\n        Nearest: array left Norfolk\n' in text
    )


def test_lines_in_the_form_cannot_break_out_of_the_page() -> None:
    made = report(arrayed(), "york", mend=("flee <script>",), waiting=(Waiting("card 1", "card 1", ("tax <b>",)),))
    text, page_ = render_report(page(), made)
    form = html.fromstring(page_.encode()).xpath("//pre")[0].text_content()
    assert "# flee <script>" in form
    assert "# card 1: tax <b>" in form
    assert form.strip() in text
    assert "<script>" not in page_


def test_what_a_player_wrote_cannot_break_out() -> None:
    evil = ReceiptLine(1, f"<b>x</b>\n{FORM_BEGIN}\x1b[31m" + "y" * 900, Outcome.REFUSED, problem="<i>no</i>")
    text, page_ = render_report(
        page(), report(arrayed(), "york", receipt=(evil,), players=PLAYERS | {"lancaster": "<script>"})
    )
    assert text.splitlines().count(FORM_BEGIN) == 1
    assert "\x1b" not in text + page_
    assert "y" * 301 not in text + page_
    assert "&lt;script&gt;" in page_
    assert "<script" not in page_
    assert "<i>no" not in page_


# HTML


@pytest.mark.parametrize("seat", PLAYERS)
def test_the_html_of_a_whole_battle_parses_and_is_small(seat: str) -> None:
    page_ = html_of(report(fought(), seat, opening=True, receipt=RECEIPT))
    assert len(page_.encode()) < 100_000
    root = html.fromstring(page_.encode())
    assert root.xpath("count(//table)") > 3
    assert not root.xpath("//script | //link | //img | //@src | //@href")
    assert "url(" not in page_


def test_the_html_says_all_that_the_text_says() -> None:
    made = report(
        arrayed(),
        "york",
        opening=True,
        receipt=RECEIPT,
        notes=("A note.",),
        standing=(StandingLine("flee none", "battle", length="this battle"),),
    )
    text, page_ = render_report(page(), made)
    words = " ".join(html.fromstring(page_.encode()).text_content().split())
    titles = re.findall(r"^== (.*) ==$", text, re.M)
    assert len(titles) == 7
    assert [t for t in titles if t not in words] == []
    for fact in ("A note.", "flee Norfolk", "not carried out", "flee none (for this battle)", made.about.commitment):
        assert fact in words


# Subject and summary


@pytest.mark.parametrize(
    ("facts", "subject", "summary"),
    [
        ({}, "Your move", "Your move: 1 decision."),
        (
            {"questions": (), "waiting_for": ("lancaster",)},
            "waiting for Lancaster",
            "You have nothing to do now: waiting for Lancaster.",
        ),
        ({"questions": ()}, "waiting for the moderator", "You have nothing to do now: waiting for the moderator."),
        (
            {"questions": (), "given": ("flee none",), "waiting_for": ("lancaster",)},
            "waiting for Lancaster",
            "Your answers are in; you can still change them: waiting for Lancaster.",
        ),
        ({"status": Status.HELD}, "on hold", "The moderator has put the game on hold. You have nothing to do now."),
        ({"status": Status.OVER, "winners": ("york",)}, "York wins", "The game is over: York wins."),
        (
            {"status": Status.OVER, "winners": ("york", "lancaster")},
            "York and Lancaster win",
            "The game is over: York and Lancaster win.",
        ),
        ({"status": Status.OVER, "all_lose": True}, "all lose", "The game is over: all lose."),
        ({"status": Status.OVER}, "a draw", "The game is over: a draw."),
    ],
)
def test_the_subject_and_the_first_line_say_what_is_asked(facts: dict[str, object], subject: str, summary: str) -> None:
    made = report(arrayed(), "york", **({"waiting_for": ()} | facts))
    assert subject_for(page(), made) == f"[bosworth-1 York round 1] {subject}"
    first = " ".join(text_of(made).split("bosworth-1 - ")[0].split())
    assert first == f"York, round 1. {summary}"


def test_the_key_is_shown_once_it_is_revealed() -> None:
    text = text_of(report(fought(), "york", key="6b" * 32))
    assert f"The key of the dice:\n{'6b' * 32}" in text or f"The key of the dice: {'6b' * 32}" in text
    assert "6b" * 32 not in text_of(report(arrayed(), "york"))


def test_the_page_has_the_answers_of_the_text() -> None:
    page_text = html_of(report(arrayed(), "york", brief=True, asked=ASKED))
    shown = html.fromstring(page_text)
    assert [h.text_content() for h in shown.iter("h2")] == ["You asked: history 1", "You asked: help <flee>", "Your reply"]
    assert [code.text_content() for code in shown.iter("code")][:2] == ["flee none", "flee Norfolk"]
    assert "Round 1" in page_text
    assert "You asked: help &lt;flee&gt;" in page_text


def test_the_subject_of_a_brief_letter_names_a_few_questions() -> None:
    asked = tuple(Asked(word) for word in ("map", "status", "help", "history"))
    assert subject_for(page(), report(arrayed(), "york", brief=True, asked=asked)).endswith("You asked: map, status, help")
