"""Royals that are reallocated while a combat goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pbem.engine.log.entry import fingerprint
from pbem.games.kingmaker.components.ids import NobleId, Phase, Place, RoyalId
from pbem.games.kingmaker.components.nobles import attach, move_to
from pbem.games.kingmaker.components.state import Readings, State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.setup.options import new_state
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import BOARD, hand, put
from tests.support.conversation import Conversation

EDWARD, HENRY = RoyalId("edward_earl_of_march"), RoyalId("henry_vi")
RABY = BOARD.places[Place("raby")].area
COMPANIES = ("burgundian_crossbowmen", "flemish_crossbowmen", "scots_archers", "landsknechts")
STRONG = [f"{name}_{number}" for name in COMPANIES for number in (1, 2)]


def besieged() -> State:
    """Neville, who has Edward, and Cromwell of Red are besieged in Raby; Beaufort of Red is in its field."""
    s = three(Phase.COMBAT)
    put(s, "red", "in:raby", "neville")
    put(s, "red", "in:raby", "cromwell")
    put(s, "red", f"field:{RABY}", "beaufort")
    put(s, "blue", f"field:{RABY}", "grey", *STRONG)
    attach(s, EDWARD, NobleId("neville"))
    s.besieged[Place("raby")] = "blue"
    hand(s, "red", "le_rose")
    hand(s, "blue", "le_michael")
    return s


def keeper(talk: Conversation, royal: RoyalId) -> NobleId | None:
    s: State = talk.table().state
    return s.royals[royal].noble


def test_no_royal_passes_across_the_wall_during_a_sally(tmp_path: Path) -> None:
    """R103"""
    talk = written(tmp_path, besieged)
    talk.write("red", "sally Raby with Neville")
    assert "same spot" in of("red", talk.write("red", "entrust Edward of March Cromwell"))
    assert keeper(talk, EDWARD) == "neville"
    talk.write("red", "entrust Edward of March Beaufort")
    assert keeper(talk, EDWARD) == "beaufort"
    talk.write("red", "entrust Edward of March Neville")
    assert keeper(talk, EDWARD) == "neville"


def test_before_a_sally_it_passes_inside_alone(tmp_path: Path) -> None:
    talk = written(tmp_path, besieged)
    talk.write("red", "entrust Edward of March Beaufort")
    assert keeper(talk, EDWARD) == "neville"
    talk.write("red", "entrust Edward of March Cromwell")
    assert keeper(talk, EDWARD) == "cromwell"


def through_edward() -> State:
    """Grey and Holland of Blue are in a place that is Blue's through Edward alone; Red is before it, Green has Henry."""
    s = three(Phase.COMBAT)
    put(s, "blue", "field:york_area", "grey")
    attach(s, EDWARD, NobleId("grey"))
    settle(s)
    mine = next(p for p in BOARD.places if owner(s, p) == "blue" and p not in s.facts("grey").places)
    move_to(s, NobleId("grey"), f"in:{mine}")
    put(s, "blue", f"in:{mine}", "holland")
    for noble in ("neville", "beaufort", "de_vere"):
        put(s, "red", f"field:{BOARD.places[mine].area}", noble, *(STRONG if noble == "neville" else ()))
    put(s, "green", "field:london_area", "pole")
    put(s, "green", "field:london_area", "stanley")
    attach(s, HENRY, NobleId("pole"))
    hand(s, "blue", "le_michael")
    return s


def test_what_follows_of_itself_waits_until_the_combat_is_over(tmp_path: Path) -> None:
    """R130 A third player's Royal passes to another Noble, while a place is besieged that has ceased to be friendly."""
    talk = written(tmp_path, through_edward)
    talk.write("red", "besiege Montgomery")
    talk.write("blue", "execute Edward of March")
    talk.write("green", "entrust Henry Stanley")
    s: State = talk.table().state
    assert s.fight is not None
    assert keeper(talk, HENRY) == "stanley"
    assert {s.nobles[noble].at for noble in s.fight.defenders} == {"in:montgomery"}


def test_a_game_that_began_before_goes_on_as_it_began(tmp_path: Path) -> None:
    """R103, R130 What followed of itself came at once; the position of such a game has the fingerprints it had."""

    def before() -> State:
        s = through_edward()
        s.readings = Readings(as_outside_combat=True)
        return s

    talk = written(tmp_path, before)
    talk.write("red", "besiege Montgomery")
    talk.write("blue", "execute Edward of March")
    talk.write("green", "entrust Henry Stanley")
    s: State = talk.table().state
    assert {s.nobles[NobleId(noble)].at for noble in ("grey", "holland")} != {"in:montgomery"}
    assert fingerprint(before()) == fingerprint(through_edward())


def test_the_version_says_how_a_game_is_read() -> None:
    setup = load_setup(RULES, "three_players", scenarios_dir(), {})
    read = {version: new_state(replace(setup, version=version)).readings.as_outside_combat for version in (0, 1, 2)}
    assert read == {0: False, 1: True, 2: False}
    assert RULES.version == 5
