"""6 What a house does when it likes: gifts, and land that it cedes."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Json, Menu, Seat
from pbem.engine.event import tell
from pbem.engine.game.acts import Acts
from pbem.engine.phrase import Phrase
from tests.toys.border_war.position import State, own

GIFT, CEDE = "6.1 gift", "6.2 cede"
ENOUGH = 5


class Gift(Phrase, form="gift {card} {house}"):
    """6.1 A card for another house."""

    card: str
    house: str


class Cede(Phrase, form="cede {area} {house}"):
    """6.2 An area for another house."""

    area: str
    house: str


def open_acts(s: State, seat: Seat) -> tuple[Decision, ...]:
    """6 At any time but while a band is under way."""
    if s.underway:
        return ()
    others = [house for house in s.seats if house != seat]
    cards = [Gift(card, house) for card in s.hands[seat] for house in others]
    areas = [Cede(area, house) for area in lands(s, seat) for house in others]
    found = ((GIFT, "What do you give?", cards), (CEDE, "What do you cede?", areas))
    return tuple(Decision(seat, key, f"turn {s.turn}", prompt, Menu(partial(list, able))) for key, prompt, able in found)


def lands(s: State, seat: Seat) -> list[str]:
    """6.2 The areas of a house in which no band of its own stands."""
    held = [area for area, holder in s.holders.items() if holder == seat]
    return [area for area in held if all(s.bands[band].where != area for band in own(s, seat))]


def act(s: State, seat: Seat, key: str, answer: Json) -> None:
    """6.1, 6.2"""
    if key == GIFT:
        give(s, seat, Gift.read(answer))
    else:
        cede(s, seat, Cede.read(answer))


def give(s: State, seat: Seat, gift: Gift) -> None:
    """6.1 All know of a gift, the two houses which card it is."""
    s.hands[seat].remove(gift.card)
    s.hands[gift.house].append(gift.card)
    tell(s, "6.1", "gift_made", seat=seat, house=gift.house)
    tell(s, "6.1", "card_given", seen_by=frozenset({seat, gift.house}), card=gift.card)


def cede(s: State, seat: Seat, cession: Cede) -> None:
    """6.2 An area has another holder. 6.3 A house that comes to hold five areas by it has won at once."""
    s.holders[cession.area] = cession.house
    tell(s, "6.2", "area_ceded", seat=seat, house=cession.house, area=cession.area)
    if list(s.holders.values()).count(cession.house) >= ENOUGH:
        s.result = {"winner": cession.house}
        tell(s, "6.3", "game_over", winners=[cession.house], lost=False)


def why_not(s: State, seat: Seat, verb: str, _ids: list[str]) -> str | None:
    """Why a house can give nothing, or cede nothing."""
    if verb == "gift":
        return None if s.hands[seat] else "you hold no card"
    return None if lands(s, seat) else "a band of yours stands in each area of yours"


ACTS: Acts[State] = Acts(open_acts, act, why_not)
