"""Lines that only ask: `help`, `status`, `report`, `map`, `history`, `resend`. The answer to their letter answers them.

None of them is an order. They change nothing in the game, neither stop the lines behind them nor are stopped by a line that
cannot be carried out, and can be written at any time, also while nothing is asked, the game is held, or over. What they are
answered with comes from the asker's Report, the Events that he may see, and the map as he sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pbem.engine.lexicon import alike, plain_words
from pbem.engine.reader import CLEAR, STANDING, WITHDRAW
from pbem.engine.table import Table
from pbem.moderator.answers import Inquiry, history, map_, status
from pbem.moderator.clock.words import USAGE as TIME_WORDS
from pbem.moderator.order_book import Meaning, WordPage, find_pages, near_verbs, open_lines, word_pages
from pbem.render.filters import sentence
from pbem.render.phrases import Chapter
from pbem.render.report import Asked, Help

HELP, STATUS, REPORT, MAP, HISTORY, RESEND = "help", "status", "report", "map", "history", "resend"
MOST_ANSWERS = 20
SPECIAL = {
    STANDING: ("standing flee none", "gives an order for a question that is still to come"),
    WITHDRAW: ("withdraw flee", "ends the standing order with that word"),
    CLEAR: ("clear", "forgets the beginning of an answer"),
    "preview": ("preview", "anywhere in a letter: says what its orders would come to, and carries none of them out"),
}
"""Words of every game that are no questions: how each is written, and what it does."""


@dataclass(frozen=True, slots=True)
class Question:
    """A word that only asks: its synonyms, how it is written, what it is answered with, an example, and what answers it."""

    word: str
    synonyms: tuple[str, ...]
    usage: str
    about: str
    example: str
    answer: Callable[[Inquiry, str], Asked]


def question_in(text: str, order_words: Iterable[str]) -> str:
    """The word that a line asks with, or "" for an order.

    Any beginning that fits one question only will do, as long as no order word begins with it.
    """
    word = _first(text)
    exact = next((q.word for q in QUESTIONS if word in (q.word, *q.synonyms)), "")
    known = set(order_words)
    if exact and word not in known:
        return exact
    if not word or any(order.startswith(word) for order in known):
        return ""
    fitting = {q.word for q in QUESTIONS for name in (q.word, *q.synonyms) if name.startswith(word)}
    return fitting.pop() if len(fitting) == 1 else ""


def _first(text: str) -> str:
    """The first word of a line; a lone question mark asks for help."""
    return HELP if text.strip() == "?" else next(iter(plain_words(text)), "")


def near_questions(text: str, order_words: Iterable[str]) -> list[str]:
    """The questions that a line which is no order can have meant."""
    word = _first(text)
    if not word or any(order.startswith(word) for order in order_words):
        return []
    begun = [q.word for q in QUESTIONS if q.word.startswith(word)]
    return begun or [near for _, near in alike(word, [q.word for q in QUESTIONS])]


def order_words_of(table: Table[Any]) -> set[str]:
    """All words that an order can begin with in this game."""
    words = table.rules.words(table.state)
    return {name for word in words for name in (word.verb, *word.synonyms)} | {*SPECIAL, *TIME_WORDS}


def is_asking(table: Table[Any], text: str) -> bool:
    """Whether a line only asks, and is no order."""
    return bool(question_in(text, order_words_of(table)))


def answers(inquiry: Inquiry, lines: Iterable[str]) -> tuple[Asked, ...]:
    """What lines that ask are answered with: each once, and no more than MOST_ANSWERS in a letter."""
    asked = [told for line in dict.fromkeys(lines) if (told := _answer(inquiry, line)).chapters]
    too_many = Asked("more", (Chapter(0, "", [f"A letter is answered {MOST_ANSWERS} questions at most."]),))
    return (*asked[:MOST_ANSWERS], *([too_many] if len(asked) > MOST_ANSWERS else []))


def _answer(inquiry: Inquiry, text: str) -> Asked:
    word = question_in(text, order_words_of(inquiry.table))
    rest = " ".join(text.split()[1:])
    return next(q for q in QUESTIONS if q.word == word).answer(inquiry, rest)


# help


def help_(inquiry: Inquiry, text: str) -> Asked:
    """All order words, or all about one."""
    table, asked = inquiry.table, _first(text)
    if not asked:
        return _all_words(table)
    if (question := _question(asked)) is not None:
        return _about(text, question.usage, question.synonyms, question.about, question.example)
    if asked in SPECIAL:
        return _about(text, asked, (), SPECIAL[asked][1], SPECIAL[asked][0])
    if asked in TIME_WORDS:
        return _about(text, asked, (), TIME_WORDS[asked][1], TIME_WORDS[asked][0])
    if pages := find_pages(table.rules, table.state, asked):
        lines = tuple(line for page in pages for line in open_lines(table, inquiry.report.seat, page.verb))
        return Asked(f"{HELP} {text}", tuple(chapter for page in pages for chapter in _word_page(inquiry, page)), lines)
    return _unknown(table, asked, text)


def _question(word: str) -> Question | None:
    return next((q for q in QUESTIONS if word in (q.word, *q.synonyms)), None)


def _about(text: str, usage: str, synonyms: Iterable[str], about: str, example: str) -> Asked:
    lines = [sentence(about) + ".", *_also(synonyms), f"Example: {example}"]
    return Asked(f"{HELP} {text}", (Chapter(2, usage, lines),))


def _also(synonyms: Iterable[str]) -> list[str]:
    named = ", ".join(synonyms)
    return [f"Also written: {named}."] if named else []


def _word_page(inquiry: Inquiry, page: WordPage) -> list[Chapter]:
    """What a word does, and whether it is open: the lines that do it stand below."""
    now = "Open to you now:" if open_lines(inquiry.table, inquiry.report.seat, page.verb) else "Not open to you now."
    return [
        *(Chapter(2, meaning.usage, _meaning(meaning)) for meaning in page.meanings),
        Chapter(2, page.verb, [*_also(page.synonyms), now]),
    ]


def _meaning(meaning: Meaning) -> list[str]:
    example = [f"Example: {meaning.example}"] if meaning.example else []
    return [meaning.about, f"{sentence(meaning.later)}.", *example]


def _all_words(table: Table[Any]) -> Asked:
    pages = word_pages(table.rules.words(table.state))
    orders = [Chapter(2, usage, [about]) for page in pages for usage, about in _usages(page)]
    always = [Chapter(2, usage, [about]) for usage, about in (*SPECIAL.values(), *TIME_WORDS.values())]
    questions = [Chapter(2, q.usage, [q.about]) for q in QUESTIONS]
    chapters = [Chapter(1, "Orders", []), *orders, Chapter(1, "At any time", []), *always]
    return Asked(HELP, (*chapters, Chapter(1, "Lines that only ask", []), *questions))


def help_lines(table: Table[Any]) -> tuple[Help, ...]:
    """All words for the opening letter."""
    orders = [Help(w.verb, w.usage, w.about) for w in table.rules.words(table.state)]
    return tuple(dict.fromkeys([*orders, *(Help(q.word, q.usage, q.about) for q in QUESTIONS)]))


def _usages(page: WordPage) -> list[tuple[str, str]]:
    return list(dict.fromkeys((meaning.usage, meaning.about) for meaning in page.meanings))


def _unknown(table: Table[Any], word: str, text: str) -> Asked:
    others = [q.word for q in QUESTIONS] + [*SPECIAL, *TIME_WORDS]
    near = [*near_verbs(table.rules, table.state, word), *(close for _, close in alike(word, others))]
    told = f'"{word}" is no word of this game.' + ("" if near else ' "help" alone tells all words.')
    return Asked(f"{HELP} {text}", (Chapter(0, "", [told]),), tuple(f"{HELP} {verb}" for verb in near))


# The other questions


def report_(inquiry: Inquiry, text: str) -> Asked:
    """The letter that this stands in says it all."""
    del inquiry, text
    return Asked(REPORT)


def resend_(inquiry: Inquiry, text: str) -> Asked:
    """The report goes out in a letter of its own."""
    del inquiry, text
    return Asked(RESEND, (Chapter(0, "", ["Your newest report goes out again, in a letter of its own."]),))


QUESTIONS = (
    Question(HELP, ("commands",), "help [WORD]", "tells all words, or all about one of them", "help march", help_),
    Question(
        STATUS, (), "status", "tells whose turn it is, what is asked, what waits and stands, your receipt", STATUS, status
    ),
    Question(REPORT, (), "report", "brings the whole report again, as things are now", REPORT, report_),
    Question(MAP, (), "map [PLACE]", "shows the board in words, or one place with its neighbours", "map ely", map_),
    Question(HISTORY, ("story",), "history [NUMBER]", "tells a Turn again, as you saw it", "history 3", history),
    Question(RESEND, (), "resend", "sends you the newest report once more", RESEND, resend_),
)
"""The words that only ask; another one joins here."""
ASKING = tuple(name for question in QUESTIONS for name in (question.word, *question.synonyms))
