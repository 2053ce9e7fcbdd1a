"""What a game gives to those who try its rules by playing at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.entry import Entry, fingerprint
from pbem.engine.event import Event
from pbem.engine.writing import verb_of

Mix = Callable[[list[Any]], None]
"""Puts a list into a random order."""
OtherPast = Callable[[Any, Seat, Seq[Entry], Mix], list[Entry] | None]
"""Makes another log of a game's."""


@dataclass(frozen=True, slots=True)
class BotStyle:
    """How somebody chooses who plays by chance but wants to stay in the game.

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


def _nothing_hidden(_s: Any, _seat: Seat, _mix: Mix) -> bool:
    return False


def _no_other_past(_s: Any, _seat: Seat, _log: Seq[Entry], _mix: Mix) -> list[Entry] | None:
    return None


def _all_of_it(s: Any, _seat: Seat) -> str:
    return fingerprint(s)


def _nothing_named(*_: Any) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What random games need to know of a game.

    A game is played by one of the `styles`, and set up by one of the `options` in turn. `reached(s, events)` names what a
    position, and the Events told since the last one, show of the game: cards in play, Turns, ends. `reachable(s)` names, of
    a new game, all there is. `other_world(s, seat, mix)` changes at random what `seat` cannot know into something else that
    they must think just as possible, and tells whether there was anything to change.
    `other_hand(s, seat, mix)` does so with what the enemies of `seat` may play when they like only: until it comes to light,
    by an Event or roll whose name or key is among `revealing`, all must go the same way. By those among `showing` more comes
    to light: what the enemies have stacked or laid out in secret.
    `other_draws(s, seat, log, mix)` gives the log of a game in which an enemy of `seat` has drawn other cards in secret,
    `other_layout` of one in which they have stacked something else, or None; `in_the_open(s, seat)` is a fingerprint of all
    that is not hidden from the seat.
    `other_screened(s, seat, mix)` changes what lies hidden on the table and bears only on how rolls (those with the keys
    `screened_rolls`) come out, into something that the seat must think just as possible: until it comes to light, by Events
    whose names are among `unscreening` too, they must be told the same.
    `leaked(s, seat, events)` names what these Events, which `seat` can see, tell them of what the position hides.
    `beginning(setup, mix)` gives another position than the scenario's to begin from.
    `delegated(s, seat)` are the standing orders of a player who wants to be asked about their own segments only; those that
    the scenario or the seat has no use for are refused. `conditions` are some that such orders can be bound to. `between`
    begins the keys of questions that belong to nobody's segment. `repeated` gives, by order word, the goal until which an
    order is worth repeating. `course(s, events)` names what is wrong with all Events of a game that stands at `s` now.
    """

    styles: tuple[BotStyle, ...] = (BotStyle(),)
    reached: Callable[[Any, Seq[Event]], Iterable[str]] = _nothing_named
    reachable: Callable[[Any], Iterable[str]] = _nothing_named
    other_world: Callable[[Any, Seat, Mix], bool] = _nothing_hidden
    leaked: Callable[[Any, Seat, Seq[Event]], Iterable[str]] = _nothing_named
    other_hand: Callable[[Any, Seat, Mix], bool] = _nothing_hidden
    revealing: frozenset[str] = frozenset()
    showing: frozenset[str] = frozenset()
    other_draws: OtherPast = _no_other_past
    other_layout: OtherPast = _no_other_past
    other_screened: Callable[[Any, Seat, Mix], bool] = _nothing_hidden
    screened_rolls: frozenset[str] = frozenset()
    unscreening: frozenset[str] = frozenset()
    in_the_open: Callable[[Any, Seat], str] = _all_of_it
    options: tuple[Mapping[str, Json], ...] = ({},)
    beginning: Callable[[Any, Mix], Any] | None = None
    delegated: Callable[[Any, Seat], Iterable[str]] = _nothing_named
    conditions: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    repeated: Mapping[str, str] = field(default_factory=dict)
    course: Callable[[Any, Seq[Event]], Iterable[str]] = _nothing_named
