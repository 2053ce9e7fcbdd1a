"""A game's Rules: what it gives to the engine and those around it.

A game has some ten things to give; all else has defaults, and is grouped by what it is for, each group in a module of its
own beside this one: `Orders`, `Standing`, `Segments`, `Previews`, `Reports`, `Rulings`, `Acts`, `Deals`, `Sample`.
`docs/new_game.md` builds a game step by step.
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
    """For games that go on while two or more play."""
    return left[0] if len(left) == 1 else None


@dataclass(frozen=True)
class Rules(Generic[S]):
    """A game, for the engine and those around it. What comes before `names` a game must give, the rest it may."""

    name: str
    """Its short name, and that of its folders of scenarios and templates."""
    title: str
    """What it is called in letters."""
    version: int
    """Counts up when an old log would play otherwise: games under way are then compared before they go on."""
    seats: Seats
    """Those of a game that starts so, two to five, in the order in which they are told."""
    scenarios: Mapping[str, str]
    """What each scenario is called, by the name of its file."""
    new_state: Callable[[Setup], S]
    """The position that a game starts from."""
    play: Callable[[S], Coroutine[Any, Any, None]]
    """The course of play: a coroutine that awaits Decisions and changes the State."""
    turn: Callable[[S], str]
    """The time in play ("turn 3, winter"), for the log, the dice and the reports' subjects."""
    result: Callable[[S], Json]
    """None while the game goes on, then its outcome (engine/ending): with the "winner", and the "allies" who win with them,
    if any, or the "winners"; a "winner" of None is a draw, and {"lost": "all"} that nobody has won.
    """
    view: Callable[[S, Seat], Any]
    """All of the State that leaves for a seat ("": what an observer may see)."""
    vocabulary: tuple[Word[S], ...]
    """The order words."""

    names: Callable[[S, str], tuple[str, ...]] = plain_name
    """An id's name first, and then what else a player may write for it."""
    unpack: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda files: files
    """What `new_state` needs of a scenario's parsed files (by name; "parts": those of the scenarios that it is made of).
    Done once a run, so of printed facts alone.
    """
    checks: Callable[[S], Iterable[str]] = empty
    """What is wrong with a position that no rule can lead to: asked after a ruling by hand and in games played at random."""
    wins_by_resignation: Callable[[S, tuple[Seat, ...]], Seat | None] = last_one_left
    """Who wins once these seats alone have not resigned (None: they play on, the game master decides about the others)."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Scenarios that the game is known to have and that are not offered, by name: a sentence that says why."""
    options: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    """What can be chosen at the opening beside the scenario: the name of each option, with the values it can have."""
    about_options: Mapping[str, str] = field(default_factory=dict)
    """What each option decides, for who opens a game: part of a sentence."""
    bad_options: Callable[[Setup], str] = no_objection
    """Why these options do not fit the scenario, "" if they do."""
    told_options: Callable[[Setup], Iterable[str]] = empty
    """What the first letter says of the options: a sentence each."""
    is_open: bool = False
    """Whether nothing lies hidden on the table: an order shows its player nothing new but by a die or a draw."""
    colours: Mapping[Seat, str] = field(default_factory=dict)
    """The colour of each seat in charts ("#rrggbb"), where it is not that of its place among the seats."""
    orders: Orders[S] = field(default_factory=Orders)
    standing: Standing[S] = field(default_factory=Standing)
    segments: Segments[S] = field(default_factory=Segments)
    previews: Previews[S] = field(default_factory=Previews)
    reports: Reports[S] = field(default_factory=Reports)
    acts: Acts[S] = field(default_factory=Acts)
    """What a seat may do without being asked."""
    deals: Deals[S] = field(default_factory=Deals)
    """What players can agree on with each other."""
    allies: Callable[[S, Seat], tuple[Seat, ...]] = empty
    """Those whom a seat writes to with `tell allies`."""
    term: Callable[[S, Decision], Term] = own_turn
    """Which term of time a question has. It looks at nothing that is not known to all: deadlines are told to all. The
    question of a WINDOW has a default.
    """
    rulings: Rulings[S] = field(default_factory=Rulings)
    """How the game master changes a position by hand."""
    sample: Sample = field(default_factory=Sample)
    """How random players play it, so that its letters can be tried."""

    @property
    def has_terms(self) -> bool:
        """Whether some of its questions have another term of time than an own turn."""
        return self.term is not own_turn

    def words(self, state: S) -> tuple[Word[S], ...]:
        """The order words of a game's scenario."""
        return tuple(word for word in self.vocabulary if self.orders.speaks(state, word))

    def namer(self, state: S) -> Callable[[str], str]:
        """How option ids are written: the first name of each of their words."""
        return lambda option: named(option, partial(self.names, state))
