"""How a letter of orders is written, topic by topic: the first half of `pbem orders GAME`, and `help card`, `help if` ..."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.rules import Rules
from pbem.orders.parse.branches import MOST_TIMES
from pbem.orders.parse.parse import MOST_LINES
from pbem.orders.words.lexicon import alike
from pbem.render.order_book import Explained
from pbem.render.templates.page import COMMON, Page

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
    facts = {"most_lines": MOST_LINES, "most_times": MOST_TIMES, "scopes": rules.standing.scope_names}
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
