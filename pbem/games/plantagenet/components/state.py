"""The position: plain data, and common questions about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pbem.engine.decision import Json
from pbem.engine.event import Event, tell
from pbem.engine.log.entry import Fixed
from pbem.games.plantagenet.components.board import LAST_BOX, Board, Locale, Sea, Unit, Vassal
from pbem.games.plantagenet.components.box import Asset, Box, Card, Lord, Side
from pbem.games.plantagenet.components.readings import BEFORE, PRESENT, Readings
from pbem.games.plantagenet.components.war_book import Person, WarBook
from pbem.i18n import Text

COLUMNS = ("left", "centre", "right")
LEFT, CENTRE, RIGHT = range(3)
PASS = "pass"  # noqa: S105 - a Command card


class Phase(StrEnum):
    """The halves of a Turn (2.2.1)."""

    LEVY = "levy"
    CAMPAIGN = "campaign"


class Status(StrEnum):
    """What has happened to a Lord (1.5.1)."""

    MAP = "map"
    SEA = "sea"
    CALENDAR = "calendar"
    CAPTIVE = "captive"
    DEAD = "dead"
    SHIPWRECKED = "shipwrecked"
    REMOVED = "removed"
    REPLACED = "replaced"
    SET_ASIDE = "set_aside"


class Depletion(StrEnum):
    """How far a Locale is used up (1.3.1)."""

    DEPLETED = "depleted"
    EXHAUSTED = "exhausted"


@dataclass
class Cylinder:
    """1.5.1 Where a Lord's cylinder is.

    `where` is a Locale on the MAP, a Sea at SEA, the captor if CAPTIVE. `box` and `exile` are for the CALENDAR; box 16 is
    beyond its right end, box 0 beyond its left (2.2.3).
    """

    status: Status
    where: str = ""
    box: int = 0
    exile: bool = False


@dataclass
class Mat:
    """A Mustered Lord's mat (1.5.3): units above the line, units in the Routed section, Assets, cards, markers.

    `moved` is the Moved-Fought marker (1.8). `temporary` are units lent for one Battle by Capabilities.
    """

    forces: dict[Unit, int]
    vassals: list[Vassal] = field(default_factory=list)
    routed: dict[Unit, int] = field(default_factory=dict)
    routed_vassals: list[Vassal] = field(default_factory=list)
    capabilities: list[Card] = field(default_factory=list)
    valour: int = 0
    assets: dict[Asset, int] = field(default_factory=dict)
    moved: bool = False
    temporary: dict[Unit, int] = field(default_factory=dict)


@dataclass
class Muster:
    """One side's Muster under way (3.4).

    `able` are the Lords who were on the map when it opened and have not finished; `lord` is the acting one, `spent` the
    number of his Levy actions so far; `free` counts the remaining grants of cards, by card or by card and Lord.
    """

    side: Side
    able: list[Lord]
    lord: Lord | None = None
    spent: int = 0
    free: dict[str, int] = field(default_factory=dict)


@dataclass
class Command:
    """A Command card being carried out (4.2).

    - `actions` is the rating fixed on reveal, `spent` the number of actions used.
    - `second_leg` is the Group that can make the free second step of a Highway March, while that is open.
    - `ended` forbids any further action.
    - `depot` are the Lords whom Rebel Supply Depot excuses from this card's Feed.
    - `by_marriage`: one action comes from Married to a Neville.
    - `free_march`: the free March of Surprise Landing is open.
    - `lent` are the Capabilities that have added an action each.
    """

    LATER: ClassVar[Mapping[str, object]] = {"lent": []}

    side: Side
    lord: Lord
    actions: int
    spent: int = 0
    second_leg: list[Lord] = field(default_factory=list)
    ended: bool = False
    depot: list[Lord] = field(default_factory=list)
    by_marriage: bool = False
    free_march: bool = False
    lent: list[Card] = field(default_factory=list)


@dataclass
class Battle:
    """A Battle in progress (4.4).

    - `front` has a side's left, centre and right; equal columns face each other.
    - `favour` is the side that the Stronghold Favours (None: Neutral).
    - `place` is None at Bosworth.
    - `engagements` are those of this Round, each a list of Lords.
    - `round_ended` cancels the rest of its Strikes.
    - `events` are the Held Events played in it.
    - `marked` are the Lords that some of them name, by card.
    - `caltrops` are this Round's Hits of that card, by Engagement.
    - `fighters` are all who were Arrayed and are still there.
    - `late` stays in Reserve through Round 1.
    - `ford` are the sides against which Blocked Ford was played.
    - `regroup_asked`: York is asked about Regroup (y30) before each Hit of this Strike step.
    """

    LATER: ClassVar[Mapping[str, object]] = {"regroup_asked": False}

    attacker: Side
    favour: Side | None
    front: dict[Side, list[Lord | None]]
    reserve: dict[Side, list[Lord]]
    round: int = 1
    routed: list[Lord] = field(default_factory=list)
    fled: list[Lord] = field(default_factory=list)
    culverins: list[Lord] = field(default_factory=list)
    engagements: list[list[Lord]] = field(default_factory=list)
    place: Locale | None = None
    number: int = 1
    fighters: list[Lord] = field(default_factory=list)
    events: list[Card] = field(default_factory=list)
    marked: dict[Card, Lord] = field(default_factory=dict)
    caltrops: dict[str, int] = field(default_factory=dict)
    round_ended: bool = False
    late: Lord | None = None
    ford: list[Side] = field(default_factory=list)
    regroup_asked: bool = False


@dataclass(frozen=True)
class ScenarioSheet(Fixed):
    """A scenario's page (6.0).

    `exile_boxes` has for each marked box its side and the Lords who may use it (None: any); `cards` are the Arts of War
    cards in the game, `vassals` the Vassals with a Seat.
    """

    code: str
    name: str
    kind: str
    first_turn: int
    last_turn: int
    thresholds: Mapping[int, int]
    exile_boxes: Mapping[Locale, tuple[Side, frozenset[Lord] | None]]
    special_rules: frozenset[str]
    years: Mapping[int, int]
    cards: frozenset[Card]
    vassals: frozenset[Vassal]


@dataclass
class Wars:
    """6.0 The Wars of the Roses so far. Two things pass from War to War: `removed` and `gloucester_as_heir`.

    - `alone`: one War is played by itself.
    - `war` is the War under way, `listed` its Heirs, highest first, `heirs` those of them who are not removed.
    - `removed` are the Heirs lost by Death, Shipwreck or Natural Causes in any War.
    - `gloucester_as_heir`: Event y28 was played in a second War.
    - `cards` are those that Succession has put into play.
    - `won` are the Wars that are over.
    """

    war: str
    alone: bool = False
    listed: dict[Side, list[Person]] = field(default_factory=dict)
    heirs: dict[Side, list[Person]] = field(default_factory=dict)
    removed: list[Person] = field(default_factory=list)
    gloucester_as_heir: bool = False
    cards: dict[Side, list[Card]] = field(default_factory=dict)
    won: list[Json] = field(default_factory=list)


@dataclass
class State:
    """A game of Plantagenet.

    - `influence` is the net total: positive for Lancaster, negative for York (1.4.1).
    - `lords` has the cylinder of every Lord of the scenario, `mats` those of Mustered Lords.
    - `seats` are the Lords whose Seat markers are on the map.
    - `decks` are the Arts of War cards that are neither drawn, held, in force nor on a mat, in printed order.
    - `drawn` are being resolved.
    - `this_levy` and `this_campaign` are in force, `next_levy` wait for the coming Levy.
    - `out_of_game` never return.
    - `ready` are the Vassals at their Seats, `service` the boxes of Mustered ones, `disbanded` the boxes of those face down.
    - `approach` is the Stronghold of an unresolved Approach (4.3.5): Lords of both sides are together only there and in a
      Battle.
    - `readings` are the game's readings of unclear rules. In the Wars of the Roses `book` has their pages and `wars` their
      state.
    - `aside` are cards that are set aside (6.3).
    """

    LATER: ClassVar[Mapping[str, object]] = {"readings": BEFORE, "book": None, "wars": None, "aside": []}

    box: Box
    sheet: ScenarioSheet
    scenario: str
    king: Side
    rebel: Side
    mats: dict[Lord, Mat]
    decks: dict[Side, list[Card]]
    hidden_mats: bool = False
    turn: int = 1
    phase: Phase = Phase.LEVY
    influence: int = 0
    lords: dict[Lord, Cylinder] = field(default_factory=dict)
    seats: list[Lord] = field(default_factory=list)
    favour: dict[Locale, Side] = field(default_factory=dict)
    london_for_york: bool = False
    wear: dict[Locale, Depletion] = field(default_factory=dict)
    ready: list[Vassal] = field(default_factory=list)
    service: dict[Vassal, int] = field(default_factory=dict)
    disbanded: dict[Vassal, int] = field(default_factory=dict)
    drawn: list[Card] = field(default_factory=list)
    held: dict[Side, list[Card]] = field(default_factory=dict)
    this_levy: list[Card] = field(default_factory=list)
    this_campaign: list[Card] = field(default_factory=list)
    next_levy: list[Card] = field(default_factory=list)
    out_of_game: list[Card] = field(default_factory=list)
    loyalty_and_trust: Lord | None = None
    handgunners_given: bool = False
    norfolk_was_late: bool = False
    battles: int = 0
    cards_played: int = 0
    plans: dict[Side, list[str]] = field(default_factory=dict)
    muster: Muster | None = None
    command: Command | None = None
    battle: Battle | None = None
    approach: Locale | None = None
    result: Json = None
    events: list[Event] = field(default_factory=list)
    readings: Readings = PRESENT
    book: WarBook | None = None
    wars: Wars | None = None
    aside: list[Card] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """The printed board."""
        return self.box.board

    @property
    def order(self) -> tuple[Side, Side]:
        """2.2.4 Player Order: the Rebels, then the King's side."""
        return self.rebel, self.king


OF_WAR = Text("{turn} of War {war}")


def in_war(s: State, turn: str) -> str:
    """Text for a Turn, with its War: the numbers start again in each War (6.0)."""
    return turn if s.wars is None else OF_WAR.filled(turn=turn, war=s.wars.war)


# Lords


def side_of(s: State, lord: Lord) -> Side:
    """The side a Lord fights for."""
    return s.box.lords[lord].side


def lords_of(s: State, side: Side) -> list[Lord]:
    """A side's Mustered Lords, on the map or at Sea, in the scenario's order."""
    return [lord for lord in s.mats if s.box.lords[lord].side is side]


def locale_of(s: State, lord: Lord) -> Locale | None:
    """The Locale where a Lord is; None off the map and at Sea."""
    cylinder = s.lords.get(lord)
    return Locale(cylinder.where) if cylinder is not None and cylinder.status is Status.MAP else None


def place_of(s: State, lord: Lord) -> Locale:
    """The Locale of a Lord, who must be at one."""
    locale = locale_of(s, lord)
    assert locale is not None
    return locale


def sea_of(s: State, lord: Lord) -> Sea | None:
    """The Sea a Lord is on, None elsewhere."""
    cylinder = s.lords.get(lord)
    return Sea(cylinder.where) if cylinder is not None and cylinder.status is Status.SEA else None


def on_calendar(s: State, lord: Lord) -> bool:
    """2.2.3 Whether a card that names Lords on the Calendar can affect the Lord; beyond its ends it depends on the reading
    (R132).
    """
    cylinder = s.lords.get(lord)
    if cylinder is None or cylinder.status is not Status.CALENDAR:
        return False
    return s.readings.off_calendar_reached or 1 <= cylinder.box <= LAST_BOX


def lords_at(s: State, where: str, side: Side | None = None) -> list[Lord]:
    """The Lords at a Locale or on a Sea, of one side or of both."""
    here = [lord for lord in s.mats if s.lords[lord].where == where]
    return here if side is None else [lord for lord in here if s.box.lords[lord].side is side]


def on_map(s: State, lord: Lord) -> bool:
    """1.3.1 Whether the Lord is "on the map": at a Locale. At Sea only under one reading (ruling R38)."""
    status = s.lords[lord].status if lord in s.lords else None
    return status is Status.MAP or (status is Status.SEA and s.readings.at_sea_on_map)


def shares_at(s: State, where: str) -> bool:
    """1.5.3 Whether Lords Share at this place: at a Locale, or on a Sea depending on the reading (ruling R39)."""
    return where not in s.board.seas or s.readings.shares_at_sea


def with_him(s: State, lord: Lord) -> list[Lord]:
    """1.5.3 The Lord himself and the Lords of his side at the same Locale or Sea, with whom he Shares."""
    place, side = s.lords[lord].where, s.box.lords[lord].side
    if not shares_at(s, place):
        return [lord]
    others = [other for other in s.mats if s.lords[other].where == place and other != lord]
    return [lord, *(other for other in others if s.box.lords[other].side is side)]


def enemy_there(s: State, side: Side, where: str) -> bool:
    """Whether a Lord of the other side is at a Locale."""
    return any(s.lords[lord].where == where and s.box.lords[lord].side is not side for lord in s.mats)


def places_of(s: State, side: Side) -> set[str]:
    """The Locales and Seas where the side has Lords."""
    return {s.lords[lord].where for lord in s.mats if s.box.lords[lord].side is side}


def at_stronghold(s: State, lord: Lord) -> bool:
    """Whether the Lord is at a Stronghold, not in an Exile box or at Sea."""
    locale = locale_of(s, lord)
    return locale is not None and s.board.locales[locale].stronghold


def at_port(s: State, lord: Lord) -> bool:
    """Whether the Lord is at a Port Stronghold."""
    locale = locale_of(s, lord)
    return locale is not None and s.board.locales[locale].port


def in_exile_box(s: State, lord: Lord) -> bool:
    """Whether the Lord is in an Exile box."""
    locale = locale_of(s, lord)
    return locale is not None and not s.board.locales[locale].stronghold


# Locales


def favour_of(s: State, locale: Locale) -> Side | None:
    """1.3.1 The side that a Locale is Friendly to; None if Neutral. A marked Exile box is always Friendly to its side."""
    if locale in s.sheet.exile_boxes:
        return s.sheet.exile_boxes[locale][0]
    return s.favour.get(locale)


def friendly(s: State, side: Side, locale: Locale) -> bool:
    """1.3.1 Whether a Locale is Friendly to `side`."""
    return favour_of(s, locale) is side


def exhausted(s: State, locale: Locale) -> bool:
    """1.3.1 Whether a Locale is Exhausted."""
    return s.wear.get(locale) is Depletion.EXHAUSTED


def strongholds_of(s: State, side: Side, area: str) -> list[Locale]:
    """The Strongholds of an Area that Favour `side`."""
    return [locale for locale in s.board.areas[area] if s.favour.get(locale) is side]


def area_of(s: State, locale: Locale) -> str | None:
    """The Area a Locale is in, if any."""
    return s.board.locales[locale].area


# Mats and cards


def battle_of(s: State) -> Battle:
    """The Battle being fought."""
    assert s.battle is not None
    return s.battle


def muster_of(s: State) -> Muster:
    """The Muster under way."""
    assert s.muster is not None
    return s.muster


def command_of(s: State) -> Command:
    """The Command card being carried out."""
    assert s.command is not None
    return s.command


def has_capability(s: State, lord: Lord, *cards: str) -> bool:
    """Whether one of `cards` is at the Lord's mat."""
    return any(card in cards for card in s.mats[lord].capabilities)


def holder_of(s: State, card: str) -> Lord | None:
    """The Lord who has a Capability at his mat."""
    return next((lord for lord, mat in s.mats.items() if card in mat.capabilities), None)


def in_force(s: State, card: str) -> bool:
    """Whether a This Levy or This Campaign Event, or a Held one that lasts as long, is in force."""
    return card in s.this_levy or card in s.this_campaign


def troops_of(s: State, lord: Lord) -> int:
    """1.6 The number of the Lord's Troop pieces, including Routed ones, without Retinue and Vassals."""
    mat, units = s.mats[lord], s.box.units
    return sum(n for kinds in (mat.forces, mat.routed) for unit, n in kinds.items() if units[unit].troop)


def all_vassals(s: State, lord: Lord) -> list[Vassal]:
    """The Vassals on the Lord's mat, including Routed ones."""
    return [*s.mats[lord].vassals, *s.mats[lord].routed_vassals]


def lord_with(s: State, vassal: Vassal) -> Lord | None:
    """The Lord on whose mat a Vassal is."""
    return next((lord for lord in s.mats if vassal in all_vassals(s, lord)), None)


def mustered_vassals(s: State, side: Side) -> Iterator[tuple[Lord, Vassal]]:
    """The Vassals on a side's mats, including Special ones, each with his Lord."""
    return ((lord, vassal) for lord in lords_of(s, side) for vassal in all_vassals(s, lord))


def in_battle(s: State, lord: Lord) -> bool:
    """4.4 Whether the Lord takes part in the Battle being fought, Routed or not."""
    if s.battle is None:
        return False
    rows: list[Sequence[Lord | None]] = [*s.battle.front.values(), *s.battle.reserve.values(), s.battle.fighters]
    return any(lord in row for row in rows)


def mat_hidden(s: State, lord: Lord) -> bool:
    """1.5.3 Hidden Mats: whether the Lord's mat is behind its screen, which it is except in a Battle."""
    return s.hidden_mats and not in_battle(s, lord)


def tell_own(s: State, lord: Lord, rule: str, name: str, **data: Json) -> None:
    """Reports what happens on a Lord's mat: to everybody, or, if it is hidden, only to its owner (1.5.3)."""
    side = side_of(s, lord)
    seen_by = frozenset({side.value}) if mat_hidden(s, lord) else None
    tell(s, rule, name, seen_by=seen_by, side=side, lord=lord, **data)
