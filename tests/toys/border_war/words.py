"""The order words, what a letter is for, and how ids are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.orders import Word
from pbem.engine.game.segments import Segment
from pbem.engine.game.standing import Policy, Scope
from pbem.engine.refusal import Misread
from tests.toys.border_war.acts import CEDE, GIFT
from tests.toys.border_war.play import AIM, COURT, IMPULSE, NOBODY, RETREAT, WATCH, aim, court
from tests.toys.border_war.position import State

CAMPAIGN, TURN, GAME = "campaign", "turn", "game"


def read_yes(_s: State, _seat: Seat, text: str) -> bool:
    """yes or no."""
    if text.strip().casefold() not in ("yes", "no"):
        raise Misread("the answer is yes or no", ["retreat yes", "retreat no"])
    return text.strip().casefold() == "yes"


WHETHER: Policy[State] = Policy(read_yes, lambda _s, p: "yes" if p else "no", lambda _s, _d, p: p)


def read_band(s: State, _seat: Seat, text: str) -> str:
    """A band by its name, or none."""
    for band in (NOBODY, *s.bands):
        if text.strip().casefold() in (band, s.board.names.get(band, band).casefold()):
            return band
    raise Misread("name a band, or none", ["watch none"])


WATCHING: Policy[State] = Policy(read_band, lambda _s, p: str(p), lambda _s, _d, p: p)
VOCABULARY: tuple[Word[State], ...] = (
    Word("court", COURT, "court HOUSE | court none", "Whom to be allied with.", own=True, once=True, example="court none"),
    Word("aim", AIM, "aim AREA", "An area worth more.", own=True, once=True, closes=True, example="aim durham"),
    Word("march", IMPULSE, "march BAND AREA", "Go by land.", own=True, example="march hotspur hexham"),
    Word(
        "sail", IMPULSE, "sail BAND AREA", "Go to the sea, or from it to a port.", own=True, example="sail hotspur north sea"
    ),
    Word("play", IMPULSE, "play CARD BAND", "Add a rider.", own=True, example="play gold hotspur"),
    Word("pass", IMPULSE, "pass", "End your impulse.", own=True, closes=True, example="pass"),
    Word("watch", WATCH, "watch BAND | watch none", "Which band keeps watch.", WATCHING, example="watch none"),
    Word("gift", GIFT, "gift CARD HOUSE", "Give a card away, at any time.", act=True, example="gift gold scotland"),
    Word("cede", CEDE, "cede AREA HOUSE", "Give land away, at any time.", act=True, example="cede durham percy"),
    Word("retreat", RETREAT, "retreat yes | retreat no", "Whether to go to sea.", WHETHER, example="retreat yes"),
)


def names(s: State, option: str) -> tuple[str, ...]:
    return (s.board.names.get(option, option.title()),)


def known(s: State) -> tuple[str, ...]:
    return (*s.board.names, *s.board.cards)


def turn(s: State) -> str:
    return f"turn {s.turn}, {f'impulse {s.impulse}' if s.impulse else CAMPAIGN}"


def scopes(s: State) -> tuple[Scope, ...]:
    return Scope(TURN, str(s.turn), usual=True), Scope(GAME, "all")


def segments(s: State, seat: Seat, _given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """3, 4 The campaign, then the impulses of this Turn."""
    planned = [] if s.impulse else [Segment(f"the campaign of Turn {s.turn}", frozenset({COURT, AIM}), CAMPAIGN)]
    first = s.impulse + (seat in s.done) if s.impulse else 1
    coming = [
        Segment(f"impulse {n} of Turn {s.turn}", frozenset({IMPULSE}), f"impulse {n}")
        for n in range(first, s.board.impulses + 1)
    ]
    return (*planned, *coming)


def why_not_yet(s: State, _seat: Seat, verb: str, _ids: Callable[[], list[str]]) -> str | None:
    """3, 4 Impulses come after the campaign."""
    return "the campaign of all houses comes first" if not s.impulse and verb in ("march", "sail", "play", "pass") else None


def foreseen(s: State, seat: Seat) -> tuple[Decision, ...]:
    return () if s.impulse else (court(s, seat), aim(s, seat))


def form(s: State, _seat: Seat) -> tuple[str, ...]:
    """The further lines of a reply form."""
    return ("retreat no",) if s.impulse else ()


def ahead(s: State, seat: Seat) -> tuple[str, ...]:
    """What may be written before one's impulse comes."""
    return (f"impulse {s.impulse}: pass",) if s.impulse and seat not in s.done else ()
