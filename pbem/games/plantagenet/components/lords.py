"""1.5.1 Lords come and go: Muster onto the map (3.4.2), moves, Disband (3.2.4), removal; Vassals with them (1.5.4)."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.plantagenet.components.assets import burgundians, ships_allowed, take_from_pool
from pbem.games.plantagenet.components.board import FRANCE, LAST_BOX, Locale, Sea, Vassal
from pbem.games.plantagenet.components.box import ASSETS, CLARENCE, MARGARET, RETINUE, SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.influence import gain
from pbem.games.plantagenet.components.state import (
    Cylinder,
    Mat,
    State,
    Status,
    all_vassals,
    has_capability,
    in_exile_box,
    lord_with,
    side_of,
    tell_own,
    troops_of,
)
from pbem.i18n import Text

RATING_BASE = 6

OFF_RIGHT, OFF_LEFT = LAST_BOX + 1, 0
CAPTURE_REWARD = 10

# Onto the map


def place(s: State, lord: Lord, locale: Locale) -> None:
    """1.5.1 Puts the Lord's cylinder at a Locale; effects of the place (Burgundians) happen at once."""
    s.lords[lord] = Cylinder(Status.MAP, locale)
    burgundians(s, lord)


def put_to_sea(s: State, lord: Lord, sea: Sea) -> None:
    """4.6.1 Put the Lord's cylinder on a Sea."""
    s.lords[lord] = Cylinder(Status.SEA, sea)


def muster_lord(s: State, lord: Lord, locale: Locale, rule: str) -> None:
    """3.4.2 Mustering: the Lord gets a mat as on his card (1.5.3), as far as pool and Ships allow, and his cylinder goes to
    `locale`. If the pool has no Troops for him, he Disbands again at once (1.6).

    Mats are kept in the order of the scenario, so that lists of Lords always have the same order.
    """
    card = s.box.lords[lord]
    s.mats[lord] = Mat({RETINUE: card.forces[RETINUE]}, assets=dict.fromkeys(ASSETS, 0))
    s.mats = {each: s.mats[each] for each in s.lords if each in s.mats}
    tell(s, rule, "musters", side=card.side, lord=lord, locale=locale)
    place(s, lord, locale)
    take_from_pool(s, lord, {unit: n for unit, n in card.forces.items() if s.box.units[unit].troop})
    s.mats[lord].assets = dict(card.assets) | {SHIPS: min(card.assets[SHIPS], ships_allowed(s, lord))}
    shaky_allies(s, lord, locale)
    edward_comes(s, lord)
    disband_if_bare(s, lord, rule)


def edward_comes(s: State, lord: Lord) -> None:
    """6.3 In the Wars of the Roses Margaret gets Edward (l26) whenever she Musters, for free, and must take him."""
    if lord == MARGARET and Capabilities.EDWARD in s.aside:
        s.aside.remove(Capabilities.EDWARD)
        s.mats[lord].capabilities.append(Capabilities.EDWARD)
        s.mats[lord].vassals.append(s.box.special_vassals[Capabilities.EDWARD])
        tell_own(s, lord, "6.3", "capability", card=Capabilities.EDWARD)


def shaky_allies(s: State, lord: Lord, locale: Locale) -> None:
    """6.0 Shaky Allies: when Margaret is in the France box, Clarence leaves the game."""
    if lord == MARGARET and locale == FRANCE and "shaky_allies" in s.sheet.special_rules:
        clarence = s.lords[CLARENCE]
        if clarence.status in (Status.MAP, Status.SEA, Status.CALENDAR):
            tell(s, "6.0", "shaky_allies", lord=CLARENCE)
            remove_lord(s, CLARENCE, Status.REMOVED, "6.0")


# Off the map


def disband_lord(s: State, lord: Lord, rule: str, *, exile: bool | None = None, box: int | None = None) -> None:
    """3.2.4 Disband: Vassals, Troops, Assets and cards are removed; the cylinder moves to the Calendar, six minus printed
    Influence boxes ahead.

    From an Exile box, or if `exile` says so, under an Exile marker; into `box` if a card names one.
    """
    if exile is None:
        exile = in_exile_box(s, lord)
    box = box if box is not None else s.turn + RATING_BASE - s.box.lords[lord].influence
    leave_mat(s, lord)
    s.lords[lord] = Cylinder(Status.CALENDAR, box=min(box, OFF_RIGHT), exile=exile)
    tell(s, rule, "disbands", side=side_of(s, lord), lord=lord, box=min(box, OFF_RIGHT), exile=exile)
    free_captive(s, lord)


def remove_lord(s: State, lord: Lord, status: Status, rule: str) -> None:
    """4.4.3, 4.8.2 Death and Shipwreck: the Lord Disbands, and his cylinder, cards and Seat leave the game for good."""
    if lord in s.mats:
        leave_mat(s, lord)
    s.lords[lord] = Cylinder(status)
    if lord in s.seats:
        s.seats.remove(lord)
    tell(s, rule, "lord_removed", side=side_of(s, lord), lord=lord, status=status)
    free_captive(s, lord)


def leave_mat(s: State, lord: Lord) -> None:
    """3.2.4 Clears the Lord's mat: his Vassals Disband, his Capabilities return to the deck, the rest to the pools."""
    for vassal in all_vassals(s, lord):
        disband_vassal(s, vassal, "3.2.4")
    for card in list(s.mats[lord].capabilities):
        discard_capability(s, card, lord)
    del s.mats[lord]
    if s.muster is not None and lord in s.muster.able:
        s.muster.able.remove(lord)


def disband_if_bare(s: State, lord: Lord, rule: str) -> bool:
    """1.6 A Mustered Lord without Troops outside Battle Disbands at once, without penalty (ruling R131). Returns whether he
    did.
    """
    if lord in s.mats and not troops_of(s, lord):
        disband_lord(s, lord, rule)
        return True
    return False


def free_captive(s: State, captor: Lord) -> None:
    """6.0 Capture of the King: when the captor leaves the map, Henry goes to the Calendar as if he Disbanded now."""
    for lord in captives_of(s, captor):
        s.lords[lord] = Cylinder(Status.CALENDAR, box=min(s.turn + RATING_BASE - s.box.lords[lord].influence, OFF_RIGHT))
        tell(s, "6.0", "captive_freed", lord=lord, captor=captor, box=s.lords[lord].box)
        gain(s, Side.LANCASTER, CAPTURE_REWARD, "6.0", Text("captive freed"))


def captives_of(s: State, captor: Lord) -> list[Lord]:
    """6.0 The Lords whom a Lord holds captive."""
    return [lord for lord, held in s.lords.items() if held.status is Status.CAPTIVE and held.where == captor]


# Vassals and cards


def disband_vassal(s: State, vassal: Vassal, rule: str) -> None:
    """3.2.4 Disband Vassal: his marker goes face down six minus Service boxes ahead. A Special Vassal has no marker on the
    Calendar, and his card leaves with him (1.5.4); with Hidden Mats only his owner is informed (1.5.3).
    """
    lord = lord_with(s, vassal)
    assert lord is not None
    mat = s.mats[lord]
    (mat.vassals if vassal in mat.vassals else mat.routed_vassals).remove(vassal)
    facts = s.box.vassals[vassal]
    if facts.seat is None:
        tell_own(s, lord, rule, "vassal_disbands", vassal=vassal)
        card = next(card for card, special in s.box.special_vassals.items() if special == vassal)
        if card in mat.capabilities:
            discard_capability(s, card, lord)
        return
    tell(s, rule, "vassal_disbands", side=side_of(s, lord), lord=lord, vassal=vassal)
    s.service.pop(vassal)
    s.disbanded[vassal] = min(s.turn + RATING_BASE - facts.service, OFF_RIGHT)


def muster_vassal(s: State, lord: Lord, vassal: Vassal, rule: str) -> None:
    """3.4.3 Mustering a Vassal: one marker on the mat, the other face up Service boxes ahead (Alice Montagu, y17: one
    more).
    """
    s.mats[lord].vassals.append(vassal)
    service = s.box.vassals[vassal].service + has_capability(s, lord, Capabilities.ALICE_MONTAGU)
    s.service[vassal] = min(s.turn + service, OFF_RIGHT)
    if vassal in s.ready:
        s.ready.remove(vassal)
    tell(s, rule, "vassal_musters", side=side_of(s, lord), lord=lord, vassal=vassal, box=s.service[vassal])


def discard_capability(s: State, card: Card, lord: Lord) -> None:
    """1.9.1 A card returns from a mat to its deck, and its Special Vassal leaves.

    Montagu in Somerset's Return leaves the game; in the Wars of the Roses Edward (l26) is set aside (6.3).
    """
    take_from_mat(s, card, lord)
    if s.wars is not None and card == Capabilities.EDWARD:
        s.aside.append(card)
    elif s.box.cards[card].side is side_of(s, lord):
        return_card(s, card)
    else:
        s.out_of_game.append(card)


def take_from_mat(s: State, card: Card, lord: Lord) -> None:
    """1.9.1, 1.5.4 A card leaves a mat, and its Special Vassal with it."""
    mat = s.mats[lord]
    mat.capabilities.remove(card)
    vassal = s.box.special_vassals.get(card)
    for vassals in (mat.vassals, mat.routed_vassals):
        if vassal in vassals:
            vassals.remove(vassal)


def return_card(s: State, card: Card) -> None:
    """3.1.1 Puts a card back into its deck. Decks are kept in printed order, because they are shuffled before each draw."""
    deck = s.decks[s.box.cards[card].side]
    deck.append(card)
    deck.sort(key=s.box.card_order.__getitem__)


def shift_box(box: int, by: int) -> int:
    """2.2.3 Calendar's End: beyond either end a marker waits; the first shift back puts it on box 15 or 1."""
    return max(OFF_LEFT, min(OFF_RIGHT, box + by))
