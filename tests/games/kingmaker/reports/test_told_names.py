"""Refusals name players as letters do, and spots in the reader's language."""

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat import battle
from pbem.games.kingmaker.combat.adding import add
from pbem.games.kingmaker.combat.battle import Battle
from pbem.games.kingmaker.components.ids import Area, NobleId, Phase
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.state import State
from pbem.i18n import said
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from tests.games.kingmaker.by_letter import three
from tests.games.kingmaker.scene import put

YORK, PERCY = Area("york_area"), NobleId("percy")


def armed() -> State:
    s = three(Phase.COMBAT)
    put(s, "red", "field:york_area", PERCY)
    return s


def test_who_is_attacked_in_vain_is_named() -> None:
    s = armed()
    with pytest.raises(Illegal, match="Blue has no Nobles in that open field"):
        battle.declare(s, Battle(YORK, (PERCY,), "blue"))
    s.alliances.append(["green", "red"])
    with pytest.raises(Illegal, match="Green is not an enemy"):
        battle.declare(s, Battle(YORK, (PERCY,), "green"))


def test_whose_turn_it_is_to_add_is_named() -> None:
    s = armed()
    put(s, "blue", "field:york_area", "roos")
    fight = battle.declare(s, Battle(YORK, (PERCY,), "blue"))
    with pytest.raises(Illegal, match="it is Blue's turn to add"):
        add(s, fight, [("red", [])])


@pytest.mark.parametrize(
    ("spot", "english", "german"),
    [
        ("field:york_area", "the open field of York", "York (offenes Feld)"),
        ("aboard:le_rose_piece", "aboard Le Rose", "Le Rose (an Bord)"),
        ("port:dover", "the port of Dover", "Dover (Hafen)"),
        ("in:harlech", "Harlech", "Harlech"),
    ],
)
def test_spots_are_told_in_the_readers_language(spot: str, english: str, german: str) -> None:
    s = armed()
    words = Page(templates_dir(), language="de").words.gettext
    assert (name_of(s, spot), said(name_of(s, spot), words)) == (english, german)
    assert said(names_of(s, [spot, "red"]), words) == f"{german}, {name_of(s, 'red')}"
