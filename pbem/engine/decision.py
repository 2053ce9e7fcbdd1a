"""Questions to one seat, and the few shapes an answer can have.

A rule stops by awaiting a `Decision` (or a `Together` of several) and continues with the answer. The options of a shape are
computed only when they are needed; a replay, which takes its answers from the log, never needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from pbem.i18n import Text

Seat: TypeAlias = str
Json: TypeAlias = Any  # None, bool, int, str, and lists and str-keyed dicts of them
Options: TypeAlias = Callable[[], Seq[str]]
Asked: TypeAlias = tuple["Decision", ...]

DICE: Seat = "dice"
CLOCK: Seat = "clock"
GAMEMASTER: Seat = "moderator"


class Shape:
    """The form of an answer. Option ids are strings; several words in one id are separated by a blank."""

    def refusal(self, answer: Json) -> str | None:
        """Why `answer` is not legal here; None if it is."""
        raise NotImplementedError

    def forced(self) -> tuple[Json] | None:
        """The only legal answer as a one-tuple; None if there is a choice."""
        return None

    def anew(self) -> Shape:
        """The same shape, for a position that has changed while the question is open."""
        return self


@dataclass(frozen=True, slots=True)
class YesNo(Shape):
    """Answer: a bool."""

    def refusal(self, answer: Json) -> str | None:
        return None if isinstance(answer, bool) else Text("the answer is yes or no")


@dataclass(frozen=True, slots=True)
class Number(Shape):
    """Answer: an int from `least` to `most`."""

    least: int
    most: int

    def refusal(self, answer: Json) -> str | None:
        fits = isinstance(answer, int) and not isinstance(answer, bool) and self.least <= answer <= self.most
        return None if fits else Text("a number from {least} to {most} is needed", least=self.least, most=self.most)

    def forced(self) -> tuple[Json] | None:
        return (self.least,) if self.least == self.most else None


@dataclass(frozen=True, slots=True)
class Pick(Shape):
    """Answer: one option."""

    options: Options

    def refusal(self, answer: Json) -> str | None:
        return None if answer in self.options() else Text("{wrong} is not open to you now", wrong=f"{answer!r}")

    def forced(self) -> tuple[Json] | None:
        options = self.options()
        return (options[0],) if len(options) == 1 else None


@dataclass(frozen=True, slots=True)
class Menu(Pick):
    """Answer: one option, whose first word is the order word itself ("march york ely").

    Its options are computed once, because they can be many, and nothing changes while the question is open.
    """

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", cache(self.options))

    def anew(self) -> Menu:
        return type(self)(self.options.__wrapped__)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class OpenPick(Pick):
    """A Pick that its player is asked even with a single option: answering it at once would reveal something hidden, or come
    before other orders of the player.
    """

    def forced(self) -> tuple[Json] | None:
        return None


@dataclass(frozen=True, slots=True)
class OpenMenu(Menu):
    """A Menu that its player is asked even with a single option."""

    def forced(self) -> tuple[Json] | None:
        return None


@dataclass(frozen=True, slots=True)
class PickSome(Shape):
    """Answer: a list of `least` to `most` different options, in any order. "all" stands for `every` option given there, or
    for all options.
    """

    options: Options
    least: int
    most: int
    every: Options | None = None

    def refusal(self, answer: Json) -> str | None:
        if not isinstance(answer, list):
            return Text("a list is needed")
        if wrong := _not_among(answer, self.options()):
            return wrong
        if self.least == self.most != len(answer):
            return Text("{least} are needed, not {answer}", least=self.least, answer=len(answer))
        if not self.least <= len(answer) <= self.most:
            return Text(
                "from {least} to {most} are needed, not {answer}", least=self.least, most=self.most, answer=len(answer)
            )
        return None

    def forced(self) -> tuple[Json] | None:
        if self.most == 0:
            return ([],)
        options = self.options()
        return (list(options),) if len(options) == self.least else None


@dataclass(frozen=True, slots=True)
class Sequence(Shape):
    """Answer: all the options, in an order that the seat chooses."""

    options: Options

    def refusal(self, answer: Json) -> str | None:
        options = self.options()
        if not isinstance(answer, list):
            return Text("a list is needed")
        return _not_among(answer, options) or (None if len(answer) == len(options) else Text("each must be named once"))

    def forced(self) -> tuple[Json] | None:
        options = self.options()
        return (list(options),) if len(options) < 2 else None


@dataclass(frozen=True, slots=True)
class Assign(Shape):
    """Answer: a dict from item to bin, with exactly `count` items.

    `objection(item, bin, so_far)` says why another pair does not fit the pairs so far (None: it fits). An answer may be
    collected pair by pair, over several lines and letters.
    """

    items: Options
    bins: Options
    count: int
    objection: Callable[[str, str, Mapping[str, str]], str | None]

    def refusal(self, answer: Json) -> str | None:
        return self.partial_refusal(answer) or (
            None
            if len(answer) == self.count
            else Text("{least} are needed, not {answer}", least=self.count, answer=len(answer))
        )

    def partial_refusal(self, answer: Json) -> str | None:
        """Why `answer` is not the beginning of a legal answer."""
        if not isinstance(answer, dict):
            return Text("pairs are needed")
        so_far: dict[str, str] = {}
        for item, bin_ in answer.items():
            if wrong := self.pair_refusal(item, bin_, so_far):
                return wrong
            so_far[item] = bin_
        return Text("only {count} can be given", count=self.count) if len(answer) > self.count else None

    def forced(self) -> tuple[Json] | None:
        return None if self.count else ({},)

    def pair_refusal(self, item: str, bin_: str, so_far: Mapping[str, str]) -> str | None:
        """Why `item` cannot go to `bin_` after `so_far`."""
        if item not in self.items():
            return Text("{item} is not yours to give", item=f"{item!r}")
        if bin_ not in self.bins():
            return Text("nothing can be given to {bin}", bin=f"{bin_!r}")
        return self.objection(item, bin_, so_far)


@dataclass(frozen=True, slots=True)
class Split(Shape):
    """Answer: a dict from bin to a positive number, `total` in all, no bin above its limit."""

    limits: Callable[[], Mapping[str, int]]
    total: int

    def refusal(self, answer: Json) -> str | None:
        limits = self.limits()
        if not isinstance(answer, dict) or not all(type(n) is int and n > 0 for n in answer.values()):
            return Text("each share is a positive number")
        if wrong := _not_among(list(answer), list(limits)):
            return wrong
        over = [bin_ for bin_, n in answer.items() if n > limits[bin_]]
        if over:
            return Text("{over} can take {limits} at most", over=f"{over[0]!r}", limits=limits[over[0]])
        given = sum(answer.values())
        return (
            None if given == self.total else Text("{total} must be shared out, not {given}", total=self.total, given=given)
        )

    def forced(self) -> tuple[Json] | None:
        if self.total == 0:
            return ({},)
        open_ = {bin_: limit for bin_, limit in self.limits().items() if limit > 0}
        if sum(open_.values()) == self.total:
            return (open_,)
        return ({next(iter(open_)): self.total},) if len(open_) == 1 else None


@dataclass(frozen=True, slots=True)
class Stack(Shape):
    """Answer: a list of exactly `count` options in order, each as often as its limit allows at most."""

    limits: Callable[[], Mapping[str, int]]
    count: int

    def refusal(self, answer: Json) -> str | None:
        if not isinstance(answer, list):
            return Text("a list is needed")
        limits = self.limits()
        for option in answer:
            if option not in limits:
                return Text("{wrong} is not open to you now", wrong=f"{option!r}")
            if answer.count(option) > limits[option]:
                return Text("there are {limits} of {option} only", limits=limits[option], option=f"{option!r}")
        if len(answer) < self.count:
            return Text(
                "{count} are needed, not {answer}: {count2} missing",
                count=self.count,
                answer=len(answer),
                count2=self.count - len(answer),
            )
        if len(answer) > self.count:
            return Text(
                "{count} are needed, not {answer}: {answer2} too many",
                count=self.count,
                answer=len(answer),
                answer2=len(answer) - self.count,
            )
        return None

    def forced(self) -> tuple[Json] | None:
        if self.count == 0:
            return ([],)
        open_ = [option for option, limit in self.limits().items() if limit > 0]
        return ([open_[0]] * self.count,) if len(open_) == 1 else None


@dataclass(frozen=True, slots=True)
class Die(Shape):
    """Answer of DICE: the face of a six-sided die."""

    def refusal(self, answer: Json) -> str | None:
        return None if type(answer) is int and 1 <= answer <= 6 else Text("a die shows 1 to 6")


@dataclass(frozen=True, slots=True)
class Shuffle(Shape):
    """Answer of DICE: the `items` in a random order."""

    items: tuple[str, ...]

    def refusal(self, answer: Json) -> str | None:
        return None if sorted(answer) == sorted(self.items) else Text("a shuffle keeps every card")


def _not_among(answer: list[Any], options: Seq[str]) -> str | None:
    if len(set(answer)) != len(answer):
        return Text("something is named twice")
    wrong = [a for a in answer if a not in options]
    return Text("{wrong} is not open to you now", wrong=f"{wrong[0]!r}") if wrong else None


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat.

    `key` is stable and begins with the rule's number; `subject` distinguishes questions with the same key; `default` gives
    the answer that a reply form offers and that a player who does not write gets (None: there is no safe one). An
    `automatic` question is never put to the player: a standing order answers it, or its default.
    """

    seat: Seat
    key: str
    subject: str
    prompt: str
    shape: Shape
    default: Callable[[], Json] | None = field(default=None, compare=False)
    automatic: bool = False

    def __await__(self) -> Generator[Asked, tuple[Json, ...], Json]:
        return (yield (self,))[0]


@dataclass(frozen=True, slots=True)
class Together:
    """Several questions asked at the same time and in secret. Awaiting it gives the answers in the order of the
    questions.
    """

    decisions: Asked

    def __await__(self) -> Generator[Asked, tuple[Json, ...], tuple[Json, ...]]:
        return (yield self.decisions)
