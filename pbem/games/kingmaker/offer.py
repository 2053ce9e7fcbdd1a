"""2 The choices at the opening: the number of players, the set-up, the non-player Faction, the time limit."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Json
from pbem.engine.game.setup import GameOffer
from pbem.i18n import Text

SCENARIOS: Mapping[str, str] = {
    "two_players": Text("Kingmaker II for two players"),
    "three_players": Text("Kingmaker II for three players"),
    "four_players": Text("Kingmaker II for four players"),
    "five_players": Text("Kingmaker II for five players"),
}
SETUP, NON_PLAYER, ROUNDS = "setup", "npf", "rounds"
PRESET, RANDOM = "preset", "random"
CAPTIVES, ATTENDANCE, MAJORS = "captives_hold", "attendance", "majors"
SEALED, CLOCKWISE = "sealed", "clockwise"
APART, ONE_PILE = "apart", "one_pile"
MAX_ROUNDS = 60
OPTIONS: Mapping[str, tuple[Json, ...]] = {
    SETUP: (PRESET, RANDOM),
    NON_PLAYER: (True, False),
    ROUNDS: tuple(range(1, MAX_ROUNDS + 1)),
    CAPTIVES: (True,),
    ATTENDANCE: (SEALED, CLOCKWISE),
    MAJORS: (APART, ONE_PILE),
}
ABOUT_OPTIONS: Mapping[str, str] = {
    SETUP: Text(
        "preset: everybody gets one of the Factions of the rulebook; random: Factions are dealt by controlled chance"
    ),
    NON_PLAYER: Text("for two players: London, Northampton, Shrewsbury and York begin with a Faction that nobody plays"),
    ROUNDS: Text("the game ends after so many rounds, with a Minor Victory"),
    CAPTIVES: Text("a captive holds his places until he is executed"),
    ATTENDANCE: Text("who attends a Parliament is decided by all at once and in secret, or clockwise, one after the other"),
    MAJORS: Text("cards for major battles and major sieges lie apart, or in one pile"),
}

OFFER = GameOffer("Kingmaker II", SCENARIOS, OPTIONS, ABOUT_OPTIONS)
