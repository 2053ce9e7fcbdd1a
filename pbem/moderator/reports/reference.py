"""The reference of a game's orders: how a letter is written, and every order word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import Any

from pbem.engine.rules import Rules, Setup, Word
from pbem.engine.table import Table
from pbem.moderator.clock.words import USAGE as TIME_WORDS
from pbem.moderator.lines.asking import QUESTIONS, SPECIAL
from pbem.moderator.lines.order_book import in_chapters, word_pages
from pbem.moderator.lines.topics import chapters_of, topics
from pbem.render.content import Enclosed
from pbem.render.order_book import Chapter, Entry, Explained, OrderBook, Section, Usage, render_order_book
from pbem.render.templates.filters import sentence
from pbem.render.templates.page import Page
from pbem.store.tables import GameRow


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
    tables = {**_tables(page, rules), "options": _options(page, rules, setup)}
    sections = [Section(t.title, t.text, [*tables.get(t.table, ()), *t.examples]) for t in topics(page, rules)]
    chapters = in_chapters(words, chapters_of(page, rules))
    told = [Chapter(title, _entries(same)) for title, same in chapters.items()]
    return OrderBook(rules.title, scenario, sections, told, () if state is None else tuple(_components(rules, state)))


def _components(rules: Rules[Any], state: Any) -> Iterator[Section]:
    for title, leaves in rules.reports.handout(state):
        yield Section(title, "", [Explained(leaf.title, " ".join(leaf.lines)) for leaf in leaves])


def _tables(page: Page, rules: Rules[Any]) -> dict[str, list[Explained]]:
    """What the code knows of: the questions, the words of every game, the conditions of this one."""
    always = [*SPECIAL.values(), *TIME_WORDS.values()]
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
