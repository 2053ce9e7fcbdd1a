"""What tests of the Wars of the Roses by letters share: a War won in a Turn, by a lead that the game master gives."""

from __future__ import annotations

from pathlib import Path

from pbem.moderator.correcting.by_hand import rule
from pbem.orders.words.lines import line_of, lines_for
from tests.support.conversation import PLAYERS, Conversation, Mail

WARS = "wotr_wars_of_the_roses"
LEAD = 45
"""So much Influence wins every War at the Victory Check."""
MOST = 60
PLAN, PASSES = "4.1 plan", 4


def campaign(folder: Path, **options: bool) -> Conversation:
    """The linked Wars, with the first letters of both sides answered."""
    return Conversation(folder, scenario=WARS, options=dict(options))


def ruled(talk: Conversation, *lines: str) -> None:
    """Changes by hand, and the mails about them read."""
    for line in lines:
        rule(talk.desk, talk.name, line, "so that a test is short")
    talk.new_mails()


def to_question(talk: Conversation, key: str) -> None:
    """The forms sent back until this is asked."""
    talk.once(f"to {key}", lambda talk: _to_question(talk, key))


def _to_question(talk: Conversation, key: str) -> list[Mail]:
    mails: list[Mail] = []
    for _ in range(MOST):
        if key in [question.key for question in talk.table().open()]:
            return mails
        mails += dull_letter(talk)
    raise AssertionError(f"{key} is not asked")


def dull_letter(talk: Conversation) -> list[Mail]:
    """Whoever is asked does as little as they can."""
    table = talk.table()
    question = table.open()[0]
    lines = lines_for(table, question) or ["done"]
    if question.key == PLAN and question.default is not None:
        cards = [*["pass"] * PASSES, *question.default()[PASSES:]]
        lines = line_of(table, question, cards)
    return talk.write(question.seat, "\n".join(lines))


def win_war(talk: Conversation, side: str) -> dict[str, Mail]:
    """The side leads by so much that it wins the War at the end of this Turn. Gives the last letter of each seat."""
    return last_letters(talk.once(f"{side} wins", lambda talk: _win_war(talk, side)))


def win_wars(talk: Conversation, *sides: str) -> dict[str, Mail]:
    """The same, one War after the other."""

    def play(talk: Conversation) -> list[Mail]:
        return [mail for side in sides for mail in _win_war(talk, side)]

    return last_letters(talk.once(f"{sides} win", play))


def _win_war(talk: Conversation, side: str) -> list[Mail]:
    mails = _to_question(talk, PLAN)
    ruled(talk, f"influence {side} {LEAD}")
    won = wars_won(talk)
    for _ in range(MOST):
        mails += dull_letter(talk)
        if wars_won(talk) > won:
            return mails
    raise AssertionError("no War is won")


def last_letters(mails: list[Mail]) -> dict[str, Mail]:
    """The last letter of each seat."""
    return {seat: mail for mail in mails for seat, player in PLAYERS.items() if player.address == mail.to}


def wars_won(talk: Conversation) -> int:
    """How many Wars are over."""
    wars = talk.table().state.wars
    assert wars is not None
    return len(wars.won)
