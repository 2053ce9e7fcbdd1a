"""4 The Event phase: a card is turned up, the players concerned choose, and the card takes effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, Json, OpenMenu, PickSome, Seat, Together
from pbem.games.kingmaker.asking.asked import ask, choice, choose, now
from pbem.games.kingmaker.asking.options import PASS, PROCEED
from pbem.games.kingmaker.components.cards import EventFacts, Happening
from pbem.games.kingmaker.components.draws import Decks
from pbem.games.kingmaker.components.ids import EventCard, NobleId, Phase, Place, RoyalId, ShipId, Spot, field, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import area_of, at, cannot_answer, move_to, plain_men, royals_with
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.events.embassy import may_accompany
from pbem.games.kingmaker.events.event import Response, take_effect, turn_up
from pbem.games.kingmaker.events.raid import calls_of
from pbem.games.kingmaker.events.storms import landings, leads_at_sea, nearest_ports
from pbem.games.kingmaker.hands.award import distance
from pbem.games.kingmaker.loss import tied
from pbem.games.kingmaker.movement.ships import passengers, ship_owner
from pbem.games.kingmaker.prestige import kings
from pbem.games.kingmaker.royals import move_royals
from pbem.i18n import Text

DECKS = Decks()
WINDOW = "4.1 window"
EVENT, CALL, GUARD, ESCORT = "4.1 event", "4.2 call", "4.2 guard", "4.3 escort"
PORT, ASHORE, DIES = "4.4 port", "4.4 ashore", "4.6 dies"
KEEP = "keep"
GUARD_NONE = "guard none"


@dataclass(frozen=True, slots=True)
class WindowMenu(OpenMenu):
    """R110 A player's chance to play cards before an Event; void once they stop watching Events or hold no cards."""

    is_watched: Callable[[], bool]

    def forced(self) -> tuple[Json] | None:
        return None if self.is_watched() else (PASS,)

    def anew(self) -> WindowMenu:
        return WindowMenu(lambda: [PASS], self.is_watched)


async def event_phase(s: State) -> None:
    """4.1 Resolves the Event cards of the turn. Before each takes effect, anybody may play cards from hand.

    Ruling: R134 not after the active player has gone on, while the players concerned choose.
    """
    while s.phase is Phase.EVENT and s.result is None:
        card = await turn_up(s, DECKS)
        await window(s, card)
        s.progress.taking_effect = not s.readings.open_while_taking_effect
        response = await responses(s, card)
        move_royals(s, response.royals, response.agreed)
        await take_effect(s, response, DECKS)
        s.progress.taking_effect = False


async def window(s: State, card: EventCard) -> None:
    """4.1 Waits until every player who watches Events has passed (Ruling: R110) and the active player has gone on (Ruling:
    R80).
    """
    if asked := [window_question(s, card, seat) for seat in s.seats if is_watched_by(s, seat)]:
        await Together(tuple(asked))
    await event_question(s, card)


def event_question(s: State, card: EventCard) -> Decision:
    """4.1 Asks the active player to let the Event take effect (Ruling: R80)."""
    prompt = Text('{event}: write "proceed" once you have nothing to play before it takes effect.', event=name_of(s, card))
    return Decision(s.active, EVENT, f"{now(s)}, {s.events_left} left", prompt, OpenMenu(lambda: [PROCEED]), lambda: PROCEED)


def is_watched_by(s: State, seat: Seat) -> bool:
    """4.1 Whether a player wants to be asked before Events and holds a card. (The size of a hand is public.)"""
    return seat != s.active and seat in s.watching and bool(s.players[seat].hand)


def window_question(s: State, card: EventCard, seat: Seat) -> Decision:
    """4.1 A player's chance to play cards; no answer means that they play none."""
    prompt = Text('{event} lies open: play cards now, or write "{word}".', event=name_of(s, card), word=PASS)
    shape = WindowMenu(lambda: [PASS], lambda: is_watched_by(s, seat))
    return Decision(seat, WINDOW, f"{now(s)}, {s.events_left} left", prompt, shape, lambda: PASS)


async def responses(s: State, card: EventCard) -> Response:
    """4.2-4.6 Asks the players concerned for their choices."""
    facts = s.board.cards.events[card]
    match facts.kind:
        case Happening.RAID:
            return await called(s, facts)
        case Happening.EMBASSY:
            return await embassy(s)
        case Happening.STORMS:
            return await storms(s)
        case Happening.PLAGUE:
            return Response(
                sacrifice=await sacrifices(s, [n for n, unit in s.nobles.items() if unit.at in struck(s, facts)])
            )
    return Response()


def asks_nobody(s: State, card: EventCard) -> bool:
    """4.1-4.7 Whether the result of an Event card follows from public facts alone: nobody chooses, and nothing is drawn."""
    facts = s.board.cards.events[card]
    match facts.kind:
        case Happening.RAID:
            going = called_away(s, facts)
            return not [*several_calls(s, going), *(each for noble in going for each in guards(s, noble, [*going]))]
        case Happening.EMBASSY:
            return len(kings(s)) != 1 or s.royals[kings(s)[0]].noble is None
        case Happening.STORMS:
            return not leads_at_sea(s)
        case Happening.PLAGUE:
            spots = struck(s, facts)
            pieces = [*(unit.at for unit in s.nobles.values()), *(royal.at for royal in s.royals.values())]
            return not set(pieces) & set(spots)
    return True


# 4.2 Raids


async def called(s: State, facts: EventFacts) -> Response:
    """4.2 Asks which call a Noble follows who is called twice, and who takes Royals over first. All owners are asked at once
    (R118).

    A Royal who has changed Nobles since then stays with the new one: the later act counts (Ruling: R134).
    """
    going = called_away(s, facts)
    asked = [*several_calls(s, going), *(each for noble in going for each in guards(s, noble, [*going]))]
    keepers = {royal: piece.noble for royal, piece in s.royals.items()}
    answers = await Together(tuple(asked)) if asked else ()
    answer_by_question = {(each.key, each.subject): str(answer) for each, answer in zip(asked, answers, strict=True)}
    calls = {
        noble: places[Place(answer_by_question.get((CALL, noble), next(iter(places))))] for noble, places in going.items()
    }
    handed = {subject: answer for (key, subject), answer in answer_by_question.items() if key == GUARD and answer != KEEP}
    handed = {royal: to for royal, to in handed.items() if s.royals[RoyalId(royal)].noble == keepers[RoyalId(royal)]}
    return Response(royals={RoyalId(royal): NobleId(noble) for royal, noble in handed.items()}, calls=calls)


def called_away(s: State, facts: EventFacts) -> dict[NobleId, dict[Place, int]]:
    """4.2 Each Noble who must go, with the places to which he is called and the number of each call."""
    return {
        noble: {facts.calls[number].to: number for number in numbers}
        for noble, numbers in calls_of(s, facts).items()
        if not cannot_answer(s, s.nobles[noble].at)
    }


def several_calls(s: State, going: Mapping[NobleId, Mapping[Place, int]]) -> Iterator[Decision]:
    """4.2 (l. 319) Where a Noble goes who is called to several places: his owner chooses; default: the nearest (D4)."""
    for noble, places in going.items():
        if len(places) > 1:
            prompt = Text("{noble} is called to several places: where does he go?", noble=name_of(s, noble))
            nearest = sorted(places, key=partial(away, s, noble))
            yield choice(s.nobles[noble].owner, CALL, noble, prompt, nearest)


def away(s: State, noble: NobleId, place: Place) -> float:
    """D4 The distance in km from a Noble's Area to a place."""
    area = area_of(s, noble)
    return min((distance(s, near, place) for near in s.board.within[area]), default=0.0) if area is not None else 0.0


def guards(s: State, noble: NobleId, going: Sequence[NobleId] = ()) -> Iterator[Decision]:
    """4.2, 4.3 (l. 320) Asks who takes over the Royals of a Noble who is called away, of his owner's Nobles in the same
    spot.

    Nobles who are not `going` themselves are listed first, the strongest first. Ruling: R118 the owner is asked; without an
    answer the Royals go along.
    """
    unit = s.nobles[noble]
    others = [n for n in at(s, unit.at, unit.owner) if n != noble]
    others.sort(key=lambda n: (n in going, -plain_men(s, n)))
    for royal in royals_with(s, noble) if others else ():
        prompt = Text(
            '{noble} is called away: who takes {royal}? With "{word}" they go along.',
            noble=name_of(s, noble),
            royal=name_of(s, royal),
            word=GUARD_NONE,
        )
        yield choice(unit.owner, GUARD, royal, prompt, [*others, KEEP], lambda: KEEP)


# 4.3 Embassies


async def embassy(s: State) -> Response:
    """4.3 Asks whether the King passes to another Noble first, and which friends in the same spot go along."""
    crowned = kings(s)
    noble = s.royals[crowned[0]].noble if len(crowned) == 1 else None
    if noble is None or cannot_answer(s, s.nobles[noble].at):
        return Response()
    question = next((each for each in guards(s, noble) if each.subject == crowned[0]), None)
    guard = KEEP if question is None else str(await replace(question, automatic=True))
    goes = noble if guard == KEEP else NobleId(guard)
    royals = {} if guard == KEEP else {crowned[0]: goes}
    companions: list[NobleId] = []
    for seat in s.seats:
        friends = [other for other in may_accompany(s, goes) if s.nobles[other].owner == seat]
        if friends:
            companions += map(NobleId, await escort(s, seat, friends))
    return Response(royals=royals, companions=tuple(companions))


async def escort(s: State, seat: Seat, friends: Sequence[NobleId]) -> Sequence[str]:
    """4.3 Which of a player's Nobles go along; by default none (D5)."""
    prompt = Text("The King goes on an embassy: who of yours goes with him?")
    shape = PickSome(lambda: friends, 0, len(friends))
    companions: Sequence[str] = await Decision(seat, ESCORT, now(s), prompt, shape, list, automatic=True)
    return companions


# 4.4 Storms


async def storms(s: State) -> Response:
    """4.4 Asks the owner of a ship which of the ports at the same distance it enters, and the owners of passengers where
    they land.
    """
    return await driven(copied(s), leads_at_sea(s))


async def driven(later: State, leads: Sequence[ShipId]) -> Response:
    """4.4, 13.2 (l. 325-326, 667) Asks into which ports ships are driven and where passengers land, on a copy of the
    position.

    Each answer takes account of the earlier ones: whoever landed first may have filled a place, or now holds an Open Town.
    """
    ports, land = dict[ShipId, Place](), dict[NobleId, Spot]()
    for lead in leads:
        seat = captain(later, lead)
        nearest = nearest_ports(later, lead)
        by_preference = sorted(nearest, key=lambda port: (owner(later, port) != seat, port))
        prompt = Text("A storm drives {ship} into port: which one?", ship=name_of(later, lead))
        port = Place(by_preference[0] if seat is None else await ask(seat, PORT, lead, prompt, by_preference))
        ports[lead] = port
        for noble in passengers(later, lead):
            spots = landings(later, noble, port)
            prompt = Text("{noble} lands in {port}: where?", noble=name_of(later, noble), port=name_of(later, port))
            land[noble] = Spot(await choose(later.nobles[noble].owner, ASHORE, noble, prompt, spots))
            move_to(later, noble, land[noble])
    return Response(ports=ports, land=land)


def captain(s: State, lead: ShipId) -> Seat | None:
    """4.4 The player who chooses a ship's port: its owner; if its card is already lost, the first passenger's (Ruling:
    K9).
    """
    owner_seat = ship_owner(s, lead)
    carried = passengers(s, lead)
    return owner_seat or (s.nobles[carried[0]].owner if carried else None)


# 4.6 Those who die


def struck(s: State, facts: EventFacts) -> list[Spot]:
    """4.6 The spots of the towns that a plague strikes (Ruling: R14)."""
    places = s.board.places
    return [inside(town) if places[town].fortified else field(places[town].area) for town in facts.towns]


async def sacrifices(s: State, listed: Sequence[NobleId]) -> Mapping[Seat, NobleId]:
    """4.6, 6.2.5 Asks each owner which of their equally strong Nobles dies; by default the one with fewest cards (D7)."""
    chosen: dict[Seat, NobleId] = {}
    for seat, equals in tied(s, listed).items():
        fewest = sorted(equals, key=lambda noble: len(s.nobles[noble].cards))
        prompt = Text("One of your Nobles dies, and several are equally strong: who?")
        chosen[seat] = NobleId(await ask(seat, DIES, now(s), prompt, fewest))
    return chosen
