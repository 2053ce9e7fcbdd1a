"""The map of Richard III as a picture: what is printed on the board, and whose blocks have names."""

from __future__ import annotations

from pbem.engine.game.picture import Note, Stroke
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.report.picture import picture
from pbem.games.richard_iii.report.view import view
from tests.games.richard_iii.scene import set_up


def test_the_map_has_seas_borders_of_three_kinds_shields_cities_and_cathedrals() -> None:
    seen = picture(set_up(), "", [])
    places = {place.id: place for place in seen.places}
    assert [water.name for water in seen.waters] == ["Irish Sea", "North Sea", "English Channel"]
    assert {way.stroke for way in seen.ways} == {Stroke.BROAD, Stroke.BLUE, Stroke.RED}
    assert places["south_yorks"].notes == (Note("York"), Note("York cathedral"))
    assert places["essex"].homes == (Note("Oxford", Side.LANCASTER), Note("Essex", Side.YORK))
    assert places["east_yorks"].homes == (Note("Kent, Northumberland, Salisbury"),)


def test_a_seat_sees_its_own_blocks_by_name_and_backs_of_the_other_side() -> None:
    seen = picture(set_up(), "york", [])
    told = {(piece.where, piece.name, piece.strength) for piece in seen.pieces}
    assert ("calais", "Earl of Warwick", "4") in told
    assert ("cornwall", "Blocks", "2") in told
    assert not any("Henry" in name for _, name, _ in told)


def test_once_the_game_is_over_all_blocks_are_open() -> None:
    s = set_up()
    hidden = [area for area in view(s, "york").areas if area.open]
    s.result = {"winner": "york", "how": "heirs"}
    told = {(area.id, block.name, block.steps) for area in view(s, "york").areas for block in area.open}
    assert not hidden
    assert ("middlesex", "Henry VI", 4) in told
    assert ("middlesex", "Henry VI", "4") in {
        (piece.where, piece.name, piece.strength) for piece in picture(s, "york", []).pieces
    }
