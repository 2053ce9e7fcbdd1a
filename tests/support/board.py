"""Plantagenet on the board by letter: games opened with a setup of their own, and brought to where a test begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.games import GAMES
from pbem.games.plantagenet.components.box import Card
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from tests.games.plantagenet.scene import put
from tests.support.conversation import PLAYERS, Conversation, Mail, offered

Change = Callable[[State], None]
IA = "ia_henry_vi"
ASSIGN = {"york": "assign york\n", "lancaster": "assign henry\nassign somerset\n"}
DONE = {"york": "done\n", "lancaster": "done\n"}


def changed(change: Change) -> dict[str, Rules[Any]]:
    """The games, the setup of Plantagenet changed."""

    def new_state(setup: Setup) -> State:
        s = RULES.new_state(setup)
        change(s)
        return s

    return {**GAMES, RULES.name: replace(RULES, new_state=new_state)}


@contextmanager
def opened(folder: Path, change: Change | None = None, **chosen: Any) -> Iterator[Conversation]:
    """Ia, its setup changed."""
    folder.mkdir(exist_ok=True)
    talk = Conversation(folder, scenario=IA, games=changed(change) if change else None, **chosen)
    yield talk
    talk.db.close()


def holds(*cards: str) -> Change:
    """A setup in which these Events are held."""

    def change(s: State) -> None:
        for card in map(Card, cards):
            side = s.box.cards[card].side
            s.decks[side].remove(card)
            s.held[side].append(card)

    return change


def somerset_at(place: str, *cards: str) -> Change:
    """A setup with Somerset elsewhere, in which these Events are held."""

    def change(s: State) -> None:
        holds(*cards)(s)
        put(s, "somerset_1", place)

    return change


def to_the_plan(talk: Conversation) -> None:
    """Both sides give out their Capabilities and Levy nothing."""
    talk.once("to the Plan", _to_the_plan)


def _to_the_plan(talk: Conversation) -> list[Mail]:
    talk.write("york", ASSIGN["york"] + DONE["york"])
    return talk.write("lancaster", ASSIGN["lancaster"] + DONE["lancaster"])


def to_the_first_card(talk: Conversation) -> None:
    """Both Plans are made: York has the first Command card, its own."""
    to_the_plan(talk)
    talk.once("to the first card", _to_the_first_card)


def _to_the_first_card(talk: Conversation) -> list[Mail]:
    talk.write("york", "plan york, march, york, march")
    return talk.write("lancaster", "plan henry, somerset, henry, somerset")


def assigned(talk: Conversation) -> None:
    """Both sides give out their Capabilities: York is asked who Musters."""
    talk.once("to the Muster", _assigned)


def _assigned(talk: Conversation) -> list[Mail]:
    talk.write("york", ASSIGN["york"])
    return talk.write("lancaster", ASSIGN["lancaster"])


def to_turn(talk: Conversation, turn: int) -> dict[str, Mail]:
    """Every form is sent back as it stands until a Turn begins; gives the last mail of each seat."""
    mails = by_seat(talk.opening)
    while talk.table().state.turn < turn:
        seat = talk.asked()
        mails |= by_seat(talk.write(seat, offered(mails[seat])))
    return mails


def by_seat(mails: list[Mail]) -> dict[str, Mail]:
    """The last mail to each seat."""
    return {next(seat for seat, player in PLAYERS.items() if player.address == m.to): m for m in mails}


def rolls(talk: Conversation, key: str) -> list[tuple[str, int]]:
    """What has been rolled for: subject and die."""
    return [(e.subject, e.answer) for e in talk.table().entries if e.seat == "dice" and e.key == key]


def names(mails: list[Mail]) -> list[str]:
    return sorted(m.to.partition("@")[0] for m in mails)
