"""Forecasts: what an order costs, how likely it succeeds, and what a letter's orders lead to, before they are carried
out.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from math import prod
from typing import Any, Generic, Self, cast

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.defaults import no_objection
from pbem.engine.game.setup import S
from pbem.i18n import Text

FACES = 6
LINE, NAMED = "{line}", Text("{called}: {told}")
EVEN = 252
"""Bytes below this are spread evenly over six faces."""
Units = Sequence[Mapping[str, str]]
"""The units of costs, each with its plural, in groups that are reported in this order."""


class Odds(Text):
    """A line with the probability that something goes as the seat wishes: its `chance`, from 0 to 1."""

    chance: float

    def __new__(cls, text: str, chance: float) -> Self:
        """The line with its chance."""
        line = super().__new__(cls, LINE, line=text)
        line.chance = min(1.0, max(0.0, chance))
        return line

    def __reduce__(self) -> tuple[type[Odds], tuple[str, float]]:
        """What a copy is made of."""
        return Odds, (self.fields["line"], self.chance)


class Meeting(Text):
    """A line that says that enemies are met; `short` says so in a few words ("an attack on Somerset"). Without odds,
    `against` is the share of enemies among all who are there, from 0 to 1 (None: hidden).
    """

    short: str
    against: float | None

    def __new__(cls, text: str, short: str, against: float | None = None) -> Self:
        """The line with its short form."""
        line = super().__new__(cls, LINE, line=text)
        line.short, line.against = short, against
        return line

    def __reduce__(self) -> tuple[type[Meeting], tuple[str, str, float | None]]:
        """What a copy is made of."""
        return Meeting, (self.fields["line"], self.short, self.against)


class Caution(Text):
    """A line that a receipt repeats, because the writer of an order may have overlooked it."""

    def __new__(cls, text: str) -> Self:
        return super().__new__(cls, LINE, line=text)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast of an answer: the certain costs by unit (without zeros); and in `words`, a line each, the odds of its
    rolls and whatever else is known in advance.
    """

    costs: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()

    @property
    def chance(self) -> float | None:
        """The probability that all its rolls succeed; None if nothing is rolled."""
        chances = [line.chance for line in self.words if isinstance(line, Odds)]
        return prod(chances) if chances else None

    @property
    def meets(self) -> str:
        """The enemies it meets, in a few words ("": none)."""
        return next((line.short for line in self.words if isinstance(line, Meeting)), "")

    @property
    def against(self) -> float | None:
        """The share of enemies among all who are there (see Meeting)."""
        return next((line.against for line in self.words if isinstance(line, Meeting)), None)

    def lines(self, units: Units, called: str = "") -> tuple[str, ...]:
        """The costs in one line, then the words, without the leading name `called`. `units` are the game's (Previews)."""
        costs = (Text("costs {costs_in_words}", costs_in_words=costs_in_words(self.costs, units)),) if self.costs else ()
        return costs + tuple(_behind(called, line) for line in self.words)


def _behind(called: str, line: str) -> str:
    """A line without the leading name and colon, if the name is `called`."""
    if isinstance(line, Text) and line.template == NAMED.template and line.fields["called"] == called:
        return cast(str, line.fields["told"])
    return line


def costs_in_words(costs: Mapping[str, int], units: Units) -> str:
    """ "2 Influence, 1 Levy action": in the order of the groups of `units`, in each as given; unknown units last."""
    order = {what: place for place, group in enumerate(units) for what in group}
    one = {what: what for group in units for what in group}
    many = {what: plural for group in units for what, plural in group.items()}
    sorted_costs = sorted(costs.items(), key=lambda cost: order.get(cost[0], len(units)))
    return Text(", ").join(
        Text("{number} {what}", number=number, what=(one if number == 1 else many).get(what, what))
        for what, number in sorted_costs
    )


def paid(**costs: int) -> dict[str, int]:
    """Costs without zeros; an underscore stands for a blank."""
    return {what.replace("_", " "): number for what, number in costs.items() if number}


def faces(highest: int) -> str:
    """The faces of a die up to `highest` with their odds: "1-4 (4 in 6, 67 %)"."""
    if highest < 1:
        return Text("no die")
    highest = min(highest, FACES)
    named = "1" if highest == 1 else f"1-{highest}"
    return f"{named} ({highest} in {FACES}, {percent(highest / FACES)})"


def faces_from(lowest: int) -> str:
    """The faces of a die from `lowest` up with their odds: "5-6 (2 in 6, 33 %)"."""
    if lowest > FACES:
        return Text("no die")
    lowest = max(lowest, 1)
    named = f"{FACES}" if lowest == FACES else f"{lowest}-{FACES}"
    return f"{named} ({FACES + 1 - lowest} in {FACES}, {percent((FACES + 1 - lowest) / FACES)})"


def odds(highest: int) -> Odds:
    """The odds of a roll that needs `highest` or less: "succeeds on 1-4 (4 in 6, 67 %)"."""
    return Odds(
        Text("cannot succeed") if highest < 1 else Text("succeeds on {highest}", highest=faces(highest)), highest / FACES
    )


def mock_throws(text: str) -> Iterator[int]:
    """An endless series of throws of a six-sided die, for odds that are estimated by simulation. The same text gives the
    same throws; a game's own dice are unrelated.
    """
    for block in count():
        for byte in sha256(f"{text} {block}".encode()).digest():
            if byte < EVEN:
                yield byte % FACES + 1


def percent(chance: float) -> str:
    """ "67 %"."""
    return f"{100 * chance:.0f} %"


LOWEST_FACE = 1


@dataclass(frozen=True)
class SoloPlay(Generic[S]):
    """How the segments of a seat would go if nobody else did anything.

    `play` continues from any position through all the seat's segments that can be foreseen, and asks the seat their
    questions. If somebody else is asked one of the questions in `let_pass`, the default is assumed. After an answer to one
    of the questions in `hands_over` somebody else has a turn before the seat is asked again. `tells_ends`: the segment is
    over where `play` stops.
    """

    play: Callable[[S, Seat], Coroutine[Any, Any, None]]
    let_pass: frozenset[str] = frozenset()
    hands_over: frozenset[str] = frozenset()
    tells_ends: bool = True


def no_forecast(*_: Any) -> Forecast:
    """For games without forecasts."""
    return Forecast()


@dataclass(frozen=True)
class Previews(Generic[S]):
    """Forecasts of a letter's orders.

    - `forecast(s, seat, decision, answer)` gives the costs of an answer and the odds of its rolls, from what the seat can
      see.
    - `units` are the units of costs, each with its plural, in groups reported one after another (a group in the order of the
      lines; unknown units come last and have no plural).
    - `lookahead` is how a seat's segments are played ahead (None: each line is read in the present position); there every
      roll shows the `best` face, or the one that `best_of` has for its key.
    - `enemies(s, seat, place)` says in a few words which enemies are at a place ("": none visible), for orders of which
      nothing else can be foreseen.
    - `brings(s, seat, decision, answer, events, asked)` gives what follows automatically after an answer in the lookahead,
      in addition to its forecast: costs, and words that a receipt has too. It is given the Events, the position after them,
      and the seat's next questions.
    """

    forecast: Callable[[S, Seat, Decision, Json], Forecast] = no_forecast
    units: Units = ()
    lookahead: SoloPlay[S] | None = None
    best: int = LOWEST_FACE
    best_of: Mapping[str, int] = field(default_factory=dict)
    enemies: Callable[[S, Seat, str], str] = no_objection
    brings: Callable[[S, Seat, Decision, Json, Sequence[Event], Sequence[Decision]], Forecast] = no_forecast
