"""What the questions of all chapters share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from pbem.engine.decision import Decision, Pick, PickSome, Seat
from pbem.games.kingmaker.components.ids import NobleId, Place
from pbem.games.kingmaker.components.nobles import plain_men
from pbem.games.kingmaker.components.state import State


def now(s: State) -> str:
    """3 The turn that is under way, for the subjects of questions."""
    return f"turn {s.turn}"


def choice(
    seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str], default: Callable[[], str] | None = None
) -> Decision:
    """What a player is asked of several options, the usual one first.

    Ruling: R118 it is put to them, for what happens cannot be undone.
    """
    return Decision(seat, key, subject, prompt, Pick(lambda: options), default or (lambda: options[0]))


async def ask(seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str]) -> str:
    """What a player chooses of several options, who is asked (Ruling: R118). Of one option nothing is said."""
    return options[0] if len(options) == 1 else str(await choice(seat, key, subject, prompt, options))


async def choose(seat: Seat, key: str, subject: str, prompt: str, options: Sequence[str]) -> str:
    """What a player prefers of several options, who is never asked: a standing order answers, or the default.

    Of one option nothing is said.
    """
    if len(options) == 1:
        return options[0]
    return str(await replace(choice(seat, key, subject, prompt, options), automatic=True))


async def who_enter(
    s: State, key: str, place: Place, prompt: str, able: Sequence[NobleId], room: int
) -> tuple[NobleId, ...]:
    """1.6, R85 Whom their players send inside a place, who are never asked: as many as find room, in the order named."""
    inside: list[NobleId] = []
    for seat in dict.fromkeys(s.nobles[noble].owner for noble in able):
        mine = [noble for noble in able if s.nobles[noble].owner == seat]
        shape = PickSome(partial(list, mine), 0, len(mine))
        for noble in map(NobleId, await Decision(seat, key, place, prompt, shape, list, automatic=True)):
            if plain_men(s, noble) <= room:
                room -= plain_men(s, noble)
                inside.append(noble)
    return tuple(inside)
