"""The words of lines that only ask: `help`, `status`, `report`, `map`, `card`, `history`, `messages`, `resend`; and of two
about their writer's mails, `address` and `language`.

None of them is an order. They change nothing in the game, neither stop the lines after them nor are stopped by a line that
cannot be carried out, and can be written at any time, also while nothing is asked, the game is held, or over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pbem import values
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines.time_words import USAGE as TIME_WORDS
from pbem.moderator.reading.letter_words import ABOUT_ALWAYS_MENDING, ABOUT_MENDING, ALWAYS_MENDING, MENDING, SLIPS
from pbem.moderator.reading.letter_words import WORDS as LETTER_WORDS
from pbem.moderator.talk.deal_words import AHEAD_USAGE, OFFER, OFFER_USAGE
from pbem.moderator.talk.deal_words import USAGE as DEALS
from pbem.orders.languages.words import alternatives, around, listed, meanings
from pbem.orders.parse.parse import QUESTION
from pbem.orders.reading.standard import TELLS_NOTHING
from pbem.orders.reading.tokens import POSSESSIVE
from pbem.orders.words.lexicon import alike, plain_words
from pbem.orders.words.vocabulary import CLEAR, STANDING, WITHDRAW
from pbem.render.report import Asked

GREETINGS = frozenset(listed("greetings"))
"""No order begins with one of these, and none is a question cut short."""
HELP, STATUS, REPORT, MAP, CARD = "help", "status", "report", "map", "card"
HISTORY, MESSAGES, RESEND, ADDRESS, LANGUAGE = "history", "messages", "resend", "address", "language"
AGREES = "accept"
AID = "aid"
MANY = frozenset((HELP, MAP, CARD))
"""The questions that can name several things."""
JOINTS = "|".join(sorted(word for (word,) in around().plain_joints))
JOINT = re.compile(rf"(\s*[,&]\s*(?:(?:{JOINTS})\s+)?|\s+(?:{JOINTS})\s+)", re.IGNORECASE)
ALSO = meanings("questions")
"""Question words in other languages."""
SPECIAL = {
    STANDING: ("standing ORDER", Text("gives an order for a decision that is still to come")),
    WITHDRAW: (
        "withdraw 1",
        Text(
            "ends the standing order with this number, or all with this order word; "
            '"withdraw orders" gives up all lines of yours that wait, "withdraw" and their heading those that wait for it'
        ),
    ),
    CLEAR: ("clear", Text("discards a half-finished answer")),
    "preview": ("preview", Text("anywhere in a letter: shows what its orders would do, and carries out none of them")),
    SLIPS: (MENDING, ABOUT_MENDING),
    ALWAYS_MENDING: (ALWAYS_MENDING, ABOUT_ALWAYS_MENDING),
    **DEALS,
    **{word: (word, about) for word, about in LETTER_WORDS.items()},
}
"""Words of every game that are no questions: how each is written, and what it does."""


def agreement_lines(rules: Rules[Any]) -> dict[str, list[tuple[str, str]]]:
    """The lines by which players agree on something in a game, each with its effect, by their words; {} if the game has no
    agreements. The clauses are with the word that offers them.
    """
    if not rules.deals.exist:
        return {}
    lines: dict[str, list[tuple[str, str]]] = {word: [usage] for word, usage in OFFER_USAGE.items()}
    lines[AGREES] += AHEAD_USAGE
    lines[AGREES] += [(Text("standing accept {form}", form=form), about) for form, about in rules.deals.limits.forms]
    lines[OFFER] += [(Text("as a CLAUSE: {form}", form=form), about) for form, about in rules.deals.forms]
    return lines


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word that only asks: its synonyms, how it is written, what it is answered with, and an example."""

    word: str
    synonyms: tuple[str, ...]
    usage: str
    about: str
    example: str


_ASKING_FOR = re.compile(rf"\s*{alternatives('asking_for')}\s+", re.IGNORECASE)
_MAX_REQUEST_LENGTH = 80
MAX_FULL_WORDS = 4
"""The most words of a question such as "help Bishop of Durham"."""
MAX_WORDS = 8
"""A longer line is a statement: "History tells that Warwick landed at Sandwich, in Kent"."""


def question_in(text: str, order_words: Iterable[str]) -> str:
    """The word that a line asks with, or "" for an order.

    The word can be cut short if only one question fits and no order word begins so. A line that introduces what is below it
    ("message from Bob:") asks nothing.
    """
    if text.rstrip().endswith(":") and len(plain_words(text)) > 1:
        return ""
    word = first_word(text)
    exact = next((q.word for q in QUESTIONS if word in (q.word, *q.synonyms)), "")
    known = set(order_words)
    if (exact and _is_telling(exact, text)) or tells_status(text):
        return ""
    if exact and word not in known:
        return exact
    if not word or word in TELLS_NOTHING | GREETINGS or any(order.startswith(word) for order in known):
        return ""
    fitting = {q.word for q in QUESTIONS for name in (q.word, *q.synonyms) if name.startswith(word)}
    return fitting.pop() if len(fitting) == 1 else ""


def _is_telling(word: str, text: str) -> bool:
    """Whether a line that begins with the word of a question is too long for one: no list of things to ask about."""
    pieces = JOINT.split(text)[::2] if word in MANY else [text]
    return len(plain_words(text)) > MAX_WORDS and any(len(plain_words(each)) > MAX_FULL_WORDS for each in pieces)


def tells_status(text: str) -> bool:
    """Whether a line says what its writer's status is, as programs do: "Status: away"."""
    head, _, rest = text.partition(":")
    return first_word(head) == STATUS and len(plain_words(head)) == 1 and bool(rest.strip())


def first_word(text: str) -> str:
    """The first word of a line, or its usual synonym; a lone question mark asks for help."""
    first = HELP if text.strip() == "?" else next(iter(plain_words(text)), "")
    return ALSO.get(first, first)


def asks_in_full(text: str) -> bool:
    """Whether a line is a question from its first word to its last: its word is not cut short, and few others follow."""
    word = first_word(text)
    return len(plain_words(text)) <= MAX_FULL_WORDS and (question_of(word) is not None or word in TIME_WORDS)


def behind_request(text: str) -> str:
    """A question without its polite beginning: "send me help on combat", "may I have the player's aid"; any other text as it
    is.
    """
    found = _ASKING_FOR.match(text[:_MAX_REQUEST_LENGTH])
    rest = (
        " ".join(text[found.end() :].rstrip(" ?.!").split())
        if found is not None and len(text) <= _MAX_REQUEST_LENGTH
        else ""
    )
    named = meanings("asked_for").get(" ".join(plain_words(POSSESSIVE.sub("s", rest))))
    if named is not None:
        return named
    _, *others = rest.split() or [""]
    is_about = not others or (first_word(rest) in MANY and (others[0].casefold() in INTRODUCING or first_word(rest) != HELP))
    return rest if question_of(first_word(rest)) is not None and is_about and asks_in_full(rest) else text


def near_questions(text: str, order_words: Iterable[str]) -> list[str]:
    """The questions that a line which is no order can have meant."""
    word = first_word(text)
    if not word or question_of(word) is not None or any(order.startswith(word) for order in order_words):
        return []  # what begins with the word of a question and is none is a heading
    known = [q.word for q in QUESTIONS if ":" not in text or q.word != CARD]
    begun = [each for each in known if each.startswith(word)]
    return begun or [near for _, near in alike(word, known)]


def words_of(table: Table[Any]) -> set[str]:
    """The order words of this game's scenario, and what else may be written for them."""
    return {name for word in table.rules.words(table.state) for name in (word.verb, *word.synonyms)}


def order_words_of(table: Table[Any]) -> set[str]:
    """All words that an order can begin with, including those of every game."""
    return words_of(table) | {*SPECIAL, *TIME_WORDS}


def wants_aid(asked: Asked) -> bool:
    """Whether the player's aid goes with the answer."""
    return asked.line in (HELP, f"{HELP} {AID}")


def is_map(line: str) -> bool:
    """Whether a line that was asked is one for the map."""
    return first_word(line) == MAP


def question_of(word: str) -> QueryWord | None:
    """What is asked with a word, if anything is."""
    return next((q for q in QUESTIONS if word in (q.word, *q.synonyms)), None)


QUESTIONS = (
    QueryWord(
        HELP,
        ("commands",),
        "help [WORD]",
        Text("shows what you can write, with the player's aid attached, or explains one word"),
        "help {verb}",
    ),
    QueryWord(
        STATUS,
        (),
        "status",
        Text("shows whose turn it is, your decisions, waiting and standing orders, your receipt"),
        STATUS,
    ),
    QueryWord(REPORT, (), "report", Text("sends a full report of things as they are now"), REPORT),
    QueryWord(MAP, (), "map [PLACE]", Text("describes the board, or one place and its neighbours"), "map {place}"),
    QueryWord(CARD, (), "card NAME", Text("shows the text of a card, by its name or number"), "card {card}"),
    QueryWord(HISTORY, ("story",), "history [NUMBER]", Text("tells the story of a Turn again, as you saw it"), "history 3"),
    QueryWord(MESSAGES, (), "messages", Text("tells the latest messages again, yours and those to you"), MESSAGES),
    QueryWord(
        ADDRESS,
        (),
        Text("address NEW"),
        Text("changes where your letters go, as soon as you have answered a mail that is sent there"),
        "address ann@example.org",
    ),
    QueryWord(
        LANGUAGE,
        (),
        "language german",
        Text('has all your letters come in German from now on; "language english" in English'),
        "language german",
    ),
    QueryWord(RESEND, (), "resend", Text("sends your latest report again"), RESEND),
)
"""The words that only ask; what answers each is in asking.ANSWERS."""
ASKING = tuple(name for question in QUESTIONS for name in (question.word, *question.synonyms))

# Several things on a line

MAX_JOINED = 3
"""The most pieces of one name: "Percy and Neville quarrel" has two."""
INTRODUCING = frozenset(listed("asked_about"))
"""What can come between `help` and what is asked about: "help on combat"."""


def things_asked(table: Table[Any], word: str, text: str) -> list[str]:
    """The things that a question with this word names, as typed. A name with "and" or a comma in it stays whole. A question
    that names nothing has one thing, "".
    """
    if word not in MANY:
        return [text]
    parts = JOINT.split(text)
    things = _whole_names(parts, names_in_full(table)) if len(parts) > 1 else iter(parts)
    return list(dict.fromkeys(thing for each in things if (thing := _bare(word, each)))) or [""]


def _whole_names(parts: list[str], names: dict[tuple[str, ...], list[str]]) -> Iterator[str]:
    """The things in `parts` (every second part is a joint), with the pieces of one name joined."""
    start = 0
    while start < len(parts):
        runs = ("".join(parts[start : start + 2 * used - 1]) for used in range(MAX_JOINED, 1, -1))
        run = next((run for run in runs if tuple(plain_words(run)) in names), parts[start])
        yield run
        start += len(JOINT.findall(run)) * 2 + 2


def _bare(word: str, thing: str) -> str:
    """A thing without the word of the question (which may be repeated before each) and without introducing words."""
    words = thing.split()
    if len(words) > 1 and first_word(thing) == word:
        words = words[1:]
    while word == HELP and len(words) > 1 and words[0].casefold() in INTRODUCING:
        words = words[1:]
    return " ".join(words)


def names_in_full(table: Table[Any]) -> dict[tuple[str, ...], list[str]]:
    """What is on the map, and the cards, by the words of each name."""
    rules, state = table.rules, table.state
    atlas = ((each, rules.names(state, each)) for each in rules.reports.atlas.places(state))
    by_name: dict[tuple[str, ...], list[str]] = {}
    for id_, names in chain(atlas, rules.reports.cards.names(state).items()):
        for name in names:
            by_name.setdefault(tuple(plain_words(name)), []).append(id_)
    return by_name


# What `address` and `language` name

NO_LANGUAGE = Text("there is no translation into that language")
NO_ADDRESS = Text(
    "No letter can go to that: an address has 64 signs before the @ at most, all of them letters a to z, digits, dots and "
    "the like, without quotation marks and brackets, and a domain."
)
NOT_FROM_HERE = Text("write this in a letter from your present address")
OUR_MAILBOX = Text("that is the mailbox of the game itself; give an address of your own")
ONE_ADDRESS = Text("a letter can name one new address, the first in it; write this one in another letter")
ASKED_ENOUGH = Text("enough mails have gone to new addresses today; write it again tomorrow")


def address_in(text: str) -> str | None:
    """The mail address that a text is, if it is one."""
    address = text.strip().strip("<>")
    return address if values.is_address(address) else None


def language_in(text: str) -> str:
    """The code of the language that a text names, or what it says for one that has no name here; "" where it names none, or
    several, asks or denies: "language not german".
    """
    words, known = plain_words(text), meanings("languages")
    named = {known[word] for word in words if word in known}
    if QUESTION.search(text) or len(named) > 1 or not around().denials.isdisjoint((word,) for word in words):
        return ""
    return next(iter(named), words[0] if words else "")
