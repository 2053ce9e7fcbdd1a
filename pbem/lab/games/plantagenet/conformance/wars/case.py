"""One record of the Wars of the Roses being run."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.wars.ending import WarOver
from pbem.lab.conform.conformance import Difference, OperationRecord
from pbem.lab.conform.driver import play
from pbem.lab.games.plantagenet.conformance.case import COMMON
from pbem.lab.games.plantagenet.conformance.script import Answer, Script
from pbem.lab.games.plantagenet.conformance.snapshot import differences
from pbem.lab.games.plantagenet.conformance.wars.snapshot import laid_out, war_position, war_recorded, war_snapshot


class WarCase:
    """A record with a State of ours at its start, or with its War as it is set up when no Heir has been lost."""

    def __init__(self, record: OperationRecord, first: State) -> None:
        self.record = record
        self.args: dict[str, Any] = dict(record.args)
        self.script = Script([])
        self.first = first
        self.s = laid_out(first, record.scenario) if record.before is None else war_position(record.before, first)
        self.more: list[Difference] = []
        if record.before is not None:
            self.expect("before", war_recorded(record.before), war_snapshot(self.s))
            if record.outcome.get("changes") is not None and record.after:
                self.expect("changes", _told(record.outcome["changes"]), dict(_changes(record)))

    def play(self, rule: Coroutine[Any, Any, Any], answers: Mapping[str, Answer]) -> None:
        """Run a rule to its end, or to that of the War."""
        self.end_with(lambda: play(rule, self.script, {**COMMON, **answers}))

    def end_with(self, rule: Callable[[], object]) -> None:
        """Do what may end the War."""
        try:
            rule()
        except WarOver:
            assert self.s.wars is not None
            assert self.s.wars.won

    def expect(self, path: str, expected: Any, actual: Any) -> None:
        """Compare one more fact."""
        self.more += differences(expected, actual, path)

    def expect_result(self, actual: Any) -> None:
        """Compare what comes of the operation."""
        self.expect("result", self.record.outcome["result"], actual)

    def differences(self) -> Sequence[Difference]:
        """What differs from the record."""
        if self.record.after:
            self.expect("", war_recorded(self.record.after), war_snapshot(self.s))
        return self.more


WarAdapter: TypeAlias = Callable[[WarCase], None]


def _told(changes: Sequence[Any]) -> dict[str, Any]:
    return {".".join(path): [old, new] for path, old, new in changes}


def _changes(record: OperationRecord) -> Any:
    return ((path, [old, new]) for path, old, new in differences(record.before, record.after))
