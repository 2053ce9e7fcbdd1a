"""What a game gives so that random players can test its letters before people play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.decision import Decision, Json
from pbem.engine.game.defaults import no_op
from pbem.engine.writing import verb_of


@dataclass(frozen=True, slots=True)
class BotStyle:
    """How a random player who wants to stay in the game chooses.

    `weights` are by the first word or two of an option (others weigh 1); among options that begin alike, `last` weighs their
    last word. `defaults` has, by the key of a question, how often they answer with its default.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    defaults: Mapping[str, float] = field(default_factory=dict)
    last: Mapping[str, float] = field(default_factory=dict)

    def kind_of(self, option: str) -> str:
        """The first words of a Menu's option, by which it is weighed."""
        verb, _, rest = option.partition(" ")
        two = f"{verb} {rest.partition(' ')[0]}"
        return two if two in self.weights else verb_of(option)

    def weight(self, kind: str) -> float:
        """The weight of a kind of options."""
        return self.weights.get(kind, 1.0)

    def weight_within(self, option: str) -> float:
        """The weight of an option among those of its kind."""
        return self.last.get(option.rpartition(" ")[2], 1.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """How random games are played: with one of the `styles`, and one of the `options` in turn.

    `advice(s, decision)` gives the weight of each option for a player who wants to win, from what its seat can see; options
    that are left out are not chosen. None: the style decides. Acts that are left out are not done.
    """

    styles: tuple[BotStyle, ...] = (BotStyle(),)
    options: tuple[Mapping[str, Json], ...] = ({},)
    advice: Callable[[Any, Decision], Mapping[str, float] | None] = no_op
