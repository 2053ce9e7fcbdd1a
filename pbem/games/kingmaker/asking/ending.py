"""11 The End of Turn phase: the claim, two cards, Nobles who step outside, captives, and the discard."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Menu, OpenMenu, Seat, Together, YesNo
from pbem.engine.event import tell
from pbem.engine.phrase import ALL
from pbem.games.kingmaker.alliances import leave, once_left, with_rivals
from pbem.games.kingmaker.asking.asked import ask, choose, now
from pbem.games.kingmaker.asking.event import driven
from pbem.games.kingmaker.asking.options import FINISH, PART, Condemn, Discard, Outside
from pbem.games.kingmaker.combat.captives import execute, may_receive
from pbem.games.kingmaker.components.draws import Decks
from pbem.games.kingmaker.components.ids import Card, NobleId, Phase, place_in
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import allied, can_hold, in_turn, is_besieged, nobles_of, plain_men, royals_of
from pbem.games.kingmaker.components.state import Captive, State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.prestige import house_of, houses, may_claim, royal_points
from pbem.games.kingmaker.royals import execute_house
from pbem.games.kingmaker.turn_end import claim, draw_two, end_turn, is_last_turn, next_seat, step_out
from pbem.games.kingmaker.victory import agree_end
from pbem.i18n import Text

DECKS = Decks()
CLAIM, END, SPOIL, HOUSE, AGREE = "11.1 claim", "11 end", "9.2 spoil", "10.6 house", "2.8 agree"
SENTENCE, STAY = "9.2 sentence", "13.2 stay"


async def end_of_turn(s: State) -> None:
    """11.1-11.5 Runs the End of Turn phase, until the next player's turn begins."""
    if may_claim(s, s.active) and await claim_question(s):
        claim(s)
    await draw_two(s, DECKS)
    await sentences(s)
    await execute_captives(s)
    drawn = list(s.players[s.active].hand)
    await close_turn(s, await last_action(s, drawn), drawn)


def claim_question(s: State) -> Decision:
    """11.1 Whether to claim the Prestige Victory card; the default is yes (D23)."""
    prompt = Text("Do you claim the Prestige Victory card?")
    return Decision(s.active, CLAIM, now(s), prompt, YesNo(), lambda: True, automatic=True)


async def last_action(s: State, drawn: Sequence[Card]) -> Card | None:
    """11.3-11.5 Asks until the turn ends; returns the card to discard, or None if no discard is due."""
    discard: Card | None = None
    while discard is None and s.result is None:
        answer = await end_question(s, drawn)
        if answer == FINISH:
            break
        discard = await do(s, answer)
    return discard


def end_question(s: State, drawn: Sequence[Card]) -> Decision:
    """11.3-11.5 The next choice after drawing. A discard ends the turn, or "finish" if no discard is due."""
    prompt = Text("The end of your turn: who steps outside, and which card do you discard?")
    shape = OpenMenu(lambda: end_options(s))
    return Decision(s.active, END, now(s), prompt, shape, lambda: usual_end(s, drawn))


def end_options(s: State) -> list[str]:
    """11.3-11.5 Stepping outside, leaving the Alliance, and the answers that end the turn."""
    nobles = [noble for noble in nobles_of(s, s.active) if place_in(s.nobles[noble].at) is not None]
    out = [Outside(noble) for noble in nobles if not is_besieged(s, s.nobles[noble].at)]
    part = [PART] if len(allied(s, s.active)) > 1 else []
    ends = [Discard(card) for card in s.players[s.active].hand] if s.phase is Phase.POLITICS else [FINISH]
    return [*out, *part, *ends]


def usual_end(s: State, drawn: Sequence[Card]) -> str:
    """D28 The default: discard the first of the cards drawn."""
    if s.phase is not Phase.POLITICS:
        return FINISH
    hand = s.players[s.active].hand
    return Discard(next((card for card in drawn[-2:] if card in hand), hand[0]))


async def do(s: State, answer: str) -> Card | None:
    """11.3-11.5 Carries out one choice; returns the card to discard if the choice ends the turn."""
    if answer == PART:
        await part(s)
        return None
    discard = Discard.fits(answer)
    if discard is not None:
        return discard.card
    step_out(s, [Outside.read(answer).noble])
    return None


async def part(s: State) -> None:
    """13.2 (l. 663-667) The active player leaves the Alliance. If three were allied, the other two stay allied unless one
    says no (Ruling: R93).

    Ships with rivals aboard are driven into port as by a storm (Ruling: R61): their owners choose among the nearest ports,
    and no card is played meanwhile (Ruling: R134).
    """
    rest = [seat for seat in allied(s, s.active) if seat != s.active]
    stay = len(rest) > 1
    for seat in rest if stay else ():
        prompt = Text("{player} leaves your Alliance: do you stay allied with the other?", player=name_of(s, s.active))
        agrees = await Decision(seat, STAY, now(s), prompt, YesNo(), lambda: True, automatic=True)
        stay = stay and bool(agrees)
    if s.readings.first_port_when_left:
        leave(s, stay)
        return
    later = once_left(s, stay)
    s.progress.taking_effect = True
    chosen = await driven(later, with_rivals(later))
    s.progress.taking_effect = False
    leave(s, stay, ports=chosen.ports, land=chosen.land)


async def close_turn(s: State, discard: Card | None, drawn: Sequence[Card]) -> None:
    """11.5 Settles what is due before a turn ends, and ends it. If the discard has left the hand meanwhile (traded or
    played), asks for another.
    """
    await settle_houses(s)
    if s.result is not None:
        return
    if s.rounds is not None and next_seat(s) == s.first and not is_last_turn(s):
        agreed = await Together(tuple(agree_question(s, seat) for seat in s.seats))
    else:
        agreed = ()
    while discard is not None and discard not in s.players[s.active].hand and s.result is None:
        discard = await last_action(s, drawn)
    if s.result is not None:
        return
    end_turn(s, discard)
    if agreed and all(agreed) and s.result is None:
        agree_end(s, s.seats)


def agree_question(s: State, seat: Seat) -> Decision:
    """2.8 (l. 292) Whether a player agrees to end a timed game at the end of the round; the default is no (Ruling: R84)."""
    return Decision(seat, AGREE, now(s), Text("Do you agree to end the game now?"), YesNo(), lambda: False, automatic=True)


# 9.2 Captives


async def sentences(s: State) -> None:
    """9.2, R91 Asks each captor before captives are executed; until then the captives can be ransomed by agreement."""
    for captor in in_turn(s, s.active):
        spared = captives_of(s, captor)
        while spared and s.result is None:
            order = Condemn.read(await sentence_question(s, captor, tuple(spared)))
            spared = [noble for noble in spared if noble in s.captives and order.who not in (ALL, noble)]


def sentence_question(s: State, captor: Seat, spared: Sequence[NobleId]) -> Decision:
    """9.2 Which captives to execute. It becomes void once all are ransomed."""
    prompt = Text("Captive: {nobles}. Agree on a ransom, or condemn them.", nobles=names_of(s, spared))

    def options() -> list[str]:
        left = [noble for noble in spared if noble in s.captives]
        return [Condemn(ALL), *(Condemn(noble) for noble in left)]

    return Decision(captor, SENTENCE, f"{now(s)}, {len(spared)} left", prompt, Menu(options), lambda: Condemn(ALL))


def captives_of(s: State, captor: Seat) -> list[NobleId]:
    """9.2 The captives of a player."""
    return [noble for noble, each in s.captives.items() if each.captor == captor]


async def execute_captives(s: State) -> None:
    """9.2, R75 Executes the captives who were not ransomed, grouped by Faction, captor and Area."""
    while s.captives and s.result is None:
        first = next(iter(s.captives.values()))
        group = [noble for noble, each in s.captives.items() if are_together(each, first)]
        spoils: dict[Card, NobleId] = {}
        for card in [card for noble in group for card in s.captives[noble].cards]:
            able = receivers(s, first, card)
            if s.facts(card).sort.is_transferable and able:
                prompt = Text("{card} is your spoil: to which Noble?", card=name_of(s, card))
                spoils[card] = NobleId(await choose(first.captor, SPOIL, card, prompt, able))
        await execute(s, group, spoils, DECKS)


def are_together(one: Captive, other: Captive) -> bool:
    """R38 Whether two captives are executed together."""
    return (one.owner, one.captor, one.area) == (other.owner, other.captor, other.area)


def receivers(s: State, captive: Captive, card: Card) -> list[NobleId]:
    """9.2 The victor's Nobles in the Area who can take a captive's card; those who need not replace a card first, then the
    strongest.
    """
    able = [noble for noble in may_receive(s, captive.captor, captive.area, captive.force) if can_hold(s, noble, card)]
    return sorted(able, key=lambda noble: (not can_hold(s, noble, card, replacing=False), -plain_men(s, noble)))


# 10.6 Both houses


async def settle_houses(s: State) -> None:
    """10.6 A player whose deadline has passed executes the Royals of one house, by default (D29) the one with less prestige;
    in an Alliance they leave it (Ruling: R46).
    """
    if s.result is None and s.both.get(s.active, s.turn) < s.turn:
        royals = royals_of(s, s.active)
        worth = {house: max(royal_points(s, r) for r in royals if house_of(s, r) == house) for house in houses(s, royals)}
        prompt = Text("You hold Royals of both houses: those of which house are executed?")
        house = await ask(s.active, HOUSE, now(s), prompt, sorted(worth, key=lambda house: worth[house]))
        if execute_house(s, [s.active], house):
            tell(s, "10.6", "house_executed", seat=s.active, house=house)
        settle(s)
    if s.result is None and s.both_allied.get(s.active, s.turn) < s.turn:
        await part(s)
