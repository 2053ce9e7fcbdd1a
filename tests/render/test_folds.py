"""Long stories are folded, the newest part is not."""

from lxml import html

from pbem.render.report import render_report
from pbem.render.templates.phrases import Chapter, in_parts
from tests.render.tables import fought, page, report


def chapter(level: int, title: str, lines: int) -> Chapter:
    return Chapter(level, title, [f"{title} {n}" for n in range(lines)])


def folded(*story: Chapter, most: int = 10) -> list[str]:
    return [part.title for part in in_parts(story, most) if part.folded]


def test_a_short_story_is_not_folded() -> None:
    assert folded(chapter(0, "", 2), chapter(1, "Levy", 4), chapter(1, "Campaign", 4)) == []


def test_what_goes_beyond_is_folded_from_the_oldest_part_on() -> None:
    assert folded(chapter(0, "", 2), chapter(1, "Levy", 5), chapter(1, "Campaign", 4)) == [""]
    assert folded(chapter(1, "Levy", 7), chapter(1, "Campaign", 4), chapter(1, "Card 1", 4)) == ["Levy"]


def test_the_newest_part_that_tells_anything_is_never_folded() -> None:
    assert folded(chapter(1, "Round 1", 50), chapter(1, "Round 2", 0), chapter(3, "", 5)) == []
    assert folded(chapter(1, "Round 1", 50), chapter(1, "Round 2", 1), chapter(3, "", 5)) == ["Round 1"]


def test_a_heading_with_nothing_below_is_not_folded() -> None:
    assert folded(chapter(1, "Card 1", 9), chapter(1, "Pass", 0), chapter(1, "Card 2", 9)) == ["Card 1"]


def test_lower_headings_stay_with_the_one_above_them() -> None:
    (round_1, round_2) = in_parts([chapter(1, "Round 1", 1), chapter(2, "Left", 10), chapter(1, "Round 2", 9)], 10)
    assert [each.title for each in round_1.chapters] == ["Round 1", "Left"]
    assert round_1.folded
    assert not round_2.folded


def test_a_whole_battle_is_told_in_the_page_what_is_folded_too() -> None:
    made = report(fought(), "york")
    root = html.fromstring(render_report(page(), made)[1].encode())
    assert root.xpath("//details/summary[starts-with(., 'Round 1')]")
    story = page().story(made.about.rules, made.position.news, made.about.names)
    told = [" ".join(item.text_content().split()) for item in root.xpath("//li")]
    lines = [line.replace("[", "").replace("]", "") for each in story for line in each.lines]
    assert len(lines) > 50
    assert [line for line in lines if line not in told] == []
