"""The `result` of a game, in one form for reports, lists and archives."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.decision import Json, Seat
from pbem.i18n import Text

WINNER, ALLIES, WINNERS, LOST, ALL, HOW = "winner", "allies", "winners", "lost", "all", "how"
CLOSED = "closed"
"""The way in which a game ended that the game master closed."""

NO_RESULT = Text("closed without a result")


@dataclass(frozen=True, slots=True)
class Ending:
    """Who has won a finished game: one or several `winners`, or nobody.

    Without winners it is a draw, unless all have lost (`all_lose`). `how` is what ended it before its rules did ("": the
    rules did).
    """

    winners: tuple[Seat, ...] = ()
    all_lose: bool = False
    how: str = ""


def ending_of(result: Json) -> Ending:
    """The Ending of a result: {"winners": [...]}; {"winner": seat}, with "allies" who win too, if any; {"winner": None} for
    a draw; {"lost": "all"} if all have lost.
    """
    if not isinstance(result, dict):
        return Ending()
    winner = result.get(WINNER)
    first = [] if winner is None else [winner, *result.get(ALLIES, ())]
    winners = tuple(result.get(WINNERS) or first)
    return Ending(winners, not winners and result.get(LOST) == ALL, str(result.get(HOW, "")))


def ending_in_words(ending: Ending) -> Text:
    """An ending in words for lists: "percy and neville win", "all lose", "a draw"."""
    *others, last = ending.winners or ("",)
    if not last:
        return Text("all lose") if ending.all_lose else NO_RESULT if ending.how == CLOSED else Text("a draw")
    if not others:
        return Text("{winner} wins", winner=last)
    return Text("{others} and {last} win", others=", ".join(others), last=last)
