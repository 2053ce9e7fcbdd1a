"""2 to 5 The course of play."""

from __future__ import annotations

from pbem.engine.decision import Decision, Menu, Pick, Seat, Together, YesNo
from pbem.engine.dice import roll, shuffle
from pbem.engine.event import tell
from pbem.engine.game.terms import Term
from tests.toys.border_war.position import SEA, State, at, friends, own

DEAL, COURT, AIM, IMPULSE = "2.1 deal", "3.1 court", "3.2 aim", "4.1 impulse"
WATCH, RETREAT, BATTLE = "4.0 watch", "4.3 retreat", "4.4 battle"
HAND = 2
HITS = frozenset({5, 6})
"""4.4 A die hits high."""
NOBODY = "none"


async def play(s: State) -> None:
    """2 So many Turns of a deal, a campaign and its impulses."""
    s.deck = await shuffle(DEAL, "deck", tuple(s.board.cards))
    while s.turn < s.board.turns:
        s.turn, s.impulse = s.turn + 1, 0
        tell(s, "2", "turn_begins", turn=s.turn)
        deal(s)
        await campaign(s)
        while s.impulse < s.board.impulses:
            s.impulse += 1
            await impulse(s)
        count(s)
    finish(s)


def deal(s: State) -> None:
    """2.1 Cards up to two, shown to their house only."""
    for seat in s.seats:
        while len(s.hands[seat]) < HAND and s.deck:
            s.hands[seat].append(s.deck.pop(0))
        tell(s, "2.1", "dealt", seen_by=frozenset({seat}), cards=list(s.hands[seat]))


async def campaign(s: State) -> None:
    """3 Whom each house courts, then what it aims at, in secret; two that court each other are allied."""
    courted = await Together(tuple(court(s, seat) for seat in s.seats))
    wanted = dict(zip(s.seats, courted, strict=True))
    pairs = [[one, other] for one, other in wanted.items() if wanted.get(other) == one]
    s.allies = pairs[0] if pairs else []
    tell(s, "3.1", "courted", allies=list(s.allies))
    aims = await Together(tuple(aim(s, seat) for seat in s.seats))
    s.aims = dict(zip(s.seats, aims, strict=True))
    tell(s, "3.2", "aims", aims=dict(s.aims))


def court(s: State, seat: Seat) -> Decision:
    """3.1 The house to be allied with."""
    others = [*(other for other in s.seats if other != seat), NOBODY]
    return Decision(seat, COURT, f"turn {s.turn}", "Whom do you court?", Pick(lambda: others), lambda: NOBODY)


def aim(s: State, seat: Seat) -> Decision:
    """3.2 An area worth two points more at the end of the Turn."""
    areas = list(s.board.areas)
    return Decision(seat, AIM, f"turn {s.turn}", "What do you aim at?", Pick(lambda: areas), lambda: areas[0])


async def impulse(s: State) -> None:
    """4 Each house in turn: one order after another until it passes."""
    tell(s, "4", "impulse_begins", impulse=s.impulse)
    s.done = []
    for band in s.bands.values():
        band.moved = False
    if s.board.watches:
        await keep_watch(s)
    for seat in s.seats:
        number = 0
        while (chosen := await ask(s, seat, number)) != "pass":
            number += 1
            await carry_out(s, seat, *chosen.split(" "))
        s.done.append(seat)


async def keep_watch(s: State) -> None:
    """4.0 Before anybody moves each house may set a watch, in secret."""
    chosen = await Together(tuple(watch(s, seat) for seat in s.seats))
    s.watch = [band for band in chosen if band != NOBODY]
    tell(s, "4.0", "watched", bands=list(s.watch))


def watch(s: State, seat: Seat) -> Decision:
    """4.0 The band that keeps watch, which nobody has to."""
    subject = f"turn {s.turn} impulse {s.impulse}"
    return Decision(seat, WATCH, subject, "Which band keeps watch?", Pick(lambda: [NOBODY, *own(s, seat)]), lambda: NOBODY)


def term(_s: State, decision: Decision) -> Term:
    """A watch is a window, a retreat an answer in another's turn."""
    return {WATCH: Term.WINDOW, RETREAT: Term.ANSWER}.get(decision.key, Term.TURN)


def ask(s: State, seat: Seat, number: int) -> Decision:
    """4.1 What a house does next."""
    subject = f"turn {s.turn} impulse {s.impulse} order {number}"
    return Decision(
        seat, IMPULSE, subject, f"Your order in impulse {s.impulse}?", Menu(lambda: orders(s, seat)), lambda: "pass"
    )


def orders(s: State, seat: Seat) -> list[str]:
    """4.1 Marches, voyages, cards, and pass."""
    found = ["pass"]
    for name in own(s, seat):
        band = s.bands[name]
        if not band.moved:
            found += [f"march {name} {area}" for area in (s.board.near(band.where) if band.where != SEA else [])]
            ports = s.board.ports()
            found += [
                f"sail {name} {area}" for area in (ports if band.where == SEA else [SEA] if band.where in ports else [])
            ]
    found += [f"play {card} {name}" for card in s.hands[seat] for name in own(s, seat)]
    return found


async def carry_out(s: State, seat: Seat, verb: str, what: str, where: str) -> None:
    """4.2 A card adds a rider; who comes to an area of others must fight for it."""
    if verb == "play":
        s.hands[seat].remove(what)
        s.bands[where].strength += 1
        tell(s, "4.2", "card_played", seat=seat, card=what, band=where)
        return
    s.underway = what
    await go(s, seat, verb, what, where)
    s.underway = ""


async def go(s: State, seat: Seat, verb: str, what: str, where: str) -> None:
    """4.2 to 4.4 A band marches or sails."""
    band = s.bands[what]
    start, band.moved = band.where, True
    tell(s, "4.2", "moves", band=what, side=seat, start=start, to=where, verb=verb)
    band.where = where
    if await cleared(s, what) and where != SEA:
        s.holders[where] = seat
    elif what in s.bands and where != SEA:
        band.where = start


async def cleared(s: State, name: str) -> bool:
    """4.3, 4.4 Whether a band has the area for itself and its friends, once others have retreated or fought."""
    band = s.bands[name]
    for foe in [each for each in at(s, band.where) if not friends(s, s.bands[each].side, band.side)]:
        if name not in s.bands:
            return False
        asked = Decision(
            s.bands[foe].side, RETREAT, f"{name} {foe}", f"Does {s.board.names[foe]} retreat?", YesNo(), lambda: False
        )
        if band.where != SEA and SEA in refuges(s, foe) and await asked:
            s.bands[foe].where = SEA
            tell(s, "4.3", "retreats", band=foe)
        elif band.where != SEA:
            await fight(s, name, foe)
    here = [each for each in at(s, band.where) if name in s.bands and not friends(s, s.bands[each].side, band.side)]
    return name in s.bands and not here


def refuges(s: State, foe: str) -> list[str]:
    """4.3 Where a band can retreat to: the sea, from a port."""
    return [SEA] if s.bands[foe].where in s.board.ports() else []


async def fight(s: State, name: str, foe: str) -> None:
    """4.4 A die for each rider, one more for a band on watch; 5 and 6 hit. Both lose at once what they were hit for."""
    lost = {}
    for one, other in ((name, foe), (foe, name)):
        rolled = [await roll(BATTLE, f"{one} {other} {n}") for n in range(s.bands[one].strength + (one in s.watch))]
        lost[other] = sum(die in HITS for die in rolled)
        tell(s, "4.4", "strikes", band=one, dice=rolled, hits=lost[other])
    for each, hits in lost.items():
        s.bands[each].strength -= hits
        if s.bands[each].strength <= 0:
            del s.bands[each]
            tell(s, "4.4", "scattered", band=each)


def count(s: State) -> None:
    """5 A point for each area held, two more for the one aimed at."""
    for area, seat in s.holders.items():
        s.points[seat] += 1 + 2 * (s.aims[seat] == area)
    tell(s, "5", "counted", points=dict(s.points))


def finish(s: State) -> None:
    """5.1 The most points win, and a house allied with the winner wins too; a tie between others is a draw. 5.2 Where no
    band is left, all have lost.
    """
    most = max(s.points.values())
    first = [seat for seat in s.seats if s.points[seat] == most]
    winners: list[Seat] = []
    if not s.bands:
        s.result = {"lost": "all"}
    elif not all(friends(s, first[0], seat) for seat in first):
        s.result = {"winner": None}
    else:
        winners = [first[0], *(seat for seat in s.seats if seat != first[0] and friends(s, seat, first[0]))]
        s.result = {"winners": winners}
    tell(s, "5.1", "game_over", winners=winners, lost=not s.bands)
