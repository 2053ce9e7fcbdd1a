"""A player who answers at random: legal answers of every shape, the same for the same generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any

from pbem.engine.decision import (
    Assign,
    Decision,
    Json,
    Menu,
    Number,
    Pick,
    PickSome,
    Seat,
    Sequence,
    Shape,
    Split,
    Stack,
    YesNo,
)
from pbem.engine.dice import Fate
from pbem.engine.game.defaults import no_op
from pbem.engine.game.rules import Rules
from pbem.engine.game.sample import BotStyle
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table

TRIES = 50
ACTS_SHARE = 0.15
"""The share of decisions before which somebody acts unasked."""
ADVISED_SHARE = 0.6
"""The same share for players who follow the game's advice, if it advises an act."""
# How often a player gives the default answer: games of mere chance end early, and never reach what comes late.
TEMPERS = (0.0, 0.5, 0.9)
INDIFFERENT = BotStyle()


class PlayPolicy(StrEnum):
    """How a player chooses among legal answers."""

    RANDOM = "random"
    SURVIVE = "survive"  # by one of the game's own Tastes


class DeadEnd(Exception):
    """A question without a legal answer."""


def random_answer(rng: Random, shape: Shape, taste: BotStyle = INDIFFERENT) -> Json:
    """A random legal answer to `shape`, each option with some chance, by `taste`. Raises DeadEnd if there is none."""
    match shape:
        case YesNo():
            return rng.random() < 0.5
        case Number(least, most):
            return rng.randint(*_range(least, most))
        case Menu():
            return _random_choice(rng, _some(shape.options()), taste)
        case Pick():
            return _weighed(rng, _some(shape.options()), taste)
        case PickSome(_, least, most, _):
            options = list(shape.options())
            return rng.sample(options, rng.randint(*_range(least, min(most, len(options)))))
        case Sequence():
            options = list(shape.options())
            return rng.sample(options, len(options))
        case Assign():
            return _random_pairs(rng, shape)
        case Split():
            return _random_shares(rng, shape.limits(), shape.total)
        case Stack():
            return _random_stack(rng, _places(shape.limits(), shape.count), shape.count, taste)
    raise TypeError(f"no player is asked for {shape!r}")


def _range(least: int, most: int) -> tuple[int, int]:
    if least > most:
        raise DeadEnd(f"at least {least} are needed, and at most {most} can be given")
    return least, most


def _some(options: Seq[str]) -> Seq[str]:
    if not options:
        raise DeadEnd("there is nothing to choose from")
    return options


def _random_pairs(rng: Random, shape: Assign) -> dict[str, str]:
    for _ in range(TRIES):
        pairs: dict[str, str] = {}
        for item in rng.sample(list(shape.items()), len(shape.items())):
            fitting = [b for b in shape.bins() if shape.pair_refusal(item, b, pairs) is None]
            if fitting and len(pairs) < shape.count:
                pairs[item] = rng.choice(fitting)
        if len(pairs) == shape.count:
            return pairs
    raise DeadEnd(f"{shape.count} pairs cannot be found in {TRIES} tries")


def _random_shares(rng: Random, limits: Mapping[str, int], total: int) -> dict[str, int]:
    taken = rng.sample(_places(limits, total), total)
    return {bin_: taken.count(bin_) for bin_ in limits if bin_ in taken}


def _places(limits: Mapping[str, int], needed: int) -> list[str]:
    places = [bin_ for bin_, limit in limits.items() for _ in range(min(limit, needed))]
    if len(places) < needed:
        raise DeadEnd(f"{needed} are to be given, and there is room for {len(places)}")
    return places


def _random_choice(rng: Random, options: Seq[str], taste: BotStyle) -> str:
    """Each order word has the same chance: else words with hundreds of forms would be chosen nearly always."""
    kinds: dict[str, list[str]] = {}
    for option in options:
        kinds.setdefault(taste.kind_of(option), []).append(option)
    kind = kinds[_weighed(rng, list(kinds), taste)]
    return rng.choices(kind, [taste.weight_within(option) for option in kind])[0] if taste.last else rng.choice(kind)


def _weighed(rng: Random, options: Seq[str], taste: BotStyle) -> str:
    return rng.choices(options, [taste.weight(taste.kind_of(option)) for option in options])[0]


def _random_stack(rng: Random, places: list[str], count: int, taste: BotStyle) -> list[str]:
    """Drawn one after the other: places of high weight come early (Efraimidis and Spirakis, 2006)."""
    drawn = sorted(places, key=lambda option: rng.random() ** (1 / taste.weight(option)), reverse=True)[:count]
    return rng.sample(drawn, count)


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Answers by `rng`. With the chance `temper` (0 to 1), or that of their taste, they give the default answer instead. If
    they see the position and want to win, they follow the game's `advice`.
    """

    rng: Random
    temper: float
    taste: BotStyle = INDIFFERENT
    advice: Callable[[Any, Decision], Mapping[str, float] | None] = no_op

    @classmethod
    def from_seed(cls, seed: str, styles: Seq[BotStyle] = ()) -> RandomPlayer:
        """The player of one game with a taste, or else a temper; both follow from the seed."""
        rng = Random(seed)  # noqa: S311 - play, not secrets
        return cls(rng, 0.0, rng.choice(styles)) if styles else cls(rng, rng.choice(TEMPERS))

    @classmethod
    def of_policy(cls, seed: str, policy: PlayPolicy, rules: Rules[Any]) -> RandomPlayer:
        """A player of that kind."""
        if policy is PlayPolicy.RANDOM:
            return cls.from_seed(seed)
        return replace(cls.from_seed(seed, rules.sample.styles), advice=rules.sample.advice)

    def open_table(self, rules: Rules[Any], setup: Setup, fate: type[Fate] = Fate) -> Table[Any]:
        """A new game with a key of the player's choice."""
        return Table.open_new(rules, setup, fate(self.rng.randbytes(32)))

    def question(self, table: Table[Any]) -> Decision:
        """One of the open questions."""
        return self.rng.choice(table.open())

    def answer(self, decision: Decision, s: Any = None) -> Json:
        """A legal answer, with the position `s` before their eyes, or without. Raises DeadEnd."""
        if s is not None and (weights := self.advice(s, decision)):
            return self.rng.choices(list(weights), list(weights.values()))[0]
        share = self.taste.defaults.get(decision.key, self.temper)
        if decision.default is not None and self.rng.random() < share:
            return decision.default()
        return random_answer(self.rng, decision.shape, self.taste)

    def act(self, table: Table[Any]) -> tuple[Decision, Json] | None:
        """Now and then what some seat does unasked: an act that is open to it, and how. In a game without acts chance is not
        asked.
        """
        if not table.rules.acts.exist:
            return None
        chance, seat = self.rng.random(), self.rng.choice(table.seats)
        if chance < ADVISED_SHARE and (advised := self.advised_act(table, seat)) is not None:
            return advised
        if chance >= ACTS_SHARE or (found := some_act(table, seat, self.rng)) is None:
            return None
        weights = self.advice(table.state, found)
        return (found, self.answer(found, table.state)) if weights is None or weights else None

    def advised_act(self, table: Table[Any], seat: Seat) -> tuple[Decision, Json] | None:
        """Something to which the game's advice draws a seat unasked, and how it is done."""
        acts = [(act, self.advice(table.state, act) or {}) for act in table.acts_of(seat)]
        choices = [(act, option, weight) for act, weights in acts for option, weight in weights.items()]
        if not choices:
            return None
        act, option, _ = self.rng.choices(choices, [weight for *_, weight in choices])[0]
        return act, option

    def go_on(self, table: Table[Any]) -> None:
        """Bring a game on that is not over: now and then by an act, then by an answer to one of the open questions. Raises
        DeadEnd.
        """
        if (acted := self.act(table)) is not None:
            table.act(acted[0].seat, acted[0].key, acted[1], subject=acted[0].subject)
        if not table.over:
            decision = self.question(table)
            table.answer(decision.seat, decision.key, self.answer(decision, table.state), subject=decision.subject)


def some_act(table: Table[Any], seat: Seat, rng: Random) -> Decision | None:
    """An act that is open to a seat, one of those by which something can be done; None where nothing can."""
    able = [act for act in table.acts_of(seat) if isinstance(act.shape, Pick) and act.shape.options()]
    return rng.choice(able) if able else None
