"""One record being run: its State, its script, and what was found to differ."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping
from copy import deepcopy
from typing import Any, TypeAlias, TypeVar

from pbem.conform.driver import NoAnswer, check_spent, play
from pbem.engine.conformance import Difference, Record
from pbem.engine.decision import Decision, Json, Pick
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.conformance.script import Answer, Script
from pbem.games.plantagenet.conformance.snapshot import differences, position, recorded, snapshot_of

T = TypeVar("T")


class Case:
    """A record with a State of ours at its start. An operation's adapter runs the rule on it.

    `first` is the State that its scenario begins with.
    """

    def __init__(self, record: Record, first: State) -> None:
        self.record = record
        self.printed = first.box
        self.s = deepcopy(first) if record.before is None else position(record.before, first)
        self.script = Script(record.script)
        self.more: list[Difference] = []
        self.at_question: Callable[[], None] | None = None
        self.follows_start = False
        self.most: int | None = None
        self.at_end: list[Callable[[], None]] = []

    @property
    def side(self) -> Side:
        """The side that acts."""
        return Side(self.record.actor["side"])

    @property
    def lord(self) -> Lord:
        """The Lord who acts."""
        return Lord(self.record.actor["lord"])

    def play(
        self,
        flow: Coroutine[Any, Any, T],
        answers: Mapping[str, Answer] | None = None,
        idle: Collection[str] = (),
        until: Callable[[], bool] | None = None,
    ) -> T | None:
        """Run a rule with the script. Choices of the kinds `idle` have no counterpart of their own in our questions."""
        result = play(flow, self.script, {**COMMON, **(answers or {})}, until, self.at_question)
        self.script.take_all(*idle)
        check_spent(self.script)
        return result

    def expect(self, path: str, expected: Any, found: Any) -> None:
        """Compare one more fact."""
        if expected != found:
            self.more.append((path, expected, found))

    def differences(self) -> list[Difference]:
        """What differs from the recorded end."""
        for restore in self.at_end:
            restore()
        return [*differences(recorded(self.record.after), snapshot_of(self.s, self.most, self.printed)), *self.more]


Adapter: TypeAlias = Callable[[Case], None]


def options_of(decision: Decision) -> list[str]:
    """The options of a Pick or a Menu."""
    assert isinstance(decision.shape, Pick)
    return list(decision.shape.options())


def die(why: str) -> Answer:
    """The next die rolled for this purpose."""
    return lambda _, script: script.die(why)


def field_of(kind: str, field: str) -> Answer:
    """What the next choice of a kind names."""
    return lambda _, script: script.take(kind)[field]


def default(decision: Decision, _: Script) -> Json:
    """What the rules take where nobody writes: the record has no such question."""
    if decision.default is None:
        raise NoAnswer("a question without a default")
    return decision.default()


def held_event(decision: Decision, script: Script) -> Json:
    """The Held Event played at this moment, if any."""
    options = options_of(decision)
    for entry in script.choices:
        if entry["c"] == "play_held_event" and entry["by"] == decision.seat and EventOf(entry["card"]) in options:
            script.remove(entry)
            return EventOf(entry["card"])
    return NONE


COMMON: Mapping[str, Answer] = {
    "1.4.2 check": die("influence_check"),
    "1.4.2 spend": lambda _, script: str(script.take("influence_check")["extra_ip"]),
    "3.1.3 play": held_event,
}
