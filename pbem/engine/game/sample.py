"""What a game gives so that random players can try its letters before people play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.decision import Decision, Json
from pbem.engine.game.defaults import no_op
from pbem.engine.writing import verb_of


@dataclass(frozen=True, slots=True)
class BotStyle:
    """How a random player chooses who wants to stay in the game.

    `weights` are by the first word, or the first two words, of an option (others weigh 1); among options that begin alike
    the `last` word counts. `defaults` tells, by the key of a question, how often they give its default answer.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    defaults: Mapping[str, float] = field(default_factory=dict)
    last: Mapping[str, float] = field(default_factory=dict)

    def kind_of(self, option: str) -> str:
        """The first words of an option of a Menu by which it is weighed."""
        verb, _, rest = option.partition(" ")
        two = f"{verb} {rest.partition(' ')[0]}"
        return two if two in self.weights else verb_of(option)

    def weight(self, kind: str) -> float:
        """How much they are drawn to a kind of options."""
        return self.weights.get(kind, 1.0)

    def weight_within(self, option: str) -> float:
        """How much they are drawn to an option among those of its kind."""
        return self.last.get(option.rpartition(" ")[2], 1.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """How random games are played: by one of the `styles`, and set up by one of the `options` in turn.

    `advice(s, decision)` is how much somebody who wants to win is drawn to each option of a question, by what its seat can
    see; options that it leaves out are not chosen. None: that is left to their style. Of an act that a seat may do unasked
    nothing is done that it leaves out.
    """

    styles: tuple[BotStyle, ...] = (BotStyle(),)
    options: tuple[Mapping[str, Json], ...] = ({},)
    advice: Callable[[Any, Decision], Mapping[str, float] | None] = no_op
