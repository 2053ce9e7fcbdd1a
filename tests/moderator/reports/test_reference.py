"""`pbem orders`: how orders are written, and every order word."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.dice import Fate
from pbem.engine.game.orders import Word
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.campaign.plan import PLAN
from pbem.moderator.core.setups import load_setup
from pbem.moderator.deadlines.time_words import USAGE as TIME_WORDS
from pbem.moderator.playing.order_lines import carry_out
from pbem.moderator.reading.help_pages import OTHER, order_book, topics
from pbem.moderator.reading.query_words import QUESTIONS, SPECIAL
from pbem.orders.carry.execute import understand
from pbem.orders.parse.parse import parts_of
from pbem.orders.words.headings import headings_of
from pbem.render.order_book import OrderBook, render_order_book
from pbem.render.templates.filters import WIDTH
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir

RULES = GAMES["plantagenet"]
TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
PAGE = Page(templates_dir())
SITUATIONS = RULES.standing.situations
CUT = 100_000
"""Bytes of a page; Gmail cuts at 102 kB."""


def book_of(scenario: str | None = None) -> OrderBook:
    return order_book(PAGE, RULES, None if scenario is None else load_setup(RULES, scenario, scenarios_dir()))


def told(text: str) -> str:
    """On one line."""
    return " ".join(text.split())


def seen(html: str) -> str:
    """The words of a page, on one line."""
    bare = re.sub(r"<[^>]+>", " ", html).replace("&#39;", "'").replace("&#34;", '"').replace("&amp;", "&")
    return told(bare)


def test_the_reference_tells_every_order_word_with_usage_meaning_synonyms_and_example() -> None:
    text, html = render_order_book(PAGE, book_of())
    for form in (told(text), seen(html)):
        for word in RULES.vocabulary:
            for part in (word.usage, word.about.removesuffix("."), f"Example: {word.example}", *word.synonyms):
                assert told(part) in form


def test_the_reference_tells_every_question_and_every_kind_of_condition() -> None:
    text, html = render_order_book(PAGE, book_of())
    assert SITUATIONS is not None
    for form in (told(text), seen(html)):
        assert all(question.usage in form for question in QUESTIONS)
        assert all(line in form and told(about) in form for line, about in SITUATIONS.forms)


@pytest.mark.parametrize("scenario", [None, "ia_henry_vi"])
def test_what_an_order_word_does_is_told_once(scenario: str | None) -> None:
    """Regroup has a word for each moment of a Round, and one for games begun before (y30)."""
    usages = [u for chapter in book_of(scenario).chapters for e in chapter.entries if e.verb == "regroup" for u in e.usages]
    assert [usage.usage for usage in usages] == [
        "regroup none | regroup LORD | regroup ask",
        "regroup LORD if routed at least 3 | regroup LORD before Lord Rout | regroup ask",
    ]


def test_every_word_has_a_chapter() -> None:
    assert OTHER not in [chapter.title for chapter in book_of().chapters]


@pytest.mark.parametrize("scenario", RULES.scenarios)
def test_the_reference_of_a_scenario_tells_its_words_only(scenario: str) -> None:
    setup = load_setup(RULES, scenario, scenarios_dir())
    spoken = {word.verb for word in RULES.words(RULES.new_state(setup))}
    book = book_of(scenario)
    assert {entry.verb for chapter in book.chapters for entry in chapter.entries} == spoken
    assert RULES.scenarios[scenario] in seen(render_order_book(PAGE, book)[1])


def test_no_marks_are_left_in_the_reference() -> None:
    assert not any("`" in form for form in render_order_book(PAGE, book_of()))


def test_no_topic_hides_an_order_word_or_a_question() -> None:
    names = {name for word in RULES.vocabulary for name in (word.verb, *word.synonyms)} | {q.word for q in QUESTIONS}
    told_with_it = {"messages"}
    assert names & {name for topic in topics(PAGE, RULES) for name in topic.words} == told_with_it


def test_only_the_scenario_with_the_crown_tells_of_it() -> None:
    told = {s for s in RULES.scenarios for c in book_of(s).chapters for e in c.entries if e.verb in ("crown", "king")}
    assert told == {"iii_my_kingdom_for_a_horse"}


def test_the_page_needs_nothing_from_elsewhere() -> None:
    html = render_order_book(PAGE, book_of())[1]
    assert not re.search(r"<script|<img|<link|<iframe|https?:|src=|url\(", html)
    assert 'name="viewport"' in html
    anchors = re.findall(r'href="#([^"]+)"', html)
    assert len(anchors) == len(set(anchors)) > len(RULES.vocabulary) / 2
    assert set(anchors) == set(re.findall(r'id="([^"]+)"', html))


@pytest.mark.parametrize(("game", "scenario"), [(game, s) for game in GAMES for s in (*GAMES[game].scenarios, None)])
def test_the_page_is_below_the_size_at_which_mail_programs_cut(game: str, scenario: str | None) -> None:
    setup = load_setup(GAMES[game], scenario, scenarios_dir()) if scenario else None
    assert len(render_order_book(PAGE, order_book(PAGE, GAMES[game], setup))[1].encode()) < CUT


def test_the_longest_page_is_below_that_size_in_german_and_with_every_option() -> None:
    options = {name: values[-1] for name, values in RULES.options.items()}
    setup = load_setup(RULES, "wotr_wars_of_the_roses", scenarios_dir(), options)
    german = PAGE.speaking("de")
    assert len(render_order_book(german, order_book(german, RULES, setup))[1].encode()) < CUT


def test_the_looks_of_hundreds_of_lines_stand_once() -> None:
    html = render_order_book(PAGE, book_of())[1]
    assert not re.search(r"<(code|d[dlt]|h[23])\b[^>]* style=", html)
    assert all(f" {part} {{" in html for part in ("h2", "h3", "dl", "dd", "code"))


def test_the_text_fits_a_mail() -> None:
    assert max(map(len, render_order_book(PAGE, book_of())[0].splitlines())) <= WIDTH


def test_every_condition_told_can_be_read() -> None:
    table = Table.open_new(RULES, load_setup(RULES, "ia_henry_vi", scenarios_dir()), Fate(b"conditions"))
    assert SITUATIONS is not None
    for line, _ in SITUATIONS.forms:
        condition = SITUATIONS.read(table.state, "york", line, ["ely", "york"])
        assert SITUATIONS.read(table.state, "york", SITUATIONS.write(table.state, condition), ["ely", "york"]) == condition


def test_examples_with_semicolons_are_several_orders() -> None:
    lines = [explained.line for section in book_of().sections for explained in section.lines]
    assert all(len(parts_of(line, headings_of(RULES))) == line.count(";") + 1 for line in lines)
    assert any(";" in line for line in lines)


def planning() -> Table[Any]:
    """Both sides are to Plan in Turn 1 of Ia."""
    table = Table.open_new(RULES, load_setup(RULES, "ia_henry_vi", scenarios_dir()), Fate(bytes(32)))
    while {d.key for d in table.open()} != {PLAN}:
        decision = table.open()[0]
        default = "done" if decision.default is None else decision.default()
        table.answer(decision.seat, decision.key, default, subject=decision.subject)
    return table


NO_ORDERS = ("Preview", "The options of the game")
"""Sections whose lines are not for a letter."""


@pytest.mark.parametrize("title", [section.title for section in book_of().sections if section.title not in NO_ORDERS])
def test_the_examples_of_a_letter_are_understood(title: str) -> None:
    """As York's letters while the Lancastrians still Plan."""
    section = next(section for section in book_of().sections if section.title == title)
    told_by_code = {line for line, _ in SPECIAL.values()} | {usage for usage, _ in TIME_WORDS.values()}
    told_by_code |= {q.usage for q in QUESTIONS} | {line for line, _ in SITUATIONS.forms} if SITUATIONS else set()
    lines = [explained.line for explained in section.lines if explained.line not in told_by_code]
    table = planning()
    before = [line for line in lines if line.startswith("plan ")] or ["plan york x2, york, march"]
    carry_out(table, "york", enumerate(before))
    results = carry_out(table, "york", enumerate(lines, 1))
    assert [(r.text, r.problem) for r in results if not r.accepted] == []


def is_read(word: Word[Any], table: Table[Any], seat: str, line: str) -> bool:
    """Whether a line is understood as this order word: an answer, a standing order, or kept for later."""
    try:
        deed = understand(table, seat, line)
    except BadLine:
        return False
    if deed.order is not None:
        return deed.order.verb == word.verb
    if deed.decision is not None:
        return deed.decision.key == word.key
    return deed.segment is not None and (word.own or word.waits)


@pytest.fixture(scope="module")
def tables() -> list[Table[Any]]:
    """Each scenario as it begins, and both sides with their Plan in secret."""
    found = [Table.open_new(RULES, load_setup(RULES, s, scenarios_dir()), Fate(bytes(32))) for s in RULES.scenarios]
    for seat, plan in (("york", "plan york x2, york, march"), ("lancaster", "plan henry x2, somerset x2")):
        found.append(planning())
        carry_out(found[-1], seat, [(1, plan)])
    return found


@cache
def transcripts() -> str:
    """All of them, read once."""
    return "\n".join(path.read_text() for path in TRANSCRIPTS.rglob("*.txt"))


def is_found_in_play(word: Word[Any]) -> bool:
    """Whether the example answers a question of a few random Battles, or stands in a transcript."""
    if f"> {word.example} | " in transcripts():
        return True
    for number in range(10):
        player = RandomPlayer.of_policy(f"example {number}", PlayPolicy.SURVIVE, RULES)
        table = player.open_table(RULES, load_setup(RULES, "bosworth", scenarios_dir()))
        while not table.over:
            decision = player.question(table)
            if decision.key == word.key and is_read(word, table, decision.seat, word.example):
                return True
            table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
    return False


@pytest.mark.parametrize("word", RULES.vocabulary, ids=lambda word: f"{word.verb} {word.key}")
def test_the_example_of_every_order_word_is_read(tables: list[Table[Any]], word: Word[Any]) -> None:
    ways = ["{}", *(["standing {}"] if word.policy else []), *(["card 1: {}", "card 3: {}", "levy: {}"] if word.own else [])]
    lines = [way.format(word.example) for way in ways]
    early = any(is_read(word, table, seat, line) for table in tables for seat in table.seats for line in lines)
    assert early or is_found_in_play(word)


def test_the_command_prints_the_reference() -> None:
    result = CliRunner().invoke(app, ["orders", "plantagenet", "--scenario", "bosworth"])
    assert result.exit_code == 0, result.output
    assert result.output.strip() == render_order_book(PAGE, book_of("bosworth"))[0].strip()


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["orders", "plantagenet", "--html", str(tmp_path / "orders.html")])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "orders.html").read_text() == render_order_book(PAGE, book_of())[1]


def test_the_command_knows_the_games() -> None:
    result = CliRunner().invoke(app, ["orders", "chess"])
    assert result.exit_code == 2
    assert "there is no game 'chess'" in told(result.output.replace("│", " "))
