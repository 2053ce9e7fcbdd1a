"""Answers to the lines that only ask, which come with the answer to their letter.

What they are answered with comes from the asker's Report, the Events that they may see, and the map as they see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pbem import values
from pbem.effort import spend
from pbem.engine.refusal import MET_A_FAULT, Fault
from pbem.i18n import Text
from pbem.moderator.reading.answers import Inquiry, card, history, map_, messages, status
from pbem.moderator.reading.help_answers import help_
from pbem.moderator.reading.query_words import ADDRESS, CARD, HELP, HISTORY, LANGUAGE, MAP, MESSAGES, REPORT, RESEND, STATUS
from pbem.orders.languages.words import around, meanings
from pbem.orders.parse.parse import QUESTION
from pbem.orders.words.lexicon import plain_words
from pbem.render.report import Asked
from pbem.render.templates.phrases import Chapter

MAX_ANSWERS = 20
NOT_ANSWERED = Text("a letter gets {max_answers} answers at most; ask this in another letter", max_answers=MAX_ANSWERS)
"""What a question is refused with that is one too many."""
STEPS_AN_ANSWER = 300
"""The work of an answer to a question (pbem.effort)."""


def answers(inquiry: Inquiry, lines: Iterable[tuple[str, str]]) -> tuple[Asked, ...]:
    """What lines that ask (each with the word of its question) are answered with: each answer once. Of more questions than
    MAX_ANSWERS in a letter the others are not looked at: an answer can take as long as an order.
    """
    asked: list[Asked] = []
    first, others = first_questions(lines)
    for word, line in first:
        told = _safely_answered(inquiry, word, line)
        if told.chapters and (told.chapters, told.orders) not in [(each.chapters, each.orders) for each in asked]:
            asked.append(told)
    too_many = Asked(
        "more",
        (Chapter(0, "", [Text("A letter gets answers to at most {max_answers} questions.", max_answers=MAX_ANSWERS)]),),
    )
    return (*asked, *([too_many] if others else []))


def first_questions(lines: Iterable[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Of lines that ask those that are answered, each question once, and all that ask more than that."""
    first: dict[tuple[str, str], tuple[str, str]] = {}
    others: list[tuple[str, str]] = []
    for word, line in lines:
        question = word, " ".join(line.casefold().split()[1:])
        if question in first or len(first) < MAX_ANSWERS:
            first.setdefault(question, (word, line))
        else:
            others.append((word, line))
    return list(first.values()), others


def _safely_answered(inquiry: Inquiry, word: str, line: str) -> Asked:
    """The answer to a question; where the program fails at it, that is said."""
    spend(STEPS_AN_ANSWER)
    try:
        return _answer(inquiry, word, line)
    except Exception as fault:
        inquiry.table.faults.append(Fault(inquiry.report.seat, line, fault))
        return Asked(line, (Chapter(0, "", [MET_A_FAULT]),))


def _answer(inquiry: Inquiry, word: str, text: str) -> Asked:
    rest = " ".join(text.split()[1:])
    return ANSWERS[word](inquiry, rest)


# The other questions


def report_(inquiry: Inquiry, text: str) -> Asked:
    """The letter that this stands in says it all."""
    del inquiry, text
    return Asked(REPORT)


def resend_(inquiry: Inquiry, text: str) -> Asked:
    """The report goes out in a letter of its own."""
    del inquiry, text
    return Asked(RESEND, (Chapter(0, "", [Text("Your latest report is sent again, in a separate letter.")]),))


def address_(inquiry: Inquiry, text: str) -> Asked:
    """A mail goes to the address, to be answered from there."""
    del inquiry
    if address_in(text) is None:
        how = Text('Write your new address behind it: "address ann@example.org".')
        return Asked(ADDRESS, (Chapter(0, "", [NO_ADDRESS, how] if text.strip() else [how]),))
    told = Text(
        "A mail goes to {text}. Reply to it from there, and your letters come to that address from then on.",
        text=text.strip(),
    )
    return Asked(f"{ADDRESS} {text}", (Chapter(0, "", [told]),))


def language_(inquiry: Inquiry, text: str) -> Asked:
    """In which language letters come: where the line names one, from now on."""
    name = LANGUAGES.get(inquiry.page.language, inquiry.page.language)
    if not language_in(text):
        now = Text("Your letters come in {language}.", language=name)
        return Asked(LANGUAGE, (Chapter(0, "", [now, IN_WHICH]),))
    return Asked(
        f"{LANGUAGE} {text}", (Chapter(0, "", [Text("From now on your letters come in {language}.", language=name)]),)
    )


LANGUAGES: Mapping[str, str] = {"en": Text("English"), "de": Text("German")}
"""By code, what each is called."""
IN_WHICH = Text('Write "language german" or "language english" to change that.')
NO_LANGUAGE = Text("there are no words in that language")
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
    found = text.strip().strip("<>")
    return found if values.is_address(found) else None


def language_in(text: str) -> str:
    """The code of the language that a text names, or what it says for one that has no name here; "" where it names none, or
    several, asks or denies: "language not german".
    """
    words, known = plain_words(text), meanings("languages")
    named = {known[word] for word in words if word in known}
    if QUESTION.search(text) or len(named) > 1 or not around().denials.isdisjoint((word,) for word in words):
        return ""
    return next(iter(named), words[0] if words else "")


ANSWERS: Mapping[str, Callable[[Inquiry, str], Asked]] = {
    HELP: help_,
    STATUS: status,
    REPORT: report_,
    MAP: map_,
    CARD: card,
    HISTORY: history,
    MESSAGES: messages,
    ADDRESS: address_,
    LANGUAGE: language_,
    RESEND: resend_,
}
"""What answers a question, by its word."""
