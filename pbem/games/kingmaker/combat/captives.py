"""9.2 Captives: ransomed, or executed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import CHANCELLOR, Area, Card, NobleId, Place, field, inside
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import allied, can_hold, in_area, is_besieged, plain_men, room_in
from pbem.games.kingmaker.components.state import Captive, Noble, State
from pbem.games.kingmaker.control import is_friendly
from pbem.games.kingmaker.hands.award import can_receive, mind_capacity, put_on
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.loss import lose_chancellors, put_away, rally
from pbem.i18n import Text


def captive_of(s: State, noble: NobleId) -> Captive:
    """The record of a captive. Raises Illegal if there is none."""
    if noble not in s.captives:
        raise Illegal(Text("{noble} is no captive", noble=name_of(s, noble)))
    return s.captives[noble]


def may_receive(s: State, captor: Seat, area: Area, force: bool) -> list[NobleId]:
    """9.2 The captor's Nobles in the combat's Area; after a Force's victory his allies' too (Ruling: R56)."""
    return in_area(s, area, *(allied(s, captor) if force else [captor]))


def ransom(s: State, noble: NobleId, castle: Place, keep: Mapping[Card, NobleId], gain: Collection[Card] = ()) -> None:
    """9.2 (l. 489) A captive returns to a home castle with his Title, Office and Major cards; for the rest see below.

    The captor keeps the cards in `keep`, each for one of his Nobles in the Area; the captive may `gain` some of theirs
    (Ruling: R133). There is no Rally (Ruling: R37). Raises Illegal.
    """
    captive = captive_of(s, noble)
    if castle not in s.facts(noble).places:
        raise Illegal(
            Text(
                "{noble} returns to one of his home castles: {castles}",
                noble=name_of(s, noble),
                castles=names_of(s, s.facts(noble).places),
            )
        )
    for card, to in keep.items():
        if card not in captive.cards or s.facts(card).sort.is_post or s.facts(card).sort.is_major:
            raise Illegal(Text("{card} stays with the ransomed Noble, or is not his", card=name_of(s, card)))
        check_spoil(s, captive, card, to)
    givers = {card: gainable(s, captive).get(card) for card in gain}
    if refused := [card for card, giver in givers.items() if giver is None]:
        raise Illegal(Text("{card} cannot be given to a ransomed Noble", card=name_of(s, refused[0])))
    del s.captives[noble]
    s.nobles[noble] = Noble(captive.owner, field(s.board.places[castle].area), [c for c in captive.cards if c not in keep])
    for card, giver in givers.items():
        assert giver is not None
        s.nobles[giver].cards.remove(card)
    give(s, captive, keep)
    for card in gain:
        put_on(s, noble, card)
    settle(s)
    place_at_home(s, noble, castle)
    tell(s, "9.2", "ransomed", noble=noble, castle=castle, seat=captive.owner, captor=captive.captor, kept=list(keep))
    settle(s)


def gainable(s: State, captive: Captive) -> dict[Card, NobleId]:
    """9.2 (l. 489; Ruling: R133) The cards that a ransomed Noble can gain, with their holders: sees, Cities, Mercenaries,
    Towns and Ships of the captor's Nobles in the Area who are not besieged.
    """
    givers = [noble for noble in may_receive(s, captive.captor, captive.area, captive.force) if can_receive(s, noble)]
    captors = [noble for noble in givers if s.nobles[noble].owner == captive.captor]
    return {card: noble for noble in captors for card in s.nobles[noble].cards if s.facts(card).sort.is_transferable}


def place_at_home(s: State, noble: NobleId, castle: Place) -> None:
    """9.2 Places a Noble in a castle; if it is not friendly, is besieged or full, in the open field of its Area (Ruling:
    K17).
    """
    free = is_friendly(s, s.nobles[noble].owner, castle) and not is_besieged(s, inside(castle))
    if free and plain_men(s, noble) <= room_in(s, inside(castle)):
        s.nobles[noble].at = inside(castle)


def check_spoil(s: State, captive: Captive, card: Card, to: NobleId) -> None:
    """9.2 (l. 491) Raises Illegal if a Noble cannot be given a captive's card."""
    if to not in may_receive(s, captive.captor, captive.area, captive.force):
        raise Illegal(Text("{noble} is not one of the victor's Nobles in the Area", noble=name_of(s, to)))
    if not can_hold(s, to, card):
        raise Illegal(Text("{noble} cannot hold {card}", noble=name_of(s, to), card=name_of(s, card)))


def give(s: State, captive: Captive, cards: Mapping[Card, NobleId]) -> None:
    """9.2 Gives a captive's cards to the victor's Nobles."""
    for card, to in cards.items():
        captive.cards.remove(card)
        put_on(s, to, card)
    for to in dict.fromkeys(cards.values()):
        mind_capacity(s, to)


async def execute(
    s: State, nobles: Sequence[NobleId], spoils: Mapping[Card, NobleId], draws: Draws
) -> dict[Seat, list[Card]]:
    """9.2, 9.3 Executes captives with the same owner, captor and Area together (Ruling: R38). Returns the cards of the
    Rally.

    Title and Office go to Chancery, Major cards to the display, the rest to the victor's Nobles in the Area; if there are
    none, as if the captive had been killed (Ruling: K19). A see that fits nobody is discarded.
    """
    captives = [captive_of(s, noble) for noble in nobles]
    if len({(each.owner, each.captor, each.area) for each in captives}) != 1:
        raise Illegal(Text("executed together are captives of one Faction, taken by one player in one Area"))
    lost = [card for noble, captive in zip(nobles, captives, strict=True) for card in (Card(noble), *captive.cards)]
    for card, to in spoils.items():
        if card not in lost or not s.facts(card).sort.is_transferable:
            raise Illegal(Text("{card} is no spoil", card=name_of(s, card)))
        check_spoil(s, captives[0], card, to)
    drawn = await rally(s, {captives[0].owner: lost}, draws)
    for noble in nobles:
        del s.captives[noble]
        tell(s, "9.2", "executed", noble=noble, seat=captives[0].owner, captor=captives[0].captor)
    for card in lost:
        _dispose(s, captives[0], card, spoils.get(card))
    if CHANCELLOR in lost:
        lose_chancellors(s)
    settle(s)
    return drawn


def _dispose(s: State, captive: Captive, card: Card, wanted: NobleId | None) -> None:
    """9.2 Gives a card of an executed captive to the Noble in `wanted`, by default to the first whom it fits; else it goes
    where lost cards go.
    """
    to = wanted or _receiver(s, captive, card)
    if to is None:
        put_away(s, card)
    else:
        put_on(s, to, card)
        mind_capacity(s, to)


def _receiver(s: State, captive: Captive, card: Card) -> NobleId | None:
    """9.2 The first of the victor's Nobles whom a card fits without replacing another; None: nobody."""
    sort = s.facts(card).sort
    if sort.is_post or sort.is_major:
        return None
    able = may_receive(s, captive.captor, captive.area, captive.force)
    return next((noble for noble in able if can_hold(s, noble, card, replacing=False)), None)
