"""One record being run: its State, its script, and what was found to differ."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeAlias, TypeVar

from pbem.engine.decision import Decision, Json, Pick
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.campaign.command import actions_left
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.lordship import lordship_left
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import State
from pbem.lab.conform.conformance import Difference, OperationRecord
from pbem.lab.conform.driver import NotScripted, check_spent, play
from pbem.lab.games.plantagenet.conformance.layout import refuse_strange
from pbem.lab.games.plantagenet.conformance.outcomes import compare_outcomes
from pbem.lab.games.plantagenet.conformance.script import Answer, Script
from pbem.lab.games.plantagenet.conformance.snapshot import differences, position, recorded, snapshot_of

T = TypeVar("T")
MOVES = ("march", "sail", "held_event")
"""Operations that may lead to a Battle."""


class Case:
    """A record with a State of ours at its start. An operation's adapter runs the rule on it.

    `first` is the State that its scenario begins with. Raises Mismatch for a record that holds something unknown.
    """

    def __init__(self, record: OperationRecord, first: State) -> None:
        refuse_strange(record, first.box)
        self.record = record
        self.printed = first.box
        self.s = deepcopy(first) if record.before is None else position(record.before, first)
        self.script = Script(record.script)
        self.more: list[Difference] = []
        self.at_question: list[Callable[[Decision], None]] = []
        self.follows_start: dict[Lord, Mapping[Unit, int]] = {}
        self.escapes_freely = False
        self.ships_lent = False
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
        result = play(flow, self.script, {**COMMON, **(answers or {})}, until, self.look)
        self.script.take_all(*idle)
        return result

    def look(self, decision: Decision) -> None:
        """The handler of a question."""
        for each in list(self.at_question):
            each(decision)

    def expect(self, path: str, expected: Any, actual: Any) -> None:
        """Compare one more fact now."""
        if expected != actual:
            self.more.append((path, expected, actual))

    def differences(self) -> list[Difference]:
        """What differs from the recorded end. Raises Mismatch for a script that has not been used up."""
        check_spent(self.script)
        for restore in self.at_end:
            restore()
        actual = snapshot_of(self.s, self.most, self.printed)
        event_differences = compare_outcomes(self.record, self.script, self.s.events)
        return [*differences(recorded(self.record.after), actual), *self.around(), *self.more, *event_differences]

    def around(self) -> Iterator[Difference]:
        """What differs beside the position: the sides, the cards drawn, the game's result, what the operation leads to."""
        s, after, result = self.s, self.record.after, self.s.result
        yield from differences(
            {side: after[side] for side in ("king", "rebel")}, {"king": s.king.value, "rebel": s.rebel.value}
        )
        yield from differences(after.get("drawn", []), list(s.drawn), "drawn")
        yield from differences(after.get("handgunners_granted", False), s.handgunners_given, "handgunners_granted")
        yield from differences(after.get("result"), None if result is None else result["winner"] or "draw", "result")
        yield from self.turn_of_a_lord()
        if self.record.op in MOVES:
            leads = "battle" if s.battle is not None else None
            yield from differences(self.record.outcome.get("leads_to"), leads, "outcome.leads_to")

    def turn_of_a_lord(self) -> Iterator[Difference]:
        """3.4, 4.2.1 What differs in the Lord who acts, and the actions left to him.

        Where the records have nobody act in a Muster, one without an action left may still be named here; a Command card
        that a Battle ends has not ended yet there.
        """
        s, muster, command = self.s, self.record.after.get("muster"), self.record.after.get("command")
        if s.muster is not None:
            acting = s.muster.lord
            left = lordship_left(s, acting) if acting is not None else 0
            yield from differences(muster["actions"] if muster else 0, left, "muster.actions")
            if muster:
                yield from differences(muster["lord"], acting, "muster.lord")
        if s.command is not None and command is not None:
            card = s.command
            ended = card.ended or card.lord not in s.mats or not actions_left(s)
            remaining = 0 if ended and s.battle is None else actions_left(s)
            yield from differences(command["lord"], card.lord, "command.lord")
            if command.get("ended"):
                yield from differences(True, ended, "command.ended")
            else:
                yield from differences(command["actions"], remaining, "command.actions")


Adapter: TypeAlias = Callable[[Case], None]


def options_of(decision: Decision) -> list[str]:
    """The options of a Pick or a Menu."""
    assert isinstance(decision.shape, Pick)
    return list(decision.shape.options())


def die(why: str) -> Answer:
    """The next die rolled for this purpose."""
    return lambda _, script: script.die(why)


def said_or_argued(case: Case, kind: str, field: str, argument: str = "") -> Callable[[object, Script], Json]:
    """What the next choice of a kind names; where it is not told, what the argument does (the name of the field, if none).

    The answer raises NoAnswer where neither tells it.
    """

    def read(_: object, script: Script) -> Json:
        if (entry := script.find(kind)) is not None:
            script.remove(entry)
            return entry[field]
        if (named := case.record.args.get(argument or field)) is None:
            raise NotScripted(kind)
        return named

    return read


def default(decision: Decision, _: Script) -> Json:
    """What the rules take where nobody writes: the record has no such question."""
    if decision.default is None:
        raise NotScripted("a question without a default")
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
    "1.4.2 spend": lambda _, script: str(script.take("influence_check").get("extra_ip", 0)),
    "3.1.3 play": held_event,
}
