"""Plays a rule with recorded choices and dice: each question finds its answer in the script, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias, TypeVar

from pbem.engine.decision import DICE, Decision, Die, Json, Shape
from pbem.lab.conform.conformance import Choice

T = TypeVar("T")


class Mismatch(Exception):
    """The rules asked what the record does not answer, or the record has more than the rules asked."""


class NotScripted(Exception):
    """The script holds no answer to this question."""


Relaxed: TypeAlias = Callable[[Shape, Json], Shape]
"""The Shape that an answer must have instead of that of its question."""


class Script:
    """What is left of a record's script. Entries are taken in any order of kinds, within a kind in their own.

    A known deviation may be followed: answers that the rules would refuse are allowed if the question has a `relaxed` Shape,
    by its key, and choices or dice of `fallback` kinds may be left over.
    """

    def __init__(self, entries: list[Choice]) -> None:
        self.entries = entries
        self.choices = [e for e in entries if e["t"] == "choice"]
        self.dice = [e for e in entries if e["t"] == "die"]
        self.last: Choice | None = None
        self.rolled: list[Choice] = []
        self.relaxed: dict[str, Relaxed] = {}
        self.fallback: set[str] = set()

    def remove(self, entry: Choice) -> None:
        """Take out a choice found before. `last` is the latest taken out."""
        self.choices = [left for left in self.choices if left is not entry]
        self.last = entry

    def means_nothing(self, entry: Choice) -> bool:
        """Whether a choice may be left over: it only closes a step, or is of a kind that a known deviation spares."""
        return str(entry["c"]).startswith((*NO_MEANING, *self.fallback))

    def find(self, *kinds: str, **fields: Any) -> Choice | None:
        """The first choice left of one of these kinds, with these fields; it stays in the script."""
        return next((e for e in self.choices if e["c"] in kinds and all(e.get(k) == v for k, v in fields.items())), None)

    def take(self, *kinds: str, **fields: Any) -> Choice:
        """The first such choice, taken out. Raises NoAnswer."""
        entry = self.find(*kinds, **fields)
        if entry is None:
            raise NotScripted(" ".join(kinds))
        self.remove(entry)
        return entry

    def take_all(self, *kinds: str, **fields: Any) -> list[Choice]:
        """Every such choice left, taken out."""
        answers = []
        while (entry := self.find(*kinds, **fields)) is not None:
            self.remove(entry)
            answers.append(entry)
        return answers

    def die(self, why: str) -> int:
        """The next die of this purpose. Raises NoAnswer."""
        entry = next((e for e in self.dice if e["why"] == why), None)
        if entry is None:
            raise NotScripted(f"a die for {why}")
        return self.roll(entry)

    def roll(self, entry: Choice) -> int:
        """A die found before, taken out. `rolled` are all that have been, in their order."""
        self.dice = [left for left in self.dice if left is not entry]
        self.rolled.append(entry)
        return int(entry["v"])

    def left(self, entry: Choice | None) -> bool:
        """Whether an entry is a die not yet rolled."""
        return any(entry is left for left in self.dice)


Read = TypeVar("Read", bound=Script)
Answers: TypeAlias = Mapping[str, Callable[[Decision, Read], Json]]
"""What a script answers to a question, by the question's key."""

NO_MEANING = ("end_", "confirm_", "no_", "allow_")
"""Choices that only close a step, or leave a chance unused; the rules may ask for nothing there."""


def play(
    flow: Coroutine[Any, Any, T],
    script: Read,
    answers: Answers[Read],
    until: Callable[[], bool] | None = None,
    at_question: Callable[[Decision], None] | None = None,
) -> T | None:
    """Run a rule to its end, or to the first question at which `until` holds. `answers` go by a question's key;
    `at_question` is done at each. Raises Mismatch.
    """
    reply: tuple[Json, ...] | None = None
    while True:
        try:
            asked = flow.send(reply)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        if until is not None and until():
            flow.close()
            return None
        reply = tuple(looked_at(decision, script, answers, at_question) for decision in asked)


def looked_at(
    decision: Decision, script: Read, answers: Answers[Read], at_question: Callable[[Decision], None] | None
) -> Json:
    """The answer, by the handler of each question."""
    if at_question is not None:
        at_question(decision)
    return answer_to(decision, script, answers)


def answer_to(decision: Decision, script: Read, answers: Answers[Read]) -> Json:
    """The answer of the script; where it has none, the only one there is, or the default of what may go unanswered."""
    if decision.automatic:
        return decision.default() if decision.default is not None else None
    try:
        answer = _recorded_answer(decision, script, answers)
    except NotScripted as missing:
        if (nothing := _empty_answer(decision, script)) is not None:
            return nothing
        if (only := decision.shape.forced()) is not None:
            return only[0]
        asked = f"{decision.key} ({decision.subject}) asked of {decision.seat}"
        raise Mismatch(f"{asked}, but nothing in the script answers: {missing}") from missing
    refusal = _refusal(decision, script, answer)
    if refusal:
        raise Mismatch(f"{decision.key} ({decision.subject}) of {decision.seat}: {answer!r} refused: {refusal}")
    return answer


def _refusal(decision: Decision, script: Script, answer: Json) -> str | None:
    """Why the rules, relaxed where they are, refuse an answer."""
    relaxed = script.relaxed.get(decision.key)
    return (relaxed(decision.shape, answer) if relaxed is not None else decision.shape).refusal(answer)


def _empty_answer(decision: Decision, script: Script) -> Json:
    """The answer that names nothing, where a relaxed question may have it; None where none will do."""
    if decision.key not in script.relaxed:
        return None
    empty: tuple[Json, ...] = ([], {})
    return next((answer for answer in empty if _refusal(decision, script, answer) is None), None)


def _recorded_answer(decision: Decision, script: Read, answers: Answers[Read]) -> Json:
    reader = answers.get(decision.key)
    if reader is None:
        if decision.seat == DICE and isinstance(decision.shape, Die):
            raise Mismatch(f"a die for {decision.key} ({decision.subject}), which no record knows")
        raise NotScripted("no reader")
    return reader(decision, script)


def check_spent(script: Script) -> None:
    """Raises Mismatch when the script holds choices or dice that the rules did not ask for."""
    left = [e["c"] for e in script.choices if not script.means_nothing(e)]
    dice = [f"die for {e['why']}" for e in script.dice if e["why"] not in script.fallback]
    if left or dice:
        raise Mismatch(f"left in the script: {', '.join([*left, *dice])}")
