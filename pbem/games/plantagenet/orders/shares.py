"""Standing orders for questions that distribute something: "all to york", "equally", "from york first, the others"."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbem.engine.decision import Assign, Decision, Json, Seat
from pbem.engine.game.standing import Policy, Wording
from pbem.engine.phrase import NONE
from pbem.engine.refusal import Misread
from pbem.games.plantagenet.components.state import COLUMNS, State
from pbem.games.plantagenet.levy.pillage import Share
from pbem.games.plantagenet.orders.policies import SHARES, lexicon
from pbem.games.plantagenet.orders.preferences import no_stronghold, not_mine, places
from pbem.games.plantagenet.wars.heirs import meant
from pbem.i18n import Text
from pbem.orders.policies.habits import options_of
from pbem.orders.policies.preferences import OTHERS, gifts, ranked, refusing, so_many


def lords_named(s: State, _seat: Seat) -> list[str]:
    """Lords."""
    return list[str](meant(s, s.lords))


def columns_named(_s: State, _seat: Seat) -> list[str]:
    """The columns of an Array."""
    return list(COLUMNS)


def kinds_named(s: State, _seat: Seat) -> list[str]:
    """Kinds of units."""
    return list(s.box.units)


def vassals_named(s: State, _seat: Seat) -> list[str]:
    """Vassals."""
    return list(s.box.vassals)


# Applied


def giver_first(s: State, decision: Decision, policy: Json) -> str | None:
    """Of the pairs of giver and receiver the one whose giver is named first; None if the receiver is to be chosen.

    The question without a choice under Hidden Mats (1.5.3) is answered too, if the order names somebody there, or the
    others.
    """
    if options_of(decision.shape) == [NONE]:
        there = [lord for lord in policy if lord in s.lords and s.lords[lord].where == decision.subject]
        return NONE if there or OTHERS in policy else None
    pairs = list(map(Share.read, options_of(decision.shape)))
    givers = ranked(list(dict.fromkeys(pair.giver for pair in pairs)), policy)
    named = [giver for giver in policy if any(giver == pair.giver for pair in pairs)]
    first = givers[0] if givers else named[0] if named else None
    given = [pair for pair in pairs if pair.giver == first]
    return given[0] if len(given) == 1 or (given and OTHERS in policy) else None


# An Array


def read_array(s: State, seat: Seat, text: str) -> list[list[str]]:
    """Reads positions and Lords in pairs: [["centre", "warwick_y"], ...]."""
    words = lexicon(s).read_list(text, [*COLUMNS, *meant(s, s.lords)])
    pairs = [[one, other] if one in COLUMNS else [other, one] for one, other in zip(words[::2], words[1::2], strict=False)]
    right = all(column in COLUMNS and lord not in COLUMNS for column, lord in pairs)
    if not pairs or len(words) % 2 or not right:
        raise Misread(Text("name pairs: a position and the Lord who takes it"), ["array centre LORD, left LORD, right LORD"])
    for column, lord in pairs:
        if problem := not_mine(s, seat, lord):
            raise Misread(problem)
        if [column for column, _ in pairs].count(column) > 1 or [each for _, each in pairs].count(lord) > 1:
            raise Misread(Text("a Lord or a position stands there twice"))
    return pairs


def write_array(s: State, policy: Json) -> str:
    """The pairs again."""
    return ", ".join(f"{lexicon(s).name(column)} {lexicon(s).name(lord)}" for column, lord in policy)


def array(_s: State, decision: Decision, policy: Json) -> dict[str, str] | None:
    """The positions with their Lords; None if that is not a complete Array."""
    shape = decision.shape
    assert isinstance(shape, Assign)
    given: dict[str, str] = {}
    for column, lord in policy:
        if len(given) < shape.count and shape.pair_refusal(column, lord, given) is None:
            given[column] = lord
    return given if shape.refusal(given) is None else None


# The kinds of orders


TO_LORDS, FROM_LORDS = (refusing(SHARES.sharing(lords_named, lead), not_mine) for lead in ("to", "from"))
GIVERS = refusing(SHARES.sharing(lords_named, "from", giver_first), not_mine)
TO_COLUMNS = SHARES.sharing(columns_named, "to")
TROOPS_LOST = SHARES.sharing(kinds_named, "")
GIFTS = refusing(SHARES.sharing(lambda s, seat: [*lords_named(s, seat), *kinds_named(s, seat)], "to", gifts), not_mine)
ORDERED = SHARES.ordered(lords_named)
FIRST_LORDS = refusing(ORDERED, not_mine)
SO_MANY = replace(ORDERED, answer=so_many)
FIRST_PLACES = refusing(
    replace(SO_MANY, read=partial(SHARES.read_order, places), wording=Wording(places=True, plain=True)),
    no_stronghold,
)
FIRST_VASSALS = replace(SO_MANY, read=partial(SHARES.read_order, vassals_named))
ARRAY: Policy[State] = Policy(read_array, write_array, array, Wording(plain=True))
