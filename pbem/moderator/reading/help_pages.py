"""The order words of a game, how to write a letter of orders (topic by topic), and sections of its rulebook: for `help`,
`pbem orders GAME` and the players' aid.

A section has its rulings, the functions that carry it out, and its tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from pbem.engine.decision import Decision, Menu, Seat
from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.engine.writing import verb_of
from pbem.i18n import Text
from pbem.moderator.deadlines.time_words import usage_of
from pbem.moderator.reading.letter_words import TWO
from pbem.moderator.reading.letter_words import USAGE as NEWS_LINES
from pbem.moderator.reading.query_words import QUESTIONS, SPECIAL, agreement_lines
from pbem.moderator.talk.messages import MAX_A_DAY, MAX_A_DAY_FOR_EACH, MAX_AT_ONCE
from pbem.orders.languages.words import listed
from pbem.orders.parse.branches import MAX_TIMES
from pbem.orders.parse.parse import MAX_LINES
from pbem.orders.place.position import Position
from pbem.orders.words.lexicon import alike, plain_words
from pbem.orders.words.lines import example_lines, line_of
from pbem.orders.words.vocabulary import words_named
from pbem.render.content import Enclosed
from pbem.render.order_book import BookChapter, Explained, OrderBook, OrderEntry, OrderSection, Usage, render_order_book
from pbem.render.templates.filters import sentence
from pbem.render.templates.page import COMMON, Page
from pbem.store.tables.games import GameRow

OTHER = Text("Other questions")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that an order word does: how it is written, what it means, when it may be written, a worked example."""

    usage: str
    about: str
    later: str
    example: str


@dataclass(frozen=True, slots=True)
class WordPage:
    """All about one order word: what else may be written for it, and each thing that it does."""

    verb: str
    synonyms: tuple[str, ...]
    meanings: tuple[Meaning, ...]


def word_pages(words: Iterable[Word[Any]]) -> tuple[WordPage, ...]:
    """A page for each order word, in the order of the vocabulary."""
    by_verb: dict[str, list[Word[Any]]] = {}
    for word in words:
        by_verb.setdefault(word.verb, []).append(word)
    return tuple(_page(verb, same) for verb, same in by_verb.items())


def _page(verb: str, words: list[Word[Any]]) -> WordPage:
    synonyms = dict.fromkeys(synonym for word in words for synonym in word.synonyms)
    meanings = dict.fromkeys(Meaning(word.usage, word.about, later(word), word.example) for word in words)
    return WordPage(verb, tuple(synonyms), _without_repeats(meanings))


def _without_repeats(candidates: Iterable[Meaning]) -> tuple[Meaning, ...]:
    """The meanings without those that another one covers: the same text, with the same forms of the line or more."""
    meanings: list[Meaning] = []
    for one in candidates:
        if not any(_tells_all(other, one) for other in meanings):
            meanings = [*(other for other in meanings if not _tells_all(one, other)), one]
    return tuple(meanings)


def _tells_all(other: Meaning, one: Meaning) -> bool:
    """Whether `other` has every form of the line that `one` has, and says of it what `one` says."""
    forms = set(one.usage.split(" | ")) <= set(other.usage.split(" | "))
    return forms and other.example == one.example and other.about.startswith(one.about.removesuffix("."))


def in_chapters(words: Iterable[Word[Any]], chapters: Sequence[Mapping[str, Any]]) -> dict[str, list[Word[Any]]]:
    """The order words by the titles of their chapters, those without a chapter last.

    A word belongs to the chapter with the longest of the `keys` that its question's key begins with.
    """
    by_title: dict[str, list[Word[Any]]] = {title: [] for title in (*(chapter["title"] for chapter in chapters), OTHER)}
    for word in words:
        begun = [(len(k), chapter["title"]) for chapter in chapters for k in chapter["keys"] if word.key.startswith(k)]
        by_title[max(begun)[1] if begun else OTHER].append(word)
    return {title: same for title, same in by_title.items() if same}


def later(word: Word[Any]) -> str:
    """When an order with this word may be written before its question is asked."""
    if not word.answers:
        return Text("always a standing order")
    if word.policy is not None:
        return Text("can be given in advance, and as a standing order")
    if word.own:
        return Text("can be written for a later segment")
    if word.act:
        return Text("at any time, without being asked; where it cannot be done at once it waits")
    return Text("can be written in advance") if word.waits else Text("only when the decision comes up")


def find_pages(rules: Rules[Any], state: Any, verb: str) -> tuple[WordPage, ...]:
    """The pages of what `verb` means in this game: an order word, a synonym, or the beginning of one; () if unknown."""
    words = rules.words(state)
    verbs = {word.verb for word in words_named(verb, words)}
    return tuple(page for page in word_pages(words) if page.verb in verbs)


def near_verbs(rules: Rules[Any], state: Any, verb: str) -> tuple[str, ...]:
    """The order words spelled most like `verb`."""
    known = {name: word.verb for word in rules.words(state) for name in (*word.synonyms, word.verb)}
    return tuple(dict.fromkeys(known[near] for _, near in alike(verb, known)))


def open_lines(table: Table[Any], seat: Seat, verb: str, most: int = 6) -> tuple[str, ...]:
    """Lines with this order word that answer what is open to `seat` now, or what it may do unasked, `most` at most; () where
    it is not open.
    """
    reader = Position(table, seat)
    words = [word for word in table.rules.words(table.state) if word.verb == verb]
    decisions = [decision for word in words for decision in (*reader.asking(word), *reader.acts_by(word))]
    lines = [line for decision in decisions for line in _with(table, decision, verb, most)]
    return tuple(dict.fromkeys(lines))[:most]


def _with(table: Table[Any], decision: Decision, verb: str, most: int) -> list[str]:
    if not isinstance(decision.shape, Menu):
        return example_lines(table, decision, most)
    options = [option for option in decision.shape.options() if verb_of(option) == verb]
    return [line for option in options[:most] for line in line_of(table, decision, option)]


# Topics

BOOK = "orders.toml"
ENDINGS = listed("endings")
MIN_STEM_LENGTH = 2


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of `help`: the `words` that ask for it, paragraphs, and examples of this game.

    An item of `words` can be several words in a row ("order of play"). `table` names a further part: from the code, or a
    template of the game that is filled with the position ("turn_order.txt.j2"). `since` is the version of the rules from
    which `help` lists it: games begun before keep their list.
    """

    title: str
    words: tuple[str, ...]
    text: str
    examples: tuple[Explained, ...]
    table: str
    since: int = 0


GAMEMASTER = "game master"
"""Marks a topic of games that have a game master who can be asked."""


def topics(page: Page, rules: Rules[Any], has_gamemaster: bool = True) -> tuple[Topic, ...]:
    """All topics of one game: its own replace common ones of the same name."""
    return tuple(t for t in page.surely(lambda sure: _topics(sure, rules)) if has_gamemaster or t.table != GAMEMASTER)


def _topics(page: Page, rules: Rules[Any]) -> tuple[Topic, ...]:
    own_book = page.read_toml(rules.name, BOOK)
    sections = {
        section["name"]: section for section in (*page.read_toml(COMMON, BOOK)["section"], *own_book.get("section", ()))
    }
    examples = own_book.get("examples", {})
    facts = {
        "most_lines": MAX_LINES,
        "most_times": MAX_TIMES,
        "scopes": rules.standing.scope_names,
        "most_at_once": MAX_AT_ONCE,
        "most_for_each": MAX_A_DAY_FOR_EACH,
        "most_messages": MAX_A_DAY,
    }
    return tuple(
        Topic(
            section["title"],
            tuple(section["words"]),
            page.compile(section["text"]).render(facts).strip(),
            tuple(Explained(**line) for line in examples.get(section["name"], ())),
            section.get("table", ""),
            section.get("since", 0),
        )
        for section in sections.values()
    )


def chapters_of(page: Page, rules: Rules[Any]) -> Sequence[Mapping[str, Any]]:
    """The chapters in which a game's order words are told: the title, and the `keys` of questions."""

    def read(sure: Page) -> list[dict[str, Any]]:
        rows = sure.read_toml(rules.name, BOOK).get("chapter", [{"title": rules.title, "keys": [""]}])
        return [{"title": str(row["title"]), "keys": row["keys"]} for row in rows]

    return page.surely(read)


def find_topic(known: Iterable[Topic], text: str) -> Topic | None:
    """The topic that these words ask for, or the first of them."""
    words, topics = plain_words(text), [*known]
    for asked in (" ".join(words), *words[:1]):
        if (topic := next((topic for topic in topics if asked in topic.words), None)) is not None:
            return topic
    return None


def forms_alike(known: Iterable[str], word: str) -> list[str]:
    """The words that this one is another form of, such as a plural: one of the two is the other with an ending."""
    longer = {f"{each}{ending}": each for each in known for ending in ENDINGS}
    shorter = {word.removesuffix(ending) for ending in ENDINGS if len(word) > len(ending) + MIN_STEM_LENGTH}
    return list(dict.fromkeys([*([longer[word]] if word in longer else []), *(each for each in known if each in shorter)]))


def near_topics(known: Iterable[Topic], word: str) -> list[str]:
    """The words for topics with the most similar spelling."""
    return [near for _, near in alike(word, [name for topic in known for name in topic.words])]


def players_aid(page: Page, game: GameRow, table: Table[Any], has_gamemaster: bool = True) -> tuple[Enclosed, Enclosed]:
    """The reference of a game's scenario as files for a mail: a page of HTML, and plain text."""
    book = _book(page, table.rules, table.rules.scenarios[game.scenario], table.state, table.setup, has_gamemaster)
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


def _book(
    page: Page, rules: Rules[Any], scenario: str, state: Any, setup: Setup | None, has_gamemaster: bool = True
) -> OrderBook:
    words = rules.vocabulary if state is None else rules.words(state)
    tables = {**_tables(page, rules, setup), "options": _options(page, rules, setup)}
    known = topics(page, rules, has_gamemaster)
    sections = [OrderSection(t.title, t.text, [*tables.get(t.table, ()), *t.examples]) for t in known]
    chapters = in_chapters(words, chapters_of(page, rules))
    chapter_list = [BookChapter(title, _entries(same)) for title, same in chapters.items()]
    return OrderBook(
        rules.title, scenario, sections, chapter_list, () if state is None else tuple(_components(rules, state))
    )


def _components(rules: Rules[Any], state: Any) -> Iterator[OrderSection]:
    for title, leaves in rules.reports.handout(state):
        yield OrderSection(title, "", [Explained(leaf.title, Text(" ").join(leaf.lines)) for leaf in leaves])


def _tables(page: Page, rules: Rules[Any], setup: Setup | None) -> dict[str, list[Explained]]:
    """The parts that come from the code: the questions, the words of every game, the conditions of this one."""
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
    """The options of a game, and how it reads its rules; without a Setup, what can be chosen."""
    if setup is not None:
        return [Explained("", option) for option in rules.told_options(setup)]
    values = {name: ", ".join(str(value).casefold() for value in values) for name, values in rules.options.items()}
    return [
        Explained(f"{name}={values[name]}", f"{sentence(page.say(about))}.") for name, about in rules.about_options.items()
    ]


def _entries(words: Iterable[Word[Any]]) -> list[OrderEntry]:
    return [
        OrderEntry(page.verb, page.synonyms, [Usage(*astuple(meaning)) for meaning in page.meanings])
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
    """A numbered section: its title, the rulings on it, and the functions and tests for it."""

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
    rulings = {match["number"]: match[0].strip() for match in RULING.finditer(_rulings(docs, game))}
    if (ruling := rulings.get(number.upper())) is None:
        near = sorted(rulings, key=lambda known: abs(int(known[1:]) - int(number[1:])))[:NEAREST]
        raise NoSection(f"{game} has no ruling {number}; the nearest are {', '.join(near) or 'none'}")
    return [ruling]


def _rulings(docs: Path, game: str) -> str:
    file = docs / "rulings" / f"{game}.md"
    return file.read_text() if file.is_file() else ""


def read_sections(docs: Path, game: str, number: str) -> list[RuleSection]:
    """The section `number` of `game`, or all below it ("4.3" gives 4.3.1 to 4.3.5). Raises NoSection."""
    rulings = [(match["about"], match[0].strip()) for match in ENTRY.finditer(_rulings(docs, game))]
    chapters = (docs / "rules_coverage.md").read_text().split("\n# ")
    rows = [row for chapter in chapters if f"`pbem/games/{game}/`" in chapter for row in ROW.finditer(chapter)]
    if not rows:
        raise NoSection(f"{game} has no list of the sections of its rulebook")
    wanted = [row for row in rows if row["number"] == number or row["number"].startswith(f"{number}.")]
    if not wanted:
        near = [row["number"] for row in rows if row["number"].startswith(number[:2])] or [row["number"] for row in rows]
        raise NoSection(f"there is no section {number!r} with anything to play; there are {', '.join(near)}")
    return [_section(row, rulings) for row in wanted]


def _section(row: re.Match[str], rulings: list[tuple[str, str]]) -> RuleSection:
    number = row["number"]
    own_rulings = tuple(text for about, text in rulings if number in re.findall(r"[0-9]+\.[0-9]+(?:\.[0-9]+)?", about))
    cells = (tuple(re.findall(r"`([^`]+)`", row[column])) for column in ("functions", "tests"))
    return RuleSection(number, row["title"], own_rulings, *cells)
