"""7 What houses agree on: cards and land that change hands, and promises to keep out of an area."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.engine.agreements.deals import DealLimits, Deals, Ends, Parties
from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Illegal, Misread
from tests.toys.border_war.acts import Cede, Gift, cede, give, lands
from tests.toys.border_war.position import State

GIVES, CEDES, KEEPS_OUT = "gives", "cedes", "keeps out"
FORMS = (
    ("I give gold to Neville", "a card changes hands"),
    ("Neville cedes Durham to me", "an area has another holder"),
    ("I keep out of Kelso until turn 2", "a promise, which binds nobody"),
)
READ = {
    GIVES: re.compile(r"(?P<who>.+?) gives? (?P<what>.+?) to (?P<whom>.+)", re.IGNORECASE),
    CEDES: re.compile(r"(?P<who>.+?) cedes? (?P<what>.+?) to (?P<whom>.+)", re.IGNORECASE),
    KEEPS_OUT: re.compile(r"(?P<who>.+?) keeps? out of (?P<what>.+?) until turn (?P<turn>[0-9]{1,3})", re.IGNORECASE),
}
TRADE = re.compile(r"trades? of (?P<got>.+?) for (?P<given>.+)", re.IGNORECASE)
TURN = re.compile(r"turn (?P<turn>[0-9]{1,3})", re.IGNORECASE)


def read(s: State, seat: Seat, parties: Parties, text: str) -> Json:
    """7 A clause: what is done, by whom, with what, for whom or until when."""
    for what, form in READ.items():
        if (found := form.fullmatch(text)) is None:
            continue
        who = house(s, parties, found["who"])
        if what == KEEPS_OUT:
            return [what, who, thing(s, found["what"], s.board.areas), int(found["turn"])]
        named = thing(s, found["what"], s.board.cards if what == GIVES else s.board.areas)
        if what == GIVES and who == seat and named not in s.hands[seat]:
            raise Illegal(
                f"you do not hold {s.board.names.get(named, named.title())}", [f"I give {c} to ..." for c in s.hands[seat]]
            )
        return [what, who, named, house(s, parties, found["whom"])]
    raise Misread("that is nothing to agree on here", [form for form, _ in FORMS])


def house(s: State, parties: Parties, text: str) -> Seat:
    """The house of that name, or of that player."""
    named = parties.named(text)
    if named is None:
        raise Misread(f"there is no house {text}", [s.board.names[seat] for seat in parties.seats])
    return named


def thing(s: State, text: str, known: Any) -> str:
    """The card or area of that name."""
    for each in known:
        if text.strip().casefold() in (each, s.board.names.get(each, each).casefold()):
            return str(each)
    raise Misread(f"{text} is none of {', '.join(known)}")


def write(s: State, clause: Any) -> str:
    """A clause in words."""
    what, who, named, whom = clause
    name = s.board.names.get(named, named.title())
    if what == KEEPS_OUT:
        return f"{s.board.names[who]} keeps out of {name} until turn {whom}"
    return f"{s.board.names[who]} {what} {name} to {s.board.names[whom]}"


def signers(_s: State, clause: Any) -> tuple[Seat, ...]:
    """Who gives and who gets, or who promises."""
    what, who, _, whom = clause
    return (who,) if what == KEEPS_OUT else (who, whom)


def is_promise(_s: State, clause: Any) -> bool:
    """7.3 Nobody has to keep out."""
    return bool(clause[0] == KEEPS_OUT)


def facts(s: State, clause: Any) -> str:
    """7.3 Once the Turn is over, whose the area is: all see that."""
    return so_far(s, clause) if s.turn > clause[3] else ""


def so_far(s: State, clause: Any) -> str:
    """7.3 Whose the area is."""
    area = clause[2]
    return f"{s.board.names[area]} is held by {s.board.names[s.holders[area]]}" if area in s.holders else "nobody holds it"


def objection(s: State, clauses: Sequence[Any]) -> str:
    """Why clauses cannot be carried out together."""
    given: list[tuple[str, str]] = []
    for what, who, named, _ in clauses:
        name, holder = s.board.names.get(named, named.title()), s.board.names[who]
        if (what, named) in given:
            return f"{name} is given twice"
        given.append((what, named))
        if what == GIVES and named not in s.hands[who]:
            return f"{holder} does not hold {name}"
        if what == CEDES and named not in lands(s, who):
            return f"{holder} cannot cede {name}"
    return ""


def known_objection(s: State, seat: Seat, clauses: Sequence[Any]) -> str:
    """The same by what a house knows: what others hold is hidden."""
    return objection(s, [clause for clause in clauses if clause[0] != GIVES or clause[1] == seat])


def do(s: State, clauses: Sequence[Any]) -> None:
    """7.1, 7.2 Cards and land change hands."""
    if problem := objection(s, clauses):
        raise Illegal(problem)
    for what, who, named, whom in clauses:
        if what == GIVES:
            give(s, who, Gift(named, whom))
        else:
            cede(s, who, Cede(named, whom))


def end(s: State, seat: Seat, text: str) -> Json:
    """The impulse in which a house has its next own turn, or the beginning of a Turn that is named."""
    if not text:
        has_been = s.impulse > 0 and s.seats.index(seat) <= len(s.done)
        turn, impulse = s.turn, max(s.impulse, 1) + has_been
        return [turn, impulse] if impulse <= s.board.impulses else [turn + 1, 1]
    found = TURN.fullmatch(text)
    if found is None or int(found["turn"]) <= s.turn:
        raise Misread(f"an offer ends with a Turn to come, and not until {text}", [f"until turn {s.turn + 1}"])
    return [int(found["turn"]), 0]


def has_come(s: State, seat: Seat, until: Any) -> bool:
    """Whether the Turn has begun, or the house's turn in the impulse has come."""
    turn, impulse = until
    if (s.turn, s.impulse) != (turn, impulse):
        return bool((s.turn, s.impulse) > (turn, impulse))
    return not impulse or s.seats.index(seat) <= len(s.done)


def until_in_words(_s: State, until: Any) -> str:
    turn, impulse = until
    return f"impulse {impulse} of turn {turn}" if impulse else f"turn {turn}"


def allies(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom a house is allied with."""
    return tuple(other for other in s.allies if other != seat) if seat in s.allies else ()


# In advance


def read_limits(s: State, seat: Seat, parties: Parties, text: str) -> list[Json]:
    """7.4 What a house agrees to in advance: a clause, or a trade of a card of another house for one of its own."""
    if (found := TRADE.fullmatch(text)) is None:
        return [read(s, seat, parties, text)]
    others = [each for each in parties.seats if each != seat]
    if len(others) > 1:
        raise Misread("say with whom", [f"{s.board.names[each]}: {text}" for each in others])
    got, given = (thing(s, found[what], s.board.cards) for what in ("got", "given"))
    return [[GIVES, others[0], got, seat], [GIVES, seat, given, others[0]]]


def covers(_s: State, limit: Any, clause: Any) -> bool:
    """7.4 Who would keep out so long, keeps out for a shorter time."""
    if limit[0] == clause[0] == KEEPS_OUT:
        return bool(limit[:3] == clause[:3] and clause[3] <= limit[3])
    return bool(limit == clause)


def is_past(s: State, limit: Any) -> bool:
    """7.3 Nothing can be promised for a Turn that is over."""
    return bool(limit[0] == KEEPS_OUT and limit[3] < s.turn)


DEALS: Deals[State] = Deals(
    read=read,
    write=write,
    signers=signers,
    is_promise=is_promise,
    facts=facts,
    so_far=so_far,
    objection=objection,
    known_objection=known_objection,
    do=do,
    is_safe=lambda s, _clauses: not s.underway,
    ends=Ends(end, has_come, until_in_words),
    limits=DealLimits(
        read_limits, covers, is_over=is_past, forms=(("Neville: trade of gold for silver", "a card for a card"),)
    ),
    forms=FORMS,
)
