"""Games played without one of the means that save letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.game.features import WITHOUT, Feature
from pbem.engine.log.entry import EntryKind
from pbem.orders.words.lines import lines_for
from tests.support.conversation import PLAYERS, Conversation, Mail, form, to

LEFT_OUT = {
    Feature.AHEAD: "orders written ahead",
    Feature.STANDING: "standing orders",
    Feature.BRANCHES: "branches and repeated orders",
}


def talk_without(folder: Path, *means: Feature) -> Conversation:
    """Ia as York's Muster begins."""
    folder.mkdir(exist_ok=True)
    talk = Conversation(folder, scenario="ia_henry_vi", options={WITHOUT: list(means)})
    talk.once("to the Muster", to_the_muster)
    return talk


def to_the_muster(talk: Conversation) -> list[Mail]:
    mails: list[Mail] = []
    while "muster" not in (question := talk.table().open()[0]).key:
        mails += talk.write(question.seat, "\n".join(lines_for(talk.table(), question)))
    return mails


def answer(talk: Conversation, text: str) -> Mail:
    """York's report on a letter."""
    return to("york", talk.write("york", text))


LINES = {
    Feature.STANDING: ("standing intercept none", "never flee", "intercept with york if they are fewer"),
    Feature.AHEAD: ("plan: york, march, york, march",),
    Feature.BRANCHES: ("parley cambridge until friendly, at most 3", "if it fails: parley cambridge"),
}


@pytest.mark.parametrize(("means", "line"), [(means, line) for means, lines in LINES.items() for line in lines])
def test_lines_that_need_what_is_left_out_are_refused_with_the_reason(tmp_path: Path, means: Feature, line: str) -> None:
    talk = talk_without(tmp_path, means)
    mail = answer(talk, f"muster york\nlevy troops\n{line}\nlevy carts\n")
    assert f"this game is played without {LEFT_OUT[means]}" in mail.flat
    assert not talk.table().waiting.get("york")
    assert not talk.table().orders_of("york")
    assert [e.answer for e in talk.table().entries if e.kind is EntryKind.ANSWER][-1] == (
        "levy carts" if means is Feature.STANDING else "levy troops"
    )


def test_all_else_is_as_ever(tmp_path: Path) -> None:
    mail = answer(
        talk_without(tmp_path, Feature.STANDING), "muster york; parley ely until friendly, at most 3\nif it fails: pass"
    )
    assert "is played without" not in mail.flat
    mail = answer(
        talk_without(tmp_path / "2", Feature.BRANCHES), "muster york; levy troops; done\nplan york, march, york, march"
    )
    assert "kept for the Plan" in mail.flat
    talk = talk_without(tmp_path / "3", Feature.AHEAD)
    assert "is played without" not in answer(talk, "muster york\nstanding intercept none\n").flat
    talk = talk_without(tmp_path / "4", Feature.AHEAD)
    mail = answer(talk, "muster york\nparley cambridge until it succeeds, at most 2\nif it fails: levy troops\n")
    assert "is played without" not in mail.flat


@pytest.mark.parametrize("means", [Feature.STANDING, Feature.AHEAD])
def test_forms_offer_nothing_that_would_be_refused(tmp_path: Path, means: Feature) -> None:
    talk = Conversation(tmp_path, scenario="ib_towton", options={WITHOUT: [means]})
    for _ in range(30):
        question = talk.table().open()[0]
        (mail,) = [m for m in (talk.write(question.seat, "report") or []) if m.to == PLAYERS[question.seat].address]
        reply = form(mail)
        if means is Feature.STANDING:
            assert "standing " not in reply
        assert "is played without" not in to(question.seat, talk.write(question.seat, reply)).flat
        if talk.table().over:
            break


def test_the_opening_letter_says_so(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, options={WITHOUT: [Feature.BRANCHES, Feature.STANDING]})
    for mail in talk.opening:
        assert "This game is played without standing orders, branches and repeated orders." in mail.flat


def test_a_question_with_one_answer_is_asked_where_that_was_agreed(tmp_path: Path) -> None:
    (tmp_path / "usual").mkdir()
    asked = Conversation(tmp_path, scenario="ib_towton", options={WITHOUT: [Feature.FORCED]})
    usual = Conversation(tmp_path / "usual", scenario="ib_towton")
    kinds = {}
    for talk in (asked, usual):
        while not talk.table().over and len(talk.table().entries) < 80:
            question = talk.table().open()[0]
            talk.write(question.seat, "\n".join(lines_for(talk.table(), question)))
        kinds[talk] = {e.kind for e in talk.table().entries}
    assert EntryKind.FORCED in kinds[usual]
    assert EntryKind.FORCED not in kinds[asked]
