"""3 How long offers are open: until a player's turn, or until a round."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Misread
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals import forms
from pbem.games.kingmaker.deals.writing import name
from pbem.games.kingmaker.orders.policies import lexicon
from pbem.i18n import Text
from pbem.orders.words.lexicon import WHOLE, plain_words, telling


def read_end(s: State, seat: Seat, text: str) -> Json:
    """The end that a text states; for "" the offerer's next own turn. In the log: [round, 0, seat] or [0, turn, seat].
    Raises Misread.
    """
    if not text or forms.matched(forms.END_MY_TURN, text) is not None:
        return [0, next_turn(s, seat), seat]
    if forms.matched(forms.END_THIS_ROUND, text) is not None:
        return [s.round + 1, 0, seat]
    if parts := forms.matched(forms.END_ROUND, text):
        number = int(parts["number"]) + bool(parts["whole"])
        if number <= s.round:
            raise Misread(Text("an offer ends with a round to come"), [f"until round {s.round + 1}"])
        return [number, 0, seat]
    if parts := forms.matched(forms.END_TURN_OF, text):
        words = telling(plain_words(parts["who"]))
        if named := [each for each in s.seats if words and lexicon(s).fit(words, each) == WHOLE]:
            return [0, next_turn(s, named[0]), named[0]]
    sentence = Text("an offer stands until a round or a turn, and not until {text}", text=text)
    raise Misread(sentence, [f"until round {s.round + 1}", f"until {name(s, s.active)}'s turn"])


def next_turn(s: State, seat: Seat) -> int:
    """The number of a seat's next turn to begin."""
    place = s.seats.index
    return s.turn + ((place(seat) - place(s.active)) % len(s.seats) or len(s.seats))


def has_come(s: State, _seat: Seat, end: Any) -> bool:
    """Whether that round or turn has begun."""
    number, turn, _ = end
    return bool(s.round >= number if number else s.turn >= turn)


def write_end(s: State, end: Any) -> str:
    """The words after "until"."""
    number, _, seat = end
    return Text("round {round}", round=number) if number else Text("{player}'s next turn", player=name(s, seat))
