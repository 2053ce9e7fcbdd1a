"""The standing orders of a player who wants to be asked about their own segments only: for trials that count letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Seat
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders.policies import BOARD_ABSORB

PLAIN = (
    # Levy: Pay, exiles, what Events bring
    *(
        "disband none",
        "pay all",
        "share others",
        "feed others",
        "return stay",
        "crown no",
        "cancel no",
        "spend 0",
        "play none",
    ),
    *("keep none", "choose none", "clarence no", "collectors none", "shift none", "gain others", "lose others"),
    *("name others", "remove others", "turn others"),
    # Campaign
    *("parley no", "charity none", "discard none", "drop others", "depot others", "restore others", "waste others"),
    "exile all if outnumbered 2 to 1 else none",
    # Battle
    *("culverins all", "centre left, right", "flank left, right", "order left, centre, right", "vanguard no"),
    "flee all if outnumbered 3 to 1 else none",
    *("reroll all", "charge no", "maneuver no", "yeomen yes", "regroup none", "haven yes", "escape all", "talbot all"),
    *("caltrops others", "warden none", "spoils others", f"absorb {BOARD_ABSORB}"),
)
"""Those that name nobody."""
BY_LORD = ("pillage", "wages", "captor")
"""Those that name one's own Lords, the first preferred."""
BY_ENEMY = ("ravine", "look")
"""Those that name Enemy Lords."""

COLUMNS_FILLED = ("centre", "left", "right")
"""4.4.1 The order in which columns are filled."""


def delegated(s: State, seat: Seat) -> Iterator[str]:
    """Orders for every question outside a segment, in words; not every scenario and side can use all of them."""
    yield from PLAIN
    sides = {lord: s.box.lords[lord].side for lord in s.lords}
    yield from (f"{verb} {in_words(s, [lord for lord in s.lords if sides[lord] == seat])}" for verb in BY_LORD)
    yield from (f"{verb} {in_words(s, [lord for lord in s.lords if sides[lord] != seat])}" for verb in BY_ENEMY)
    mine = [names(s, lord)[0] for lord in s.lords if sides[lord] == seat]
    yield f"intercept {', '.join(mine)} if they are fewer else none"
    yield f"array {', '.join(f'{column} {lord}' for column, lord in zip(COLUMNS_FILLED, mine, strict=False))}"
    yield f"land {in_words(s, [one for one, facts in s.board.locales.items() if facts.stronghold and facts.sea])}"


def in_words(s: State, ids: Iterable[str]) -> str:
    """The names of ids, commas between them."""
    return ", ".join(names(s, one)[0] for one in ids)
