"""A game's Rules: what it gives to the engine and to the layers around it.

About ten things are required. The rest has defaults and is grouped by purpose, each group in a module beside this one:
`Orders`, `Standing`, `Segments`, `Previews`, `Reports`, `Rulings`, `Acts`, `Deals`, `Sample`. `docs/new_game.md` builds a
game step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic

from pbem.engine.agreements.deals import Deals
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.acts import Acts, Rulings
from pbem.engine.game.defaults import empty, no_objection
from pbem.engine.game.forecast import Previews
from pbem.engine.game.orders import Orders, Word, plain_name
from pbem.engine.game.reports import Reports
from pbem.engine.game.sample import Sample
from pbem.engine.game.segments import Segments
from pbem.engine.game.setup import S, Seats, Setup
from pbem.engine.game.standing import Standing
from pbem.engine.game.terms import Term, own_turn
from pbem.engine.phrase import named


def last_one_left(_s: Any, left: tuple[Seat, ...]) -> Seat | None:
    """For games that continue while two or more seats play."""
    return left[0] if len(left) == 1 else None


@dataclass(frozen=True)
class Rules(Generic[S]):
    """A game for the engine and the layers around it. The fields before `names` are required, the others optional."""

    name: str
    """Its short name, and the name of its folders of scenarios and templates."""
    title: str
    """Its name in letters."""
    version: int
    """Increased when an old log would be played differently: games under way are then compared before they continue."""
    seats: Seats
    """The seats of a game with this Setup, two to five, in the order in which they are listed."""
    scenarios: Mapping[str, str]
    """The name of each scenario, by the name of its file."""
    new_state: Callable[[Setup], S]
    """The starting position."""
    play: Callable[[S], Coroutine[Any, Any, None]]
    """The course of play: a coroutine that awaits Decisions and changes the State."""
    turn: Callable[[S], str]
    """The time of the game ("turn 3, winter"), for the log, the dice and the subjects of reports."""
    result: Callable[[S], Json]
    """None while the game goes on, then its outcome (engine/ending): the "winner", with "allies" who win too, if any, or the
    "winners"; a "winner" of None is a draw, and {"lost": "all"} means that nobody has won.
    """
    view: Callable[[S, Seat], Any]
    """The part of the State that a seat ("": an observer) may see."""
    vocabulary: tuple[Word[S], ...]
    """The order words."""

    names: Callable[[S, str], tuple[str, ...]] = plain_name
    """An id's written name first, then the alternatives that a player may write."""
    unpack: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda files: files
    """What `new_state` needs from a scenario's parsed files (by name; "parts": those of the scenarios it consists of).
    Computed once a run, so from printed facts alone.
    """
    checks: Callable[[S], Iterable[str]] = empty
    """Contradictions in a position that no rule can produce. Asked after a ruling by the game master, and in random
    games.
    """
    wins_by_resignation: Callable[[S, tuple[Seat, ...]], Seat | None] = last_one_left
    """Who wins when only these seats have not resigned. None: they play on, and the game master decides about the others."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Scenarios that are not offered, by name, with the reason as a sentence."""
    options: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    """What can be chosen at the opening besides the scenario: each option with its possible values."""
    about_options: Mapping[str, str] = field(default_factory=dict)
    """What each option decides, for whoever opens a game: part of a sentence."""
    bad_options: Callable[[Setup], str] = no_objection
    """Why these options do not fit the scenario; "" if they do."""
    told_options: Callable[[Setup], Iterable[str]] = empty
    """What the first letter says about the options: a sentence each."""
    is_open: bool = False
    """Whether the game has no hidden information: an order shows its player nothing new except by a die or a draw."""
    colours: Mapping[Seat, str] = field(default_factory=dict)
    """The colour of each seat in charts ("#rrggbb"), if it is not that of its position among the seats."""
    orders: Orders[S] = field(default_factory=Orders)
    standing: Standing[S] = field(default_factory=Standing)
    segments: Segments[S] = field(default_factory=Segments)
    previews: Previews[S] = field(default_factory=Previews)
    reports: Reports[S] = field(default_factory=Reports)
    acts: Acts[S] = field(default_factory=Acts)
    """Acts of a seat that no question asks for."""
    deals: Deals[S] = field(default_factory=Deals)
    """Agreements between players."""
    allies: Callable[[S, Seat], tuple[Seat, ...]] = empty
    """The seats that a seat's `tell allies` writes to."""
    term: Callable[[S, Decision], Term] = own_turn
    """Which Term a question has. It uses public facts only, because deadlines are public. A WINDOW question has a
    default.
    """
    rulings: Rulings[S] = field(default_factory=Rulings)
    """How the game master corrects a position by hand."""
    sample: Sample = field(default_factory=Sample)
    """How random players play it, to test its letters."""

    @property
    def has_terms(self) -> bool:
        """Whether some of its questions have another Term than an own turn."""
        return self.term is not own_turn

    def words(self, state: S) -> tuple[Word[S], ...]:
        """The order words of the game's scenario."""
        return tuple(word for word in self.vocabulary if self.orders.speaks(state, word))

    def namer(self, state: S) -> Callable[[str], str]:
        """A function that writes option ids: the first name of each of their words."""
        return lambda option: named(option, partial(self.names, state))
