"""6.3 Every set-up of the second and the third Wars, worked out anew from the sentences of the rulebook."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import State, Status
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.wars.war import state_of_wars, war

YORKISTS = ("york", "march", "rutland", "gloucester")
LANCASTRIANS = ("henry_vi", "margaret", "somerset_1", "somerset_2")
LONDON = {"london"}


@dataclass
class Table:
    """What the players lay out: where each Lord is ("9*": box 9 of the Calendar, marked Exile), cards, Favour, Heirs."""

    lost: tuple[str, ...]
    named: bool = False
    lords: dict[str, str] = field(default_factory=dict)
    cards: set[str] = field(default_factory=lambda: {f"{side}{number}" for side in "yl" for number in range(1, 14)})
    favour: dict[Side, set[str]] = field(default_factory=lambda: {YORK: set(), LANCASTER: set()})
    heirs: dict[Side, list[str]] = field(default_factory=dict)

    def alive(self, persons: tuple[str, ...]) -> list[str]:
        """Those of the persons who have not been lost, in order of rank."""
        return [person for person in persons if person not in self.lost]

    def put(self, **lords: str) -> None:
        """Lords at these places."""
        self.lords |= lords

    def deal(self, words: str) -> None:
        """Cards that join."""
        self.cards |= {*words.split()}

    def mark(self, side: Side, words: str) -> None:
        """Favour markers."""
        self.favour[side] |= {*words.split()}


def iiy(table: Table) -> None:
    """War IIY, The Kingmaker."""
    table.deal("y25 y26 y27 y29 y30 l23 l24 l25 l29 l30 l36")
    table.cards.remove("l4")
    table.mark(YORK, "london ely ludlow carlisle pembroke exeter")
    table.mark(LANCASTER, "calais harlech york coventry wells")
    table.put(warwick_l="calais", clarence="york", jasper_tudor_1="harlech", oxford="9*", exeter_2="9*")
    table.put(devon="1", northumberland_y1="9", gloucester_1="9")
    lancastrians_of_iiy(table)
    yorkists_of_iiy(table)
    table.heirs = {YORK: table.alive(YORKISTS), LANCASTER: table.alive(LANCASTRIANS)}


def lancastrians_of_iiy(table: Table) -> None:
    """IIY, Lancastrian Succession."""
    alive = table.alive(LANCASTRIANS)
    if "henry_vi" in alive:
        table.put(henry_vi="9*")
        table.deal("l17 l18 l20 l21")
    elif "margaret" in alive:
        table.put(margaret="9*")
        table.deal("l27 l28 l31")
    else:
        table.deal("l20 l21 l27")
    for somerset in [person for person in alive if person.startswith("somerset")][:1]:
        table.lords[somerset] = "9*"


def yorkists_of_iiy(table: Table) -> None:
    """IIY, Yorkist Succession."""
    king, *others = alive = table.alive(YORKISTS)
    match king:
        case "york":
            table.put(york="london")
            table.deal("y14 y18 y19 y20")
        case "march":
            table.put(edward_iv="london")
            table.deal("y23 y24 y28 y31")
        case "rutland":
            table.put(rutland="london")
            table.deal("y20 y21 y28 y35")
        case _:
            del table.lords["gloucester_1"]
            table.put(richard_iii="9")
            table.deal("y32 y33 y34 y35")
    if "march" in others:
        table.put(march="ludlow")
    if "rutland" in others:
        table.put(rutland="canterbury")
        table.mark(YORK, "canterbury")
    if len(alive) <= 2:
        table.put(pembroke="pembroke")


def iil(table: Table) -> None:
    """War IIL, Lancastrian Legitimacy Fades."""
    table.deal("l18 l19 l20 l21 l25 l29 l34 y15 y16 y17 y22 y28 y29 y31 y34")
    table.cards.remove("l4")
    table.mark(LANCASTER, "london harlech wells oxford exeter carlisle")
    table.mark(YORK, "calais york ely pembroke ludlow")
    table.put(devon="1", exeter_1="2", oxford="2", northumberland_l="8", jasper_tudor_1="harlech")
    table.put(warwick_y="calais", salisbury="york", pembroke="pembroke")
    yorkists, lancastrians = table.alive(YORKISTS), table.alive(LANCASTRIANS)
    table.lords |= {"gloucester_1" if person == "gloucester" else person: "7*" for person in yorkists}
    king, *others = lancastrians
    table.lords[king] = "1" if king == "margaret" else "london"
    for somerset in [person for person in others if person.startswith("somerset")][:1]:
        if not king.startswith("somerset"):
            table.lords[somerset] = "wells"
    table.deal({"henry_vi": "l15 l17", "margaret": "l27 l31"}.get(king, "l16 l27"))
    table.deal({"york": "y14 y20", "gloucester": "y25 y30"}.get(yorkists[0], "y20 y21"))
    table.heirs = {YORK: yorkists, LANCASTER: lancastrians}


def iiiy(table: Table) -> None:
    """War IIIY, New Rivals: the steps of its Heirs and Lords in their order."""
    table.deal("y36 l33 l34 l36 l37")
    remain = table.alive(YORKISTS)
    if table.named and "rutland" in remain and "gloucester" in remain:
        remain.remove("rutland")
    if remain == ["rutland"]:
        remain = ["warwick_y"]
        table.put(warwick_y="london", salisbury="york")
        table.deal("y16 y17 y22")
    elif len(remain) == 1:
        table.put(northumberland_y2="carlisle")
        table.deal("y37")
    table.put(norfolk="arundel")
    kings_of_iiiy(table, remain[0], *remain[1:2])
    lancastrian = challenger(table, remain[0])
    table.mark(YORK, "london")
    table.heirs = {YORK: remain[:2], LANCASTER: [lancastrian]}


def kings_of_iiiy(table: Table, king: str, heir: str = "") -> None:
    """IIIY, Yorkist Succession."""
    crowned = {"march": "edward_iv", "gloucester": "richard_iii"}
    table.lords[crowned.get(king, king)] = "london"
    table.deal({"york": "y14 y21", "march": "y23 y24", "rutland": "y20 y21", "gloucester": "y32 y33"}.get(king, ""))
    match heir:
        case "march":
            table.put(march="ludlow")
            table.deal("y20")
        case "rutland":
            table.put(rutland="canterbury")
            table.deal("y20" if king == "york" else "y31")
        case "gloucester" if king == "rutland":
            table.put(gloucester_2="london")
            table.deal("y34")
        case "gloucester":
            table.put(gloucester_1="gloucester")
            table.deal("y28 y34" if king == "march" else "y34")


def challenger(table: Table, king: str) -> str:
    """IIIY, Lancastrian Heir and Lords."""
    place = "france"
    if table.alive(("margaret",)):
        heir, cards = "margaret", "l26 l27 l31"
    elif king != "march":
        heir, cards = "henry_tudor", "l32 l35"
    else:
        heir, cards, place = "warwick_l", "l23 l30", "calais"
    table.deal(cards)
    table.lords |= {heir: place, "oxford": place, "jasper_tudor_2": place}
    return heir


def iiil(table: Table) -> None:
    """War IIIL, Yorkists' Last Stand."""
    table.deal("l25 l34 l36 y36")
    king = table.alive(LANCASTRIANS)[0]
    table.deal({"henry_vi": "l15 l17", "margaret": "l26 l27 l31"}.get(king, "l18 l20 l27"))
    king = "somerset_1" if king == "somerset_2" else king
    table.lords |= {king: "london", "oxford": "oxford", "jasper_tudor_2": "pembroke"}
    heirs = heirs_of_iiil(table)
    lords = [*heirs, "norfolk", *(["salisbury"] if len(heirs) == 1 else [])]
    table.deal("y17 y22" if len(heirs) == 1 else "")
    table.lords |= dict.fromkeys(lords, "calais" if "warwick_y" in heirs else "burgundy")
    table.mark(LANCASTER, "london")
    table.heirs = {YORK: [heir.removesuffix("_1").removesuffix("_2") for heir in heirs], LANCASTER: [king]}


def heirs_of_iiil(table: Table) -> list[str]:
    """IIIL, Yorkist Succession: the Lord cards of the Heirs."""
    remain = table.alive(YORKISTS)
    if (table.named and "gloucester" in remain) or remain[0] == "gloucester":
        table.deal("y35")
        return ["gloucester_2"]
    if remain[0] != "york":
        table.deal("y16")
        return ["warwick_y"]
    table.deal("y14 y18")
    others = remain[1:2]
    table.deal({"gloucester": "y34", "": ""}.get("".join(others), "y20"))
    return ["york", *("gloucester_1" if heir == "gloucester" else heir for heir in others)]


def losses(code: str) -> Iterator[tuple[str, ...]]:
    """What can have been lost before this War: Gloucester in the second alone, and never a whole list that is needed."""
    persons = (*YORKISTS, *LANCASTRIANS)
    for number in range(len(persons)):
        for lost in combinations(persons, number):
            crownless = code != "IIIY" and {*LANCASTRIANS} <= {*lost}
            if not ({*YORKISTS} <= {*lost} or crownless or (code in ("IIY", "IIL") and "gloucester" in lost)):
                yield lost


def laid_out(s: State) -> Mapping[str, object]:
    """The same of a position."""
    lords = {lord: cylinder for lord, cylinder in s.lords.items() if cylinder.status is not Status.SET_ASIDE}
    mats = {card for mat in s.mats.values() for card in mat.capabilities}
    return {
        "lords": {lord: c.where or f"{c.box}{'*' * c.exile}" for lord, c in lords.items()},
        "mats": {*s.mats},
        "seats": {*s.seats},
        "cards": {*s.decks[YORK], *s.decks[LANCASTER], *mats},
        "favour": {side: {at for at, whose in s.favour.items() if whose is side} for side in Side},
        "heirs": state_of_wars(s).heirs,
        "influence": s.influence,
    }


def expected(s: State, code: str, table: Table) -> Mapping[str, object]:
    """What the Table comes to: Seats of all Lords there, which in a third War are the Favour; the points of lost Heirs."""
    points = 0
    if code.startswith("III"):
        points = 8 * (len(table.alive(LANCASTRIANS)) - len(table.alive(YORKISTS)))
        for lord in map(Lord, table.lords):
            seat = s.box.lords[lord].seat
            table.favour[s.box.lords[lord].side] |= {seat} - LONDON
    return {
        "lords": table.lords,
        "mats": {lord for lord, place in table.lords.items() if not place.strip("*").isdecimal()},
        "seats": {*table.lords},
        "cards": table.cards,
        "favour": table.favour,
        "heirs": table.heirs,
        "influence": points,
    }


@pytest.mark.parametrize(
    ("code", "lay_out", "named"),
    [
        ("IIY", iiy, False),
        ("IIL", iil, False),
        ("IIIY", iiiy, False),
        ("IIIY", iiiy, True),
        ("IIIL", iiil, False),
        ("IIIL", iiil, True),
    ],
)
def test_6_3_whoever_is_lost_a_war_is_set_up_as_the_rulebook_says(
    code: str, lay_out: Callable[[Table], None], named: bool
) -> None:
    for lost in losses(code):
        s, table = war(code, *lost, named=named), Table(lost, named)
        lay_out(table)
        assert (lost, laid_out(s)) == (lost, expected(s, code, table))


@pytest.mark.parametrize("code", ["I", "IIY", "IIL", "IIIY", "IIIL"])
def test_3_4_6_burgundians_are_in_a_war_once(code: str) -> None:
    """y14 and y23: so that one note of whether the Handgunners have come serves both."""
    for lost in [(), ("york",), ("york", "march"), ("york", "march", "rutland")]:
        assert len({"y14", "y23"} & {*war(code, *lost).decks[YORK]}) <= 1
