"""The order words of Richard III."""

from __future__ import annotations

from pbem.engine.decision import Decision, Seat
from pbem.engine.game.orders import Word
from pbem.games.richard_iii.actions.actions import ACT as DO
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT, PLAGUE, muster_areas, plague_areas
from pbem.games.richard_iii.battle.battle import ACT, WHICH
from pbem.games.richard_iii.battle.combat import HIT
from pbem.games.richard_iii.battle.retreat import REGROUP
from pbem.games.richard_iii.battle.treachery import TREASON
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.cards.deal import KEEP
from pbem.games.richard_iii.components.blocks import on_map, side_of
from pbem.games.richard_iii.components.board import BlockId, Side
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.orders import policies
from pbem.games.richard_iii.orders.segments import BATTLE, GAME, TURN
from pbem.games.richard_iii.political.home import HOME
from pbem.games.richard_iii.political.political import OVERFLOW
from pbem.games.richard_iii.supply.succession import ENTER, EXECUTE
from pbem.games.richard_iii.supply.supply import STARVE
from pbem.i18n import Text

FOUGHT = (TURN, GAME)
VOCABULARY: tuple[Word[State], ...] = (
    Word(
        "card",
        CARD,
        "card CARD",
        Text("Choose the card that you play this turn."),
        own=True,
        example="card 3",
    ),
    Word(
        "keep",
        KEEP,
        "keep yes | keep no",
        Text("Keep your hand when your opponent has replaced theirs, or get a new one too."),
        policies.WHETHER,
        example="keep yes",
    ),
    Word(
        "march",
        DO,
        "march BLOCK AREA [via AREA]",
        Text(
            "Move a block one or two areas by land. The first block from an area costs 1 AP, the others from there nothing."
        ),
        own=True,
        synonyms=("move", "go"),
        example="march Norfolk Hereford",
    ),
    Word(
        "sail",
        DO,
        "sail BLOCK AREA [by SEA]",
        Text("Move a block by sea to a friendly or vacant area: 1 AP, a second block between the same major ports is free."),
        own=True,
        synonyms=("ship",),
        example="sail Warwick Kent",
    ),
    Word(
        "recruit",
        DO,
        "recruit BLOCK AREA",
        Text("Put a block of your pool on the map for 1 AP. Recruits come after all moves: write them last."),
        own=True,
        example="recruit Suffolk East Anglia",
    ),
    Word(
        "main",
        DO,
        "main AREA BORDER",
        Text(
            "Choose over which border the main attack on an area comes. Blocks that came over other borders are in Reserve."
        ),
        own=True,
        example="main Kent Sussex",
    ),
    Word("done", DO, "done", Text("End your actions."), own=True, closes=True, example="done"),
    Word(
        "muster",
        MUSTER_AT,
        "muster AREA | muster none",
        Text("With the Muster card: name the area to which your blocks go."),
        own=True,
        example="muster Middlesex",
    ),
    Word(
        "march",
        MUSTER,
        "march BLOCK AREA [via AREA]",
        Text("With the Muster card: a block comes."),
        own=True,
        example="march Norfolk Kent",
    ),
    Word("done", MUSTER, "done", Text("End the Muster."), own=True, closes=True, example="done"),
    Word(
        "plague",
        PLAGUE,
        "plague AREA | plague CITY | plague none",
        Text("With the Plague card: every block in an enemy city area loses a step."),
        own=True,
        example="plague Middlesex",
    ),
    Word(
        "fight",
        WHICH,
        "fight AREA, AREA",
        Text("Which battles are fought first, when you are first player."),
        policies.FIGHT,
        answers=False,
        example="fight Kent, Middlesex",
        holds=FOUGHT,
    ),
    Word(
        "treason",
        TREASON,
        "treason BLOCK, BLOCK | treason none",
        Text("Whom the Treason card tries to turn."),
        policies.PREFER_ENEMIES,
        answers=False,
        example="treason Stanley, Rivers",
        holds=FOUGHT,
    ),
    Word(
        "fire",
        ACT,
        "fire",
        Text("Your blocks fire on their battle turns. That is what they do without orders."),
        policies.FIRE,
        answers=False,
        example="fire",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "charge",
        ACT,
        "charge [BLOCK, BLOCK]",
        Text("Your senior heir in a battle charges one of these enemies, or without names anybody."),
        policies.CHARGE,
        answers=False,
        example="charge Henry VI",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "turn",
        ACT,
        "turn BLOCK, BLOCK | turn none",
        Text("Your King, Pretender or Warwick tries to turn one of these enemies."),
        policies.TURN,
        answers=False,
        example="turn Stanley",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "retreat",
        ACT,
        "retreat AREA, AREA",
        Text("From round 2 your blocks retreat to the first of these areas that is open. Bind it to a condition."),
        policies.RETREAT,
        answers=False,
        example="retreat Sussex",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "hold",
        ACT,
        "hold [BLOCK]",
        Text("Blocks pass their battle turns."),
        policies.HOLD,
        answers=False,
        example="hold Henry VI",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "spare",
        HIT,
        "spare BLOCK, BLOCK",
        Text("Of equally strong blocks these are hit last."),
        policies.SPARE,
        answers=False,
        example="spare York, March",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "regroup",
        REGROUP,
        "regroup AREA, AREA | regroup none",
        Text("Where your blocks go after a battle that they have won. Without an order those go that the area cannot feed."),
        policies.REGROUP,
        answers=False,
        example="regroup none",
        holds=(GAME, TURN, BATTLE),
    ),
    Word(
        "execute",
        EXECUTE,
        "execute yes | execute no",
        Text("Have Clarence or Exeter executed when they fight for you."),
        policies.WHETHER,
        answers=False,
        example="execute yes",
    ),
    Word(
        "enter",
        ENTER,
        "enter AREA, AREA",
        Text("Where an heir who has come of age enters."),
        policies.PREFER_AREAS,
        answers=False,
        example="enter Middlesex",
    ),
    Word(
        "starve",
        STARVE,
        "starve BLOCK, BLOCK",
        Text("Which blocks lose a step first where an area cannot feed all."),
        policies.FIRST,
        answers=False,
        example="starve London Levy",
    ),
    Word(
        "home",
        HOME,
        "home BLOCK AREA",
        Text("In the Political Turn: where a block with several homes goes."),
        own=True,
        example="home Norfolk East Anglia",
    ),
    Word(
        "overflow",
        OVERFLOW,
        "overflow BLOCK, BLOCK",
        Text("Which blocks go to the pool first where an exile area holds too many."),
        policies.FIRST,
        answers=False,
        example="overflow Essex",
    ),
)


def place(s: State, seat: Seat, option: str) -> str:
    """2.0 The area of a seat's block on the map."""
    block = BlockId(option)
    return s.blocks[block].at if block in s.blocks and on_map(s, block) and side_of(s, block) == seat else ""


def in_full(s: State, decision: Decision) -> dict[str, str]:
    """5.1 Alternative forms for areas of a Plague or a Muster, by the names of their cities."""
    side = Side(decision.seat)
    areas = {PLAGUE: plague_areas, MUSTER_AT: muster_areas}.get(decision.key)
    verb = "plague" if decision.key == PLAGUE else "muster"
    return {f"{verb} {city}": area for area in (areas(s, side) if areas else ()) if (city := s.board.areas[area].city)}


def known(s: State) -> tuple[str, ...]:
    """Everything that an order for later can name."""
    return (*s.board.blocks, *s.board.areas, *s.board.zones, *s.board.cards, "none", "done", "mulligan", "by", "via", "from")
