"""The last report: its text as it stands, its page, and its charts."""

import os
import re
import struct
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.reports import Chart, Series
from pbem.engine.table import Table
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.moderator.reports.final import final_of
from pbem.render.charts import (
    COLOURS,
    DASHES,
    HEIGHT,
    chart_in_words,
    chart_png,
    chart_svg,
    guides_for,
    illustrated,
)
from pbem.render.charts import WIDTH as WIDTH_OF_CHART
from pbem.render.colours import colours_of
from pbem.render.final import Figures, Final, GameProof, final_facts
from pbem.render.final_words import FinalWords
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box
from pbem.render.picture.canvas.style import INK, LIVERIES, PAPER, contrast
from pbem.render.report import Report, Status, render_report
from pbem.render.templates.catalogue import po_file
from pbem.render.templates.filters import WIDTH
from pbem.render.templates.page import Page
from pbem.replay.transcript_reader import play_transcript
from tests.render.tables import FATE, ROOT, RULES, names_at, page, report

GOLDEN = Path(__file__).parent / "golden"
SEATS = ("york", "lancaster")
COLOURED = colours_of(SEATS, {})
INFLUENCE = Series("influence", "lancaster", "york")
TOWNS = Series("town", "lancaster", "york")
UNITS = (Series("units york", "york"), Series("units lancaster", "lancaster"))
PROOF = GameProof(FATE.key.hex(), FATE.commitment, "towton-1.json.gz", "ab" * 32)


def towton() -> Table[Any]:
    text = (ROOT / "tests" / "transcripts" / "plantagenet" / "towton.txt").read_text()
    return play_transcript(RULES, load_setup(RULES, "ib_towton", ROOT / "scenarios"), text, FATE)


def called() -> FinalWords:
    return FinalWords(page(), RULES.name)


def last() -> Final:
    return final_of(towton(), "york", PROOF)


def made(final: Final | None) -> Report:
    facts = {"game": "towton-1", "scenario": RULES.scenarios["ib_towton"], "news": ()}
    return report(towton(), "york", status=Status.OVER, key=FATE.key.hex(), final=final, **facts)


def told(final: Final) -> str:
    """What it adds to a report, as text."""
    facts = final_facts(page(), RULES.name, final, names_at(towton()))
    return page().fill("common/final.txt.j2", report=made(final), **facts)


def influence(*numbers: int) -> Figures:
    chart = Chart("influence", (INFLUENCE,))
    return Figures(chart, "Turn", turns(len(numbers)), tuple((number,) for number in numbers))


def lines(tracks: tuple[Series, ...], *rows: tuple[int, ...]) -> Figures:
    return Figures(Chart("strongholds", tracks), "Turn", turns(len(rows)), rows)


def turns(number: int) -> tuple[TurnLabel | None, ...]:
    """The start, and as many Turns as there are numbers besides."""
    return (None, *(TurnLabel("Turn", turn) for turn in range(1, number)))


# The letter


def test_the_text_is_what_it_was() -> None:
    text, golden = told(last()), GOLDEN / "final.txt"
    if "WRITE_GOLDEN" in os.environ:
        golden.write_text(text)
    assert text == golden.read_text()


def test_observers_are_not_told_of_history_which_they_cannot_ask_for() -> None:
    reports = made(last()), replace(made(last()), seat="")
    for player, observer in zip(*map(partial(render_report, page()), reports), strict=True):
        assert "history 1" in player
        assert "history" not in observer


def test_no_line_is_wider_than_the_others_but_those_to_be_copied() -> None:
    text = told(last())
    wide = [line for line in text.splitlines() if len(line) > WIDTH]
    assert wide == []
    assert "\n\n\n" not in text
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_an_ordinary_report_has_none_of_it() -> None:
    for form in render_report(page(), made(None)):
        assert "story of the game" not in form.casefold()


def test_the_page_shows_each_chart_with_words_for_it_and_the_numbers_below() -> None:
    final = illustrated(last(), called())
    root = html.fromstring(render_report(page(), made(final))[1].encode())
    pictures = [figures.picture for figures in final.figures]
    assert len(pictures) == 2
    rows = [[cell.text_content() for cell in row] for row in root.xpath("//tr")]
    assert ["start", "even"] in rows
    assert ["1", "Lancaster 4"] in rows
    assert [image.get("src") for image in root.xpath("//img")] == [f"cid:{each.cid}" for each in pictures if each]
    assert [image.get("alt") for image in root.xpath("//img")] == [each.alt for each in pictures if each]
    words = " ".join(root.text_content().split())
    for fact in (
        "Battle at Lincoln",
        "10 of 22 (10.0)",
        "one time in 16",
        PROOF.sha256,
        "pbem verify",
    ):
        assert fact in words


def test_the_page_is_small_and_has_nothing_from_elsewhere() -> None:
    page_ = render_report(page(), made(illustrated(last(), called())))[1]
    assert len(page_.encode()) < 100_000
    root = html.fromstring(page_.encode())
    assert not root.xpath("//script | //link | //@href")
    assert "url(" not in page_


def test_names_in_the_page_are_escaped() -> None:
    final = last()
    assert final.proof is not None
    evil = replace(final, proof=replace(final.proof, file="<script>.json.gz"))
    assert "<script" not in render_report(page(), made(evil))[1]


# The story


BATTLE = {
    "place": "ely",
    "attacker": "york",
    "york": ["march"],
    "lancaster": ["exeter_1", "somerset_1"],
    "rounds": 2,
    "winner": "york",
    "routed": {"york": 1, "lancaster": 4},
    "lost": 1,
    "fled": ["exeter_1"],
    "fates": {"dead": ["somerset_1"]},
}
TOLD: dict[str, tuple[dict[str, Any], str]] = {
    "events": (
        {"drawn": ["event_y4"], "played": ["event_l13"]},
        "Events drawn: Jack Cade (y4). Held Events played: Aspielles (l13).",
    ),
    "mustered": ({"lords": ["march", "warwick_y"]}, "Mustered: March and Warwick."),
    "pillaged": ({"locales": ["ely"]}, "Pillaged: Ely."),
    "battle": (
        BATTLE,
        "Battle at Ely, 2 Rounds: March against Exeter and Somerset. The Yorkists win; 1 Yorkist unit and 4 Lancastrian "
        "Routed; the winners Lost 1 piece. Exeter Fled. Killed: Somerset.",
    ),
    "favour": (
        {"york": ["ely"], "lancaster": [], "neutral": ["lynn", "oxford"]},
        "Favour: Ely to York; Lynn and Oxford now Neutral.",
    ),
    "influence": (
        {"side": "york", "reasons": [["check", -5], ["Battle won", 4]], "sum": -1},
        "Yorkist Influence, net -1: checks -5, Battle won +4.",
    ),
    "round": (
        {"york": 1, "lancaster": 2, "lords": ["march"], "fled": []},
        "1 Yorkist unit and 2 Lancastrian Routed. March Routs.",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told_in_brief_has_words(name: str) -> None:
    data, words = TOLD[name]
    event = Event("", f"brief_{name}", dict(data))
    assert page().phrases(RULES.name).tell(event, names_at(towton())).strip() == words


def test_every_turn_of_a_random_game_has_called() -> None:
    table = play_at_random(RULES, load_setup(RULES, "ia_henry_vi", ROOT / "scenarios"), "9")
    final = final_of(table, None)
    passages = final_facts(page(), RULES.name, final, names_at(table))["passages"]
    assert len(passages) == len(final.story) > 1
    assert all(line.endswith(".") for _, lines in passages for line in lines)


@pytest.mark.parametrize(
    ("fate", "words"),
    [
        ("dead", "Killed"),
        ("captured", "Captured"),
        ("exile", "Into Exile"),
        ("away", "Slipped away"),
        ("disbanded", "Disbanded"),
        ("shipwrecked", "Shipwrecked"),
        ("removed", "Out of the game"),
    ],
)
def test_every_fate_of_a_lord_has_words(fate: str, words: str) -> None:
    event = Event("1.5.1", "brief_lords", {"fates": {fate: ["march", "warwick_y"]}})
    assert page().phrases(RULES.name).tell(event, names_at(towton())) == f"{words}: March and Warwick."


def test_all_figures_and_dice_have_names() -> None:
    for scenario in ("ib_towton", "bosworth"):
        state = RULES.new_state(load_setup(RULES, scenario, ROOT / "scenarios"))
        for chart in RULES.reports.chronicle.charts(state):
            assert called().about(chart) != chart.id != called().heading(chart, "Turn")
            assert all(called().track(track)[0].isupper() for track in chart.tracks)
            assert {track.id for track in chart.tracks} <= set(RULES.reports.chronicle.measures(state))
    assert [key for key in RULES.reports.chronicle.dice if called().dice("", key) == key] == []


def test_a_game_without_names_is_told_by_its_ids() -> None:
    words = FinalWords(page(), "common")
    assert words.heading(Chart("gold", ()), "Week") == "gold by Week"
    assert words.dice("", "5.1 storm") == "5.1 storm"


def test_names_of_figures_and_dice_are_translated_in_charts_too(tmp_path: Path) -> None:
    file = po_file(tmp_path, "de")
    file.parent.mkdir(parents=True)
    german = {
        "even": "gleich",
        "start": "Beginn",
        "Influence": "Einfluss",
        "%(figures)s by %(turn)s": "%(figures)s je %(turn)s",
    }
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    file.write_text(head + "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in german.items()))
    words = FinalWords(Page(ROOT / "templates", tmp_path, "de"), RULES.name)
    drawn = chart_svg(influence(0, 5), COLOURED, words)
    assert "Einfluss je Turn" in drawn
    assert ">gleich<" in drawn
    assert ">Beginn<" in drawn
    assert "Einfluss je Turn" in chart_in_words(influence(0, 5), words)


# Numbers


def test_a_bar_leans_to_the_side_that_leads_and_none_is_longer_than_its_half() -> None:
    figures = influence(0, 5, -3, 45, -45)
    bars = [figures.bar(place) for place in range(5)]
    assert bars == [f"{'':16}|", f"{'':16}|==", f"{'=':>16}|", f"{'':16}|{'=' * 16}", f"{'=' * 16}|"]


@pytest.mark.parametrize(
    ("track", "number", "told"),
    [(INFLUENCE, 4, "Lancaster 4"), (INFLUENCE, -1, "York 1"), (INFLUENCE, 0, "even"), (UNITS[0], 7, "7")],
)
def test_a_number_is_told_with_whose_it_is(track: Series, number: int, told: str) -> None:
    assert called().leaning(track, number) == told


def test_the_words_for_a_chart_say_how_its_tracks_begin_and_end() -> None:
    assert chart_in_words(lines((INFLUENCE, TOWNS), (0, 1), (9, 9), (-4, 0)), called()) == (
        "Chart: Net Strongholds by Turn. Influence: even at the start, York 4 at the end; "
        "Towns: Lancaster 1 at the start, even at the end. The numbers stand in a table."
    )


# Charts


def test_a_chart_is_a_png_of_its_size_and_the_same_each_time() -> None:
    for figures in (influence(0, 5, -3), lines((INFLUENCE, TOWNS), (0, 1), (9, 9)), lines(UNITS, (25, 21), (3, 0))):
        png = chart_png(figures, COLOURED, called())
        assert png == chart_png(figures, COLOURED, called())
        assert png.startswith(b"\x89PNG")
        wide, high = struct.unpack(">II", png[16:24])
        assert wide > 800
        assert high / wide == pytest.approx(HEIGHT / WIDTH_OF_CHART, abs=0.01)
        assert len(png) < 60_000


def test_other_figures_give_another_chart() -> None:
    assert chart_png(influence(0, 5), COLOURED, called()) != chart_png(influence(0, 6), COLOURED, called())


def test_a_flat_or_short_chart_can_be_drawn() -> None:
    for figures in (influence(0), influence(0, 0), influence(45, -45), lines(UNITS, (1, 0))):
        assert chart_png(figures, COLOURED, called()).startswith(b"\x89PNG")


def test_the_sides_have_their_colours_and_lines_are_told_apart_without_any() -> None:
    bars = chart_svg(influence(3, -3), COLOURED, called())
    assert all(bars.count(livery.fill) == 1 for livery in LIVERIES[:2])
    both = etree.fromstring(chart_svg(lines(UNITS, (25, 21), (3, 0)), COLOURED, called()).encode())
    for livery, dashes in zip(LIVERIES[:2], DASHES, strict=False):
        strokes = both.xpath(f"//*[@stroke='{livery.fill}']")
        assert {stroke.get("stroke-dasharray") for stroke in strokes} == {dashes}
    assert len({stroke.tag for stroke in both.xpath(f"//*[@fill='{LIVERIES[0].fill}' or @fill='{LIVERIES[1].fill}']")}) == 2


def test_five_lines_are_told_apart_by_colour_dashes_and_signs_and_a_game_has_its_own_colours() -> None:
    seats = ("percy", "neville", "scotland", "warwick", "stanley")
    five, own = tuple(Series(f"hold {seat}", seat) for seat in seats), {"scotland": "#333388"}
    drawn = etree.fromstring(
        chart_svg(lines(five, (1, 2, 3, 4, 5), (5, 4, 3, 2, 1)), colours_of(seats, own), called()).encode()
    )
    colours = [own.get(seat, livery.fill) for seat, livery in zip(seats, LIVERIES, strict=True)]
    dashed = [{stroke.get("stroke-dasharray") for stroke in drawn.xpath(f"//*[@stroke='{colour}']")} for colour in colours]
    assert dashed == [{dashes} for dashes in DASHES]
    signs = {re.sub(r"[-\d. ]+", "", sign.get("d", "")) for c in colours for sign in drawn.xpath(f"//*[@fill='{c}']")}
    assert len(signs) >= len(seats) - 1, "a square has as many corners as a diamond, and lies otherwise"


@pytest.mark.parametrize(
    ("numbers", "guides"),
    [
        ((0,), (0, 1)),
        ((4, -1), (-1, 0, 1, 2, 3, 4)),
        ((25, 3), (0, 5, 10, 15, 20, 25)),
        ((45, -45), (-60, -40, -20, 0, 20, 40, 60)),
        ((0, -12), (-12, -10, -8, -6, -4, -2, 0)),
        ((1000, 0), (0, 143, 286, 429, 572, 715, 858, 1001)),
    ],
)
def test_guides_are_few_and_round_and_hold_all_numbers_and_zero(numbers: tuple[int, ...], guides: tuple[int, ...]) -> None:
    assert guides_for(numbers) == guides


def test_nothing_of_a_chart_is_cut_off_or_written_over() -> None:
    """With as many Turns as there can be, and with long names."""
    long = tuple(Series(f"Fortresses {n}", "lancaster", "york") for n in range(3))
    for figures in (
        influence(*[45, -45] * 8),
        influence(15, -15),
        influence(1, 20, -10),
        lines(long, *[(45, -45, 0)] * 16),
        lines(UNITS, *[(25, 21)] * 40),
        lines(tuple(Series(f"Strongholds of house {n}", "york") for n in range(5)), *[(25, 21, 3, 4, 5)] * 8),
    ):
        boxes = [
            box_of(words) for words in etree.fromstring(chart_svg(figures, COLOURED, called()).encode()).iter("{*}text")
        ]
        assert all(Box(0, 0, WIDTH_OF_CHART, HEIGHT).holds(box) for box in boxes)
        assert [(one, other) for one, other in combinations(boxes, 2) if one.meets(other)] == []


def box_of(words: Any) -> Box:
    """Where words stand."""
    size, x, y = (float(words.get(name)) for name in ("font-size", "x", "y"))
    width = text_width(words.text, size, Face.SEMIBOLD if words.get("font-weight") == "600" else Face.REGULAR)
    left = {"middle": x - width / 2, "end": x - width}.get(words.get("text-anchor"), x)
    return Box(left, y - size * 0.66, left + width, y)


def test_lines_and_bars_stand_out_from_the_paper() -> None:
    for colour in (INK, *(livery.fill for livery in LIVERIES), *COLOURS):
        assert contrast(colour, PAPER) >= 4.5
