"""Conditions: "round over 1", "outnumbered 2 to 1", "strength under 2", "defending", "chance 60%".

"We" and "they" are the engaged blocks of a battle, each counted by its strength. All of that is open at the table (6.1).
Where a move goes they are all who stand there; the enemy's strength is hidden (2.2), so both are counted in blocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import comb

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.phrase import words_of
from pbem.engine.refusal import Misread
from pbem.games.richard_iii.battle.combat import firepower
from pbem.games.richard_iii.battle.treachery import loyalty, role_of
from pbem.games.richard_iii.components.blocks import at, in_play, people, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.options import Charge, Fire, Hold, March, Recruit, Retreat, Sail, Turn
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.orders.policies import lexicon
from pbem.i18n import Text
from pbem.orders.conditions.judging import situations
from pbem.orders.conditions.reading import Atoms, Circumstances, Judged

STRENGTH, ROUND, TURN, CAMPAIGN = "strength", "round", "turn", "campaign"
FACES = 6
CHANCE = re.compile(r"(?:the )?chance (?:is )?(?P<percent>[0-9]{1,3}) ?(?:%|percent)?(?: or more| or better)?")
ODDS = re.compile(
    r"(?:die |the |there |(?:we|i) (?:have|has) )?(?:a )?(?:chance (?:is |of |von )?(?:at least )?(?P<percent>[0-9]{1,3})"
    r"|(?:at least )?(?P<first>[0-9]{1,3}) (?:percent |prozent )?chance\b)(?: percent| prozent)?"
)
OTHER_ODDS = re.compile(r"chance (?:is )?(?:over|under|at most) (?P<percent>[0-9]{1,3})")
GERMAN = (
    (re.compile(r"\b(?:i|we)(?: is)? (?:konig|king)\b"), "i am king"),
    (re.compile(r"\b(?:i|we)(?: is)? (?:thronbewerber|pratendent)\b"), "i am pretender"),
    (re.compile(r"\b(?:am zug|dran|an der reihe|handelt)\b"), "acts"),
)
IS_THERE = re.compile(r"(?P<block>.+?) is there")
ACTS = re.compile(r"(?P<block>.+?) (?:is )?(?:acts|acting|in turn)")
ROLES = {
    "attacking": "attacks",
    "we attack": "attacks",
    "i attack": "attacks",
    "defending": "defends",
    "we defend": "defends",
    "i defend": "defends",
    "king": "king",
    "i am king": "king",
    "pretender": "pretender",
    "i am pretender": "pretender",
}
ROLE_WORDS = {"attacks": "attacking", "defends": "defending", "king": "I am King", "pretender": "I am Pretender"}
EXAMPLES = ("round over 1", "outnumbered 2 to 1", "strength under 2", "defending", "chance 60%")
FORMS: tuple[tuple[str, str], ...] = (
    ("round over 1", Text("From round 2 of a battle on. Also: at least, at most, under; turn, campaign.")),
    ("they are fewer", Text("Their engaged blocks have fewer steps than yours; where a move goes: fewer blocks.")),
    ("outnumbered 2 to 1", Text("They have at least twice as many steps.")),
    ("we outnumber them 3 to 2", Text("You have at least 3 steps for every 2 of theirs.")),
    ("strength under 2", Text("The block whose turn it is has so little strength left. Also: it has under 2 strength.")),
    ("Henry VI has at least 2 strength", Text("The named block has this much strength left.")),
    ("attacking", Text("You attack in the battle. Also: defending.")),
    ("I am King", Text("Your side is King. Also: I am Pretender.")),
    ("Warwick is there", Text("A block by name is engaged in the battle.")),
    ("an heir acts", Text("The block whose turn it is: a name, or heir, noble, church, levy, bombard, mercenary.")),
    ("chance 60%", Text("A charge kills its target, or a treachery roll comes off, so often or more.")),
    ("kent is empty", Text("Nobody is in Kent; without an area: where the move goes. Also: enemies are there.")),
    ("at kent", Text("The battle is in Kent. Also: near kent (there or adjacent).")),
    ("not outnumbered", Text('The opposite of any condition. "unless" does the same in place of "if".')),
    ("round over 1 and outnumbered", Text('Both. With "or" one of the two is enough.')),
)


def around(s: State, seat: Seat, decision: Decision | None, answer: Json = None) -> Circumstances:
    """What a condition is judged by: the battle under way or the area of a question, with the engaged blocks and the one
    that would act.
    """
    side = Side(seat)
    named = tuple(order.block for order in _orders(answer))
    if s.battle is not None:
        engaged = s.battle.engaged
        return Circumstances(s.battle.where, tuple(engaged[side]), tuple(engaged[side.enemy]), named, str(answer or ""))
    if going := _going(answer):
        block, to = going
        ours = tuple(dict.fromkeys([*at(s, to, side), block]))
        return Circumstances(to, ours, tuple(at(s, to, side.enemy)), (block,), goal=to)
    area = ""
    if decision is not None:
        area = next((word for word in words_of(decision.subject) if word in s.board.areas), "")
    return Circumstances(area, (), (), named, str(answer or ""))


def _going(answer: Json) -> tuple[BlockId, Area] | None:
    """The block that an answer moves or recruits, with its destination; None for other answers."""
    if not isinstance(answer, str):
        return None
    for form in (March, Sail):
        if (move := form.fits(answer)) is not None:
            return move.block, move.to
    recruit = Recruit.fits(answer)
    return None if recruit is None else (recruit.block, recruit.area)


def _orders(answer: Json) -> Sequence[Fire | Charge | Turn | Retreat | Hold]:
    """The battle orders that an answer stands for."""
    orders = [form.fits(answer) for form in (Fire, Charge, Turn, Retreat, Hold) if isinstance(answer, str)]
    return [order for order in orders if order is not None]


def reworded(text: str) -> str:
    """A condition with its chances and German words replaced by terms of the game. Raises Misread."""
    if (other := OTHER_ODDS.search(text)) is not None:
        raise Misread(Text("a chance is written as at least a number of percent"), [f"chance {other['percent']}%"])
    for german, english in GERMAN:
        text = german.sub(english, text)
    return ODDS.sub(lambda found: f"chance {found['percent'] or found['first']}", text)


def read(s: State, _seat: Seat, text: str, _about: Sequence[str]) -> Json:
    """Reads a condition about roles, a block or a chance; None for others. Raises BadLine."""
    if text in ROLES:
        return ["role", ROLES[text]]
    if (match := CHANCE.fullmatch(text)) is not None:
        return ["chance", min(int(match["percent"]), 100)]
    if (match := IS_THERE.fullmatch(text)) is not None:
        return ["there", lexicon(s).read_one(match["block"], people(s))]
    if (match := ACTS.fullmatch(text)) is not None:
        word = match["block"].removeprefix("an ").removeprefix("a ").removeprefix("the ")
        if word in list(Kind):
            return ["acts", word]
        return ["acts", lexicon(s).read_one(word, people(s))]
    return None


def read_place(s: State, how: str, text: str) -> Json:
    """Reads ["at", area] or ["near", area]. Raises BadLine."""
    if not text:
        raise Misread(Text("a place is missing"), ["at kent"])
    return ["near" if how == "near" else "at", lexicon(s).read_one(text, list(s.board.areas))]


def write(s: State, condition: Json) -> str:
    name, (kind, *parts) = lexicon(s).name, condition
    match kind:
        case "role":
            return ROLE_WORDS[parts[0]]
        case "chance":
            return f"chance {parts[0]}%"
        case "there":
            return f"{name(parts[0])} is there"
        case "acts":
            return f"{parts[0] if parts[0] in list(Kind) else name(parts[0])} acts"
    return f"{kind} {name(parts[0])}"


def judge(s: State, seat: Seat, here: Circumstances, condition: Json) -> Judged:
    """Whether a condition of this game holds, with the fact in words."""
    kind, *parts = condition
    side = Side(seat)
    match kind:
        case "role":
            return _role(s, side, parts[0])
        case "chance":
            percent = chance(s, here.moment)
            return Judged(None) if percent is None else Judged(100 * percent >= parts[0], f"{100 * percent:.0f}%")
        case "there":
            block = in_play(s, parts[0])
            if here.goal and not may_see(s, seat, block):
                return Judged(None)
            there = block in (*here.ours, *here.theirs)
            return Judged(there, f"{lexicon(s).name(parts[0])} is {'' if there else 'not '}there")
        case "acts":
            return _acts(s, here, parts[0])
    if here.place not in s.board.areas:
        return Judged(False if here.place else None)
    near = kind == "near" and parts[0] in s.board.borders[Area(here.place)]
    return Judged(here.place == parts[0] or near, f"at {lexicon(s).name(here.place)}")


def _role(s: State, side: Side, role: str) -> Judged:
    if role in ("king", "pretender"):
        is_king = side is s.king_side
        return Judged(is_king is (role == "king"), "King" if is_king else "Pretender")
    if s.battle is None:
        return Judged(None)
    attacks = s.battle.attacker is side
    return Judged(attacks is (role == "attacks"), "attacking" if attacks else "defending")


def _acts(s: State, here: Circumstances, who: str) -> Judged:
    if not here.named:
        return Judged(None)
    block = BlockId(here.named[0])
    facts = s.board.blocks[block]
    return Judged(who in (block, facts.twin, facts.kind), f"{lexicon(s).name(block)} acts")


def chance(s: State, answer: str) -> float | None:
    """The probability that a charge kills its target, or that a treachery roll succeeds; None for other orders."""
    if (order := Charge.fits(answer)) is not None:
        return at_least(s.blocks[order.target].steps, s.blocks[order.block].steps, firepower(s, order.block))
    if (turn := Turn.fits(answer)) is not None:
        return float(0.5 ** loyalty(s, turn.target, role_of(s, turn.block)))
    return None


def at_least(hits: int, dice: int, power: int) -> float:
    """The probability of at least this number of hits, with dice that each hit on `power` faces."""
    p = min(power, FACES) / FACES
    return sum(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(hits, dice + 1))


def figure(s: State, _seat: Seat, what: str) -> int:
    """The number of the battle's round, the turn, or the campaign."""
    return {ROUND: s.battle.round if s.battle is not None else 0, TURN: s.turn, CAMPAIGN: s.campaign}[what]


def may_see(s: State, seat: Seat, block: str) -> bool:
    """Whether a seat may see a block: its own blocks, and those engaged in a battle."""
    block = in_play(s, block)
    if side_of(s, block) == Side(seat):
        return True
    return s.battle is not None and any(block in each for each in s.battle.engaged.values())


ATOMS: Atoms[State] = Atoms(
    lexicon=lexicon,
    around=around,
    people=people,
    own=lambda s, seat, block: side_of(s, in_play(s, block)) == Side(seat),
    may_see=may_see,
    units=lambda s, block: s.blocks[in_play(s, block)].steps,
    countable=lambda _s: [STRENGTH],
    count=lambda s, block, _what: s.blocks[in_play(s, block)].steps,
    place=read_place,
    read=read,
    write=write,
    judge=judge,
    figures=(ROUND, TURN, CAMPAIGN),
    figure=figure,
    acting=True,
    reworded=reworded,
    offered=(ROUND, STRENGTH),
    fixed=frozenset(("role",)),
    standing=lambda s, area: at(s, Area(area)),
    in_pieces=True,
    examples=EXAMPLES,
    forms=FORMS,
)
SITUATIONS = situations(ATOMS)
