"""What stands where on the paper: nothing cut off, nothing on top of something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from pbem.engine.game.picture import GlobePoint, MapPlace, Picture, PlaceShape
from pbem.render.picture.board.labels import LabelledSpot, usual_labels, writing_of
from pbem.render.picture.board.plates import DISC
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point, crossing
from pbem.render.picture.draw import draw_svg
from pbem.render.picture.layout import Sheet, compose
from tests.render.picture.pictures import PICTURES

SVG = "{http://www.w3.org/2000/svg}"
CAPITAL, BELOW = 0.66, 0.2
"""How far letters reach above and below the line they stand on, by their size."""


@pytest.fixture(scope="module", params=list(PICTURES))
def picture(request: pytest.FixtureRequest) -> Picture:
    return PICTURES[request.param]()


@pytest.fixture(scope="module")
def sheet(picture: Picture) -> Sheet:
    return compose(picture)


def meeting(boxes: dict[str, Box]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in combinations(boxes, 2) if boxes[one].grown(-0.5).meets(boxes[other].grown(-0.5))]


MOVED = re.compile(r"translate\((\S+) (\S+)\)")


def texts(
    drawing: ElementTree.Element, dx: float = 0.0, dy: float = 0.0
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """The words of a drawing, each with how far the groups around it move it."""
    if moved := MOVED.fullmatch(drawing.get("transform", "")):
        dx, dy = dx + float(moved[1]), dy + float(moved[2])
    for each in drawing:
        if each.tag == f"{SVG}text":
            yield each, dx, dy
        yield from texts(each, dx, dy)


def writing(svg: str) -> dict[str, Box]:
    """Every word of a drawing, with the box its letters fill."""
    found: dict[str, Box] = {}
    faces = {(face.weight, face is Face.ITALIC): face for face in Face}
    for number, (each, dx, dy) in enumerate(texts(ElementTree.fromstring(svg))):  # noqa: S314 - our own drawing
        size, words = float(each.attrib["font-size"]), each.text or ""
        face = faces[int(each.attrib["font-weight"]), each.get("font-style") == "italic"]
        width = text_width(words, size, face) + float(each.get("letter-spacing", "0")) * len(words)
        x = (
            dx
            + float(each.attrib["x"])
            - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[each.get("text-anchor", "start")]
        )
        y = dy + float(each.attrib["y"])
        found[f"{number} {words}"] = Box(x, y - CAPITAL * size, x + width, y + BELOW * size)
    return found


def test_no_word_is_cut_off_or_lies_on_another(picture: Picture) -> None:
    svg = draw_svg(picture)
    words = writing(svg)
    paper = Box(0, 0, style.WIDTH, float(ElementTree.fromstring(svg).attrib["viewBox"].split()[3]))  # noqa: S314
    assert [name for name, box in words.items() if not paper.grown(-4).holds(box)] == []
    assert meeting(words) == []


def test_names_and_pieces_lie_in_the_map_and_not_on_each_other(sheet: Sheet) -> None:
    boxes = {
        **{f"sign of {place}": box for place, box in sheet.signs.items()},
        **{f"name of {label.spot.place}": label.box for label in sheet.labels},
        **{f"pieces at {stack.where}": stack.box for stack in sheet.stacks},
        **{f"box of {panel.haven.id}": panel.box for panel in sheet.panels},
        **{f"name of {sea.water.id}": sea.box for sea in sheet.seas},
        "tracks": sheet.tracks,
    }
    assert [name for name, box in boxes.items() if not sheet.map.holds(box)] == []
    assert meeting(boxes) == []


def test_plates_keep_in_their_stack_and_discs_apart(picture: Picture, sheet: Sheet) -> None:
    assert sorted(plate.piece.id for plate in sheet.plates) == sorted(piece.id for piece in picture.pieces)
    groups = [(stack.box, stack.plates) for stack in sheet.stacks] + [(panel.box, panel.plates) for panel in sheet.panels]
    assert all(box.grown(0.1).holds(plate.box) for box, plates in groups for plate in plates)
    assert all(one.disc.to(other.disc) >= 2 * DISC for one, other in combinations(sheet.plates, 2))


def test_every_place_has_its_sign_and_its_name_close_by(picture: Picture, sheet: Sheet) -> None:
    assert {label.spot.place for label in sheet.labels} == {place.id for place in picture.places} == set(sheet.signs)
    far = {label.spot.place: label.box.nearest(label.spot.at).to(label.spot.at) for label in sheet.labels}
    assert {place: round(distance) for place, distance in far.items() if distance > 75} == {}


def test_what_stands_in_the_calendar_stays_in_its_box(picture: Picture, sheet: Sheet) -> None:
    cells = [cell for row in sheet.calendar.rows for cell in row.cells]
    assert all(cell.box.holds(chip.box) for cell in cells for chip in cell.chips)
    standing = [stander for year in picture.years for period in year.periods for stander in period.standers]
    assert [chip.stander for cell in cells for chip in cell.chips] == standing


def test_few_pieces_stand_at_their_place(sheet: Sheet) -> None:
    """Where up to three are together they are not far to seek."""
    small = [stack for stack in sheet.stacks if len(stack.plates) <= 3 and stack.led]
    far = {stack.where: stack.box.nearest(stack.anchor).to(stack.anchor) for stack in small}
    assert {where: round(distance) for where, distance in far.items() if distance > 130} == {}


def test_a_point_in_the_middle_is_where_the_map_says() -> None:
    sheet = compose(PICTURES["Ia"]())
    points = sheet.points
    assert points["truro"].x < points["exeter"].x < points["london"].x < points["dover"].x
    assert points["bamburgh"].y < points["york"].y < points["london"].y < points["hastings"].y
    assert sheet.map.has(Point(*points["coventry"]))


def test_names_stay_where_they_are_unless_pieces_come_there(picture: Picture, sheet: Sheet) -> None:
    """So that the map looks the same from letter to letter."""
    empty = compose(replace(picture, pieces=tuple(piece for piece in picture.pieces if is_haven(picture, piece.where))))
    before, now = ({label.spot.place: label.box for label in each.labels} for each in (empty, sheet))
    moved = [place for place in before if before[place] != now[place]]
    taken = [stack.box.grown(1) for stack in sheet.stacks]
    leaders = [stack.leader for stack in sheet.stacks if stack.led]
    pushed = [place for place in moved if not any(before[place].meets(box) for box in taken)]
    pushed = [place for place in pushed if not any(crossing(before[place], *leader) for leader in leaders)]
    assert len(pushed) <= 1


def test_few_labels_are_weighed(picture: Picture) -> None:
    """A label that is disliked more than another one costs is not held against what lies around it."""
    spots = tuple(LabelledSpot(p.id, Point(99.0 * n, 50), 8, writing_of(p, ())) for n, p in enumerate(picture.places))
    usual = usual_labels(spots, Box(-500, -500, 5000, 500), (), ())
    weighed, all_ = sum(len(each.costs) for each in usual.choices), sum(len(each.options) for each in usual.choices)
    assert 0 < weighed < all_ / 5


def test_a_label_judged_only_in_part_seems_no_worse_than_it_is(picture: Picture) -> None:
    """So the best label is the same, however much is left out."""
    most = 9.0
    spots = tuple(LabelledSpot(p.id, Point(99.0 * n, 50), 8, writing_of(p, ())) for n, p in enumerate(picture.places))
    signs = tuple(Box.around(spot.at, 20, 20) for spot in spots)
    usual = usual_labels(spots, Box(-500, -500, 5000, 500), signs, ((Point(0, 60), Point(5000, 40)),))
    for choices in usual.choices:
        for number in range(len(choices.options)):
            whole, part = choices.cost(number), replace(choices, costs={}).cost(number, most)
            assert part == whole if whole < most else most <= part <= whole


def is_haven(picture: Picture, where: str) -> bool:
    return where in {haven.id for haven in picture.havens}


def test_a_name_that_fits_nowhere_in_a_narrow_frame_is_written_all_the_same() -> None:
    place = MapPlace("x", "A name that is far too long for its frame", GlobePoint(50, 0), PlaceShape.CITY)
    spot = LabelledSpot(place.id, Point(20, 20), 5, writing_of(place, ()))
    (label,) = usual_labels((spot,), Box(0, 0, 40, 40), (), ()).labels
    assert label.box.x1 - label.box.x0 > 40
