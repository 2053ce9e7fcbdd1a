"""What an order leads to: its AP, and the odds of the battle it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.forecast import Forecast, paid
from pbem.engine.phrase import NONE, read_one
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER, PLAGUE
from pbem.games.richard_iii.actions.land import path_of
from pbem.games.richard_iii.actions.sea import is_paid
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.components.blocks import at, is_open
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.options import DONE, MULLIGAN, Main, March, Recruit, Sail
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.preview.forces import battle_words, crowd_words, unseen_words
from pbem.i18n import Text

AP = "AP"
UNITS: tuple[Mapping[str, str], ...] = ({AP: AP},)


def forecast(s: State, _seat: Seat, decision: Decision, answer: Json) -> Forecast:
    """The forecast for an answer, by what its seat can see."""
    tell = FORECASTS_BY_KEY.get(decision.key)
    return tell(s, Side(decision.seat), answer) if tell is not None else Forecast()


def of_action(s: State, side: Side, answer: Json) -> Forecast:
    """5.1-5.4 The AP of a move or a recruit; 6.0 and the battle, if the enemy is there."""
    if answer == DONE:
        return Forecast()
    order = read_one((March, Sail, Recruit, Main), str(answer))
    match order:
        case March():
            return _of_march(s, side, order, costs=int(s.blocks[order.block].at not in s.active))
        case Sail():
            start = s.blocks[order.block].at
            free = is_open(s, order.to, side) and is_paid(s, start, order.to)
            zone = order.zone or s.board.seas_between(start, order.to)[0]
            return Forecast(paid(AP=int(not free)), _arrival_words(s, side, order.block, order.to, zone))
        case Recruit():
            return Forecast(paid(AP=1), crowd_words(s, side, order.area, order.block))
    return Forecast()


def _of_march(s: State, side: Side, order: March, costs: int) -> Forecast:
    over = path_of(s, order)[-2]
    return Forecast(paid(AP=costs), _arrival_words(s, side, order.block, order.to, over))


def _arrival_words(s: State, side: Side, block: BlockId, to: Area, over: str) -> tuple[str, ...]:
    """6.0 The battle if the enemy is there; 7.1 otherwise whether the area can feed one more block."""
    return battle_words(s, side, to, [block], over) or crowd_words(s, side, to, block)


def of_muster(s: State, side: Side, answer: Json) -> Forecast:
    """5.1 That a Muster costs no AP."""
    return Forecast() if answer == DONE else _of_march(s, side, March.read(str(answer)), costs=0)


def of_plague(s: State, side: Side, answer: Json) -> Forecast:
    """5.1 How many blocks lose a step."""
    if answer == NONE:
        return Forecast()
    number = len(at(s, Area(str(answer)), side.enemy))
    return Forecast(
        words=(
            Text("one enemy block loses a step")
            if number == 1
            else Text("{number} enemy blocks lose a step", number=number),
        )
    )


def of_card(s: State, _side: Side, answer: Json) -> Forecast:
    """1.1 What a card allows."""
    if answer == MULLIGAN:
        return Forecast(words=(Text("your hand is shown to all, and you get a new one"),))
    card = s.board.cards[CardId(str(answer))]
    return Forecast(
        words=(Text("{ap} AP; it beats every action card", ap=card.ap) if card.is_event else Text("{ap} AP", ap=card.ap),)
    )


def enemies(s: State, seat: Seat, place: str) -> str:
    """6.0 The number of enemies in an area, which is public."""
    there = at(s, Area(place), Side(seat).enemy) if place in s.board.areas else []
    return Text("an attack on {unseen} in {area}", unseen=unseen_words(len(there)), area=names(s, place)[0]) if there else ""


FORECASTS_BY_KEY: Mapping[str, Callable[[State, Side, Json], Forecast]] = {
    CARD: of_card,
    ACT: of_action,
    MUSTER: of_muster,
    PLAGUE: of_plague,
}
