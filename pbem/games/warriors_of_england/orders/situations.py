"""Conditions: "they are fewer", "outnumbered 2 to 1", "I control wales", "warwick is at york", "troops under 3".

"We" and "they" are the Nobles of both sides in the area that a question is about: of a battle, or where a march or a Noble
who is placed goes. Both are counted as in a battle, each Noble and each Troop as one (7.3.1).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.phrase import words_of
from pbem.engine.refusal import Misread
from pbem.games.warriors_of_england.aftermath.placing import PLACE
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, strength
from pbem.games.warriors_of_england.components.options import NOBODY, PASS, March, PlaceAt
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.orders.policies import lexicon
from pbem.i18n import Text
from pbem.orders.conditions.judging import situations
from pbem.orders.conditions.reading import Atoms, Circumstances, Judged

TROOPS, UNITS, TURN, POINTS = "troops", "units", "turn", "points"
CONTROL = re.compile(r"(?P<who>i|we|they|the enemy|nobody) (?:control|controls) (?P<area>.+)")
NOBLE_AT = re.compile(r"(?P<noble>.+?) is (?P<how>there|at|in|near)(?: (?P<area>.+))?")
WHO = {"i": "mine", "we": "mine", "they": "theirs", Text("the enemy"): "theirs", "nobody": "nobodys"}
CONTROL_WORDS = {"mine": "I control", "theirs": "they control", "nobodys": "nobody controls"}
EXAMPLES = ("they are fewer", "outnumbered 2 to 1", "I control wales", "troops under 3")
FORMS: tuple[tuple[str, str], ...] = (
    ("they are fewer", Text("The enemies there have fewer Nobles and Troops than you. Also: we are more.")),
    ("outnumbered 2 to 1", Text("They have at least twice as many.")),
    ("we outnumber them 3 to 2", Text("You have at least 3 for every 2 of theirs.")),
    (
        "troops under 3",
        Text("Your Nobles there have fewer than 3 Troops. Also: over, at least, at most; units (Nobles and Troops)."),
    ),
    ("warwick has at least 2 troops", Text("The same for a Noble by name.")),
    ("turn over 6", Text("The turn is later than 6. Also: points, your lead in VP.")),
    ("I control wales", Text("You control Wales. Also: they control, nobody controls.")),
    ("warwick is there", Text("Warwick is in the area in question. Also: at, in or near an area.")),
    ("wales is empty", Text("Nobody is in Wales; without an area: where the order goes. Also: enemies are there.")),
    ("at london", Text("It happens in London. Also: near london (there or adjacent).")),
    ("not outnumbered", Text('The opposite of any condition. "unless" does the same in place of "if".')),
    ("they are fewer and turn over 3", Text('Both. With "or" one of the two is enough.')),
)


def around(s: State, seat: Seat, decision: Decision | None, answer: Json = None) -> Circumstances:
    """What a condition is judged by: the area of the battle, or where the campaign or Noble in the answer goes, with the
    Nobles there.
    """
    side = Side(seat)
    area, going, goal = Area(""), tuple[NobleId, ...](), Area("")
    if s.battle is not None:
        area = s.battle.at
    elif decision is not None and decision.key == CAMPAIGN and answer and answer != PASS:
        march = March.read(answer)
        area = goal = march.to
        going = march.nobles
    elif decision is not None and decision.key == PLACE and answer and answer != NOBODY:
        placed = PlaceAt.read(answer)
        area = goal = Area(placed.area or s.board.nobles[placed.noble].home)
        going = (placed.noble,)
    elif decision is not None:
        area = next((Area(word) for word in words_of(decision.subject) if word in s.board.areas), area)
    mine = [*at(s, area, side), *going]
    return Circumstances(area, tuple(dict.fromkeys(mine)), tuple(at(s, area, side.enemy)), going, goal=goal)


def read(s: State, _seat: Seat, text: str, _about: Sequence[str]) -> Json:
    """Reads a condition about control or a Noble; None for others. Raises BadLine."""
    if (match := CONTROL.fullmatch(text)) is not None:
        return ["control", WHO[match["who"]], _area(s, match["area"])]
    if (match := NOBLE_AT.fullmatch(text)) is not None:
        noble = lexicon(s).read_one(match["noble"], list(s.board.nobles))
        if match["how"] == "there":
            return ["there", noble]
        if not match["area"]:
            raise Misread(Text("a place is missing"), [f"{match['noble']} is at london"])
        return ["stands", noble, read_place(s, match["how"], match["area"])]
    return None


def read_place(s: State, how: str, text: str) -> Json:
    """Reads ["at", area] or ["near", area]. Raises BadLine."""
    return ["near" if how == "near" else "at", _area(s, text)]


def _area(s: State, text: str) -> str:
    return lexicon(s).read_one(text, list(s.board.areas))


def write(s: State, condition: Json) -> str:
    name, (kind, *parts) = lexicon(s).name, condition
    match kind:
        case "control":
            return f"{CONTROL_WORDS[parts[0]]} {name(parts[1])}"
        case "there":
            return f"{name(parts[0])} is there"
        case "stands":
            return f"{name(parts[0])} is {write(s, parts[1])}"
    return f"{kind} {name(parts[0])}"


def judge(s: State, seat: Seat, here: Circumstances, condition: Json) -> Judged:
    """Whether a condition of this game holds, with the fact in words."""
    kind, *parts = condition
    match kind:
        case "control":
            return _controlled(s, Side(seat), *parts)
        case "there":
            there = parts[0] in (*here.ours, *here.theirs)
            return Judged(there, f"{lexicon(s).name(parts[0])} is {'' if there else 'not '}there")
        case "stands":
            return _is_at(s, s.nobles[NobleId(parts[0])].at, *parts[1])
    return _is_at(s, Area(here.place), kind, parts[0])


def _controlled(s: State, side: Side, whose: str, area: Area) -> Judged:
    holder = s.board.areas[area].faction or s.control.get(area)
    wanted = {"mine": side, "theirs": side.enemy, "nobodys": None}[whose]
    holder_name = holder.value.title() if holder is not None else "nobody"
    return Judged(holder is wanted, f"{holder_name} controls {lexicon(s).name(area)}")


def _is_at(s: State, place: Area, kind: str, area: Area) -> Judged:
    if place not in s.board.areas:
        return Judged(False if place else None)
    near = kind == "near" and area in s.board.borders[place]
    return Judged(place == area or near, f"at {lexicon(s).name(place)}")


def count(s: State, noble: str, what: str) -> int:
    """The number of a Noble's Troops, or of units: the Noble and his Troops."""
    troops = s.nobles[NobleId(noble)].troops
    return troops if what == TROOPS else troops + 1


def figure(s: State, seat: Seat, what: str) -> int:
    """The number of the turn, or the VP by which a side is ahead."""
    lead = s.vp if Side(seat) is Side.LANCASTER else -s.vp
    return {TURN: s.turn, POINTS: lead}[what]


ATOMS: Atoms[State] = Atoms(
    lexicon=lexicon,
    around=around,
    people=lambda s: list(s.board.nobles),
    own=lambda s, seat, noble: s.nobles[NobleId(noble)].by == seat,
    may_see=lambda _s, _seat, _noble: True,
    units=lambda s, noble: strength(s, [NobleId(noble)]),
    countable=lambda _s: [TROOPS, UNITS],
    count=count,
    place=read_place,
    read=read,
    write=write,
    judge=judge,
    figures=(TURN, POINTS),
    figure=figure,
    offered=(TROOPS, TURN),
    fixed=frozenset(
        (
            "control",
            "stands",
        )
    ),
    standing=lambda s, area: [noble for side in Side for noble in at(s, Area(area), side)],
    examples=EXAMPLES,
    forms=FORMS,
)
SITUATIONS = situations(ATOMS)
