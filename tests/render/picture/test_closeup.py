"""The closeup for narrow screens: what is in it, how large, and nothing on top of something else."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.game.picture import Picture, Piece
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.moderator.reports.report_parts import closeup_for
from pbem.render.picture.board.arrows import bent
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.raster import rasterised
from pbem.render.picture.closeup.alt import closeup_alt
from pbem.render.picture.closeup.draw import closeup_svg, draw_closeup, pasted
from pbem.render.picture.closeup.focus import focus_of
from pbem.render.picture.closeup.frame import HIGHEST, SCALE, WIDTH
from pbem.render.picture.closeup.layout import Closeup, compose_closeups, is_plain, things
from pbem.render.picture.draw import draw_svg
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from tests.games.plantagenet.scene import IA, IB, position
from tests.render.picture.pictures import PICTURES, campaign, full_calendar, marches, seen, start
from tests.render.picture.test_layout import meeting, writing

NARROWEST, PADDING = 360, 16
"""CSS pixels: of a phone, and of a letter's edges."""
SMALLEST = 11
ROUNDING = 64
"""Of 255: so much may soft edges differ. A stroke cut off or moved differs by far more."""
PAGE = Page(templates_dir())
WARRIORS = "warriors_of_england"
PLAYED = {
    f"{game}, {share:.0%}": (game, scenario, share, since)
    for game, scenario in (("plantagenet", "ia_henry_vi"), (WARRIORS, "campaign"))
    for share, since in ((0.1, 8), (0.35, 20), (0.6, 150), (0.9, 6))
}
"""Random games, how far they have come, and how many entries the report tells."""
NOWHERE = ("all on the Calendar",)


def table_at(game: str, scenario: str, share: float) -> Table[Any]:
    rules = GAMES[game]
    setup = load_setup(rules, scenario, scenarios_dir())
    played = play_at_random(rules, setup, "closeup", policy=PlayPolicy.SURVIVE)
    return Table.restore(rules, setup, played.chance, played.entries[: int(len(played.entries) * share)])


def picture_of(name: str) -> Picture:
    """One of PICTURES, or of a random game."""
    if name in PICTURES:
        return PICTURES[name]()
    game, scenario, share, since = PLAYED[name]
    table = table_at(game, scenario, share)
    told = [news.event for news in table.news if news.number > len(table.entries) - since and news.event.visible_to("york")]
    picture = table.rules.reports.picture(table.state, "york", told)
    assert picture is not None
    return picture


@pytest.fixture(scope="module", params=[name for name in (*PICTURES, *PLAYED) if name not in NOWHERE])
def picture(request: pytest.FixtureRequest) -> Picture:
    return picture_of(request.param)


@pytest.fixture(scope="module")
def closeups(picture: Picture) -> tuple[Closeup, ...]:
    found = compose_closeups(picture, focus_of(picture, "york"))
    assert found
    return found


def test_no_marker_name_or_sign_lies_on_another(closeups: tuple[Closeup, ...]) -> None:
    for closeup in closeups:
        assert meeting(dict(things(closeup))) == []
        assert meeting({plate.piece.id: plate.box for plate in closeup.plates}) == []
        assert [what for what, box in things(closeup).items() if "sign" not in what and not closeup.paper.holds(box)] == []


def test_no_word_is_cut_off_or_lies_on_another(closeups: tuple[Closeup, ...]) -> None:
    for closeup in closeups:
        words = writing(closeup_svg(closeup))
        long = {word: box for word, box in words.items() if len(word.partition(" ")[2]) > 1}
        assert [word for word, box in long.items() if not closeup.paper.holds(box)] == []
        assert meeting(words) == []


def test_words_can_be_read_on_a_phone(closeups: tuple[Closeup, ...]) -> None:
    pixels = (NARROWEST - 2 * PADDING) / WIDTH
    for closeup in closeups:
        assert closeup.paper.width == WIDTH
        for label in closeup.labels:
            assert min(line.size for line in label.writing.lines) * pixels >= SMALLEST
        for panel in closeup.panels:
            assert style.SMALL_SIZE * pixels >= SMALLEST, panel.haven.name
    assert style.PLATE_SIZE * pixels >= SMALLEST


def test_the_whole_map_cannot_be_read_there() -> None:
    assert style.NAME_SIZE * (NARROWEST - 2 * PADDING) / style.WIDTH < SMALLEST


def test_all_that_happened_is_in_it_with_its_name_and_pieces(picture: Picture, closeups: tuple[Closeup, ...]) -> None:
    focus = focus_of(picture, "york")
    shown = {what for closeup in closeups for what in things(closeup)}
    for place in picture.places:
        if place.id in focus:
            assert {f"sign {place.id}", f"name {place.id}"} <= shown
    assert {f"box {haven.id}" for haven in picture.havens if haven.id in focus} <= shown
    assert {f"sea {water.id}" for water in picture.waters if water.id in focus} <= shown
    drawn = {plate.piece.id for closeup in closeups for plate in closeup.plates}
    assert {piece.id for piece in picture.pieces if piece.where in focus} <= drawn
    assert {arrow for closeup in closeups for arrow in closeup.picture.arrows} == set(picture.arrows)
    for closeup in closeups:
        assert all(closeup.paper.holds(closeup.signs[place]) for place in closeup.focus & set(closeup.signs))


def test_movements_and_battles_are_in_focus() -> None:
    focus = focus_of(campaign(), "lancaster")
    assert {"ely", "peterborough", "leicester", "ludlow", "burgundy", "north_sea", "nottingham", "york"} <= focus
    assert "truro" not in focus


def test_it_opens_with_who_acts() -> None:
    picture = campaign()
    acting = next(piece for piece in picture.pieces if piece.active)
    first, *_ = compose_closeups(picture, focus_of(picture, "york"))
    assert acting.where in first.focus
    assert f'stroke="{style.BATTLE}"' in closeup_svg(first)


def test_movements_can_be_seen() -> None:
    picture = campaign()
    for closeup in compose_closeups(picture, focus_of(picture, "york")):
        assert is_plain(closeup)
        for course in closeup.courses:
            assert all(closeup.paper.has(end) for leg in bent(course) for end in leg)
            assert not any(plate.box.has(course[2]) for plate in closeup.plates)


def test_without_news_it_is_about_the_readers_own_pieces_and_who_acts() -> None:
    picture = start(IB)()
    at = {side: {piece.where for piece in picture.pieces if piece.side == side} for side in ("york", "lancaster")}
    assert not picture.arrows
    assert focus_of(picture, "york") == at["york"]
    assert focus_of(picture, "lancaster") == at["lancaster"]
    assert focus_of(picture, "") == at["york"] | at["lancaster"]
    enemy = next(piece for piece in picture.pieces if piece.side == "lancaster")
    acting = replace(picture, pieces=tuple(replace(each, active=each is enemy) for each in picture.pieces))
    assert focus_of(acting, "york") == at["york"] | {enemy.where}


def test_there_is_none_where_nothing_stands_or_happened() -> None:
    assert draw_closeup(full_calendar(), "york") is None


def test_where_nobody_moved_counts_what_else_happened() -> None:
    table = table_at("plantagenet", "ia_henry_vi", 0.1)
    told = [news.event for news in table.news if news.event.name == "parley"]
    assert told
    picture = table.rules.reports.picture(table.state, "york", told)
    assert picture is not None
    assert focus_of(picture, "york") >= {event.data["locale"] for event in told}


def test_what_lies_far_apart_is_drawn_in_parts_each_no_higher_than_a_phone() -> None:
    picture = seen(position(IA), *marches("york", "carlisle", "newcastle"), *marches("warwick_y", "calais", "dover"))
    north, south = compose_closeups(picture, focus_of(picture, "york"))
    assert {north.focus, south.focus} == {frozenset({"carlisle", "newcastle"}), frozenset({"calais", "dover"})}
    assert max(north.paper.height, south.paper.height) <= HIGHEST


def test_nothing_is_in_it_that_is_not_on_the_whole_map(picture: Picture, closeups: tuple[Closeup, ...]) -> None:
    whole = {word.partition(" ")[2] for word in writing(draw_svg(picture))}
    for closeup in closeups:
        assert {word.partition(" ")[2] for word in writing(closeup_svg(closeup))} <= whole


def strengthened(picture: Picture, strength: str) -> Picture:
    def changed(piece: Piece) -> Piece:
        return replace(piece, strength=strength) if piece.side == "lancaster" else piece

    return replace(picture, pieces=tuple(map(changed, picture.pieces)))


def test_what_is_hidden_is_not_in_it_and_moves_nothing() -> None:
    picture = campaign()
    focus = focus_of(picture, "york")
    hidden, known = (compose_closeups(strengthened(picture, strength), focus) for strength in ("?", "47"))
    assert [things(closeup) for closeup in hidden] == [things(closeup) for closeup in known]
    assert all(">47<" not in closeup_svg(closeup) for closeup in hidden)
    assert any(">47<" in closeup_svg(closeup) for closeup in known)
    assert draw_closeup(strengthened(picture, "?"), "york") != draw_closeup(strengthened(picture, "47"), "york")
    assert "47" not in closeup_alt(strengthened(picture, "?"), "york")


def test_only_what_the_reader_was_told_draws_it_there() -> None:
    table = table_at("plantagenet", "ia_henry_vi", 0.5)
    moves = [news.event for news in table.news if news.event.name == "marches"]
    one, other = (closeup_for(table, "york", [event], PAGE) for event in (moves[0], moves[-1]))
    nothing = closeup_for(table, "york", [], PAGE)
    assert one is not None
    assert other is not None
    assert nothing is not None
    assert len({one.png, other.png, nothing.png}) == 3


def test_a_game_without_a_map_has_none() -> None:
    rules = GAMES["plantagenet"]
    setup = load_setup(rules, "bosworth", scenarios_dir())
    table = play_at_random(rules, setup, "closeup", policy=PlayPolicy.SURVIVE)
    assert closeup_for(table, "york", [], PAGE) is None


def test_the_png_shows_the_parts_below_each_other_and_is_small(picture: Picture, closeups: tuple[Closeup, ...]) -> None:
    png = draw_closeup(picture, "york")
    assert png is not None
    image = Image.open(BytesIO(png))
    assert image.width == round(WIDTH * SCALE)
    assert image.height >= sum(round(closeup.paper.height * SCALE) for closeup in closeups)
    assert len(png) < 160_000
    assert ImageColor.getrgb(style.LAND) in {colour for _, colour in image.convert("RGB").getcolors(1 << 16) or ()}


def test_what_is_pasted_on_the_ground_is_the_drawing(picture: Picture, closeups: tuple[Closeup, ...]) -> None:
    """The ground has the colours of the palette alone: soft edges on it may differ a little."""
    for closeup in closeups:
        drawn = rasterised(closeup_svg(closeup)).convert("RGB")
        off = ImageChops.difference(pasted(closeup, picture), drawn).convert("L")
        assert not any(off.histogram()[ROUNDING + 1 :])


def test_where_something_happened_is_lit() -> None:
    picture = campaign()
    for closeup in compose_closeups(picture, focus_of(picture, "york")):
        svg = closeup_svg(closeup)
        assert svg.count(f'fill="{style.NOW}"') == len(closeup.focus)


def test_it_is_told_in_words() -> None:
    told = closeup_alt(campaign(), "york")
    assert told.startswith("Closeup of Plantagenet Ia Henry VI, for narrow screens. Acting now: York in Leicester.")
    assert "York from Ely to Peterborough. York from Peterborough to Leicester." in told
    assert "York by sea from Burgundy to North Sea." in told
    assert "Battle at Nottingham." in told


def test_the_words_are_never_long(picture: Picture) -> None:
    assert 40 < len(closeup_alt(picture, "york")) <= 600
