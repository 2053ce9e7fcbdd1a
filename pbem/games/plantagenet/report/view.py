"""The position as one seat may know it: the only thing that templates and letters get.

Hidden are the other side's Held Events (their number is public), its Plan, the contents of its decks, and, with the Hidden
Mats option, its mats outside Battle (1.5.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import LONDON, ORDINARY, Locale, StrongholdKind
from pbem.games.plantagenet.components.box import ASSETS, Card, Lord, Side
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.locales import net_strongholds
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.ratings import lordship_of
from pbem.games.plantagenet.components.setup import BATTLE_ONLY, TOWTON
from pbem.games.plantagenet.components.state import PASS, Depletion, State, Status, lords_of, mat_hidden, side_of
from pbem.games.plantagenet.levy.pay import percys_power, price_of_lords
from pbem.games.plantagenet.levy.pillage import cost_of
from pbem.games.plantagenet.report.battle_view import BattleView, CardLine, UnitLine, battle_view, card_line, unit_lines
from pbem.games.plantagenet.report.marks import TWO_MARKERS
from pbem.games.plantagenet.report.outlook import outlook
from pbem.games.plantagenet.wars.ending import lost_heirs
from pbem.games.plantagenet.wars.heirs import called, king, left
from pbem.i18n import Text

OUT = (Status.DEAD, Status.SHIPWRECKED, Status.REMOVED)


@dataclass(frozen=True)
class MatLine:
    """A Mustered Lord: where he is, and, unless `hidden`, what is on his mat. `ratings` are as printed.

    `upkeep` is what he Feeds in Provender and Pays in Coin; a card may excuse him from the Feed of this Command card
    (`unfed`, l28), or from Pay where he is (`unpaid`, l14).
    """

    id: Lord
    name: str
    side: Side
    where: str
    hidden: bool
    moved: bool
    ratings: str
    units: tuple[UnitLine, ...]
    assets: tuple[tuple[str, int], ...]
    capabilities: tuple[CardLine, ...]
    upkeep: int = 0
    unfed: bool = False
    unpaid: bool = False

    def has(self, asset: str) -> int:
        """How much of an Asset is on his mat."""
        return dict(self.assets).get(asset, 0)


@dataclass(frozen=True)
class EventLine:
    """An Event: the card's id, the Event's title and effect."""

    id: Card
    title: str
    effect: str


@dataclass(frozen=True)
class BoxLine:
    """A box of the Calendar with its contents. `number` is 16 beyond its right end."""

    number: int
    months: str
    now: bool
    lords: tuple[str, ...]
    vassals: tuple[str, ...]


@dataclass(frozen=True)
class FavourLine:
    """The Strongholds of one kind whose Favour a side has."""

    kind: StrongholdKind
    york: tuple[str, ...]
    lancaster: tuple[str, ...]
    net: int


@dataclass(frozen=True)
class WarLine:
    """6.0-6.2 The War under way: its `code` and title, whether it is played `alone`, who is King, the remaining Heirs of
    each side, highest first, and those lost for good; Arts of War cards that are set aside.
    """

    code: str
    alone: bool
    title: str
    king: str
    heirs: tuple[tuple[Side, tuple[str, ...]], ...]
    lost: tuple[str, ...]
    aside: tuple[str, ...]


@dataclass(frozen=True)
class BoardView:
    """The position on the board as a seat, or ("") an observer, sees it.

    - `lead` is the seat's net Influence, for an observer that of Lancaster.
    - `threshold` wins at this Turn's Victory check (None: no threshold.
    - `threshold_changes`: other Turns have another).
    - `outlook` says how that would end now ("": the game would go on).
    - `by_city`: after the last Turn Favour at the City of York decides instead of Influence.
    - `hand` and `plan` are the seat's own.
    - `hands` and `plans` are the public numbers of cards of each side.
    - `price` is the cost of the seat's Lords in Influence at the next Pay.
    - `fight` is the Battle under way, `war` the War of the Roses under way.
    """

    seat: Seat
    enemy: Seat
    turn: int
    phase: str
    months: str
    year: int
    lead: int
    threshold: int | None
    threshold_changes: bool
    outlook: str
    last_turn: int
    by_city: bool
    mats: tuple[MatLine, ...]
    calendar: tuple[BoxLine, ...]
    out: tuple[str, ...]
    favour: tuple[FavourLine, ...]
    depleted: tuple[str, ...]
    exhausted: tuple[str, ...]
    ready: tuple[tuple[str, str], ...]
    """Vassals and their Seats."""
    hand: tuple[EventLine, ...]
    enemy_hand: int
    plan: tuple[str, ...]
    enemy_plan: int
    hands: tuple[tuple[Side, int], ...]
    plans: tuple[tuple[Side, int], ...]
    price: int
    in_force: tuple[EventLine, ...]
    acting: str
    fight: BattleView | None
    winner: Side | None
    over: bool
    war: WarLine | None

    def of(self, side: str) -> tuple[MatLine, ...]:
        """The Mustered Lords of `side`."""
        return tuple(line for line in self.mats if line.side == side)


def view(s: State, seat: Seat) -> BattleView | BoardView:
    """What `seat` may know; "" is an observer."""
    return battle_view(s, seat) if s.sheet.kind == BATTLE_ONLY else board_view(s, Side(seat) if seat else None)


def board_view(s: State, side: Side | None) -> BoardView:
    """What `side` may know of the board; None is an observer."""
    first = side or s.king
    own_side = (side,) if side is not None else ()
    box = s.board.calendar.get(s.turn)
    marked = {wear: tuple(_name(s, at) for at, worn in s.wear.items() if worn is wear) for wear in Depletion}
    return BoardView(
        seat=side or "",
        enemy=side.enemy if side is not None else "",
        turn=s.turn,
        phase=s.phase,
        months=", ".join(box.months) if box else "",
        year=s.sheet.years.get(s.turn, 0),
        lead=lead_of(s, side or Side.LANCASTER),
        threshold=s.sheet.thresholds.get(s.turn),
        threshold_changes=len({*s.sheet.thresholds.values()}) > 1,
        outlook=outlook(s, side),
        last_turn=s.sheet.last_turn,
        by_city=TOWTON in s.sheet.special_rules,
        mats=tuple(mat_line(s, lord, side) for each in (first, first.enemy) for lord in lords_of(s, each)),
        calendar=tuple(box_lines(s)),
        out=tuple(out_lines(s)),
        favour=tuple(favour_line(s, kind) for kind in StrongholdKind if kind is not StrongholdKind.EXILE_BOX),
        depleted=marked[Depletion.DEPLETED],
        exhausted=marked[Depletion.EXHAUSTED],
        ready=tuple((_name(s, v), _name(s, s.box.vassals[v].seat or "")) for v in s.ready),
        hand=tuple(event_line(s, card) for each in own_side for card in s.held[each]),
        enemy_hand=sum(len(s.held[each.enemy]) for each in own_side),
        plan=tuple(planned for each in own_side for planned in _plan(s, each)),
        enemy_plan=sum(len(s.plans[each.enemy]) for each in own_side),
        hands=tuple((each, len(s.held[each])) for each in (first, first.enemy)),
        plans=tuple((each, len(s.plans[each])) for each in (first, first.enemy)),
        price=sum(price_of_lords(s, each) for each in own_side),
        in_force=tuple(event_line(s, card) for card in [*s.this_levy, *s.next_levy, *s.this_campaign]),
        acting=acting(s, side),
        fight=battle_view(s, side or "") if s.battle is not None else None,
        winner=None if s.result is None else s.result["winner"],
        over=s.result is not None,
        war=war_line(s),
    )


def war_line(s: State) -> WarLine | None:
    """6.0 The War of the Roses under way; None in a single scenario."""
    if s.wars is None:
        return None
    crowned = king(s)
    return WarLine(
        code=s.wars.war,
        alone=s.wars.alone,
        title=s.sheet.name,
        king="" if crowned is None else called(s, crowned),
        heirs=tuple((side, tuple(called(s, heir) for heir in left(s, side))) for side in s.order),
        lost=tuple(called(s, person) for side in s.order for person in lost_heirs(s, side)),
        aside=tuple(_name(s, card) for card in s.aside),
    )


def _name(s: State, option: str) -> str:
    return names(s, option)[0]


def _plan(s: State, side: Side) -> Iterator[str]:
    """4.2.3 The remaining Command cards of a Plan, each with its number; the card of a Lord not on the map does nothing."""
    left = s.plans[side]
    for number, card in enumerate(left, s.board.calendar[s.turn].plan_cards - len(left) + 1):
        if card != PASS and card not in s.mats:
            yield Text("card {number} {lord} (not on the map: a Pass)", number=number, lord=_name(s, card))
        else:
            yield Text("card {number} {lord}", number=number, lord=_name(s, card))


def mat_line(s: State, lord: Lord, reader: Side | None) -> MatLine:
    """A Mustered Lord as `reader` sees him, or an observer."""
    card, mat = s.box.lords[lord], s.mats[lord]
    hidden = hidden_from(s, lord, reader)
    rank = "" if card.rank == "none" else f", {card.rank.title()}"
    ratings = f"Influence {card.influence}, Lordship {card.lordship}, Command {card.command}, Valour {card.valour}{rank}"
    return MatLine(
        id=lord,
        name=card.name,
        side=card.side,
        where=_name(s, s.lords[lord].where),
        hidden=hidden,
        moved=mat.moved,
        ratings=ratings,
        units=() if hidden else unit_lines(s, lord),
        assets=() if hidden else tuple((asset.title(), own(s, lord, asset)) for asset in ASSETS if own(s, lord, asset)),
        capabilities=() if hidden else tuple(card_line(s, c) for c in mat.capabilities),
        upkeep=0 if hidden else cost_of(s, lord),
        unfed=s.command is not None and lord in s.command.depot,
        unpaid=not hidden and percys_power(s, lord),
    )


def out_lines(s: State) -> list[str]:
    """The Lords out of the game, and captives."""
    out = [f"{_name(s, lord)} ({c.status})" for lord, c in s.lords.items() if c.status in OUT]
    captives = [(lord, c.where) for lord, c in s.lords.items() if c.status is Status.CAPTIVE]
    return out + [
        Text("{lord} (held by {captor})", lord=_name(s, lord), captor=_name(s, captor)) for lord, captor in captives
    ]


def box_lines(s: State) -> list[BoxLine]:
    """The boxes of the Calendar that are not empty, and the current one."""
    lines = []
    for number in range(max(s.board.calendar) + 2):
        lords = [
            f"{_name(s, lord)}{' (Exile)' if c.exile else ''}"
            for lord, c in s.lords.items()
            if c.status is Status.CALENDAR and c.box == number
        ]
        vassals = [f"{_name(s, v)} (Pay)" for v, box in s.service.items() if box == number]
        vassals += [Text("{v} (to his Seat)", v=_name(s, v)) for v, box in s.disbanded.items() if box == number]
        if lords or vassals or number == s.turn:
            box = s.board.calendar.get(number)
            lines.append(
                BoxLine(number, " ".join(box.months) if box else "", number == s.turn, tuple(lords), tuple(vassals))
            )
    return lines


def favour_line(s: State, kind: StrongholdKind) -> FavourLine:
    """Who has Favour where, among one kind of Strongholds."""
    marked = [(locale, s.favour[locale]) for locale in s.board.locales if locale in s.favour and _kind(s, locale) is kind]
    york, lancaster = (tuple(_marked(s, at) for at, side in marked if side is each) for each in (Side.YORK, Side.LANCASTER))
    return FavourLine(kind, york, lancaster, net_strongholds(s, kind) if kind in ORDINARY else 0)


def _marked(s: State, at: Locale) -> str:
    """1.3.1 A Stronghold with Favour; London with the second marker (y15) is marked."""
    return Text("{at} ({markers})", at=_name(s, at), markers=TWO_MARKERS) if has_two_markers(s, at) else _name(s, at)


def has_two_markers(s: State, at: Locale) -> bool:
    """y15 Whether London for York has put a second marker there."""
    return s.london_for_york and at == LONDON


def _kind(s: State, locale: Locale) -> StrongholdKind:
    return s.board.locales[locale].kind


def event_line(s: State, card: Card) -> EventLine:
    """An Event in words."""
    event = s.box.cards[card].event
    return EventLine(card, event.title, event.effect)


def acting(s: State, reader: Side | None) -> str:
    """Who is acting, with their remaining actions. These reveal ratings, so not for a mat hidden from `reader` (1.5.3)."""
    if s.command is not None:
        lord, actions = s.command.lord, s.command.actions
        if hidden_from(s, lord, reader):
            return Text("{lord} is Active", lord=_name(s, lord))
        return Text(
            "{lord} is Active, {actions} of {actions2} actions left",
            lord=_name(s, lord),
            actions=actions - s.command.spent,
            actions2=actions,
        )
    if s.muster is not None and s.muster.lord is not None and s.muster.lord in s.mats:
        lord = s.muster.lord
        if hidden_from(s, lord, reader):
            return Text("{lord} is acting in the Muster", lord=_name(s, lord))
        return Text(
            "{lord} is acting in the Muster, Lordship {lordship_of} left",
            lord=_name(s, lord),
            lordship_of=lordship_of(s, lord) - s.muster.spent,
        )
    return ""


def hidden_from(s: State, lord: Lord, reader: Side | None) -> bool:
    """1.5.3 Whether `reader`, or an observer, may not look at the Lord's mat."""
    return mat_hidden(s, lord) and side_of(s, lord) is not reader
