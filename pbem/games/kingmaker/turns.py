"""3 The course of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, OpenMenu
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase, read_one
from pbem.games.kingmaker.asking.asked import now
from pbem.games.kingmaker.asking.assembling import coronation, crown_options, parliament, parliament_options
from pbem.games.kingmaker.asking.ending import end_of_turn
from pbem.games.kingmaker.asking.event import event_phase
from pbem.games.kingmaker.asking.fighting import attack, besiege, combat_options, sally
from pbem.games.kingmaker.asking.leading import lead, lead_out, leading_options
from pbem.games.kingmaker.asking.leading_against import force_attacks, lead_against
from pbem.games.kingmaker.asking.moving import ask_passage, close_movement, go, go_again, movement_options, put_to_sea
from pbem.games.kingmaker.asking.options import (
    DONE,
    ENCAMP,
    FORBEAR,
    Again,
    Assault,
    Attack,
    Besiege,
    Crown,
    Detach,
    Lead,
    LeadAgainst,
    LeadOut,
    Move,
    Passage,
    Sail,
    Sally,
    Summon,
)
from pbem.games.kingmaker.asking.parting import detach, parting_options
from pbem.games.kingmaker.asking.setting_up import set_up
from pbem.games.kingmaker.combat.end import end_combat
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.parliament import next_phase
from pbem.i18n import Text

TURN = "3 turn"
OWN = (Phase.MOVEMENT, Phase.COMBAT, Phase.PARLIAMENT, Phase.CORONATION)
"""3 The phases in which the active player is asked one question for all."""
OF_PHASE: dict[type[Phrase], Phase] = {
    Move: Phase.MOVEMENT,
    Sail: Phase.MOVEMENT,
    Assault: Phase.MOVEMENT,
    Again: Phase.MOVEMENT,
    Detach: Phase.MOVEMENT,
    Lead: Phase.MOVEMENT,
    LeadOut: Phase.MOVEMENT,
    Passage: Phase.MOVEMENT,
    LeadAgainst: Phase.COMBAT,
    Attack: Phase.COMBAT,
    Besiege: Phase.COMBAT,
    Sally: Phase.COMBAT,
    Summon: Phase.PARLIAMENT,
    Crown: Phase.CORONATION,
}
ORDERS = tuple(OF_PHASE)
ENDS = {ENCAMP: Phase.COMBAT, FORBEAR: Phase.PARLIAMENT, DONE: Phase.END}
"""3 What ends phases, and the phase that follows."""


def moves(s: State) -> list[str]:
    """5, 13.2 All moves: of the player's own Nobles, of the Forces they lead, and ships that part."""
    return [*movement_options(s), *leading_options(s), *parting_options(s)]


def attacks(s: State) -> Iterator[str]:
    """6, 13.2 All attacks: of the player's own Nobles, and of the Forces in which they have any."""
    yield from combat_options(s)
    yield from force_attacks(s)


OPTIONS: dict[Phase, Callable[[State], Iterable[str]]] = {
    Phase.MOVEMENT: moves,
    Phase.COMBAT: attacks,
    Phase.PARLIAMENT: parliament_options,
    Phase.CORONATION: crown_options,
}


async def play(s: State) -> None:
    """2, 3 Runs the game: the set-up if it is not done, then turns until the game is over."""
    if s.phase is Phase.SETUP:
        await set_up(s)
    while s.result is None:
        await turn(s)


async def turn(s: State) -> None:
    """3 Runs one turn of the active player."""
    tell(s, "3", "turn_begins", seat=s.active, round=s.round, turn=s.turn, first=s.active == s.first)
    await event_phase(s)
    while s.phase in OWN and s.result is None:
        answer = await question(s)
        ends = ENDS.get(answer)
        await (carry_out(s, answer) if ends is None else advance(s, ends))
    if s.result is None:
        await end_of_turn(s)


def question(s: State) -> Decision:
    """5-8 The question to the active player for the next order.

    Ruling: R83 an order of a later phase ends those before it; "encamp" ends movement alone, "forbear" combat too, and
    "done" ends them all.
    """
    prompts = {
        Phase.MOVEMENT: Text('Your turn: what do you do? Movement comes first; an attack ends it, "encamp" does too.'),
        Phase.COMBAT: Text("What else do you do in your turn? A Parliament or a coronation ends the Combat phase."),
        Phase.PARLIAMENT: Text("Do you call a Parliament, or crown anybody?"),
        Phase.CORONATION: Text("Do you crown anybody?"),
    }
    prompt = prompts[s.phase]
    if s.phase in (Phase.PARLIAMENT, Phase.CORONATION) and options(s) == [DONE]:
        prompt = Text('Nothing is left to do in your turn: "{done}" ends it.', done=DONE)
    return Decision(s.active, TURN, now(s), prompt, OpenMenu(lambda: options(s)), lambda: usual(s))


def options(s: State) -> list[str]:
    """5-8 Everything that can be done in this phase and in later ones, and what ends them."""
    later = copied(s)
    orders = [*moves(s), *attacks(at_phase(later, Phase.COMBAT)), *parliament_options(at_phase(later, Phase.PARLIAMENT))]
    orders += crown_options(at_phase(later, Phase.CORONATION))
    ends = {Phase.MOVEMENT: [ENCAMP, FORBEAR], Phase.COMBAT: [FORBEAR]}.get(s.phase, []) if orders else []
    return [*orders, *ends, DONE]


def at_phase(later: State, phase: Phase) -> State:
    """3 A copy of the position in a later phase, if nothing is done until then."""
    if later.phase is Phase.MOVEMENT:
        end_movement(later, {})
    if later.phase is Phase.COMBAT and phase is not Phase.COMBAT:
        end_combat(later)
    if later.phase is Phase.PARLIAMENT and phase is Phase.CORONATION:
        next_phase(later)
    return later


def usual(s: State) -> str:
    """D22 The default for players who do not write: crown if possible, else nothing."""
    return next(iter(crown_options(at_phase(copied(s), Phase.CORONATION))), DONE)


async def advance(s: State, to: Phase = Phase.END) -> None:
    """3 Ends the phases before `to`, one after the other."""
    while s.phase in OWN and s.phase is not to and s.result is None:
        if s.phase is Phase.MOVEMENT:
            await close_movement(s)
        elif s.phase is Phase.COMBAT:
            end_combat(s)
        else:
            next_phase(s)


async def carry_out(s: State, answer: str) -> None:
    """5-8 Carries out one order, in its phase."""
    order: Phrase = read_one(ORDERS, answer)
    phase = OF_PHASE[type(order)]
    if s.phase is not phase:
        await advance(s, phase)
        if s.result is not None or answer not in OPTIONS[phase](s):
            tell(s, "3", "not_possible", seen_by=frozenset({s.active}), order=answer)
            return
    match order:
        case Move():
            go(s, order)
        case Sail() | Assault():
            await put_to_sea(s, order)
        case Again():
            await go_again(s, order)
        case Detach():
            await detach(s, order)
        case Lead():
            lead(s, order)
        case LeadOut():
            lead_out(s, order)
        case Passage():
            await ask_passage(s, order)
        case LeadAgainst():
            await lead_against(s, order)
        case Attack():
            await attack(s, order)
        case Besiege():
            await besiege(s, order)
        case Sally():
            await sally(s, order)
        case Summon():
            await parliament(s, order)
        case Crown():
            await coronation(s, order)
