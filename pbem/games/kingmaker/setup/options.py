"""2 The choices at the opening: the set-up, the non-player Faction, the time limit."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.components.setup import seats
from pbem.games.kingmaker.components.state import Readings, State
from pbem.games.kingmaker.offer import (
    ATTENDANCE,
    CAPTIVES,
    CLOCKWISE,
    MAJORS,
    NON_PLAYER,
    ONE_PILE,
    PRESET,
    RANDOM,
    ROUNDS,
    SETUP,
)
from pbem.games.kingmaker.setup.start import new_table
from pbem.i18n import Text

VERSION = 5
"""The version of these rules.

Since 2: consequences wait until a combat is over (R130), and Offices can pass in a Parliament that can award nothing (R90).

Since 3: reports say why the Rally draws cards; a promise that names a Royal, Noble or Office does not mention the place in
that name.

Since 4: the end of a loan is reported, and where the cards and Nobles are that a promise names.

Since 5: reports say whom an Event card calls, whom a plague strikes, and every place that is lost; owners of ships with
rivals aboard choose their ports when an Alliance is left (R61); no card is played while an Event takes effect (R134).
"""
WHOLE_COMBATS, TOLD_IN_FULL, ENDS_TOLD, CAUSES_TOLD = 2, 3, 4, 5
PORTS_CHOSEN = CAUSES_TOLD
"""The first version in which it applies."""


def new_state(setup: Setup) -> State:
    """2.1 The board before any card is dealt."""
    players = seats(setup)
    s = new_table(setup.data["board"], players, has_non_player(setup))
    s.dealt = setup.options.get(SETUP, PRESET) == RANDOM
    s.rounds = setup.options.get(ROUNDS)
    s.settings.captives_hold = bool(setup.options.get(CAPTIVES))
    s.settings.clockwise = setup.options.get(ATTENDANCE) == CLOCKWISE
    s.settings.one_pile = setup.options.get(MAJORS) == ONE_PILE
    before = setup.began_before(WHOLE_COMBATS)
    told_as_before = setup.began_before(TOLD_IN_FULL)
    s.readings = Readings(
        as_outside_combat=before,
        no_time_for_offices=before,
        told_as_before=told_as_before,
        told_briefly=setup.began_before(ENDS_TOLD),
        causes_untold=setup.began_before(CAUSES_TOLD),
        first_port_when_left=setup.began_before(PORTS_CHOSEN),
        open_while_taking_effect=setup.began_before(CAUSES_TOLD),
    )
    return s


def has_non_player(setup: Setup) -> bool:
    """2.7 Whether there is a non-player Faction. The rulebook recommends it for two players."""
    return len(seats(setup)) == 2 and bool(setup.options.get(NON_PLAYER, True))


def bad_options(setup: Setup) -> str:
    """2.7 Why options do not fit together; "" if they do: the non-player Faction is for two players."""
    if len(seats(setup)) > 2 and NON_PLAYER in setup.options:
        return Text("the Faction nobody plays is for two players")
    return ""


def told_options(setup: Setup) -> Iterator[str]:
    """What the first letter says about the set-up, the time limit, the options chosen, and reconstructed figures."""
    if setup.options.get(SETUP, PRESET) == RANDOM:
        yield Text("Set-up by controlled chance: your cards are dealt, and you build your Faction of them.")
    else:
        yield Text("Set-up with pre-set Factions: each is dealt by chance.")
    if has_non_player(setup):
        yield Text("London, Northampton, Shrewsbury and York begin in the hands of a Faction nobody plays.")
    if (rounds := setup.options.get(ROUNDS)) is not None:
        yield Text(
            "Time limit: the game ends after round {rounds}; who has most prestige then wins a Minor Victory.", rounds=rounds
        )
    if setup.options.get(ATTENDANCE) == CLOCKWISE:
        yield Text("Who attends a Parliament is decided clockwise from its caller, one player after the other.")
    else:
        yield Text("Changed for play by mail: who attends a Parliament is decided by all at once and in secret.")
    if setup.options.get(CAPTIVES):
        yield Text("Captives hold their places until they are executed.")
    yield Text("Captives who are not ransomed are executed when the turn ends.")
    if setup.options.get(MAJORS) == ONE_PILE:
        yield Text("Cards for major battles and major sieges are one pile.")
    yield Text(
        "The printed map and most cards could not be consulted. Areas, roads, many cards, twelve of the fourteen Factions "
        "and some prestige figures are reconstructed; the data files say which, and who owns a copy can correct them there."
    )
