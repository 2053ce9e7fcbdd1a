"""Helpers for the questions of all chapters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from pbem.engine.decision import Decision, Pick, PickSome, Seat
from pbem.games.kingmaker.components.ids import NobleId, Place
from pbem.games.kingmaker.components.nobles import plain_men
from pbem.games.kingmaker.components.state import State


def now(s: State) -> str:
    """3 The current turn, as the subject of a question."""
    return f"turn {s.turn}"


def choice(
    seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str], default: Callable[[], str] | None = None
) -> Decision:
    """A question with several options, the default first.

    Ruling: R118 the player is asked, because the result cannot be undone.
    """
    return Decision(seat, key, subject, prompt, Pick(lambda: options), default or (lambda: options[0]))


async def ask(seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str]) -> str:
    """Asks a player to choose one of several options (Ruling: R118); with a single option nobody is asked."""
    return options[0] if len(options) == 1 else str(await choice(seat, key, subject, prompt, options))


async def choose(seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str]) -> str:
    """One of several options by a player's standing order, else the default (the first). The player is never asked.

    With a single option there is no question.
    """
    if len(options) == 1:
        return options[0]
    return str(await replace(choice(seat, key, subject, prompt, options), automatic=True))


async def who_enter(
    s: State, key: str, place: Place, prompt: str, able: Sequence[NobleId], room: int
) -> tuple[NobleId, ...]:
    """1.6, R85 The Nobles who go inside a place, by their players' standing orders: in the order named, while there is room
    for their men.
    """
    inside: list[NobleId] = []
    for seat in dict.fromkeys(s.nobles[noble].owner for noble in able):
        nobles = [noble for noble in able if s.nobles[noble].owner == seat]
        shape = PickSome(partial(list, nobles), 0, len(nobles))
        for noble in map(NobleId, await Decision(seat, key, place, prompt, shape, list, automatic=True)):
            if plain_men(s, noble) <= room:
                room -= plain_men(s, noble)
                inside.append(noble)
    return tuple(inside)
