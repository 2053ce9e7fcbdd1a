"""The order words of a game, and how a letter of orders is written, topic by topic: for `help` and `pbem orders GAME`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.decision import Decision, Menu, Seat
from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.engine.writing import verb_of
from pbem.i18n import Text
from pbem.orders.parse.branches import MAX_TIMES
from pbem.orders.parse.parse import MAX_LINES
from pbem.orders.place.position import Position
from pbem.orders.words.lexicon import alike
from pbem.orders.words.lines import example_lines, line_of
from pbem.orders.words.vocabulary import words_named
from pbem.render.order_book import Explained
from pbem.render.templates.page import COMMON, Page

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
    told = dict.fromkeys(Meaning(word.usage, word.about, later(word), word.example) for word in words)
    return WordPage(verb, tuple(synonyms), _without_repeats(told))


def _without_repeats(told: Iterable[Meaning]) -> tuple[Meaning, ...]:
    """The meanings but for those of which another tells all: the same, or with forms of the line and words besides."""
    kept: list[Meaning] = []
    for one in told:
        if not any(_tells_all(other, one) for other in kept):
            kept = [*(other for other in kept if not _tells_all(one, other)), one]
    return tuple(kept)


def _tells_all(other: Meaning, one: Meaning) -> bool:
    """Whether `other` has every form of the line that `one` has, and says of it what `one` says."""
    forms = set(one.usage.split(" | ")) <= set(other.usage.split(" | "))
    return forms and other.example == one.example and other.about.startswith(one.about.removesuffix("."))


def in_chapters(words: Iterable[Word[Any]], chapters: Sequence[Mapping[str, Any]]) -> dict[str, list[Word[Any]]]:
    """The order words by the titles of the chapters in which they are told, those without a chapter last.

    A word stands in the chapter whose `keys` begin its question's key, the longest counting.
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
    """The pages of what `verb` stands for in this game: an order word, a synonym, or the beginning of one; () if unknown."""
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
    able = [decision for word in words for decision in (*reader.asking(word), *reader.acts_by(word))]
    lines = [line for decision in able for line in _with(table, decision, verb, most)]
    return tuple(dict.fromkeys(lines))[:most]


def _with(table: Table[Any], decision: Decision, verb: str, most: int) -> list[str]:
    if not isinstance(decision.shape, Menu):
        return example_lines(table, decision, most)
    options = [option for option in decision.shape.options() if verb_of(option) == verb]
    return [line for option in options[:most] for line in line_of(table, decision, option)]


# Topics

BOOK = "orders.toml"


@dataclass(frozen=True, slots=True)
class Topic:
    """A part of how orders are written: the `words` that `help` knows it by, paragraphs, and examples of this game.

    `table` names what else is told with it, from the code. `since` is the version of the rules from which on
    `help` lists it: games begun before go on with the list that they had.
    """

    title: str
    words: tuple[str, ...]
    text: str
    examples: tuple[Explained, ...]
    table: str
    since: int = 0


def topics(page: Page, rules: Rules[Any]) -> tuple[Topic, ...]:
    """All of them, for one game: a section of its own takes the place of the common one with its name."""
    return page.surely(lambda sure: _topics(sure, rules))


def _topics(page: Page, rules: Rules[Any]) -> tuple[Topic, ...]:
    own = page.read_toml(rules.name, BOOK)
    sections = {told["name"]: told for told in (*page.read_toml(COMMON, BOOK)["section"], *own.get("section", ()))}
    examples = own.get("examples", {})
    facts = {"most_lines": MAX_LINES, "most_times": MAX_TIMES, "scopes": rules.standing.scope_names}
    return tuple(
        Topic(
            told["title"],
            tuple(told["words"]),
            page.compile(told["text"]).render(facts).strip(),
            tuple(Explained(**line) for line in examples.get(told["name"], ())),
            told.get("table", ""),
            told.get("since", 0),
        )
        for told in sections.values()
    )


def chapters_of(page: Page, rules: Rules[Any]) -> Sequence[Mapping[str, Any]]:
    """The chapters in which a game's order words are told: the title, and the `keys` of questions."""

    def read(sure: Page) -> list[dict[str, Any]]:
        rows = sure.read_toml(rules.name, BOOK).get("chapter", [{"title": rules.title, "keys": [""]}])
        return [{"title": str(row["title"]), "keys": row["keys"]} for row in rows]

    return page.surely(read)


def find_topic(known: Iterable[Topic], word: str) -> Topic | None:
    """The topic that is asked for by a word."""
    return next((topic for topic in known if word in topic.words), None)


def near_topics(known: Iterable[Topic], word: str) -> list[str]:
    """The words for topics that are spelled most like this one."""
    return [near for _, near in alike(word, [name for topic in known for name in topic.words])]
