"""Invariants that must hold after every answer. Each finding is a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.games.plantagenet.components.assets import MAX_LORDS_WITH_SHIPS, MAX_SHIPS, own, pool
from pbem.games.plantagenet.components.board import LAST_BOX, Locale
from pbem.games.plantagenet.components.box import MARGARET, SHIPS, Lord, Side
from pbem.games.plantagenet.components.capabilities import MAX_PER_LORD
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.influence import MAX_INFLUENCE
from pbem.games.plantagenet.components.ratings import valour_of
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Phase, State, Status, all_vassals, lords_at, troops_of
from pbem.games.plantagenet.wars.heirs import PRESENT, book_of, cards_in_play, left, wars_of

SET_ASIDE = (Capabilities.EDWARD, Events.GLOUCESTER_AS_HEIR)
"""6.3 The cards that can be set aside in the Wars of the Roses."""


def checks(s: State) -> list[str]:
    """Everything that is wrong with the position; empty if it is correct."""
    faults = [*card_findings(s), *force_findings(s), *array_findings(s)]
    if s.sheet.kind == BATTLE_ONLY:
        return [*faults, *printed_force_findings(s)]
    if s.wars is not None:
        faults += heir_findings(s)
    return [*faults, *lord_findings(s), *vassal_findings(s), *asset_findings(s), *map_findings(s)]


def card_findings(s: State) -> Iterator[str]:
    """1.9.1, 3.4.6 Each card is in one place; a Lord has at most two, no title twice, and only cards he may have."""
    places = Counter(card for cards in [*s.decks.values(), *s.held.values()] for card in cards)
    places.update(card for mat in s.mats.values() for card in mat.capabilities)
    places.update([*s.drawn, *s.next_levy, *s.this_levy, *s.this_campaign, *s.out_of_game, *s.aside])
    places.update(() if s.battle is None else s.battle.events)
    yield from (f"card {card} is in {n} places" for card, n in places.items() if n != 1)
    in_play = s.sheet.cards if s.wars is None else cards_in_play(s)
    yield from (f"card {card} is nowhere" for card in sorted(in_play) if card not in places)
    yield from (
        f"card {card} is not in this War" for card in places if s.wars is not None and card not in {*in_play, *SET_ASIDE}
    )
    for lord, mat in s.mats.items():
        titles = [s.box.cards[card].title for card in mat.capabilities]
        if len(titles) > MAX_PER_LORD or len(set(titles)) < len(titles):
            yield f"{lord} has the Capabilities {', '.join(titles)}"
        for card in mat.capabilities:
            who = s.box.cards[card].lords
            if who is not None and lord not in who and "montagu" not in s.sheet.special_rules:
                yield f"{lord} may not have {card}"


def heir_findings(s: State) -> Iterator[str]:
    """6.2 No Heir comes back, none has two Lord cards in play, and Margaret has Edward (l26) whenever she is Mustered."""
    for person, heir in book_of(s).heirs.items():
        cards = [lord for lord in heir.lords if lord in s.lords and s.lords[lord].status in PRESENT]
        if len(cards) > 1:
            yield f"{person} is there as {' and '.join(cards)}"
        listed = person in wars_of(s).listed[heir.side]
        if cards and listed and person not in left(s, heir.side):
            yield f"{person} has come back as {cards[0]}"
    if MARGARET in s.mats and Capabilities.EDWARD not in [*s.mats[MARGARET].capabilities, *s.aside]:
        yield "Margaret is there, and Edward is not set aside"


def force_findings(s: State) -> Iterator[str]:
    """1.6 No count is negative; the pools hold; a Mustered Lord has Troops outside Battle."""
    for lord, mat in s.mats.items():
        counts = [*mat.forces.values(), *mat.routed.values()]
        if min(counts, default=0) < 0:
            yield f"{lord} has fewer than no units"
        if mat.valour < 0:
            yield f"{lord} has {mat.valour} Valour markers"
        if s.battle is None and not troops_of(s, lord):
            yield f"{s.box.lords[lord].name} is on the map without Troops"
        if s.battle is None and (mat.temporary or mat.routed_vassals or any(mat.routed.values())):
            yield f"{lord} has Routed or temporary units outside Battle"
    if s.sheet.kind != BATTLE_ONLY:
        for unit, kind in s.box.units.items():
            if kind.troop and pool(s, unit) < 0:
                yield f"the pool of {unit} is {pool(s, unit)}"


def printed_force_findings(s: State) -> Iterator[str]:
    """6.0 At Bosworth no unit appears or vanishes, and nobody has more Valour markers than Valour."""
    for lord, mat in s.mats.items():
        for unit, printed in s.box.lords[lord].forces.items():
            have = mat.forces.get(unit, 0) + mat.routed.get(unit, 0)
            if have != printed:
                yield f"{lord} has {have} {unit} of {printed}"
        if mat.valour > valour_of(s, lord):
            yield f"{lord} has {mat.valour} Valour markers"


def array_findings(s: State) -> Iterator[str]:
    """4.4.1 Each Lord stands in one place of the Array, or has Routed; who Flees Routs."""
    if s.battle is None:
        return
    arrayed = [lord for side in Side for lord in [*s.battle.front[side], *s.battle.reserve[side]] if lord is not None]
    yield from (f"{lord} stands in {n} places of the Array" for lord, n in Counter(arrayed).items() if n != 1)
    yield from (f"{lord} Fled but has not Routed" for lord in s.battle.fled if lord not in s.battle.routed)


def lord_findings(s: State) -> Iterator[str]:
    """1.5.1 Mats belong to the Lords on the map or at Sea; every cylinder is in one legal place."""
    mustered = [lord for lord, cylinder in s.lords.items() if cylinder.status in (Status.MAP, Status.SEA)]
    if set(mustered) != set(s.mats):
        yield f"mats {sorted(s.mats)}, but on the map {sorted(mustered)}"
    places: dict[Status, set[str]] = {Status.MAP: {*s.board.locales}, Status.SEA: {*s.board.seas}, Status.CAPTIVE: {*s.mats}}
    for lord, cylinder in s.lords.items():
        if cylinder.status in places and cylinder.where not in places[cylinder.status]:
            yield f"{lord} is at {cylinder.where!r}"
        if cylinder.status is Status.CALENDAR and not 0 <= cylinder.box <= LAST_BOX + 1:
            yield f"{lord} is in box {cylinder.box}"
        if cylinder.status is Status.SEA and s.phase is Phase.LEVY:
            yield f"{s.box.lords[lord].name} is at Sea in Levy"


def vassal_findings(s: State) -> Iterator[str]:
    """1.5.4 Each Vassal is at his Seat, on one mat, or face down on the Calendar; a Special Vassal comes with his card."""
    on_mats = Counter(vassal for lord in s.mats for vassal in all_vassals(s, lord))
    special = set(s.box.special_vassals.values())
    places = Counter([*s.ready, *s.disbanded, *(v for v in on_mats.elements() if v not in special)])
    yield from (f"Vassal {vassal} is in {n} places" for vassal, n in places.items() if n != 1)
    yield from (f"Vassal {vassal} is nowhere" for vassal in sorted(s.sheet.vassals - set(places)))
    boxes = {**s.service, **s.disbanded}
    yield from (f"Vassal {vassal} is in box {box}" for vassal, box in boxes.items() if not 1 <= box <= LAST_BOX + 1)
    if set(s.service) != set(on_mats) - special:
        yield f"markers of {sorted(s.service)}, but on mats {sorted(set(on_mats) - special)}"
    for lord, mat in s.mats.items():
        brought = sorted(s.box.special_vassals[card] for card in mat.capabilities if card in s.box.special_vassals)
        if brought != sorted(v for v in all_vassals(s, lord) if v in special) and s.battle is None:
            yield f"{lord} has the cards of {brought}, but not just those Special Vassals"


def asset_findings(s: State) -> Iterator[str]:
    """1.4.1, 1.7 Influence and Assets within their limits."""
    if abs(s.influence) > MAX_INFLUENCE:
        yield f"Influence is {s.influence}"
    for lord, mat in s.mats.items():
        if min(mat.assets.values(), default=0) < 0 or own(s, lord, SHIPS) > MAX_SHIPS:
            yield f"{lord} has {mat.assets}"
    if sum(1 for lord in s.mats if own(s, lord, SHIPS)) > MAX_LORDS_WITH_SHIPS:
        yield f"more than {MAX_LORDS_WITH_SHIPS} Lords have Ships"


def map_findings(s: State) -> Iterator[str]:
    """1.3.1 No Lord is in an Exile box that is not open to him; enemies are together only in an Approach or Battle."""
    for lord in s.mats:
        where = s.lords[lord].where
        if where in s.board.locales and not s.board.locales[Locale(where)].stronghold:
            yield from _exile_box_findings(s, lord, where)
    for where in {s.lords[lord].where for lord in s.mats} & set(s.board.locales):
        sides = {s.box.lords[lord].side for lord in lords_at(s, where)}
        settling = where == s.approach or (s.battle is not None and where == s.battle.place)
        if len(sides) > 1 and not settling:
            yield f"Lords of both sides are at {s.board.locales[Locale(where)].name}"
    yield from (f"{where} has a Favour marker" for where in s.favour if not s.board.locales[where].stronghold)


def _exile_box_findings(s: State, lord: Lord, where: str) -> Iterable[str]:
    side, users = s.sheet.exile_boxes.get(Locale(where), (None, None))
    wrong = side is not s.box.lords[lord].side or (users is not None and lord not in users)
    return [f"{lord} is in the Exile box {where}"] if wrong else []
