"""Whom and what a clause names."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.agreements.deals import Parties
from pbem.engine.decision import Seat
from pbem.engine.refusal import Ambiguous, Misread
from pbem.games.kingmaker.components.ids import NobleId
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals import forms
from pbem.games.kingmaker.deals.writing import name
from pbem.games.kingmaker.orders.policies import lexicon
from pbem.i18n import Text
from pbem.orders.words.lexicon import WHOLE, plain_words, telling

MOST_WORDS = 4
"""Of a name that stands in front of what somebody gets."""


def player_in(s: State, parties: Parties, text: str) -> Seat | None:
    """The seat that a text names whole: by its player, its colour, as whoever offers, or as "you" where it is
    offered to one only; None for anything else."""
    text = forms.without_article(text)
    if text.casefold() in forms.MYSELF:
        return parties.offerer
    if (
        text.casefold() in forms.ADDRESSED
        and len(others := [each for each in parties.seats if each != parties.offerer]) == 1
    ):
        return others[0]
    words = telling(plain_words(text))
    coloured = (seat for seat in s.seats if words and lexicon(s).fit(words, seat) == WHOLE)
    return parties.named(text) or next(coloured, None)


def player(s: State, parties: Parties, text: str) -> Seat:
    """The same. Raises Misread where it names no player."""
    found = player_in(s, parties, text)
    if found is None:
        raise Misread(Text('"{text}" is no player here', text=text), [name(s, seat) for seat in parties.seats])
    return found


def noble_in(s: State, text: str) -> NobleId | None:
    """The Noble in play whom a text names, and no other; None for anything else."""
    tokens = telling(plain_words(forms.without_article(text)))
    found = lexicon(s).matches(tokens, list(s.nobles)) if tokens else []
    return NobleId(found[0]) if len(found) == 1 else None


def one_of(s: State, text: str, options: Sequence[str]) -> str:
    """The one option that a text names. Raises Misread or Ambiguous, with the names of those near to it."""
    text = forms.without_article(text)
    try:
        return lexicon(s).read_one(text, options)
    except (Misread, Ambiguous) as bad:
        raise type(bad)(bad.problem, [name(s, each) if each in options else each for each in bad.nearest]) from None


def split_rest(s: State, parties: Parties, text: str) -> tuple[str, str]:
    """Who gets something, and what: "Blue Le Rose". Raises Misread where it begins with nobody's name."""
    words = text.split()
    for used in range(min(MOST_WORDS, len(words) - 1), 0, -1):
        whom = " ".join(words[:used])
        if player_in(s, parties, whom) is not None:
            return whom, " ".join(words[used:])
    raise Misread(Text("say what passes to whom"), ["I give ... to ..."])
