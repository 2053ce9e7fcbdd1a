"""What is offered in words that are no clause is refused with the clause that was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Area, NobleId
from pbem.games.kingmaker.components.state import Captive, State
from tests.games.kingmaker.ahead.test_done_last import position
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.scene import put


def beside() -> State:
    """Blue's Holland with the Archbishop of Canterbury stands at York too."""
    s = position()
    put(s, "blue", "field:york_area", "holland", "archbishop_of_canterbury")
    return s


ALLIANCE = "offer Beth: Alliance of Red, Blue"
FOR_A_TIME = "an Alliance holds until somebody leaves it"
NO_CLAUSE = "that is nothing to agree on in this game"
FOR_A_PROMISE = "offer Beth: I give Le Rose to Blue; Blue promises"
TWO_CLAUSES = "a trade is two clauses, each with who gives what to whom"


@pytest.mark.parametrize(
    ("clause", "why", "near"),
    [
        ("alliance of you and me until the end of this round", FOR_A_TIME, ALLIANCE),
        ("alliance of you and me, till the end of the round", FOR_A_TIME, ALLIANCE),
        ("Bündnis mit dir bis zum Ende der Runde", FOR_A_TIME, ALLIANCE),
        ("alliance Beth + me", NO_CLAUSE, ALLIANCE),
        ("we two are allies against Carl", NO_CLAUSE, ALLIANCE),
        (
            "I trade Le Rose for a promise",
            TWO_CLAUSES,
            f"{FOR_A_PROMISE} ... until round 4",
        ),
        (
            "Le Rose for your promise to attack Carl until round 5",
            TWO_CLAUSES,
            f"{FOR_A_PROMISE} to attack Carl until round 5",
        ),
        (
            "ich tausche Le Rose gegen ein Versprechen",
            TWO_CLAUSES,
            f"{FOR_A_PROMISE} ... until round 4",
        ),
        (
            "Holland gives Canterbury to Neville in exchange for Le Rose",
            NO_CLAUSE,
            "offer Beth: Holland gives Canterbury to Neville in exchange for I give Le Rose to Blue",
        ),
        ("Le Rose", NO_CLAUSE, "offer Beth: I give Le Rose to Blue"),
        ("Archbishop of Canterbury", NO_CLAUSE, "Blue gives Archbishop of Canterbury to me"),
        (
            "Beth gives Canterbury to Cromwell",
            "that passes to a player, not to Cromwell",
            "offer Beth: Blue gives the card Archbishop of Canterbury to Cromwell",
        ),
    ],
)
def test_the_clause_that_was_meant_is_shown(clause: str, why: str, near: str, tmp_path: Path) -> None:
    talk = written(tmp_path, beside)
    told = of("red", talk.write("red", f"offer Beth: {clause}"))
    assert why in told
    assert f"Nearest: {near}" in told
    assert not talk.table().open_offers


def test_a_captive_who_is_named_is_ransomed(tmp_path: Path) -> None:
    talk = written(tmp_path, with_a_captive)
    told = of("blue", talk.write("blue", "offer Anna: Grey free; I promise peace until round 5"))
    assert "Nearest: offer Anna: ransom of Grey to Groby; I promise peace until round 5" in told


def with_a_captive() -> State:
    """Grey of Blue is a captive of Red's."""
    s = position()
    unit = s.nobles.pop(NobleId("grey"))
    s.captives[NobleId("grey")] = Captive("blue", "red", Area("york_area"), unit.cards)
    return s
