"""A game whose position is changed once during play, the same way whenever it is restored: it makes a twin world."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable
from dataclasses import replace
from itertools import count
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.dice import Chance
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Entry, EntryKind, fingerprint
from pbem.engine.table import Table

Change = Callable[[Any], object]
"""Changes a position. It must do the same each time, so it has a generator of its own."""


def twisted(rules: Rules[Any], place: int, change: Change) -> Rules[Any]:
    """The rules, with the position changed as soon as their question number `place` (from 0) is put, before its answer."""

    async def play(s: Any) -> None:
        await _Twisted(rules.play(s), place, lambda: change(s))

    return replace(rules, play=play)


def twisted_by_act(rules: Rules[Any], number: int, change: Change) -> Rules[Any]:
    """The rules, with the position changed right behind the act number `number` (from 1) that is done unasked."""
    done: dict[int, tuple[Any, int]] = {}  # with the position itself, or another gets its id

    def new_state(setup: Setup) -> Any:
        s = rules.new_state(setup)
        done[id(s)] = s, 0
        return s

    def do(s: Any, seat: Seat, key: str, answer: Json) -> None:
        rules.acts.do(s, seat, key, answer)
        if id(s) in done:
            done[id(s)] = s, done[id(s)][1] + 1
            if done[id(s)][1] == number:
                change(s)

    return replace(rules, new_state=new_state, acts=replace(rules.acts, do=do))


def twisted_at(table: Table[Any], change: Change) -> Rules[Any]:
    """The rules of a game, with its position changed as it is now: at the open question, after what has been done
    unasked since that was put.
    """
    acts = [entry.number for entry in table.entries if entry.kind is EntryKind.ACT]
    if acts and acts[-1] > table.asked_at:
        return twisted_by_act(table.rules, len(acts), change)
    return twisted(table.rules, questions_put(table), change)


class _Twisted:
    """Passes on what a game asks, and changes its position at one question."""

    def __init__(self, flow: Coroutine[Any, Any, None], place: int, change: Callable[[], object]) -> None:
        self._flow = flow
        self._place = place
        self._change = change

    def __await__(self) -> Generator[Any, Any, None]:
        answers = None
        for number in count():
            try:
                asked = self._flow.send(answers)
            except StopIteration:
                return
            if number == self._place:
                self._change()
            answers = yield asked


def questions_put(table: Table[Any]) -> int:
    """How many questions the rules have put before the open ones: the place of these."""
    again, places = Table(table.rules, table.setup, table.chance), 0
    for entry in table.entries:
        again.replay(entry, check=False)
        places += again.asked_at == entry.number
    return places


def table_of(rules: Rules[Any], setup: Setup, chance: Chance, entries: Iterable[Entry]) -> Table[Any]:
    """The game that a log leads to under other rules: its last entry gets the fingerprint of where it is then.

    Raises Diverged, and whatever the rules raise, where it leads nowhere.
    """
    table: Table[Any] = Table(rules, setup, chance)
    for entry in entries:
        table.replay(replace(entry, after=""), check=False)
    if table.entries:
        table.entries[-1] = replace(table.entries[-1], after=fingerprint(table.state))
    return table
