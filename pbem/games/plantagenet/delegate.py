"""The standing orders of a player who wants to be asked about his own stints only: for trials that count letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Seat
from pbem.games.plantagenet.box import Side
from pbem.games.plantagenet.names import names
from pbem.games.plantagenet.policies import BOARD_ABSORB
from pbem.games.plantagenet.state import State

PLAIN = (
    # Levy: Pay, exiles, what Events bring
    *("disband none", "pay all", "return stay", "keep none", "choose none", "crown no", "clarence no", "cancel no"),
    *("play none", "spend 0", "share equally", "lose militia, longbowmen, men-at-arms", "gain equally", "shift none"),
    # Campaign
    *("intercept none", "parley no", "exile none", "charity none", "discard none", "drop equally", "depot equally"),
    # Battle
    *("culverins all", "flee none", "centre left, right", "flank left, right", "order left, centre, right", "vanguard no"),
    *("reroll all", "charge no", "maneuver no", "yeomen yes", "regroup none", "haven yes", "escape all", "talbot all"),
    *("warden none", "spoils equally", f"absorb {BOARD_ABSORB}"),
)
"""Those that name nobody."""
BY_LORD = ("pillage", "wages", "captor", "waste", "share", "ravine", "look")
"""Those that name Lords, the first preferred."""
BY_PLACE = ("land", "place", "warden", "name", "remove", "restore")
"""Those that name Strongholds."""


def delegated(s: State, seat: Seat) -> Iterator[str]:
    """Orders for every question outside a stint, in words; not every scenario and side can use all of them."""
    yield from PLAIN
    mine = [lord for lord in s.lords if s.box.lords[lord].side is Side(seat)]
    yield from (f"{verb} {in_words(s, mine)}" for verb in BY_LORD)
    yield from (f"{verb} {in_words(s, s.board.locales)}" for verb in BY_PLACE)


def in_words(s: State, ids: Iterable[str]) -> str:
    """The names of ids, commas between them."""
    return ", ".join(names(s, one)[0] for one in ids)
