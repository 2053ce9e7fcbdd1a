"""What the position, the map in words and the charts tell of the counters, which lie open to both."""

import pytest

from pbem.games.warriors_of_england.battle.battle import begin
from pbem.games.warriors_of_england.components.board import Area, NobleId
from pbem.games.warriors_of_england.components.nobles import to_box
from pbem.games.warriors_of_england.components.state import DRAWN, Noble, Phase, Shown, State
from pbem.games.warriors_of_england.game import RULES
from pbem.games.warriors_of_england.report.map_text import ATLAS
from pbem.games.warriors_of_england.report.picture import COLOURS
from pbem.games.warriors_of_england.report.view import view
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put

TEXT, HTML = "position.txt.j2", "position.html.j2"


@pytest.fixture
def s() -> State:
    """Green Stanley fights for York at home; a battle in Wales; Warwick is drawn, Percy in a box."""
    s = position(Phase.BATTLES)
    put(s, YORK, "northwest", stanley=2)
    put(s, LANCASTER, "wales", somerset=1)
    put(s, YORK, "wales", york=4)
    s.nobles[NobleId("somerset")].shown = Shown.REVERSE
    s.nobles[NobleId("york")].disgraced = True
    s.nobles[NobleId("warwick")] = Noble(DRAWN)
    to_box(s, NobleId("percy"), LANCASTER)
    s.aggressor[Area("wales")] = YORK
    begin(s, Area("wales"))
    assert s.battle is not None
    s.battle.commander, s.battle.missed = {YORK: NobleId("york")}, 1
    return s


@pytest.mark.parametrize("file", [TEXT, HTML])
def test_all_that_lies_open_is_told(s: State, file: str) -> None:
    page = Page(templates_dir())
    told = " ".join(page.fill(f"warriors_of_england/{file}", view=view(s, YORK)).split())
    for words in ("1-5 G, 2 Troops, at home", ", flipped", ", disgraced", ", crown", "home Northeast", "Aggressor: York"):
        assert words in told
    assert (
        "Battle in Wales, round 0. Aggressor: York. Commanders: York (York). 1 round without a hit by the Aggressor" in told
    )
    assert "uncontrolled" in told
    assert "Drawn and to be selected:" in told


def test_the_map_tells_of_a_noble_with_both_sides_of_the_counter(s: State) -> None:
    (told,) = ATLAS.place(s, YORK, "somerset")
    assert told.title == "Somerset"
    assert [line for line in told.lines if line.endswith("(up)")] == [told.lines[1]]
    assert "Somerset is in Wales, fights for Lancaster, leads 1 Troop" in told.lines


def test_the_map_tells_who_stands_in_an_area(s: State) -> None:
    assert "York: Stanley ** 1-5 green, 2 Troops, at home" in ATLAS.place(s, LANCASTER, "northwest")[0].lines


def test_charts_have_the_colours_of_the_map() -> None:
    assert RULES.colours == COLOURS == {"lancaster": "#b8391a", "york": "#1d4380"}
