"""The players, Nobles and things that the text of a clause names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

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

_WORD = re.compile(r"[^\W\d_]+")
MAX_NAME_WORDS = 4
"""The maximum number of words in a name before a thing given: "Blue Le Rose"."""
MAX_SUGGESTIONS = 4
"""The maximum number of suggestions in place of a name."""


def player_in(s: State, parties: Parties, text: str) -> Seat | None:
    """The seat that a text names in full: by player or colour, "me" for the offerer, or "you" if there is only one other
    party. None for anything else.
    """
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
    """The same, but raises Misread if the text names no player."""
    found = player_in(s, parties, text)
    if found is None and forms.without_article(text).casefold() in forms.ADDRESSED:
        others = [name(s, seat) for seat in parties.seats if seat != parties.offerer]
        raise Misread(Text('"{text}" can be several here: say who', text=text), others)
    if found is None:
        names = Text(" or ").join(name(s, seat) for seat in parties.seats)
        raise Misread(Text('"{text}" is no player here: name {names}', text=text, names=names))
    return found


def with_names(s: State, parties: Parties, promiser: Seat, words: str) -> str:
    """A promise with names in place of "me" and "you", as far as it is clear whom they mean.

    "me" is the offerer if another player promises, "you" the only other party. If the offerer promises on a condition ("if
    you do not attack"), the words stay as typed.
    """
    others = [each for each in parties.seats if each != parties.offerer]
    first = parties.offerer if promiser != parties.offerer else None
    second = others[0] if len(others) == 1 else None
    if first is None and _says_what_you_do(words):
        return words

    def named(match: re.Match[str]) -> str:
        word = match[0].casefold()
        for seat, kind in ((first, "first"), (second, "second")):
            if seat is not None and word in forms.PRONOUNS[kind]:
                return name(s, seat)
            if seat is not None and word in forms.PRONOUNS[f"{kind}_own"]:
                return f"{name(s, seat)}'s"
        return match[0]

    return _WORD.sub(named, words)


def _says_what_you_do(words: str) -> bool:
    """Whether "you" is the subject of a sentence in a promise: "if you do not attack Neville"."""
    typed = ["", *(word.casefold() for word in _WORD.findall(words))]
    subject = forms.PRONOUNS["subject"]
    return any(
        now in subject & forms.PRONOUNS["second"] or (before in subject and now in forms.PRONOUNS["second"])
        for before, now in pairwise(typed)
    )


def noble_in(s: State, text: str) -> NobleId | None:
    """The one Noble in play whom a text names; None for anything else."""
    tokens = telling(plain_words(forms.without_article(text)))
    matches = lexicon(s).matches(tokens, list(s.nobles)) if tokens else []
    return NobleId(matches[0]) if len(matches) == 1 else None


def one_of(s: State, text: str, options: Sequence[str]) -> str:
    """The one option that a text names. Raises Misread or Ambiguous, with similar names as suggestions."""
    text = forms.without_article(text)
    try:
        return lexicon(s).read_one(text, options)
    except (Misread, Ambiguous) as bad:
        near = [name(s, each) if each in options else each for each in bad.nearest]
        if isinstance(bad, Misread) and not near and (thing := known_in(s, text)) is not None:
            near_names = [name(s, each) for each in options[:MAX_SUGGESTIONS]]
            raise Misread(Text("{thing} is not possible here now", thing=name(s, thing)), near_names) from None
        raise type(bad)(bad.problem, near) from None


def known_in(s: State, text: str) -> str | None:
    """The one piece, card or place that a text names, wherever it is; None for anything else."""
    tokens, cards = telling(plain_words(text)), s.board.cards
    matches = lexicon(s).matches(tokens, [*cards.all, *cards.royals, *cards.ships, *s.board.places]) if tokens else []
    return matches[0] if len(matches) == 1 else None


def split_rest(s: State, parties: Parties, text: str) -> tuple[str, str]:
    """Splits "Blue Le Rose" into taker and thing. Raises Misread if it begins with no player's name."""
    words = text.split()
    for used in range(min(MAX_NAME_WORDS, len(words) - 1), 0, -1):
        whom = " ".join(words[:used])
        if player_in(s, parties, whom) is not None:
            return whom, " ".join(words[used:])
    raise Misread(Text("say what passes to whom"), ["I give ... to ..."])
