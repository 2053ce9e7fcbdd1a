"""7.2 The intrigues before a battle, as part of its odds: each side tries its best one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.engine.game.forecast import FACES, faces
from pbem.games.warriors_of_england.battle.commanders import order_of
from pbem.games.warriors_of_england.battle.intrigue import best_among, needed_by
from pbem.games.warriors_of_england.components.board import NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import highest
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.preview.odds import Outcome
from pbem.i18n import Text


class Field(NamedTuple):
    """The Nobles of both sides in a battle, and their commanders."""

    nobles: Mapping[Side, tuple[NobleId, ...]]
    commander: Mapping[Side, NobleId]


class Try(NamedTuple):
    """A side's intrigue: the target, and the highest die that succeeds."""

    side: Side
    noble: NobleId
    needed: int


Fought = Callable[[Field], Outcome]


def field_of(s: State, nobles: Mapping[Side, Sequence[NobleId]]) -> Field:
    """A battle of these Nobles, each side under the commander it has named, or the best it could name (D5)."""
    return Field(
        {side: tuple(each) for side, each in nobles.items()},
        {side: commander_of(s, side, each) for side, each in nobles.items()},
    )


def commander_of(s: State, side: Side, nobles: Sequence[NobleId]) -> NobleId:
    """7.1 The commander of these Nobles: for the whole battle the one who has been named (Ruling: J4), else the best."""
    named = s.battle.commander.get(side) if s.battle is not None else None
    return named if named is not None and named in nobles else best(s, nobles)


def best(s: State, nobles: Sequence[NobleId]) -> NobleId:
    """7.1 The best commander among those of the highest rank."""
    return min(highest(s, nobles), key=lambda noble: order_of(s, noble))


def best_intrigue(s: State, field: Field, side: Side) -> Try | None:
    """7.2.1 A side's best intrigue; None if no enemy Noble can be won over."""
    commander = field.commander[side]
    targets = [one for one in s.nobles if one in field.nobles[side.enemy] and needed_by(s, side, commander, one) > 0]
    if not targets:
        return None
    noble = best_among(s, side, commander, targets)
    return Try(side, noble, needed_by(s, side, commander, noble))


def after_intrigues(s: State, field: Field, sides: Sequence[Side], fought: Fought) -> Outcome:
    """The odds of a battle before which these sides try an intrigue each, in this order; `fought` computes the odds without
    any.
    """
    if not sides or not all(field.nobles.values()):
        return fought(field)
    side, *others = sides
    attempt = best_intrigue(s, field, side)
    fails = after_intrigues(s, field, others, fought)
    if attempt is None:
        return fails
    turns = after_intrigues(s, after_turning(s, field, attempt), others, fought)
    chance = min(attempt.needed, FACES) / FACES
    return Outcome(*(chance * one + (1 - chance) * other for one, other in zip(turns, fails, strict=True)))


def after_turning(s: State, field: Field, attempt: Try) -> Field:
    """7.2.1 The battle after a successful intrigue: the Noble has changed sides; 7.2.4 if he was the commander, the best one
    replaces him.
    """
    side, noble = attempt.side, attempt.noble
    left = tuple(one for one in field.nobles[side.enemy] if one != noble)
    nobles = {side: (*field.nobles[side], noble), side.enemy: left}
    lost = field.commander[side.enemy] == noble and bool(left)
    return Field(nobles, {**field.commander, side.enemy: best(s, left)} if lost else field.commander)


def intrigue_words(s: State, field: Field, sides: Sequence[Side], reader: Side) -> Iterator[str]:
    """The Nobles whom each side may win over."""
    for attempt in filter(None, (best_intrigue(s, field, side) for side in sides)):
        name, die = names(s, attempt.noble)[0], faces(attempt.needed)
        is_own = attempt.side is reader
        yield (
            Text("intrigue before it: you turn {name} on {die}", name=name, die=die)
            if is_own
            else Text("intrigue before it: they turn {name} on {die}", name=name, die=die)
        )
