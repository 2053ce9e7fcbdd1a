"""What an order's preview showed when it was given, and what has become worse by the time it is carried out.

Only what its writer may know: costs, odds and enemies as previews show them (`Previews.forecast`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.forecast import Caution, Forecast, percent
from pbem.engine.game.orders import Orders
from pbem.engine.phrase import words_of
from pbem.i18n import Text

CERTAIN = 100
STEP = 20
"""Odds count as worse if they drop by this many percentage points."""


class Worsening(StrEnum):
    """The ways in which an order can have become worse."""

    MEETS = "meets"
    ODDS = "odds"
    COSTS = "costs"
    WHO = "who"
    WARNS = "warns"


PHRASES: Mapping[Worsening, str] = {
    Worsening.MEETS: "it is an attack",
    Worsening.ODDS: "the odds are worse",
    Worsening.COSTS: "it costs more",
    Worsening.WHO: "another does it",
    Worsening.WARNS: "I am warned",
}
EVERYTHING = "even so"


def even_in_words(kinds: Collection[Worsening]) -> str:
    """The words that allow an order to become worse in these ways, with a blank before them; "" for none."""
    if not kinds:
        return ""
    phrases = " or ".join(phrase for kind, phrase in PHRASES.items() if kind in kinds)
    return f" {EVERYTHING}" if set(kinds) == set(Worsening) else f" even if {phrases}"


@dataclass(frozen=True, slots=True)
class Prospect:
    """The preview of an order: whether it `meets` enemies (`words` says which), its `odds` in percent (None: nothing is
    rolled), its costs, `who` does it, and where the first of them starts. `against` is the percentage of enemies among
    all whom it meets (None: see the odds, or it is hidden). `warns` are the Cautions of its forecast, in English, such as
    that the order ends the game.

    If it is not `whole`, only the enemies are known.
    """

    meets: bool = False
    odds: int | None = None
    costs: tuple[tuple[str, int], ...] = ()
    who: tuple[str, ...] = ()
    start: str = ""
    whole: bool = True
    against: int | None = None
    words: str = field(default="", compare=False)
    warns: tuple[str, ...] = ()

    def as_json(self) -> Json:
        """Its form in the log, without empty fields."""
        values = {
            "meets": self.meets,
            "odds": self.odds,
            "costs": dict(self.costs),
            "who": list(self.who),
            "from": self.start,
        }
        values |= {"against": self.against, "warns": [str(each) for each in self.warns]}
        non_empty = {name: value for name, value in values.items() if value or (value == 0 and name in ("odds", "against"))}
        return non_empty if self.whole else {**non_empty, "part": True}

    @classmethod
    def from_json(cls, kept: Json) -> Prospect:
        """Reads it from the log."""
        costs = tuple((str(what), int(number)) for what, number in kept.get("costs", {}).items())
        who, start, part = tuple(kept.get("who", ())), kept.get("from", ""), bool(kept.get("part"))
        against, warns = kept.get("against"), tuple(kept.get("warns", ()))
        return cls(bool(kept.get("meets")), kept.get("odds"), costs, who, start, not part, against, warns=warns)


def prospect_of(orders: Orders[Any], s: Any, seat: Seat, decision: Decision, answer: Json, forecast: Forecast) -> Prospect:
    """The preview of a whole answer, from its forecast."""
    named = words_of(answer)[1:] if isinstance(answer, str) else ()
    names_who_acts = bool(named) and bool(orders.place(s, seat, named[0]))
    acting = () if names_who_acts else orders.acting(s, decision)
    places = {one: orders.place(s, seat, one) for one in (*acting, *named)}
    who = tuple(one for one, place in places.items() if place)
    odds = None if forecast.chance is None else round(100 * forecast.chance)
    costs = tuple(sorted(forecast.costs.items()))
    against = None if forecast.against is None else round(100 * forecast.against)
    warns = tuple(line for line in forecast.words if isinstance(line, Caution))
    start = places[who[0]] if who else ""
    return Prospect(bool(forecast.meets), odds, costs, who, start, against=against, words=forecast.meets, warns=warns)


def worse(shown: Prospect, now: Prospect, name: Callable[[str], str], allowed: Collection[Worsening] = ()) -> list[str]:
    """How an order has become worse, a few words for each way, except those that its writer has `allowed`."""
    differences = [*_rolls(shown, now), *(_more(shown, now, name) if shown.whole and now.whole else ())]
    return [words for kind, words in differences if kind not in allowed]


def _rolls(shown: Prospect, now: Prospect) -> Iterator[tuple[Worsening, str]]:
    """Enemies that are new, with the odds; a share of enemies that has grown by STEP; or worse odds, if both are known."""
    odds = None if now.odds is None else Text("odds of {odds}", odds=percent(now.odds / 100))
    if now.meets and not shown.meets:
        met = now.words or Text("it meets enemies")
        yield Worsening.MEETS, met if odds is None else Text(", ").join([met, odds])
    elif shown.against is not None and now.against is not None and now.against >= shown.against + STEP:
        yield Worsening.ODDS, now.words
    elif odds is not None and now.odds is not None and shown.whole and now.whole:
        if shown.odds is None and now.odds < CERTAIN:
            yield Worsening.ODDS, odds
        elif shown.odds is not None and now.odds <= shown.odds - STEP:
            yield Worsening.ODDS, Text("{odds}, not {before}", odds=odds, before=percent(shown.odds / 100))


def _more(shown: Prospect, now: Prospect, name: Callable[[str], str]) -> Iterator[tuple[Worsening, str]]:
    before = dict(shown.costs)
    for what, number in now.costs:
        if number > before.get(what, 0):
            yield (
                Worsening.COSTS,
                Text("it costs {number} {what}, not {get}", number=number, what=what, get=before.get(what, 0)),
            )
    if shown.who and now.who and set(shown.who) != set(now.who):
        now_acting, shown_acting = (", ".join(map(name, who)) for who in (now.who, shown.who))
        yield Worsening.WHO, Text("{mine} would do it, not {theirs}", mine=now_acting, theirs=shown_acting)
    elif shown.start and now.start and shown.start != now.start:
        yield Worsening.WHO, Text("from {start}, not from {start2}", start=name(now.start), start2=name(shown.start))
    yield from ((Worsening.WARNS, caution) for caution in now.warns if caution not in shown.warns)
