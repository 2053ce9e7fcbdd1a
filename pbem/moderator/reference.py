"""The reference of a game's orders: how a letter is written, and every order word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from pbem.engine.branches import MOST_TIMES
from pbem.engine.rules import Rules, Setup, Word
from pbem.moderator.asking import QUESTIONS, SPECIAL
from pbem.moderator.clock.words import USAGE as TIME_WORDS
from pbem.moderator.order_book import word_pages
from pbem.moderator.play import MOST_LINES
from pbem.render.filters import sentence
from pbem.render.order_book import Chapter, Entry, Explained, OrderBook, Section, Usage
from pbem.render.page import COMMON, Page

BOOK = "orders.toml"
OTHER = "Other questions"


def order_book(page: Page, rules: Rules[Any], setup: Setup | None = None) -> OrderBook:
    """The reference of a game, or of one of its scenarios: then with the order words of that scenario only."""
    words = rules.vocabulary if setup is None else rules.words(rules.new_state(setup))
    book = page.read_toml(rules.name, BOOK)
    scenario = "" if setup is None else rules.scenarios[setup.scenario]
    return OrderBook(rules.title, scenario, _sections(page, rules, book["examples"]), _chapters(words, book["chapter"]))


def _sections(page: Page, rules: Rules[Any], examples: Mapping[str, Sequence[Mapping[str, str]]]) -> list[Section]:
    tables = _tables(rules)
    facts = {"most_lines": MOST_LINES, "most_times": MOST_TIMES, "scopes": rules.scope_names}
    told = page.read_toml(COMMON, BOOK)["section"]
    return [
        Section(
            section["title"],
            page.compile(section["text"]).render(facts),
            [*tables.get(section.get("table"), ()), *(Explained(**line) for line in examples.get(section["name"], ()))],
        )
        for section in told
    ]


def _tables(rules: Rules[Any]) -> dict[str | None, list[Explained]]:
    """What the code knows of: the questions, the words of every game, the conditions of this one."""
    always = [*SPECIAL.values(), *TIME_WORDS.values()]
    forms = rules.situations.forms if rules.situations is not None else ()
    return {
        "questions": [Explained(question.usage, f"{sentence(question.about)}.") for question in QUESTIONS],
        "always": [Explained(line, f"{sentence(about)}.") for line, about in always],
        "conditions": [Explained(line, about) for line, about in forms],
    }


def _chapters(words: Iterable[Word[Any]], chapters: Sequence[Mapping[str, Any]]) -> list[Chapter]:
    by_title: dict[str, list[Word[Any]]] = {title: [] for title in (*(chapter["title"] for chapter in chapters), OTHER)}
    for word in words:
        by_title[_chapter_of(word.key, chapters)].append(word)
    return [Chapter(title, _entries(same)) for title, same in by_title.items() if same]


def _chapter_of(key: str, chapters: Sequence[Mapping[str, Any]]) -> str:
    """The title of the chapter whose key begins this one, the longest of several."""
    begun = [(len(begin), chapter["title"]) for chapter in chapters for begin in chapter["keys"] if key.startswith(begin)]
    return max(begun)[1] if begun else OTHER


def _entries(words: Iterable[Word[Any]]) -> list[Entry]:
    return [
        Entry(page.verb, page.synonyms, [Usage(*astuple(meaning)) for meaning in page.meanings])
        for page in sorted(word_pages(words), key=lambda page: page.verb)
    ]
