"""Lines by which players agree on something: how they are written, and which of them a line is."""

from __future__ import annotations

import re

from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, folded

RESIGN, DRAW, TAKE_BACK, PAUSE = "resign", "draw", "take_back", "pause"
CONFIRM, STAY = "resign_yes", "resign_no"
OFFER_DRAW, NO_DRAW = "offer_draw", "no_draw"
ASK_BACK, NO_BACK = "ask_back", "no_back"
ASK_PAUSE, NO_PAUSE = "ask_pause", "no_pause"
AGREE, REFUSE, RESUME = "agree", "refuse", "resume"
GIVES_UP = "gives_up"
"""Says in other words than the order that the game is given up."""
USAGE = {
    "resign": (
        "resign",
        Text('gives the game up, once you have written "resign yes" as well; "resign no" thinks better of it'),
    ),
    "offer": (
        "offer draw",
        Text('offers a draw: the answer is "accept draw" or "decline draw"; "offer no draw" ends the offer'),
    ),
    "take": (
        "ask to take back",
        Text('asks to take your last letter back: the answer is "agree take back" or "refuse take back"'),
    ),
    "pause": ("pause 2 weeks", Text('asks for a pause of the clock: the answer is "agree pause" or "refuse pause"')),
    "resume": ("resume", Text("ends a pause: the clock goes on")),
}
"""How each of these lines is written, and what it does, by the word that `help` knows it by."""
_THING = r"(?: (?:to |with )?(?:the |a )?(?P<thing>draw|take back|taking back|takeback|pause))?"
_FORMS = {
    RESIGN: r"(?:i )?resign(?: the game)?",
    CONFIRM: r"(?:i )?resign yes",
    STAY: r"resign no",
    OFFER_DRAW: r"offer (?:a )?draw",
    NO_DRAW: r"offer no draw",
    ASK_BACK: r"(?:ask to take back|ask (?:to )?take it back|take back)",
    NO_BACK: r"ask not to take back",
    NO_PAUSE: r"(?:pause no|no pause)",
    ASK_PAUSE: r"pause(?: (?:for )?(?P<length>.{1,30}))?",
    AGREE: rf"(?:agree|accept){_THING}",
    REFUSE: rf"(?:refuse|decline){_THING}",
    RESUME: r"resume(?: the game| play)?",
}
_READ = {word: re.compile(form, re.IGNORECASE) for word, form in _FORMS.items()}
_GIVES_UP = re.compile(alternatives("giving_up"))
_MAX_LENGTH = 120
_THINGS = {"draw": DRAW, "take back": TAKE_BACK, "taking back": TAKE_BACK, "takeback": TAKE_BACK, "pause": PAUSE}


def plain(text: str) -> str:
    """A line without a comment and a full stop, with single spaces."""
    return " ".join(text.partition("#")[0].split()).rstrip(" .!")


def deal_word(text: str) -> str:
    """The word of a line that agrees on something, or "" for any other. It stands there in full, but for GIVES_UP."""
    line = plain(text)
    word = next((word for word, form in _READ.items() if form.fullmatch(line)), "")
    is_given_up = not word and len(line) <= _MAX_LENGTH and _GIVES_UP.fullmatch(" ".join(folded(line))) is not None
    return GIVES_UP if is_given_up else word


def thing_in(text: str) -> str:
    """What an answer is about (DRAW, TAKE_BACK, PAUSE), "" where it does not say."""
    found = _READ[AGREE].fullmatch(plain(text)) or _READ[REFUSE].fullmatch(plain(text))
    return _THINGS.get((found["thing"] or "").casefold(), "") if found else ""


def length_in(text: str) -> str:
    """How long a pause is asked for, as it is written; "" where the line does not say."""
    found = _READ[ASK_PAUSE].fullmatch(plain(text))
    return (found["length"] or "") if found else ""
