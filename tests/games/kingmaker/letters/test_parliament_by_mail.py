"""7 A Parliament by letters alone: summoned, attended on conditions, a promise about an award, awards in people's words, and
what the parties of the promise read when it is due.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.questions.test_attendance_refused import calling
from tests.games.kingmaker.scene import put


def with_percy() -> State:
    """Blue has Percy beside Grey, and Chancery has two Offices alone."""
    s = calling()
    put(s, "blue", "field:york_area", "percy")
    put(s, "green", "field:york_area", "scrope", "earl_of_salisbury")
    for card in [*s.chancery]:
        s.chancery.remove(card)
        s.crown_deck.append(card)
    for card in ("warden_of_the_cinque_ports", "chancellor_of_lancaster"):
        s.crown_deck.remove(card)
        s.chancery.append(card)
    return s


def test_a_parliament_is_played_by_letters(tmp_path: Path) -> None:
    talk = written(tmp_path, with_percy)
    told = of("red", talk.write("red", "report"))
    assert "Who is summoned must come, and his Royals with him: " in told
    assert "Grey of Blue (" in told
    told = of("red", talk.write("red", "summon Grey"))
    assert "-> summon Grey" in told
    told = of("green", talk.write("green", "Pole if Beth sends nobody, Scrope"))
    assert "-> attend Pole unless Blue, Scrope" in told
    mails = talk.write("blue", "attend none")
    assert "There attend Grey, Neville, Pole and Scrope" in of("green", mails)
    told = of("red", mails)
    assert "2 Chancery cards are to be awarded" in told
    assert "Each drawn card that a Noble can hold must be awarded" in told
    assert re.search(r"Warden of the Cinque Ports: [^:]*Percy of Blue", told)

    talk.write("red", "offer Carl: I promise to award the Cinque Ports to Scrope until round 3")
    talk.write("green", "accept")
    told = of("red", talk.write("red", "Cinque Ports to Percy"))
    assert "-> award Warden of the Cinque Ports Percy" in told
    assert "Chancellor of the Duchy of Lancaster is to be awarded: to whom?" in told
    talk.write("red", "award Chancellor of Lancaster Scrope")
    s: State = talk.table().state
    assert s.parliament is None
    assert "warden_of_the_cinque_ports" in s.nobles[NobleId("percy")].cards

    told = ""
    for _ in range(20):
        s = talk.table().state
        if s.round > 2:
            break
        asked = next(seat for seat in s.seats if talk.table().open_to(seat))
        card = next(iter(s.players[asked].hand), "").replace("_", " ")
        line = f"discard {card}" if s.phase is Phase.POLITICS else "proceed" if s.phase is Phase.EVENT else "done"
        told += of("green", talk.write(asked, line))
    told += of("green", talk.write("green", "report"))
    assert 'Red promises "to award the Cinque Ports to Scrope" until round 3' in told
    assert "round 3 has begun; Warden of the Cinque Ports is with Percy of Blue" in told


@pytest.mark.parametrize("line", ["attend all", "attend everyone", "attend all of them", "schicke alle", "attend all three"])
def test_all_are_those_who_come_without_a_condition(tmp_path: Path, line: str) -> None:
    talk = written(tmp_path, with_percy)
    talk.write("red", "summon Grey")
    assert "-> attend Pole, Stanley, Scrope" in of("green", talk.write("green", line))


@pytest.mark.parametrize("line", ["attend both", "attend both of them", "schicke beide"])
def test_both_of_three_are_nobody(tmp_path: Path, line: str) -> None:
    talk = written(tmp_path, with_percy)
    talk.write("red", "summon Grey")
    said = of("green", talk.write("green", line))
    assert "-> attend" not in said
    assert "unless both Red and Blue" not in said
