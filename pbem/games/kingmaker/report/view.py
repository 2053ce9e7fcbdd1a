"""What leaves the State: everything public, the sizes of hidden piles, and the hand of the reader's own seat."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.kingmaker.combat.fight import attack_men, defence_men
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import DEAD, Card, Phase, RoyalId
from pbem.games.kingmaker.components.nobles import allied, of_sort
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.housekeeping import owners
from pbem.games.kingmaker.prestige import house_of, kings, may_claim, prestige, senior, target
from pbem.games.kingmaker.report.card_text import showing_text
from pbem.games.kingmaker.report.factions import FactionView, faction_view, royal_name
from pbem.games.kingmaker.report.hand import HandCard, hand_view
from pbem.games.kingmaker.report.where import HOUSES, PHASES, label, spot_text


@dataclass(frozen=True)
class RoyalView:
    """10 A living Royal: his house, where he is, and with whom (`noble` and `seat` are "" if uncontrolled)."""

    id: RoyalId
    name: str
    house: str
    senior: bool
    crowned: bool
    where: str
    noble: str
    seat: Seat


@dataclass(frozen=True)
class CaptiveView:
    """9.2 A captive: his owner, his captor, his cards, and a home castle for a ransom."""

    name: str
    owner: Seat
    captor: Seat
    area: str
    cards: tuple[str, ...]
    castle: str


@dataclass(frozen=True)
class ForceView:
    """13.2 An allied Force."""

    commander: str
    nobles: tuple[str, ...]
    where: str
    renewed: bool


@dataclass(frozen=True)
class FightView:
    """6 A combat under way, with the present men of both sides. Without a `place` it is a battle."""

    where: str
    place: str
    leader: Seat
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int


@dataclass(frozen=True)
class SiegeView:
    """6.5 A besieged place."""

    name: str
    by: Seat
    holder: Seat


@dataclass(frozen=True)
class ParliamentView:
    """7 A Parliament in session: who attends, and the drawn cards still to be awarded."""

    seat: Seat
    area: str
    attending: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True)
class TableView:
    """1.2 The table. `unseen`: the Crown cards that the reader cannot see, in other hands and the deck together. `tile`:
    whether the Prestige tile has shown; `turned`: whether the top Clamour is that of a Parliament.
    """

    chancery: tuple[str, ...]
    display: tuple[str, ...]
    majors: int
    discard: tuple[str, ...]
    unseen: tuple[str, ...]
    crown_deck: int
    event_deck: int
    clamours: int
    turned: bool
    tile: bool
    dead: tuple[str, ...]


@dataclass(frozen=True)
class ClaimView:
    """13.3 The Prestige Victory card: its holder, their points, the number below which it goes back, and the round at the
    end of whose turn it wins.
    """

    seat: Seat
    points: int
    needed: int
    round: int


@dataclass(frozen=True)
class View:
    """The position as a seat ("": an observer) may see it. `order` is the order of turns in a round; () before the first
    round.
    """

    seat: Seat
    round: int
    rounds: int | None
    turn: int
    phase: str
    active: Seat
    first: Seat
    order: tuple[Seat, ...]
    begun: bool
    players: int
    factions: tuple[FactionView, ...]
    unplayed: tuple[str, ...]
    hand: tuple[HandCard, ...]
    royals: tuple[RoyalView, ...]
    kings: int
    captives: tuple[CaptiveView, ...]
    alliances: tuple[tuple[Seat, ...], ...]
    forces: tuple[ForceView, ...]
    sieges: tuple[SiegeView, ...]
    event: str
    fight: FightView | None
    parliament: ParliamentView | None
    peace: str
    peace_by: Seat
    claim: ClaimView | None
    may_claim: bool
    settle: tuple[Seat, ...]
    table: TableView
    own_first: tuple[FactionView, ...]


def view(s: State, seat: Seat) -> View:
    """The position for a seat, "" for an observer."""
    held = owners(s)
    factions = tuple(faction_view(s, each, held) for each in s.seats)
    own_factions = [each for each in factions if each.seat == seat]
    return View(
        seat=seat,
        round=s.round,
        rounds=s.rounds,
        turn=s.turn,
        phase=PHASES[s.phase],
        active=s.active,
        first=s.first,
        order=() if s.phase is Phase.SETUP else _order(s),
        begun=s.phase is not Phase.SETUP,
        players=len(s.seats),
        factions=factions,
        unplayed=tuple(label(s, place) for place in s.unplayed),
        hand=hand_view(s, seat) if seat else (),
        royals=tuple(royal_view(s, royal) for royal, piece in s.royals.items() if piece.at != DEAD),
        kings=len(kings(s)),
        captives=tuple(_captives(s)),
        alliances=tuple(tuple(members) for members in s.alliances),
        forces=tuple(_forces(s)),
        sieges=tuple(_sieges(s)),
        event="" if s.showing is None else showing_text(s, s.showing),
        fight=fight_view(s),
        parliament=parliament_view(s),
        peace="" if s.peace is None else label(s, s.peace.area),
        peace_by="" if s.peace is None else s.peace.player,
        claim=claim_view(s),
        may_claim=may_claim(s, s.active),
        settle=tuple(dict.fromkeys([*s.both, *s.both_allied])),
        table=table_view(s, seat),
        own_first=(*own_factions, *(each for each in factions if each.seat != seat)),
    )


def _order(s: State) -> tuple[Seat, ...]:
    """2.6, 3 The players in the order of their turns."""
    begins = s.seats.index(s.first)
    return (*s.seats[begins:], *s.seats[:begins])


def claim_view(s: State) -> ClaimView | None:
    """13.3 The Prestige Victory card, where somebody holds it."""
    if s.claim is None:
        return None
    holder = s.claim.player
    return ClaimView(holder, prestige(s, *allied(s, holder)), target(s, holder) or 0, s.claim.round + 1)


def royal_view(s: State, royal: RoyalId) -> RoyalView:
    """10 A living Royal piece."""
    piece, house = s.royals[royal], house_of(s, royal)
    noble = piece.noble
    keeper, holder = ("", "") if noble is None else (label(s, noble), s.nobles[noble].owner)
    first = senior(s, house) == royal
    where = spot_text(s, piece.at)
    return RoyalView(royal, royal_name(s, royal), HOUSES[house], first, piece.crowned, where, keeper, holder)


def _captives(s: State) -> list[CaptiveView]:
    return [
        CaptiveView(
            label(s, noble),
            each.owner,
            each.captor,
            label(s, each.area),
            tuple(label(s, card) for card in each.cards),
            label(s, s.facts(noble).places[0]),
        )
        for noble, each in s.captives.items()
    ]


def _forces(s: State) -> list[ForceView]:
    return [
        ForceView(
            label(s, force.commander),
            tuple(label(s, noble) for noble in force.nobles),
            spot_text(s, s.nobles[force.commander].at),
            force.renewed,
        )
        for force in s.forces
        if force.commander in s.nobles
    ]


def _sieges(s: State) -> list[SiegeView]:
    return [SiegeView(label(s, place), seat, owner(s, place) or "") for place, seat in s.besieged.items()]


def fight_view(s: State) -> FightView | None:
    """6 The combat under way."""
    if s.fight is None:
        return None
    fight = s.fight
    known = [n for n in (*fight.attackers, *fight.defenders) if n in s.nobles] == [*fight.attackers, *fight.defenders]
    men = (attack_men(s, fight), defence_men(s, fight)) if known and fight.card is None else (fight.attack, fight.defence)
    return FightView(
        label(s, fight.area),
        "" if fight.place is None else label(s, fight.place),
        fight.leader,
        tuple(label(s, noble) for noble in fight.attackers),
        tuple(label(s, noble) for noble in fight.defenders),
        *men,
    )


def parliament_view(s: State) -> ParliamentView | None:
    """7 The Parliament that sits."""
    if s.parliament is None:
        return None
    sits = s.parliament
    attending = tuple(label(s, noble) for noble in sits.attending)
    return ParliamentView(sits.player, label(s, sits.area), attending, tuple(label(s, card) for card in sits.cards))


def table_view(s: State, seat: Seat) -> TableView:
    """1.2 The cards on the table, and the sizes of the piles."""
    return TableView(
        chancery=tuple(label(s, card) for card in in_order(s, s.chancery)),
        display=tuple(label(s, card) for card in s.display if not s.facts(card).sort.is_major),
        majors=len(of_sort(s, s.display, Sort.MAJOR_BATTLE, Sort.MAJOR_SIEGE)),
        discard=tuple(label(s, card) for card in s.crown_discard),
        unseen=tuple(label(s, card) for card in unseen(s, seat)),
        crown_deck=len(s.crown_deck),
        event_deck=len(s.event_deck),
        clamours=len(s.clamours),
        turned=s.turned is not None,
        tile=s.tile_above is None and s.phase is not Phase.SETUP,
        dead=tuple(label(s, royal) for royal, piece in s.royals.items() if piece.at == DEAD),
    )


def unseen(s: State, seat: Seat) -> list[Card]:
    """The Crown cards that a reader cannot see, in hands and deck together, by number. 2.2 In the set-up the cards of
    pre-set Factions are public.
    """
    is_open = s.phase is Phase.SETUP and not s.dealt
    hands = [card for other, player in s.players.items() if other != seat and not is_open for card in player.hand]
    return in_order(s, [*s.crown_deck, *hands])


def in_order(s: State, cards: list[Card]) -> list[Card]:
    """Cards by number, so that their order in a pile is not revealed."""
    here = set(cards)
    return [card for card in s.board.cards.all if card in here]
