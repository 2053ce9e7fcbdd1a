"""What is written about a game's rules: how to write orders, every order word, and one section of its rulebook.

Of a section: rulings, where it stands in the code, where it is tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines.time_words import usage_of
from pbem.moderator.reading.help_pages import chapters_of, in_chapters, topics, word_pages
from pbem.moderator.reading.news_words import TWO
from pbem.moderator.reading.news_words import USAGE as NEWS_LINES
from pbem.moderator.reading.query_words import QUESTIONS, SPECIAL, agreement_lines
from pbem.render.content import Enclosed
from pbem.render.order_book import Chapter, Entry, Explained, OrderBook, Section, Usage, render_order_book
from pbem.render.templates.filters import sentence
from pbem.render.templates.page import Page
from pbem.store.tables.games import GameRow


def players_aid(page: Page, game: GameRow, table: Table[Any]) -> tuple[Enclosed, Enclosed]:
    """The reference of a game's scenario as files for a mail: a page of HTML, and plain text."""
    book = _book(page, table.rules, table.rules.scenarios[game.scenario], table.state, table.setup)
    text, html = render_order_book(page, book)
    return (
        Enclosed(f"{game.name}-aid.html", "text/html", html.encode()),
        Enclosed(f"{game.name}-aid.txt", "text/plain", text.encode()),
    )


def order_book(page: Page, rules: Rules[Any], setup: Setup | None = None) -> OrderBook:
    """The reference of a game, or of one of its scenarios: with the order words and components of that scenario only."""
    if setup is None:
        return _book(page, rules, "", None, None)
    return _book(page, rules, rules.scenarios[setup.scenario], rules.new_state(setup), setup)


def _book(page: Page, rules: Rules[Any], scenario: str, state: Any, setup: Setup | None) -> OrderBook:
    words = rules.vocabulary if state is None else rules.words(state)
    tables = {**_tables(page, rules, setup), "options": _options(page, rules, setup)}
    sections = [Section(t.title, t.text, [*tables.get(t.table, ()), *t.examples]) for t in topics(page, rules)]
    chapters = in_chapters(words, chapters_of(page, rules))
    told = [Chapter(title, _entries(same)) for title, same in chapters.items()]
    return OrderBook(rules.title, scenario, sections, told, () if state is None else tuple(_components(rules, state)))


def _components(rules: Rules[Any], state: Any) -> Iterator[Section]:
    for title, leaves in rules.reports.handout(state):
        yield Section(title, "", [Explained(leaf.title, Text(" ").join(leaf.lines)) for leaf in leaves])


def _tables(page: Page, rules: Rules[Any], setup: Setup | None) -> dict[str, list[Explained]]:
    """What the code knows of: the questions, the words of every game, the conditions of this one."""
    agreements = (line for lines in agreement_lines(rules).values() for line in lines)
    seats = TWO if setup is None else len(rules.seats(setup))
    always = [*SPECIAL.values(), *agreements, *usage_of(seats).values(), *(NEWS_LINES.values() if seats > TWO else ())]
    forms = rules.standing.situations.forms if rules.standing.situations is not None else ()
    return {
        "questions": [Explained(question.usage, f"{sentence(page.say(question.about))}.") for question in QUESTIONS],
        "always": [Explained(line, f"{sentence(page.say(about))}.") for line, about in always],
        "conditions": [Explained(line, about) for line, about in forms],
    }


def _options(page: Page, rules: Rules[Any], setup: Setup | None) -> list[Explained]:
    """What a game was opened with, and how it reads its rules; without one, what can be chosen."""
    if setup is not None:
        return [Explained("", told) for told in rules.told_options(setup)]
    values = {name: ", ".join(str(value).casefold() for value in values) for name, values in rules.options.items()}
    return [
        Explained(f"{name}={values[name]}", f"{sentence(page.say(about))}.") for name, about in rules.about_options.items()
    ]


def _entries(words: Iterable[Word[Any]]) -> list[Entry]:
    return [
        Entry(page.verb, page.synonyms, [Usage(*astuple(meaning)) for meaning in page.meanings])
        for page in sorted(word_pages(words), key=lambda page: page.verb)
    ]


# One section of a rulebook

ENTRY = re.compile(r"^\*\*[A-Z][0-9]+\*\* \*\w+\*, (?P<about>.*?)\. .*?(?=^\*\*[A-Z][0-9]|^## |\Z)", re.M | re.S)
RULING = re.compile(r"^\*\*(?P<number>R[0-9]+)\*\* .*?(?=^\*\*[A-Z][0-9]|^## |\Z)", re.M | re.S)
ROW = re.compile(r"^\| (?P<number>[0-9.]+) \| (?P<title>[^|]*) \| (?P<functions>[^|]*) \| (?P<tests>[^|]*) \|$", re.M)


NEAREST = 3


class NoSection(Exception):
    """The rulebook has no such section; the message names the nearest."""


@dataclass(frozen=True)
class RuleSection:
    """A numbered section: its title, the rulings on it, the functions and tests that carry and prove it."""

    number: str
    title: str
    rulings: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        rulings = self.rulings or ("Nothing to add: we play it as it is printed.",)
        where = [f"In the code: {', '.join(self.functions)}", f"Tested by: {', '.join(self.tests)}"]
        return "\n\n".join([f"{self.number} {self.title}", *rulings, "\n".join(where)])


def read_rulings(docs: Path, game: str, number: str) -> list[str]:
    """The ruling of that number ("R72"). Raises NoSection."""
    told = {match["number"]: match[0].strip() for match in RULING.finditer(_rulings(docs, game))}
    if (ruling := told.get(number.upper())) is None:
        near = sorted(told, key=lambda known: abs(int(known[1:]) - int(number[1:])))[:NEAREST]
        raise NoSection(f"{game} has no ruling {number}; the nearest are {', '.join(near) or 'none'}")
    return [ruling]


def _rulings(docs: Path, game: str) -> str:
    file = docs / "rulings" / f"{game}.md"
    return file.read_text() if file.is_file() else ""


def read_sections(docs: Path, game: str, number: str) -> list[RuleSection]:
    """The section `number` of `game`, or all below it ("4.3" gives 4.3.1 to 4.3.5). Raises NoSection."""
    rulings = [(match["about"], match[0].strip()) for match in ENTRY.finditer(_rulings(docs, game))]
    chapters = (docs / "rules_coverage.md").read_text().split("\n# ")
    rows = [row for told in chapters if f"`pbem/games/{game}/`" in told for row in ROW.finditer(told)]
    if not rows:
        raise NoSection(f"{game} has no list of the sections of its rulebook")
    wanted = [row for row in rows if row["number"] == number or row["number"].startswith(f"{number}.")]
    if not wanted:
        near = [row["number"] for row in rows if row["number"].startswith(number[:2])] or [row["number"] for row in rows]
        raise NoSection(f"there is no section {number!r} with anything to play; there are {', '.join(near)}")
    return [_section(row, rulings) for row in wanted]


def _section(row: re.Match[str], rulings: list[tuple[str, str]]) -> RuleSection:
    number = row["number"]
    mine = tuple(text for about, text in rulings if number in re.findall(r"[0-9]+\.[0-9]+(?:\.[0-9]+)?", about))
    cells = (tuple(re.findall(r"`([^`]+)`", row[column])) for column in ("functions", "tests"))
    return RuleSection(number, row["title"], mine, *cells)
