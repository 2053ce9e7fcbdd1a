"""6.2.2 Heirs lost in any order, with cards wherever they can be: what each loss comes to, worked out anew from 6.3."""

from contextlib import suppress
from random import Random

import pytest

from pbem.engine.decision import Json
from pbem.games.plantagenet.battle.death_check import death_check
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import objection_to
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.wars.ending import WarOver
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.scene import capability, put
from tests.games.plantagenet.wars.war import DIES, ended, routed, state_of_wars, taken, war, wrecked

WALKS = 40
YORKISTS = ("york", "march", "rutland", "gloucester")
LANCASTRIANS = ("henry_vi", "margaret", "somerset_1", "somerset_2")
OTHER_CARDS = {"march": "edward_iv", "gloucester_1": "richard_iii"}
IN_PLAY = (Status.MAP, Status.SEA, Status.CALENDAR)
IN_EACH_WAR = {
    "I": "l4 l14 l16 l18 l19 l20 l21 l22 y14 y15 y16 y17 y18 y19 y20 y21 y22",
    "IIY": "y25 y26 y27 y29 y30 l23 l24 l25 l29 l30 l36",
    "IIL": "l18 l19 l20 l21 l25 l29 l34 y15 y16 y17 y22 y28 y29 y31 y34",
}
OF_YORKIST_KINGS = {
    "york": "y14 y18 y19 y20",
    "march": "y23 y24 y28 y31",
    "rutland": "y20 y21 y28 y35",
    "gloucester": "y32 y33 y34 y35",
}


def cards_of(code: str, lost: set[str]) -> set[str]:
    """6.3 The cards of a War after these losses, but for Edward (l26)."""
    yorkist = next((person for person in YORKISTS if person not in lost), "")
    lancastrian = next((person for person in LANCASTRIANS if person not in lost), "")
    match code:
        case "I":
            more = "l27 l31" if "henry_vi" in lost else "l15 l17"
        case "IIY":
            more = {"henry_vi": "l17 l18 l20 l21", "margaret": "l27 l28 l31"}.get(lancastrian, "l20 l21 l27")
            more += " " + OF_YORKIST_KINGS[yorkist]
        case _:
            more = {"henry_vi": "l15 l17", "margaret": "l27 l31"}.get(lancastrian, "l16 l27")
            more += " " + {"york": "y14 y20", "gloucester": "y25 y30"}.get(yorkist, "y20 y21")
    plain = {f"{side}{number}" for side in "yl" for number in range(1, 14)} - {"l4"}
    return plain | {*IN_EACH_WAR[code].split(), *more.split()}


def end_of(code: str, lost: set[str]) -> Json:
    """6.0, 6.3 Who has won the War by these losses, how, and who the campaign."""
    if code == "I":
        if {"henry_vi", "somerset_1"} <= lost:
            return YORK, "automatic war", None
        return (LANCASTER, "automatic war", None) if {"york", "march", "rutland"} <= lost else None
    if {*YORKISTS} <= lost:
        return LANCASTER, "dynastic", LANCASTER
    return (YORK, "war", None) if {*LANCASTRIANS} <= lost else None


def lords_after(s: State, code: str, lost: set[str], gone: str, before: dict[Lord, Json]) -> dict[str, Json]:
    """6.2.2 Where the Lords are once this Heir has gone: the others as they were, but for who comes or is replaced."""
    lords: dict[str, Json] = {lord: there for lord, there in before.items() if lord not in (gone, card_of(s, gone))}
    new = [heir for heir, of in (("margaret", "henry_vi"), ("somerset_2", "somerset_1")) if gone == of and heir not in lost]
    left = [person for person in YORKISTS if person not in lost]
    if code == "IIY":
        new += ["pembroke"] if len(left) <= 2 and "pembroke" not in lords else []
        old = {"march": "march", "gloucester": "gloucester_1"}.get(left[0], "")
        if old in lords:
            lords[OTHER_CARDS[old]] = lords.pop(old)
    next_box = min(s.turn + 1, 16)
    return lords | dict.fromkeys(new, (Status.CALENDAR, "", next_box, False))


def card_of(s: State, person: str) -> str:
    """The Lord card that an Heir has in play, or had last."""
    cards = [person, *(f"{person}_1", OTHER_CARDS.get(person, ""), OTHER_CARDS.get(f"{person}_1", ""))]
    there = [card for card in cards if card in s.lords]
    return next((card for card in there if s.lords[Lord(card)].status in IN_PLAY), there[-1] if there else "")


def lords_of(s: State) -> dict[Lord, Json]:
    """Where the Lords in play are."""
    return {lord: (c.status, c.where, c.box, c.exile) for lord, c in s.lords.items() if c.status in IN_PLAY}


def places_of(s: State) -> dict[Card, str]:
    """Where each card is."""
    lie = {"levy": s.this_levy, "campaign": s.this_campaign, "next": s.next_levy}
    lie |= {f"deck {side}": s.decks[side] for side in Side} | {f"held {side}": s.held[side] for side in Side}
    lie |= {lord: mat.capabilities for lord, mat in s.mats.items()}
    found = [(card, place) for place, cards in lie.items() for card in cards]
    assert len(dict(found)) == len(found)
    return dict(found)


def deal_out(s: State, rng: Random) -> None:
    """Some cards of each deck come to mats, hands and the table."""
    for side in Side:
        for card in rng.sample(s.decks[side], min(6, len(s.decks[side]))):
            able = [lord for lord in s.mats if s.box.lords[lord].side is side]
            able = [lord for lord in able if objection_to(s, card, lord, s.mats[lord].capabilities) is None]
            if able and rng.random() < 0.7:
                capability(s, rng.choice(able), card)
            else:
                rng.choice([s.held[side], s.this_campaign, s.next_levy]).append(taken(s, card))


def lose(s: State, person: str, rng: Random) -> None:
    """4.4.3, 4.8.2 An Heir Dies, whose side does not concede and plays no Event, or is Shipwrecked."""
    lord = Lord(card_of(s, person))
    if rng.random() < 0.3:
        wrecked(s, lord)
        return
    routed(s, lord, attacker=s.box.lords[lord].side)
    flow, answers = death_check(s, None), None
    with suppress(StopIteration):
        while True:
            asked = flow.send(answers)
            answers = tuple(DIES if each.default is None else each.default() for each in asked)
    s.battle = None


def stays(s: State, card: Card, place: str) -> bool:
    """6.2.2 Whether a card that does not leave is where it was: on the mat of the new Lord card, if that may have it; from
    the mat of who is gone it has gone back to the deck.
    """
    now, holders = places_of(s)[card], s.box.cards[card].lords
    new = OTHER_CARDS.get(place, place)
    if place not in s.box.lords or place in s.mats:
        return now == place
    allowed = new in s.mats and (holders is None or new in holders)
    return now == (new if allowed else f"deck {s.box.cards[card].side}")


def walk(code: str, rng: Random) -> None:
    """A War in which one Heir after another is lost, until it is over."""
    lost = set() if code == "I" else {*rng.sample(["york", "march", "rutland", "margaret", "somerset_1"], rng.randint(0, 2))}
    s = war(code, *sorted(lost), turn=rng.randint(1, 15))
    while True:
        deal_out(s, rng)
        heirs = [person for side in Side for person in state_of_wars(s).heirs[side]]
        gone = rng.choice([person for person in heirs if card_of(s, person) in lords_of(s)])
        lost.add(gone)
        if (due := end_of(code, lost)) is not None:
            with pytest.raises(WarOver):
                lose(s, gone, rng)
            assert ended(s) == due
            return
        lords, cards = lords_after(s, code, lost, gone, lords_of(s)), places_of(s)
        lose(s, gone, rng)
        assert lords_of(s) == lords
        assert ({*s.seats}, {*s.mats}) == ({*lords}, {lord for lord, there in lords.items() if there[1]})
        kept = cards_of(code, lost) | ({"l26"} if Lord("margaret") in s.mats else set())
        assert {*places_of(s)} == kept
        assert [card for card in {*cards} & kept if not stays(s, card, cards[card])] == []
        new = kept - {*cards}
        assert [card for card in new if not places_of(s)[Card(card)].startswith("deck")] == []
        put_some(s, rng)


def put_some(s: State, rng: Random) -> None:
    """Some Lords come onto the map, and time goes on."""
    s.turn = min(15, s.turn + rng.randint(0, 2))
    for lord, (status, *_) in lords_of(s).items():
        if status is Status.CALENDAR and lord != "margaret" and rng.random() < 0.3:
            put(s, lord, rng.choice(["lynn", "york", "wells"]))


@pytest.mark.parametrize("code", ["I", "IIY", "IIL"])
def test_6_2_2_whatever_is_lost_lords_and_cards_are_as_the_rulebook_says(code: str) -> None:
    for seed in range(WALKS):
        walk(code, Random(f"{code} {seed}"))  # noqa: S311 - play, not secrets
