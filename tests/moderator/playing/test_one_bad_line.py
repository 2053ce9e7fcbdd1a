"""A refused line costs itself and what depends on it; the form that comes back holds its writer's own letter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.moderator.reading.form_lines import gives_up
from tests.support.board import assigned, to_the_plan
from tests.support.conversation import Conversation, Mail, form, to


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    game = Conversation(tmp_path, scenario="ia")
    yield game
    game.db.close()


def levy(ia: Conversation, seat: str = "york") -> None:
    assigned(ia)
    if ia.asked() != seat:
        ia.write("lancaster", "done")


def own(mail: Mail) -> list[str]:
    """The lines of a form down to the first question, without its notes."""
    lines = [line for line in form(mail).replace("\r", "").split("\n") if line]
    others = ("# Your orders for later", "# York (", "# Which")
    end = next((n for n, line in enumerate(lines) if line.startswith(others)), None)
    begin = next(n for n, line in enumerate(lines) if line.startswith(("# done:", "# kept:")) or not line.startswith("# "))
    return lines[begin:end]


LETTER = """muster york
levy trooops
levy Carts
done
plan york, march, york, march
card 1: march ely
card 1: mrach cambridge
tax bedford
standing exile none
tell lancaster: Peace?
"""


def test_what_depends_on_a_refused_line_waits_and_all_else_is_done(ia: Conversation) -> None:
    levy(ia)
    mails = ia.write("york", LETTER)
    told = to("york", mails)
    for line in (
        "1 ok muster york -> muster York 2 -- levy trooops",
        "3 .. levy Carts (not carried out: it depends on line 2) 4 .. done (not carried out: it depends on line 2)",
        "5 ok plan york, march, york, march -> kept for the Plan",
        "6 ok card 1: march ely -> kept for York's card",
        "8 .. tax bedford (not carried out: it depends on line 7)",
        "9 ok standing exile none -> standing exile none (kept",
    ):
        assert line in told.flat
    assert any("Peace?" in mail.text for mail in mails)
    assert "not carried out: it depends on line 2" in told.html


def test_the_form_holds_the_letter_and_ok_sends_what_is_no_comment(ia: Conversation) -> None:
    levy(ia)
    told = to("york", ia.write("york", LETTER))
    assert own(told) == [
        "# done: muster york",
        "levy troops",
        "levy Carts",
        "# done",
        "# kept: plan york, march, york, march",
        "card 1 York: march Ely",
        "card 1: march cambridge",
        "card 1:",
        "tax bedford",
        "# done: standing exile none",
    ]
    assert "Reply ok to send this form" in told.text
    sent = to("york", ia.write("york", "ok")).flat
    assert "1 ok levy troops -> levy troops 2 ok levy Carts -> levy Carts 3 ok card 1 York: march Ely -> kept" in sent
    assert "4 ok card 1: march cambridge -> kept for York's card, the 1st of Turn 1: march Cambridge" in sent
    assert "6 ok tax bedford -> kept for York's card, the 1st of Turn 1: tax Bedford" in sent


def test_behind_a_line_that_no_one_line_can_stand_for_nothing_is_sent(ia: Conversation) -> None:
    levy(ia)
    told = to("york", ia.write("york", "muster york\nlevy vassal essex\nlevy Carts\ndone\n"))
    lines = own(told)
    assert lines[0] == "# done: muster york"
    assert all(line.startswith("#") for line in lines)
    assert lines[1] == "# levy vassal essex"
    assert lines[2].startswith("#   levy ")
    assert lines[-2:] == ["# levy Carts", "# done"]
    assert "Reply ok" not in told.text
    before = ia.table().next_number
    assert "ok  " not in to("york", ia.write("york", "ok")).text
    assert ia.table().next_number == before


def test_a_slip_in_what_gives_something_up_stays_a_comment(ia: Conversation) -> None:
    levy(ia)
    told = to("york", ia.write("york", "muster york\ndoen\nplan york, march, york, march"))
    assert own(told)[:3] == ["# done: muster york", "# doen", "#   done"]
    assert "Reply ok" not in told.text


@pytest.mark.parametrize("line", ["card 2:\nmrach ely\ntax ely", "card 2: mrach ely\ntax ely"])
def test_a_heading_is_kept_above_what_stood_below_it(ia: Conversation, line: str) -> None:
    levy(ia)
    ia.write("york", "plan york, march, york, march")
    told = to("york", ia.write("york", f"muster york\n{line}\nlevy: levy carts\n"))
    assert "3 -- mrach ely" in told.flat or "2 -- card 2: mrach ely" in told.flat
    assert "tax ely (not carried out: it depends on line" in told.flat
    assert "ok levy: levy carts" in told.flat
    lines = own(told)
    at = lines.index("tax ely") if "tax ely" in lines else lines.index("# tax ely")
    assert any("card 2" in each for each in lines[:at])


def test_pairs_of_one_answer_do_not_wait_for_each_other(talk: Conversation) -> None:
    told = to(
        "york",
        talk.write(
            "york",
            "give y1 richard\ngive y36 onrfolk\ngive y32 richard\ngive y2 northumberland\narray left norfolk\nflee none\n",
        ),
    )
    assert [line[4:6] for line in told.text.splitlines() if line[:3].strip().isdigit() and line[3:4] == " "] == [
        *("ok", "--", "ok", "ok", "ok", "ok")
    ]
    assert [line for line in own(told) if not line.startswith("#")] == ["give Vanguard (y36) Norfolk"]


def test_a_second_answer_to_the_question_of_a_refused_one_waits(ia: Conversation) -> None:
    before = ia.table().next_number
    told = to("york", ia.write("york", "assign yorrrk\nassign march\nzone Europe/Berlin\n"))
    assert "2 .. assign march (not carried out: it depends on line 1)" in told.flat
    assert "3 ok zone Europe/Berlin" in told.flat
    assert not [entry for entry in ia.table().entries if entry.number >= before and entry.key == "assign"]


def test_a_letter_that_is_carried_out_gets_the_usual_form(ia: Conversation) -> None:
    told = to("york", ia.write("york", "standing exile none\n"))
    assert "\nassign York" in form(told).replace("\r", "")
    assert "Reply ok to send this form" in told.text


def test_a_late_letter_offers_nothing_that_gives_something_up(ia: Conversation) -> None:
    levy(ia)
    first = to("york", ia.write("york", "muster york\n"))
    ia.write("york", "levy carts\ndone\nplan york, march, york, march")
    mail = to("york", ia.write("york", "levy carts\ndone\n", change=lambda m: m.add_header("In-Reply-To", first.message_id)))
    assert "\ndone" not in form(mail).replace("\r", "")


def test_a_preview_says_what_would_wait(ia: Conversation) -> None:
    levy(ia)
    told = to("york", ia.write("york", f"preview\n{LETTER.partition('tell')[0]}"))
    assert "Sent as it is, lines 3, 7 would be refused, and what depends on them would not be carried out." in told.flat
    assert "sent as it is, it depends on line 3" in told.flat
    lines = [line for line in form(told).replace("\r", "").split("\n") if line]
    assert lines[:4] == ["muster york", "levy troops", "levy Carts", "# done"]


@pytest.mark.parametrize(
    ("game", "scenario", "letter", "done", "waits"),
    [
        (
            "warriors_of_england",
            "campaign",
            "choose stanlye\nchoose kildare\nstanding withdraw none\nzone Berlin\n",
            "zone Berlin",
            "choose kildare",
        ),
        ("richard_iii", "1460", "card 3 PA\ncard piracy\nzone Berlin\n", "zone Berlin", "card piracy"),
    ],
)
def test_the_other_games(tmp_path: Path, game: str, scenario: str, letter: str, done: str, waits: str) -> None:
    talk = Conversation(tmp_path, scenario=scenario, game=game)
    seat = talk.asked()
    told = to(seat, talk.write(seat, letter))
    assert f"ok {done}" in told.flat
    assert f".. {waits} (not carried out: it depends on line 1)" in told.flat
    talk.db.close()


def test_german_readers_get_their_letter_back_in_german(tmp_path: Path) -> None:
    ia = Conversation(tmp_path, scenario="ia", options={"language": {"york": "de"}})
    levy(ia)
    told = to("york", ia.write("york", LETTER))
    assert "(nicht ausgeführt: hängt von Zeile 2 ab)" in told.flat
    assert "# erledigt: muster york" in form(told)
    ia.db.close()


@pytest.mark.parametrize(
    "line",
    [
        *("done", "pass", "card 2: pass", "flee norfolk", "standing flee norfolk", "if it fails: pass", "else: done"),
        *("exile ireland", "approach exile", "resign", "accept draw", "withdraw card 2", "disband york", "York: pass"),
    ],
)
def test_what_gives_something_up(ia: Conversation, line: str) -> None:
    assert gives_up(ia.table(), line)


@pytest.mark.parametrize(
    "line",
    ["march ely", "flee none", "disband none", "plan york, pass", "levy troops", "standing exile none", "tax ely", "foo"],
)
def test_what_gives_nothing_up(ia: Conversation, line: str) -> None:
    assert not gives_up(ia.table(), line)


def test_orders_below_a_good_heading_take_the_place_of_earlier_ones_behind_a_refused_line(ia: Conversation) -> None:
    to_the_plan(ia)
    ia.write("york", "plan york, march, york, march\n")
    ia.write("lancaster", "plan henry, somerset, henry, somerset\n")
    ia.write("york", "card 2:\nforage\npass\ncard 3:\nforage\npass\n")
    told = to("york", ia.write("york", "supply london\nforage\ncard 2:\ntax ludlow\npass\n")).flat
    assert "1 -- supply london" in told
    assert "2 .. forage (not carried out: it depends on line 1)" in told
    assert "4 ok tax ludlow -> kept for March's card, the 2nd of Turn 1: tax Ludlow" in told
    assert "5 ok pass -> kept for March's card" in told
