"""What a game gives: its Rules, and what they are made of.

A game has some ten things to give; all else has defaults, and is grouped by what it is for: `Orders`, `Standing`,
`Segments`, `Previews`, `Reports`, and in modules of their own `Acts`, `Deals`, `Chronicle`, `Atlas` and
`Sample`.
`docs/new_game.md` builds a game step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from pbem.engine.agreements.deals import Deals
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.acts import Acts
from pbem.engine.game.atlas import Atlas, CardBook, Handout, TurnLabel, no_cards, no_map
from pbem.engine.game.chronicle import Chronicle, no_chronicle
from pbem.engine.game.forecast import Forecast, Units
from pbem.engine.game.picture import Picture
from pbem.engine.game.sample import Sample
from pbem.engine.game.synonyms import Synonyms
from pbem.engine.game.terms import Term, own_turn
from pbem.engine.phrase import named
from pbem.engine.refusal import Illegal
from pbem.i18n import Text, read_as


class State(Protocol):
    """A game's position: a dataclass of plain data."""

    events: list[Event]


S = TypeVar("S", bound=State)
NO_PLACE = "@"
LOWEST_FACE = 1
S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: its scenario's name, what it unpacked from the data files, and the options chosen.

    `version` is that of the rules it began with (Rules.version): where these have changed since, the game goes on as it
    began. 0 stands for the present ones.
    """

    scenario: str
    data: Mapping[str, Any]
    options: Mapping[str, Json] = field(default_factory=dict)
    version: int = 0

    def began_before(self, version: int) -> bool:
        """Whether the game began with older rules than those of `version`."""
        return 0 < self.version < version


Seats = Callable[[Setup], tuple[Seat, ...]]


def always(*seats: Seat) -> Seats:
    """The same seats in every scenario."""
    return lambda _setup: seats


@dataclass(frozen=True, slots=True)
class Scope:
    """How long a standing order can hold: while `token` stays what it was when the order was given.

    `coming`: it is still to begin, and an order given for it sleeps until then. `usual`: an order that stands without
    saying how long holds for it.
    """

    name: str
    token: str
    coming: bool = field(default=False, compare=False)
    usual: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of questions to one seat that are its own to answer, as its part of a turn. Lines are written for one of them.

    `name` tells it from every other of the game; `keys` are the questions that only it can bring. `heading` is what a line
    can name it by ("card 2", "levy"), among those that can be told at one time; `whose` the id of who acts in it. `number`
    is that of the turn or round it stands in, by which a heading of a plain kind can tell it from others ("levy of turn 3").
    """

    name: str
    keys: frozenset[str]
    heading: str = ""
    whose: str = ""
    number: int = 0


@dataclass(frozen=True)
class Wording:
    """What the words of a kind of standing order can say.

    `alone` is what a line means that gives nothing but a condition ("flee if outnumbered": all). `fallback` is what is done
    where the circumstances of the order do not hold ("hold": none). `conditions`: its own words hold conditions. `places`:
    they hold places, and "at york" is one. `plain`: they are those of an answer, so a line that could wait does so, unless
    it says that it stands. `beside`: orders of other words for the same question stand beside them, the newest comes first.
    """

    alone: str = ""
    fallback: str = ""
    conditions: bool = False
    places: bool = False
    plain: bool = False
    beside: bool = False


@dataclass(frozen=True)
class Telling(Generic[S]):
    """How an order that has answered is told to its owner.

    `done(s, answer)` is what it has done, where its own words do not say that. `why(s, decision, policy)` is the reason for
    what it does now, where its own words hold the conditions. `quiet`: it answers so often that only the order is told, not
    each answer.
    """

    done: Callable[[S, Json], str] | None = None
    why: Callable[[S, Decision, Json], str] | None = None
    quiet: bool = False


@dataclass(frozen=True)
class Habit(Generic[S]):
    """For orders that can say what is always or never done; such an order stands beside one that says what is done.

    `says(policy)`: the policy is of that sort. `forbids(s, decision, policy)` are the pieces of an answer that it says
    never: no other order gives one with any of them. `merge(old, new)` makes one of two that differ in whom they name only
    ("never warwick", "never york"; None: the new one takes the place of the old). `exception` is why somebody must answer
    even so, where the question leaves no way out.
    """

    says: Callable[[Json], bool]
    forbids: Callable[[S, Decision, Json], list[Json]]
    merge: Callable[[Json, Json], Json]
    exception: str = ""


@dataclass(frozen=True)
class Policy(Generic[S]):
    """How a kind of standing order is read, written and applied.

    `read(s, seat, text)` gives its plain-data form or raises a BadLine (NotAsked where the seat can never be asked);
    `write(s, policy)` gives the text again; `answer(s, decision, policy)` gives the answer, or None to leave the question to
    the player. `closed(s, decision, policy)` gives what the policy names that is not open now: given while its question is
    open, such an order is refused. `within(s, policy)` are the scopes that can ask it, where that depends on what is named.
    `bare(s, decision, policy)` is whether an order bound to no circumstances and no condition answers, too.
    `conditional(s, seat, text)` is whether the conditions in a text are the policy's own, where its wording alone does not
    say so.
    """

    read: Callable[[S, Seat, str], Json]
    write: Callable[[S, Json], str]
    answer: Callable[[S, Decision, Json], Json]
    wording: Wording = Wording()
    telling: Telling[S] = Telling()
    closed: Callable[[S, Decision, Json], list[str]] = lambda _s, _decision, _policy: []
    habit: Habit[S] | None = None
    within: Callable[[S, Json], tuple[str, ...]] | None = None
    bare: Callable[[S, Decision, Json], bool] = lambda _s, _decision, _policy: True
    conditional: Callable[[S, Seat, str], bool] = lambda _s, _seat, _text: False


class Holds(Protocol[S_contra]):
    """Judges a condition; see Situations."""

    def __call__(
        self, s: S_contra, seat: Seat, decision: Decision | None, condition: Json, answer: Json = None, /
    ) -> str | None: ...


def none_of_them(*_: Any) -> tuple[Any, ...]:
    """For what a game has none of."""
    return ()


def no_circumstances(_s: Any, _seat: Seat, text: str, _places: bool) -> tuple[str, Json]:
    """For games whose orders are bound to no circumstances."""
    return text, None


@dataclass(frozen=True)
class Situations(Generic[S]):
    """Conditions in a player's words, for standing orders ("if they are fewer") and branches ("until friendly").

    `read(s, seat, text, about)` gives a condition's plain-data form or raises a BadLine; `about` are the ids that its order
    names, for a condition that does not say what it speaks of; NO_PLACE before one tells that a place of that id is not
    meant. ["not", condition] is its contrary. `write(s, condition)`
    gives the words again. `holds(s, seat, decision, condition, answer)` gives in words why it holds now ("3 units to 8"), or
    None; the question is None outside one, `answer` is what the order would answer to it. It may look at nothing that the
    seat may not see: what cannot be judged by that holds neither way. `circumstances(s, seat, text, places)` takes off a
    text what it says of where and for whom ("at york", "for henry"), and gives the rest and that as a condition (None:
    nothing); where the text itself is about `places` it does not begin with one.
    """

    read: Callable[[S, Seat, str, Sequence[str]], Json]
    write: Callable[[S, Json], str]
    holds: Holds[S]
    circumstances: Callable[[S, Seat, str, bool], tuple[str, Json]] = no_circumstances
    forms: tuple[tuple[str, str], ...] = ()
    """An example of each kind of condition, and what it means."""
    anywhere: Callable[[S, Seat, Json], tuple[bool | None, str]] = lambda _s, _seat, _condition: (None, "")
    """Whether a condition holds now (None: that cannot be told), by what hangs on no question; and by what."""
    people: Callable[[S], Sequence[str]] = none_of_them
    """Those who can be somewhere, and have things."""
    of_enemies: Callable[[Json], bool] = lambda _condition: False
    """Whether a condition is about enemies whom its order would meet."""


@dataclass(frozen=True)
class Word(Generic[S]):
    """An order word: the question it answers, how it is written, and what it does.

    With a `policy` the same line can be given before its question opens, and holds for the first of the scopes named in
    `holds` that runs (none: the narrowest). One that stands holds for the usual scope if that is among those, or those that
    the question is asked `within`, else for the first of them that runs or is to come. `answers` is False for a word that
    only ever gives a standing order. `once`: the question is asked of a seat once in the narrowest scope at most.
    `in_a_row`: it is asked several times, one behind the other, and several orders of a letter answer it in turn. `waits`: a
    line written before the question opens is kept until it does. `own`: so is this one, for the Segment that the question
    belongs to. `closes`: it ends its Segment. `last`: no order for the same question stands behind it in a letter. `act`: it
    answers no question, but does one of its seat's Acts; written at a moment when the seat can do none of them, it is kept
    until it can. Several Words can share a key: those of a Menu; and a verb: an order given by one answers the questions of
    all that have the same policy. `synonyms` are other order words for the same; `example` is a line as a player may write
    it, for the reference of order words.
    """

    verb: str
    key: str
    usage: str
    about: str
    policy: Policy[S] | None = None
    answers: bool = True
    once: bool = False
    in_a_row: bool = False
    waits: bool = False
    own: bool = False
    closes: bool = False
    last: bool = False
    act: bool = False
    holds: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True)
class SoloPlay(Generic[S]):
    """How the segments of a seat would go if nobody else did anything.

    `play` goes on from any position, through all segments that the seat can tell, and asks the seat what they ask. Where
    somebody else is asked one of the questions `let_pass`, the default is taken for their answer. Behind an answer to one of
    the questions `hands_over` somebody else has their turn before the seat is asked again. `tells_ends`: where `play` stops
    the segment is over.
    """

    play: Callable[[S, Seat], Coroutine[Any, Any, None]]
    let_pass: frozenset[str] = frozenset()
    hands_over: frozenset[str] = frozenset()
    tells_ends: bool = True


def for_all(*_: Any) -> bool:
    """For what holds of all."""
    return True


def nothing(*_: Any) -> None:
    """For what a game has nothing to say of."""
    return


def as_logged(turn: str) -> str:
    """For games whose readers count as the log does."""
    return turn


def as_it_is(_s: Any, _decision: Decision, option: str) -> str:
    """The option that a line names."""
    return option


def no_other_forms(*_: Any) -> Mapping[str, str]:
    """No option is written in another way."""
    return {}


def nowhere(*_: Any) -> str:
    """No place at all."""
    return ""


def as_said(_s: Any, said: Json) -> Json:
    """For games in which every name stays."""
    return said


def no_objection(*_: Any) -> str:
    """For games in which nothing of this kind can be wrong."""
    return ""


def last_one_left(_s: Any, left: tuple[Seat, ...]) -> Seat | None:
    """For games that go on while two or more play."""
    return left[0] if len(left) == 1 else None


def those_in_the_subject(_s: Any, decision: Decision) -> tuple[str, ...]:
    """For games whose questions name in their subject who acts."""
    return tuple(decision.subject.split())


def all_the_game(_s: Any) -> tuple[Scope, ...]:
    """The one scope of a game without others: a standing order holds to the game's end."""
    return (Scope("game", "", usual=True),)


def plain_name(_s: Any, option: str) -> tuple[str, ...]:
    """An id as people read it: "Black Cloth" for black_cloth."""
    return (" ".join(word.capitalize() for word in option.split("_")),)


@dataclass(frozen=True)
class Orders(Generic[S]):
    """What a game may add to the orders that players write.

    `form(s, seat)` are the lines that a reply form offers beyond the open questions, so that one letter carries as far as it
    can; `ahead(s, seat)` are lines of its next segment that the form shows as comments. `known(s)` are all ids that a line
    which waits can name, so that a slip is told at once (none: nothing is checked). `speaks(s, word)` tells whether an order
    word has any use in this scenario. `why_not(s, decision, verb, ids)` tells why a line with this order word that names
    these ids is not open, where the game can tell; `why_not_yet(s, seat, verb, ids)` why nothing asks now for what this
    order word is for, where it comes later (then only a line that says so is a standing order), or what is written instead
    (`ids()` looks up what the line names). `facts(s, decision)` are short lines that stand under a question: what its seat
    should know of the options, and may. `synonyms` are what players write for its words; `acting(s, decision)` are the ids
    of those who act in a question, whom a line may name in front ("York: march Ely"). `place(s, seat, id)` is where a piece
    of the seat stands ("": it is none), so that a line can say from where it goes. `better(s, decision, option)` is the
    option of a Menu that is taken for one that a line names: another only where the line leaves open by what means, and the
    better means cost nothing. `in_full(s, decision)` are options of a Menu as they are written with the names of all that
    they take anyway, each with its option. `part(s)` names the part of the game that is played: as long as it is the same,
    so are the order words and names that are known.
    """

    form: Callable[[S, Seat], tuple[str, ...]] = none_of_them
    ahead: Callable[[S, Seat], tuple[str, ...]] = none_of_them
    known: Callable[[S], Iterable[str]] = none_of_them
    speaks: Callable[[S, Word[S]], bool] = for_all
    why_not: Callable[[S, Decision, str, list[str]], str | None] = nothing
    why_not_yet: Callable[[S, Seat, str, Callable[[], list[str]]], str | None] = nothing
    facts: Callable[[S, Decision], tuple[str, ...]] = none_of_them
    synonyms: Synonyms = field(default_factory=Synonyms)
    acting: Callable[[S, Decision], tuple[str, ...]] = those_in_the_subject
    place: Callable[[S, Seat, str], str] = nowhere
    better: Callable[[S, Decision, str], str] = as_it_is
    in_full: Callable[[S, Decision], Mapping[str, str]] = no_other_forms
    part: Callable[[S], str] = lambda _s: ""


@dataclass(frozen=True)
class Standing(Generic[S]):
    """How long standing orders hold in a game, and what they can be bound to.

    `scopes(s)` names the narrowest scope first: a line given early holds for that one, a standing order for the usual one
    (or, where none is, the second, or only, one). `scope_names` are what scopes are called, those that do not run now among
    them. `can_come(s, key)` tells whether a question can still come in the usual scope: False only where it is certain that
    it cannot. `situations` are conditions in a player's words. `renewed(s, said)` is what an order says (plain data) by the
    names that those it names have now. `lengths` says how long an order holds, by the name of a scope that only this game
    has ("this levy"), with a plus behind the name of one that is coming.
    """

    scopes: Callable[[S], tuple[Scope, ...]] = all_the_game
    scope_names: tuple[str, ...] = ("game",)
    can_come: Callable[[S, str], bool] = for_all
    situations: Situations[S] | None = None
    renewed: Callable[[S, Json], Json] = as_said
    lengths: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Segments(Generic[S]):
    """For orders that are written ahead: the segments of a seat, and what can be told of them.

    `of(s, seat, given)` are those that can be told, in their order: the one under way, or the next, first. By key come the
    answers that the seat has given that are no part of the State yet: in secret, or written ahead for a question `foreseen`.
    A heading of a letter names a segment with a number by one of the `numbered` kinds (`card 2`), another by a `plain` one.
    `foreseen(s, seat)` are questions whose options can be told before they are asked: a line for one is checked whole.
    `why_over(s, seat, name)` tells why nothing more can be ordered in a segment, `why_never(s, seat, segment, verb, ids)`
    why a line can never be carried out in one to come. `verdict(events)` tells whether what an order tried has come true, by
    the Events that followed it; None while, or where, no die decides. `forms` are the templates of the segments' names, by
    which `named` knows one again that was kept in the log.
    """

    of: Callable[[S, Seat, Mapping[str, Json]], tuple[Segment, ...]] = none_of_them
    numbered: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    foreseen: Callable[[S, Seat], tuple[Decision, ...]] = none_of_them
    why_over: Callable[[S, Seat, str], str | None] = nothing
    why_never: Callable[[S, Seat, Segment, str, list[str]], str | None] = nothing
    verdict: Callable[[Sequence[Event]], bool | None] = nothing
    forms: tuple[Text, ...] = ()

    def named(self, name: str) -> str:
        """The name of a segment as a Text."""
        return read_as(name, self.forms)


def no_forecast(*_: Any) -> Forecast:
    """For games that tell no costs and no odds."""
    return Forecast()


@dataclass(frozen=True)
class Previews(Generic[S]):
    """What a letter's orders would come to.

    `forecast(s, seat, decision, answer)` tells what an answer would cost its seat and the odds of its rolls, by what the
    seat can see. `units` are what costs are paid with, each with its plural, in groups that are told one after another (a
    group in the order of the lines; what is in none stands behind, and has no plural). `lookahead` is how a seat's segments
    are played ahead (None: each line is read as things stand); every roll comes out with the `best` face there, or the one
    that `best_of` has for its key. `enemies(s, seat, place)` tells in a few words whom the seat would meet who goes there
    ("": nobody that it can see), for orders of which no more can be foretold. `brings(s, seat, decision, answer, events,
    asked)` is what comes of itself behind an answer at the lookahead, beside its forecast, by the Events there, the position
    behind them, and what the seat is asked then: what it costs, and words for it that stand in a receipt too.
    """

    forecast: Callable[[S, Seat, Decision, Json], Forecast] = no_forecast
    units: Units = ()
    lookahead: SoloPlay[S] | None = None
    best: int = LOWEST_FACE
    best_of: Mapping[str, int] = field(default_factory=dict)
    enemies: Callable[[S, Seat, str], str] = no_objection
    brings: Callable[[S, Seat, Decision, Json, Sequence[Event], Sequence[Decision]], Forecast] = no_forecast


def private_or_named(_s: Any, seat: Seat, event: Event) -> bool:
    """For games that do not say what concerns a seat: what not everybody may see, and what names it. A table by the names of
    seats names none of them.
    """
    return event.seen_by is not None or _names(event.data, seat)


def _names(data: Json, seat: Seat) -> bool:
    if isinstance(data, dict):
        return any(_names(each, seat) for each in data.values())
    return any(_names(each, seat) for each in data) if isinstance(data, list) else data == seat


@dataclass(frozen=True)
class Reports(Generic[S]):
    """What reports can show of a game beside its View and its Events.

    `stamp(s, event)` is the turn that begins with an Event, as people count them, for the history of a game. `atlas` is
    the map in words, `cards` are the printed cards. `picture(s, seat, events)` is the board for a picture of it, as a
    seat ("": an observer) may see it; what moved comes from the Events, which must be such as it may see. `chronicle` is
    what is told of a game that is over. `headline(s, seat, events)` has what mattered most in Events that a seat may
    see: at most three Events made of them, the weightiest first, and last how the seat stands. `handout(s)` is what
    players who own no copy need of the scenario's components, such as the text of its cards, in titled groups: it goes
    into the player's aid. `score(s, seat)` is an Event that tells who leads, for the head of the page, of what everybody
    may know (None: nothing to say). `leads` has the fields of the State that count who leads, with who does above 0 and who
    below. `moment` tells a time in play, as the log has it, as readers count. `sealed` has the keys of questions whose
    answers stay secret for a time, each with whether a seat's (s, seat) has come to light. `concerns(s, seat, event)` tells
    whether a seat is written to at once of an Event that it may see, and looks at nothing that it may not. With an Event
    of which `round(s, event)` is true a round of the game ends; without it, with each stamp.
    """

    stamp: Callable[[S, Event], TurnLabel | None] = nothing
    atlas: Atlas[S] = field(default_factory=no_map)
    cards: CardBook[S] = field(default_factory=no_cards)
    picture: Callable[[S, Seat, Sequence[Event]], Picture | None] = nothing
    chronicle: Chronicle[S] = field(default_factory=no_chronicle)
    headline: Callable[[S, Seat, Sequence[Event]], Sequence[Event]] = none_of_them
    handout: Callable[[S], Sequence[Handout]] = none_of_them
    score: Callable[[S, Seat], Event | None] = nothing
    leads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    moment: Callable[[str], str] = as_logged
    sealed: Mapping[str, Callable[[S, Seat], bool]] = field(default_factory=dict)
    concerns: Callable[[S, Seat, Event], bool] = private_or_named
    round: Callable[[S, Event], bool] | None = None

    def ends_round(self, s: S, event: Event) -> bool:
        """Whether a round of the game is over with an Event."""
        return self.stamp(s, event) is not None if self.round is None else self.round(s, event)


def no_ruling(_s: Any, line: str) -> Ruled:
    """For games whose positions cannot be changed by hand."""
    raise Illegal(f"a position of this game cannot be changed by hand: {line}")


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a ruling has changed: its `line` as it was understood, and who may see that (None: everybody)."""

    line: str
    seen_by: frozenset[Seat] | None = None


@dataclass(frozen=True)
class Rulings(Generic[S]):
    """How the game master puts a position right by hand.

    `change(s, line)` does what a line says ("march at ely"), or raises a BadLine, which names what there is; then nothing
    has changed. `forms` has an example of each kind of line, and what it means.
    """

    change: Callable[[S, str], Ruled] = no_ruling
    forms: tuple[tuple[str, str], ...] = ()


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
    checks: Callable[[S], Iterable[str]] = none_of_them
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
    told_options: Callable[[Setup], Iterable[str]] = none_of_them
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
    allies: Callable[[S, Seat], tuple[Seat, ...]] = none_of_them
    """Those whom a seat writes to with `tell allies`."""
    term: Callable[[S, Decision], Term] = own_turn
    """Which term of time a question has. It looks at nothing that is not known to all: deadlines are told to all. The
    question of a WINDOW has a default.
    """
    rulings: Rulings[S] = field(default_factory=Rulings)
    """How a position is put right by hand."""
    sample: Sample = field(default_factory=Sample)
    """How it is played by chance, for its letters to be tried."""

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
