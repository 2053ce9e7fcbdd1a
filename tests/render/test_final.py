"""The last report: its text as it stands, its page, and its charts."""

import io
import os
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from pbem.engine.annals import Chart, Track
from pbem.engine.table import Table
from pbem.moderator.final import final_of
from pbem.moderator.scenario_files import load_setup
from pbem.moderator.transcript_reader import play_transcript
from pbem.render.charts import LINES, chart_png, chart_svg, illustrated
from pbem.render.filters import WIDTH
from pbem.render.final import Figures, Final, Proof, final_facts, leaning
from pbem.render.picture.style import LIVERIES, PAPER, contrast
from pbem.render.report import Report, Status, render_report
from tests.render.tables import FATE, ROOT, RULES, names_at, page, report

GOLDEN = Path(__file__).parent / "golden"
SEATS = ("york", "lancaster")
INFLUENCE = Track("influence", "Influence", "lancaster", "york")
TOWNS = Track("town", "Towns", "lancaster", "york")
UNITS = (Track("y", "York", "york"), Track("l", "Lancaster", "lancaster"))
PROOF = Proof(FATE.key.hex(), FATE.commitment, "towton-1.json.gz", "ab" * 32)


def towton() -> Table[Any]:
    text = (ROOT / "tests" / "transcripts" / "plantagenet" / "towton.txt").read_text()
    return play_transcript(RULES, load_setup(RULES, "ib_towton", ROOT / "scenarios"), text, FATE)


def last() -> Final:
    return final_of(towton(), "york", PROOF)


def made(final: Final | None) -> Report:
    facts = {"game": "towton-1", "scenario": RULES.scenarios["ib_towton"], "news": (), "help": ()}
    return report(towton(), "york", status=Status.OVER, key=FATE.key.hex(), final=final, **facts)


def told(final: Final) -> str:
    """What it adds to a report, as text."""
    return page().fill("common/final.txt.j2", **final_facts(page(), RULES.name, final, names_at(towton())))


def influence(*numbers: int) -> Figures:
    chart = Chart("influence", "Influence", "Who leads.", (INFLUENCE,))
    return Figures(chart, "Turn", tuple(range(len(numbers))), tuple((number,) for number in numbers))


def lines(tracks: tuple[Track, ...], *rows: tuple[int, ...]) -> Figures:
    return Figures(Chart("lines", "Lines", "How many.", tracks), "Turn", tuple(range(len(rows))), rows)


# The letter


def test_the_text_is_what_it_was() -> None:
    text, golden = told(last()), GOLDEN / "final.txt"
    if "WRITE_GOLDEN" in os.environ:
        golden.write_text(text)
    assert text == golden.read_text()


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
    final = illustrated(last())
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
    page_ = render_report(page(), made(illustrated(last())))[1]
    assert len(page_.encode()) < 100_000
    root = html.fromstring(page_.encode())
    assert not root.xpath("//script | //style | //link | //@href")
    assert "url(" not in page_


def test_names_in_the_page_are_escaped() -> None:
    final = last()
    assert final.proof is not None
    evil = replace(final, proof=replace(final.proof, file="<script>.json.gz"))
    assert "<script" not in render_report(page(), made(evil))[1]


# Numbers


def test_a_bar_leans_to_the_side_that_leads_and_none_is_longer_than_its_half() -> None:
    figures = influence(0, 5, -3, 45, -45)
    bars = [figures.bar(place) for place in range(5)]
    assert bars == [f"{'':16}|", f"{'':16}|==", f"{'=':>16}|", f"{'':16}|{'=' * 16}", f"{'=' * 16}|"]


@pytest.mark.parametrize(
    ("track", "number", "told"),
    [(INFLUENCE, 4, "Lancaster 4"), (INFLUENCE, -1, "York 1"), (INFLUENCE, 0, "even"), (UNITS[0], 7, "7")],
)
def test_a_number_is_told_with_whose_it_is(track: Track, number: int, told: str) -> None:
    assert leaning(track, number) == told


def test_the_words_for_a_chart_say_how_its_tracks_begin_and_end() -> None:
    assert lines((INFLUENCE, TOWNS), (0, 1), (9, 9), (-4, 0)).alt == (
        "Chart: Lines by Turn. Influence: even at the start, York 4 at the end; "
        "Towns: Lancaster 1 at the start, even at the end. The numbers stand in a table."
    )


# Charts


def test_a_chart_is_a_png_of_its_size_and_the_same_each_time() -> None:
    for figures in (influence(0, 5, -3), lines((INFLUENCE, TOWNS), (0, 1), (9, 9)), lines(UNITS, (25, 21), (3, 0))):
        png = chart_png(figures, SEATS)
        assert png == chart_png(figures, SEATS)
        assert png.startswith(b"\x89PNG")
        assert struct.unpack(">II", png[16:24]) == (900, 460)
        assert len(png) < 60_000


def test_other_figures_give_another_chart() -> None:
    assert chart_png(influence(0, 5), SEATS) != chart_png(influence(0, 6), SEATS)


def test_a_flat_or_short_chart_can_be_drawn() -> None:
    for figures in (influence(0), influence(0, 0), influence(45, -45), lines(UNITS, (1, 0))):
        assert chart_png(figures, SEATS).startswith(b"\x89PNG")


def test_the_sides_have_their_colours_and_lines_are_told_apart_without_any() -> None:
    bars = chart_svg(influence(3, -3), SEATS)
    assert all(livery.fill in bars for livery in LIVERIES)
    both = chart_svg(lines(UNITS, (25, 21), (3, 0)), SEATS)
    assert all(livery.fill in both for livery in LIVERIES)
    drawn = html.parse(io.BytesIO(both.encode()))
    legend = [text.text_content() for text in drawn.xpath("//*[@class='legends']//text")] or both
    assert "York (solid)" in str(legend)
    assert "Lancaster (dashed)" in str(legend)


def test_lines_and_bars_stand_out_from_the_paper() -> None:
    for colour in (*(livery.fill for livery in LIVERIES), *(colour for colour, _, _ in LINES)):
        assert contrast(colour, PAPER) >= 4.5
