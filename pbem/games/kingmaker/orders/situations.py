"""Conditions: "we are outnumbered", "outnumbered 2 to 1", "I attack", "the King is there", "round over 3".

"We" and "they" are the Nobles of both sides in the combat that a question is about, or those where an order would attack.
Both are counted by their men, with the bonuses of the place and without the garrison.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.phrase import words_of
from pbem.games.kingmaker.asking.leading_against import ASSENT, attack_of
from pbem.games.kingmaker.asking.options import Attack, Besiege, LeadAgainst
from pbem.games.kingmaker.components.ids import Area, NobleId, Place, RoyalId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, are_friends, area_of, at, in_field, men_here, royals_with
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.orders.policies import lexicon
from pbem.games.kingmaker.orders.whose import KINDS, KING, is_king, judge_whose, read_whose, write_whose
from pbem.games.kingmaker.prestige import kings, prestige
from pbem.i18n import Text
from pbem.orders.conditions.judging import situations
from pbem.orders.conditions.reading import Atoms, Circumstances, Judged

MEN, CARDS, ROUND, PRESTIGE = "men", "cards", "round", "prestige"
ATTACKING, DEFENDING = "attacking", "defending"
SIDES = {
    "i attack": ATTACKING,
    "we attack": ATTACKING,
    "attacking": ATTACKING,
    "i defend": DEFENDING,
    "we defend": DEFENDING,
    "defending": DEFENDING,
    "i am attacked": DEFENDING,
    "attacked": DEFENDING,
}
SAID = {ATTACKING: "I attack", DEFENDING: "I defend"}
STANDS = re.compile(r"(?P<who>.+?) is (?P<how>there|at|in)(?: (?P<place>.+))?")
EXAMPLES = ("outnumbered 2 to 1", "I defend", "the King is there", "round over 3")
FORMS: tuple[tuple[str, str], ...] = (
    ("they are fewer", Text("Their Nobles there have fewer men than yours. Also: we are more.")),
    ("outnumbered 2 to 1", Text("They have at least twice as many men as you.")),
    ("we outnumber them 3 to 2", Text("You have at least 3 men for every 2 of theirs.")),
    ("I defend", Text("You are attacked. Also: I attack.")),
    ("the King is there", Text("A crowned Royal is in the combat. Also: Neville is there, Margaret is there.")),
    ("Neville is at York", Text("Neville is in the Area of York.")),
    ("I hold York", Text("York is yours or an ally's. Also: they hold, nobody holds, or a player by name.")),
    ("nobody holds Margaret", Text("Margaret lives and is nobody's. Also: Red holds the King, Margaret is dead.")),
    (
        "Red calls a Parliament",
        Text("A Parliament of Red's gathers or sits, or its King's Peace holds."),
    ),
    ("round over 3", Text('The round is later than 3. Also: prestige, your own points; "until round 6" ends an order.')),
    ("not outnumbered", Text('The opposite of any condition. "unless" does the same in place of "if".')),
    ("they are fewer and round over 3", Text('Both. With "or" one of the two is enough.')),
)


def around(s: State, seat: Seat, decision: Decision | None, answer: Json = None) -> Circumstances:
    """What a condition is judged by: the combat under way, or the one that the answer would begin; else the Nobles in the
    question's subject.
    """
    if s.fight is not None:
        return _fighting(s, seat, s.fight)
    if decision is not None and (force := LeadAgainst.fits(decision.subject if decision.key == ASSENT else str(answer))):
        return _of_force(s, force)
    if decision is None or not isinstance(answer, str):
        return Circumstances("")
    if (attack := Attack.fits(answer)) is not None:
        ours = attack.nobles or tuple(in_field(s, attack.area, seat))
        theirs = tuple(in_field(s, attack.area, *allied(s, attack.seat)))
        return Circumstances(attack.area, tuple(ours), theirs, moment=ATTACKING, goal=attack.area)
    if (siege := Besiege.fits(answer)) is not None:
        area = s.board.places[siege.place].area
        ours = siege.nobles or tuple(in_field(s, area, seat))
        return Circumstances(area, ours, tuple(at(s, inside(siege.place))), moment=ATTACKING, goal=area)
    return Circumstances("", named=tuple(word for word in words_of(decision.subject) if word in s.nobles))


def _of_force(s: State, order: LeadAgainst) -> Circumstances:
    """13.2 The attack of a Force, seen from its commander's player."""
    fight = attack_of(s, order)
    if fight is None:
        return Circumstances("")
    return Circumstances(fight.area, tuple(fight.attackers), tuple(fight.defenders), moment=ATTACKING, goal=fight.area)


def _fighting(s: State, seat: Seat, fight: Fight) -> Circumstances:
    attacks = are_friends(s, seat, fight.leader)
    sides = (fight.attackers, fight.defenders) if attacks else (fight.defenders, fight.attackers)
    moment = ATTACKING if attacks else DEFENDING
    return Circumstances(fight.area, tuple(sides[0]), tuple(sides[1]), moment=moment, goal=fight.area)


def read(s: State, _seat: Seat, text: str, _about: Sequence[str]) -> Json:
    """Reads a condition of this game; None for others. Raises BadLine."""
    if text in SIDES:
        return ["side", SIDES[text]]
    if (condition := read_whose(s, text)) is not None:
        return condition
    if (match := STANDS.fullmatch(text)) is not None:
        people = [*s.board.cards.nobles, *s.royals]
        who = KING if is_king(match["who"]) else lexicon(s).read_one(match["who"], people)
        if match["how"] == "there" or not match["place"]:
            return ["there", who]
        return ["stands", who, _place(s, match["place"])]
    return None


def read_place(s: State, how: str, text: str) -> Json:
    """Reads ["at", place]. Raises BadLine."""
    return ["at" if how == "near" else how, _place(s, text)]


def _place(s: State, text: str) -> str:
    return lexicon(s).read_one(text, list(s.board.places))


def write(s: State, condition: Json) -> str:
    kind, *parts = condition
    match kind:
        case "side":
            return SAID[parts[0]]
        case _ if kind in KINDS:
            return write_whose(s, kind, *parts)
        case "there":
            return f"{_called(s, parts[0])} is there"
        case "stands":
            return f"{_called(s, parts[0])} is at {lexicon(s).name(parts[1])}"
    return f"{kind} {lexicon(s).name(parts[0])}"


def _called(s: State, who: str) -> str:
    return "the King" if who == KING else lexicon(s).name(who)


def judge(s: State, seat: Seat, here: Circumstances, condition: Json) -> Judged:
    """Whether a condition of this game holds, with the fact in words."""
    kind, *parts = condition
    match kind:
        case "side":
            return Judged(here.moment == parts[0] if here.moment else None, SAID[parts[0]])
        case _ if kind in KINDS:
            return judge_whose(s, seat, kind, *parts)
        case "there":
            return _there(s, here, parts[0])
        case "stands":
            return _stands(s, parts[0], Place(parts[1]))
    area = s.board.places[Place(parts[0])].area
    return Judged(here.place == area if here.place else None, Text("at {place}", place=name_of(s, parts[0])))


def _there(s: State, here: Circumstances, who: str) -> Judged:
    """10, 8 Whether somebody is among the Nobles of both sides, or with one of them."""
    nobles = [NobleId(each) for each in (*here.ours, *here.theirs)]
    people = [*nobles, *royals_with(s, *nobles)]
    there = any(royal in people for royal in kings(s)) if who == KING else who in people
    sentence = Text("{who} is there", who=_called(s, who)) if there else Text("{who} is not there", who=_called(s, who))
    return Judged(there if nobles else None, sentence)


def _stands(s: State, who: str, place: Place) -> Judged:
    area = s.board.places[place].area
    if who == KING:
        spots = [s.board.area(s.royals[royal].at) for royal in kings(s)]
    elif who in s.royals:
        spots = [s.board.area(s.royals[RoyalId(who)].at)]
    else:
        spots = [area_of(s, NobleId(who))] if who in s.nobles else []
    return Judged(area in spots, Text("{who} is at {place}", who=_called(s, who), place=name_of(s, place)))


def count(s: State, noble: str, what: str) -> int:
    """1.4 The men of a Noble where he is, or the number of his cards."""
    unit = s.nobles.get(NobleId(noble))
    if unit is None:
        return 0
    return men_here(s, NobleId(noble)) if what == MEN else len(unit.cards) + 1


def figure(s: State, seat: Seat, what: str) -> int:
    """The number of the round, or the player's own prestige."""
    return s.round if what == ROUND else prestige(s, seat)


ATOMS: Atoms[State] = Atoms(
    lexicon=lexicon,
    around=around,
    people=lambda s: list(s.board.cards.nobles),
    own=lambda s, seat, noble: NobleId(noble) in s.nobles and s.nobles[NobleId(noble)].owner == seat,
    may_see=lambda _s, _seat, _noble: True,
    units=lambda s, noble: men_here(s, NobleId(noble)) if NobleId(noble) in s.nobles else 0,
    countable=lambda _s: [MEN, CARDS],
    count=count,
    place=read_place,
    read=read,
    write=write,
    judge=judge,
    figures=(ROUND, PRESTIGE),
    figure=figure,
    offered=(MEN, ROUND),
    fixed=KINDS | {"stands"},
    standing=lambda s, place: in_field(s, Area(place)) if place in s.board.region else at(s, inside(Place(place))),
    examples=EXAMPLES,
    forms=FORMS,
)
SITUATIONS = situations(ATOMS)
