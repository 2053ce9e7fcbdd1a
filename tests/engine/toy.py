"""The Fair: a toy game that asks one question of every shape, with dice, a deck, private events and standing orders."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.engine.decision import (
    Assign,
    Decision,
    Json,
    Menu,
    Number,
    Options,
    Pick,
    PickSome,
    Seat,
    Sequence,
    Shape,
    Split,
    Stack,
    Together,
    YesNo,
)
from pbem.engine.dice import Fate, Mixed, RollId, roll, shuffle
from pbem.engine.event import Event, tell
from pbem.engine.game.orders import Orders, Word
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup, always
from pbem.engine.game.standing import Policy, Scope, Standing
from pbem.engine.log.entry import Entry, Fixed
from pbem.engine.refusal import Illegal, Misread
from pbem.engine.table import Table
from pbem.orders.words.lexicon import Lexicon, plain_words

RED, BLUE = SEATS = ("red", "blue")
TOWNS = ("ely", "york", "kings_lynn", "st_albans")
GOODS = ("wool", "salt", "black_cloth")
CARTS = ("first", "second", "third")
TRICKS = ("juggle", "sing york", "sing ely", "rest")
CARDS = ("ace", "king", "queen", "knave", "ten")
MENU_TURNS = 3
NAMES = {
    "kings_lynn": ("King's Lynn", "Lenne"),
    "st_albans": ("St Albans",),
    "black_cloth": ("Black Cloth", "drap"),
    "ely": ("Ely",),
    "york": ("Yórk", "Eboracum"),
}


class Tally(Fixed):
    """Counts how often anybody looked at options."""

    def __init__(self) -> None:
        self.looked = 0


@dataclass
class Fair:
    """The position: what has been told, day by day."""

    tally: Tally
    days: int
    day: int = 0
    told: list[Json] = field(default_factory=list)
    hands: dict[Seat, list[str]] = field(default_factory=dict)
    result: Json = None
    events: list[Event] = field(default_factory=list)


Flow = Callable[[Fair], Coroutine[Any, Any, None]]


def counted(s: Fair, options: Iterable[str]) -> Options:
    """Options that leave a trace when they are computed."""

    def compute() -> list[str]:
        s.tally.looked += 1
        return list(options)

    return compute


def one_cart_each(_item: str, bin_: str, so_far: Mapping[str, str]) -> str | None:
    """Each good goes on a cart of its own."""
    return f"'{bin_}' is full" if bin_ in so_far.values() else None


def shares(s: Fair) -> Callable[[], Mapping[str, int]]:
    """Limits that leave a trace too."""

    def compute() -> dict[str, int]:
        s.tally.looked += 1
        return {"ely": 2, "york": 3, "kings_lynn": 1}

    return compute


def load(s: Fair, seat: Seat) -> Decision:
    """1 An Assign, asked of both at once."""
    shape = Assign(counted(s, GOODS), counted(s, CARTS), len(GOODS), one_cart_each)
    return Decision(seat, "1 load", seat, "What goes on which cart?", shape, lambda: dict(zip(GOODS, CARTS, strict=True)))


def ask(s: Fair, seat: Seat, key: str, shape: Shape, default: Callable[[], Json] | None = None) -> Decision:
    """A question about today."""
    return Decision(seat, key, f"day {s.day}", f"{key}?", shape, default)


async def play(s: Fair) -> None:
    """Some days of the Fair."""
    while s.day < s.days:
        s.day += 1
        await fair_day(s)
    s.result = {"winner": RED if sum(map(len, map(str, s.told))) % 2 else BLUE}


async def fair_day(s: Fair) -> None:
    """One question of every shape."""
    loads = await Together((load(s, RED), load(s, BLUE)))
    tell(s, "1", "loaded", red=loads[0], blue=loads[1])
    await deal(s)
    for seat in SEATS:
        s.told.append([seat, await morning(s, seat)])
    await evening(s)


async def deal(s: Fair) -> None:
    """2 Two cards each, shown to their owner only."""
    deck = await shuffle("2 deal", "deck", CARDS)
    for seat in SEATS:
        s.hands[seat] = [deck.pop(), deck.pop()]
        tell(s, "2", "hand", seen_by=frozenset({seat}), cards=list(s.hands[seat]))


async def morning(s: Fair, seat: Seat) -> list[Json]:
    """3 to 8: a seat's questions."""
    go = await ask(s, seat, "3 go", YesNo(), lambda: True)
    price = await ask(s, seat, "4 price", Number(2, 9), lambda: 5)
    town = await ask(s, seat, "5 town", Pick(counted(s, TOWNS)), lambda: "ely")
    some = await ask(s, seat, "6 take", PickSome(counted(s, GOODS), 0, 2), list)
    order = await ask(s, seat, "7 line", Sequence(counted(s, CARTS)), lambda: list(CARTS))
    split = await ask(s, seat, "8 share", Split(shares(s), 4), lambda: {"ely": 2, "york": 2})
    tell(s, "8", "morning", seat=seat, town=town, take=some)
    return [go, price, town, some, order, split]


async def evening(s: Fair) -> None:
    """9 Tricks until somebody rests; each is tested with a die. 10 Then where to go on the way home."""
    await tricks(s)
    s.told.append(await ask(s, BLUE, "10 way", Stack(ways(s), 3), lambda: ["york", "york", "ely"]))


def ways(s: Fair) -> Callable[[], Mapping[str, int]]:
    """Limits of a Stack."""

    def compute() -> dict[str, int]:
        s.tally.looked += 1
        return {"ely": 1, "york": 2, "kings_lynn": 3}

    return compute


async def tricks(s: Fair) -> None:
    """9 At most three."""
    for turn in range(MENU_TURNS):
        trick = await Decision(RED, "9 trick", f"day {s.day} turn {turn}", "Which trick?", Menu(counted(s, TRICKS)))
        if trick == "rest":
            return
        die = await roll("9 trick", trick)
        s.told.append([trick, die])
        tell(s, "9", "trick", trick=trick, die=die)


# For the engine


def new_state(setup: Setup) -> Fair:
    """Days by option; the tally by data, so that a test can hold it."""
    return Fair(setup.data["tally"], setup.options.get("days", 2))


def turn(s: Fair) -> str:
    return f"day {s.day}"


def scopes(s: Fair) -> tuple[Scope, ...]:
    return Scope("day", str(s.day)), Scope("fair", "all")


def names(_s: Fair, option: str) -> tuple[str, ...]:
    return NAMES.get(option, (option,))


def read_towns(s: Fair, _seat: Seat, text: str) -> list[str]:
    """Towns in order of preference."""
    found = Lexicon(lambda o: names(s, o)).read_list(text, TOWNS)
    if not found:
        raise Misread("name a town", [])
    return found


def preferred_town(_s: Fair, decision: Decision, policy: Json) -> str | None:
    shape = decision.shape
    assert isinstance(shape, Pick)
    return next((town for town in policy if town in shape.options()), None)


def read_price(_s: Fair, _seat: Seat, text: str) -> int:
    """A price from 2 to 9."""
    words = plain_words(text)
    if len(words) != 1 or not words[0].isdigit():
        raise Misread("a price is a number", ["price 2"])
    if not 2 <= int(words[0]) <= 9:
        raise Illegal("a price is from 2 to 9", ["price 2"])
    return int(words[0])


def read_yes(_s: Fair, _seat: Seat, text: str) -> bool:
    """yes or no."""
    if plain_words(text) not in (["yes"], ["no"]):
        raise Misread("the answer is yes or no", ["go yes", "go no"])
    return plain_words(text) == ["yes"]


PRICE: Policy[Fair] = Policy(read_price, lambda _s, p: str(p), lambda _s, _d, p: p)
TOWN: Policy[Fair] = Policy(read_towns, lambda s, p: ", ".join(names(s, t)[0] for t in p), preferred_town)
GO: Policy[Fair] = Policy(read_yes, lambda _s, p: "yes" if p else "no", lambda _s, _d, p: p)
LOAD: Policy[Fair] = Policy(
    lambda _s, _seat, _text: dict(zip(GOODS, CARTS, strict=True)), lambda _s, _p: "as ever", lambda _s, _d, p: p
)

WORDS: tuple[Word[Fair], ...] = (
    Word("load", "1 load", "load GOOD CART, ...", "What goes on which cart."),
    Word("routine", "1 load", "routine", "Load as ever.", LOAD, answers=False),
    Word("go", "3 go", "go yes | go no", "Whether to go.", GO),
    Word("price", "4 price", "price 2 to 9", "What to ask.", PRICE, once=True),
    Word("town", "5 town", "town TOWN", "Where to go.", TOWN),
    Word("take", "6 take", "take GOOD, GOOD | take none", "What to take along."),
    Word("line", "7 line", "line CART, CART, CART", "The order of the carts."),
    Word("share", "8 share", "share NUMBER TOWN, ...", "How many to each town."),
    Word("juggle", "9 trick", "juggle", "Show three balls.", waits=True),
    Word("sing", "9 trick", "sing TOWN", "Sing of a town.", waits=True),
    Word("rest", "9 trick", "rest", "Show nothing more.", waits=True),
    Word("way", "10 way", "way TOWN, TOWN, TOWN", "The towns on the way home."),
)

TOY: Rules[Fair] = Rules(
    name="toy",
    title="The Fair",
    version=1,
    seats=always(*SEATS),
    scenarios={"fair": "A fair"},
    new_state=new_state,
    play=play,
    view=lambda s, seat: {"day": s.day, "told": s.told, "hand": s.hands.get(seat)},
    turn=turn,
    names=names,
    result=lambda s: s.result,
    vocabulary=WORDS,
    orders=Orders(known=lambda _s: (*TOWNS, *GOODS, *CARTS)),
    standing=Standing(scopes=scopes),
)

KEY = bytes(range(32))


def setup(days: int = 2) -> Setup:
    """A Setup with a tally of its own."""
    return Setup("fair", {"tally": Tally()}, {"days": days})


def tally_of(table: Table[Fair]) -> Tally:
    """The count of a table's looks at options."""
    return table.state.tally


def open_fair(days: int = 2, key: bytes = KEY) -> Table[Fair]:
    """The whole toy game, at its first question."""
    return Table.open_new(TOY, setup(days), Fate(key))


def restored(table: Table[Fair], entries: list[Entry] | None = None, rules: Rules[Fair] | None = None) -> Table[Fair]:
    """A second table from the log of the first."""
    log = table.entries if entries is None else entries
    return Table.restore(rules or table.rules, setup(table.state.days), table.chance, log)


# Games of a few questions


def asking(*questions: Decision | Together | Flow) -> Rules[Fair]:
    """Rules that ask these questions one after another and keep the answers; a function is a piece of play."""

    async def flow(s: Fair) -> None:
        for question in questions:
            if isinstance(question, Decision | Together):
                s.told.append(await question)
            else:
                await question(s)

    return replace(TOY, play=flow)


def table_of(*questions: Decision | Together | Flow) -> Table[Fair]:
    """A table at the first of these questions."""
    return Table.open_new(asking(*questions), setup(), Fate(KEY))


def question(shape: Shape, seat: Seat = RED, key: str = "5 town", subject: str = "ely") -> Decision:
    """A Decision for tests."""
    return Decision(seat, key, subject, "?", shape)


async def next_day(s: Fair) -> None:
    """The day passes."""
    s.day += 1


class Loaded:
    """A Chance that gives the faces it was loaded with, then ones, and keeps what it was asked."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.asked: list[tuple[RollId, Shape, dict[Seat, str]]] = []

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:
        self.asked.append((roll, shape, dict(mixed.salts)))
        return self.faces.pop(0) if self.faces else 1
