"""The reference of a game's orders: how a letter is written, and every order word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

from pbem.engine.rules import Rules, Setup, Word
from pbem.moderator.clock.words import USAGE as TIME_WORDS
from pbem.moderator.lines.asking import QUESTIONS, SPECIAL
from pbem.moderator.lines.order_book import in_chapters, word_pages
from pbem.moderator.lines.topics import chapters_of, topics
from pbem.render.order_book import Chapter, Entry, Explained, OrderBook, Section, Usage
from pbem.render.templates.filters import sentence
from pbem.render.templates.page import Page


def order_book(page: Page, rules: Rules[Any], setup: Setup | None = None) -> OrderBook:
    """The reference of a game, or of one of its scenarios: then with the order words of that scenario only."""
    words = rules.vocabulary if setup is None else rules.words(rules.new_state(setup))
    scenario = "" if setup is None else rules.scenarios[setup.scenario]
    tables = _tables(rules)
    sections = [Section(t.title, t.text, [*tables.get(t.table, ()), *t.examples]) for t in topics(page, rules)]
    chapters = in_chapters(words, chapters_of(page, rules))
    return OrderBook(rules.title, scenario, sections, [Chapter(title, _entries(same)) for title, same in chapters.items()])


def _tables(rules: Rules[Any]) -> dict[str, list[Explained]]:
    """What the code knows of: the questions, the words of every game, the conditions of this one."""
    always = [*SPECIAL.values(), *TIME_WORDS.values()]
    forms = rules.standing.situations.forms if rules.standing.situations is not None else ()
    return {
        "questions": [Explained(question.usage, f"{sentence(question.about)}.") for question in QUESTIONS],
        "always": [Explained(line, f"{sentence(about)}.") for line, about in always],
        "conditions": [Explained(line, about) for line, about in forms],
    }


def _entries(words: Iterable[Word[Any]]) -> list[Entry]:
    return [
        Entry(page.verb, page.synonyms, [Usage(*astuple(meaning)) for meaning in page.meanings])
        for page in sorted(word_pages(words), key=lambda page: page.verb)
    ]
