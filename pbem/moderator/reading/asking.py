"""Answers to lines that only ask; they come with the answer to their letter. The answer to `help`: all order words,
everything about one, or how a letter is written.

All answers come from the asker's Report, the Events that they may see, and the map as they see it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pbem.effort import spend
from pbem.engine.game.orders import Word
from pbem.engine.refusal import MET_A_FAULT, Fault
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.moderator.deadlines.time_words import TIME_WORDS, time_word, usage_of
from pbem.moderator.reading.answers import (
    Inquiry,
    address_,
    card,
    chapters_of_leaves,
    fitting_cards,
    history,
    language_,
    map_,
    messages,
    report_,
    resend_,
    status,
)
from pbem.moderator.reading.help_pages import (
    Meaning,
    Topic,
    WordPage,
    chapters_of,
    find_pages,
    find_topic,
    forms_alike,
    in_chapters,
    near_topics,
    near_verbs,
    open_lines,
    topics,
)
from pbem.moderator.reading.letter_words import NEWS, TWO
from pbem.moderator.reading.letter_words import USAGE as NEWS_LINES
from pbem.moderator.reading.query_words import (
    ADDRESS,
    AID,
    CARD,
    HELP,
    HISTORY,
    LANGUAGE,
    MAP,
    MESSAGES,
    QUESTIONS,
    REPORT,
    RESEND,
    SPECIAL,
    STATUS,
    agreement_lines,
    first_word,
    names_in_full,
    question_of,
    things_asked,
    words_of,
)
from pbem.orders.languages.words import listed
from pbem.orders.words.lexicon import alike, plain_words, telling
from pbem.orders.words.lines import verbs_for
from pbem.render.report import Asked
from pbem.render.templates.filters import paragraphs, sentence
from pbem.render.templates.phrases import Chapter

CONDITIONS, DICE, OPTIONS = "conditions", "dice", "options"
"""Topics: the conditions of the game, what binds its dice, and the options it was opened with."""
ALWAYS, ASKED = "always", "questions"
"""Topics: the lines that can be in any letter, and the lines that only ask."""
TEMPLATE = ".txt.j2"
HOW_TO_WIN = "how_to_win.txt.j2"
WINNING = frozenset(listed("how_to_win"))
"""A question that has only these words asks how the game is won."""
RULING = re.compile(r"r[0-9]{1,4}")
"""The number of a ruling: `help R72` says how this game reads that rule."""
ALL_WORDS = "words"
"""`help words` lists every order word in the letter itself; `help aid` is `help`, and attaches the player's aid."""


# help


def help_(inquiry: Inquiry, text: str) -> Asked:
    """The answer to `help`: all order words, everything about one, or how a letter is written. The form of an order comes
    last, above the lines with it that are open.
    """
    table, asked = inquiry.table, first_word(text)
    known = topics(inquiry.page, table.rules, inquiry.has_gamemaster)
    if (named := _named_in_full(inquiry, known, text)) is not None:
        return named
    if not asked or asked == AID:
        return _overview(inquiry, known, f"{HELP} {asked}".strip())
    if asked == ALL_WORDS:
        return _all_words(inquiry)
    topic = find_topic(known, text)
    word_pages = _pages(inquiry, text) if asked in words_of(table) else Asked(f"{HELP} {text}")
    if (question := question_of(asked)) is not None and question.word not in _verbs(table):
        answer = _about(inquiry, text, question.usage, question.synonyms, question.about, question.example)
        more = _topic(table, topic) if topic is not None else ()
        return replace(answer, chapters=(*answer.chapters, *more, *word_pages.chapters), orders=word_pages.orders)
    if (lines := agreement_lines(table.rules).get(asked)) is not None:
        chapters = _agreeing(inquiry, [*lines, *([SPECIAL[asked]] if asked in SPECIAL else [])])
        return replace(word_pages, chapters=(*chapters, *word_pages.chapters))
    if (word := time_word(asked) or asked) in TIME_WORDS or word in SPECIAL:
        line, about = usage_of(len(table.seats))[word] if word in TIME_WORDS else SPECIAL[word]
        answer = _about(inquiry, text, word, (), about, line)
        word_pages = _pages(inquiry, text) if word in words_of(table) else word_pages
        more = _topic(table, topic) if topic is not None else ()
        return replace(answer, chapters=(*answer.chapters, *more, *word_pages.chapters), orders=word_pages.orders)
    if asked == NEWS:
        return Asked(f"{HELP} {text}", (*_lines_about_news(), *word_pages.chapters), word_pages.orders)
    if topic is not None:
        on_topic = (*_topic(table, topic), *_of_this_game(inquiry, topic), *_cards_shown(inquiry, text))
        return replace(word_pages, chapters=(*on_topic, *word_pages.chapters))
    if RULING.fullmatch(asked) and (read := _options_of(inquiry, asked)):
        return Asked(f"{HELP} {text}", read)
    is_name = len(set(names_in_full(table).get(tuple(plain_words(text)), ()))) == 1
    if is_name and (named := _thing(inquiry, text)) is not None:
        return named
    pages = _pages(inquiry, text)
    if pages.chapters:
        return pages
    found = _how_to_win(inquiry, text) or _thing(inquiry, text)
    if found is None and (near := forms_alike(_words_known(inquiry, known), asked)):
        return replace(help_(inquiry, near[0]), line=f"{HELP} {text}")
    return found or _unknown(table, known, asked, text)


def _words_known(inquiry: Inquiry, known: Iterable[Topic]) -> list[str]:
    """All words that `help` explains, except names."""
    table = inquiry.table
    names = [*words_of(table), *agreement_lines(table.rules), *SPECIAL, *TIME_WORDS, *(q.word for q in QUESTIONS)]
    return [*(word for topic in known for word in topic.words), *names]


def _pages(inquiry: Inquiry, text: str) -> Asked:
    """All about an order word of the game."""
    table = inquiry.table
    pages = find_pages(table.rules, table.state, first_word(text))
    lines = tuple(line for page in pages for line in open_lines(table, inquiry.report.seat, page.verb))
    return Asked(f"{HELP} {text}", tuple(chapter for page in pages for chapter in _word_page(inquiry, page)), lines)


def _named_in_full(inquiry: Inquiry, known: Iterable[Topic], text: str) -> Asked | None:
    """The answer about a place, a piece or a card whose full name has several words, the first of which may also begin
    another word: "De Vere". None for many cards of one name, about which a topic says more.
    """
    things = names_in_full(inquiry.table).get(tuple(plain_words(text)), []) if len(plain_words(text)) > 1 else []
    return None if not things or (len(things) > 1 and find_topic(known, text)) else _thing(inquiry, text)


def _cards_shown(inquiry: Inquiry, text: str) -> tuple[Chapter, ...]:
    """The cards with this name that lie open on the table."""
    table, book = inquiry.table, inquiry.table.rules.reports.cards
    shown = set(book.shown(table.state))
    cards = [each for each in fitting_cards(table, text) if each in shown]
    return tuple(chapter for each in cards for chapter in chapters_of_leaves(inquiry, 2, book.card(table.state, each)))


def _thing(inquiry: Inquiry, text: str) -> Asked | None:
    """The answer from the map or a card, if the text names a place, a piece or a card."""
    answer = map_(inquiry, text)
    if not any(chapter.title for chapter in answer.chapters):
        if not fitting_cards(inquiry.table, text):
            return None
        answer = card(inquiry, text)
    return replace(answer, line=f"{HELP} {text}")


def _topic(table: Table[Any], topic: Topic) -> tuple[Chapter, ...]:
    """How something is written, with examples; the conditions of the game one by one."""
    text = Chapter(0, "", paragraphs(topic.text))
    situations = table.rules.standing.situations
    forms = situations.forms if situations is not None and topic.table == CONDITIONS else ()
    examples = [(line.line, line.about) for line in topic.examples]
    return (text, *(Chapter(2, line, [about]) for line, about in (*examples, *forms)))


def _agreeing(inquiry: Inquiry, lines: Iterable[tuple[str, str]]) -> list[Chapter]:
    """How lines are written by which players agree with each other."""
    return [Chapter(2, line, [f"{sentence(inquiry.page.say(about))}."]) for line, about in lines]


def _verbs(table: Table[Any]) -> set[str]:
    """The order words of the game: a question of the same name is not asked in it."""
    return {word.verb for word in table.rules.vocabulary}


def _about(inquiry: Inquiry, text: str, usage: str, synonyms: Iterable[str], about: str, example: str) -> Asked:
    rules, state = inquiry.table.rules, inquiry.table.state
    words, places = rules.words(state), rules.reports.atlas.places(state)
    place = rules.names(state, places[0])[0].casefold() if places else ""
    a_card = next(iter(rules.reports.cards.names(state)), "")
    filled = example.format(verb=words[0].verb, place=place, card=a_card).rstrip()
    lines = [sentence(inquiry.page.say(about)) + ".", *_also(synonyms), *_example(inquiry, filled)]
    return Asked(f"{HELP} {text}", (Chapter(2, usage, lines),))


def _also(synonyms: Iterable[str]) -> list[str]:
    named = ", ".join(synonyms)
    return [Text("Also written: {named}.", named=named)] if named else []


def _word_page(inquiry: Inquiry, page: WordPage) -> list[Chapter]:
    """What a word does, and whether it is open: the lines that do it are below."""
    now = (
        Text("You can write now:")
        if open_lines(inquiry.table, inquiry.report.seat, page.verb)
        else Text("It is not open to you now.")
    )
    last = [*_also(page.synonyms), *_to_come(inquiry, page.verb), now]
    *others, only = [Chapter(2, meaning.usage, _meaning(inquiry, meaning)) for meaning in page.meanings]
    return [*others, only, Chapter(2, page.verb, last)] if others else [replace(only, lines=[*only.lines, *last])]


def _to_come(inquiry: Inquiry, verb: str) -> list[str]:
    """The questions that an order answers before they are asked."""
    rules, state, seat = inquiry.table.rules, inquiry.table.state, inquiry.report.seat
    keys = {word.key for word in rules.vocabulary if word.verb == verb}
    return [decision.prompt for decision in rules.segments.foreseen(state, seat) if decision.key in keys] if seat else []


def _meaning(inquiry: Inquiry, meaning: Meaning) -> list[str]:
    return [meaning.about, f"{sentence(inquiry.page.say(meaning.later))}.", *_example(inquiry, meaning.example)]


def _example(inquiry: Inquiry, line: str) -> list[str]:
    return [inquiry.page.words.gettext("Example: %s") % line] if line else []


def _of_this_game(inquiry: Inquiry, topic: Topic) -> tuple[Chapter, ...]:
    """What a topic adds for this game."""
    if topic.table == DICE:
        return _dice_of(inquiry)
    if topic.table == OPTIONS:
        return _options_of(inquiry) or (Chapter(0, "", [Text("This game has no options.")]),)
    if topic.table == ALWAYS:
        return tuple(_always(inquiry))
    if topic.table == ASKED:
        return tuple(_asked(inquiry))
    if topic.table.endswith(TEMPLATE):
        return _position_tells(inquiry, topic.table)
    return ()


def _position_tells(inquiry: Inquiry, template: str) -> tuple[Chapter, ...]:
    """A template of the game filled with the position as the asker sees it."""
    rules, view = inquiry.table.rules.name, inquiry.report.position.view
    filled = inquiry.page.surely(lambda sure: sure.fill(f"{rules}/{template}", view=view)).split()
    return (Chapter(2, inquiry.page.words.gettext("This game"), [" ".join(filled)]),) if filled else ()


def _options_of(inquiry: Inquiry, ruling: str = "") -> tuple[Chapter, ...]:
    """The options of this game and how it reads its rules, or its reading by the ruling of that number."""
    sentences = inquiry.table.rules.told_options(inquiry.table.setup)
    lines = [line for line in sentences if not ruling or ruling.upper() in re.findall(r"R[0-9]+", line)]
    return (Chapter(2, inquiry.page.words.gettext("This game"), lines),) if lines else ()


def _dice_of(inquiry: Inquiry) -> tuple[Chapter, ...]:
    """What binds the dice of this game, and the reader's share in them."""
    report, say = inquiry.report, inquiry.page.words.gettext
    lines = [say(Text("SHA-256 of the key: %s")) % report.about.commitment]
    if report.about.salt:
        lines.append(say(Text("Your newest share in the dice: %s")) % report.about.salt)
    if report.receipt.newest:
        lines.append(
            say(Text("Your latest receipt: %s. It hashes your orders and the receipt before it.")) % report.receipt.newest
        )
    return (Chapter(2, say(Text("This game")), lines),)


def _overview(inquiry: Inquiry, known: Iterable[Topic], line: str) -> Asked:
    """What is open to the asker now, what may be in any letter, the questions, and the topics."""
    topics_ = [
        *((f"{HELP} {ALL_WORDS}", Text("every order word of this scenario")),),
        *((f"{HELP} {topic.words[0]}", topic.title) for topic in known if _is_listed(inquiry, topic)),
    ]
    written = [Chapter(2, line, [title]) for line, title in topics_]
    chapters = [Chapter(1, Text("At any time")), *_always(inquiry)]
    chapters += [Chapter(1, Text("Lines that only ask")), *_asked(inquiry)]
    attached = Chapter(0, "", [Text("The attached player's aid has all of it, with every order word.")])
    return Asked(line, (attached, *_open(inquiry), *chapters, Chapter(1, Text("Topics")), *written))


def _always(inquiry: Inquiry) -> list[Chapter]:
    """What may be in any letter."""
    table = inquiry.table
    agreements = (line for lines in agreement_lines(table.rules).values() for line in lines)
    lines = (*SPECIAL.values(), *agreements, *usage_of(len(table.seats)).values())
    return [
        *(Chapter(2, usage, [about]) for usage, about in lines),
        *(_lines_about_news() if len(table.seats) > TWO else []),
    ]


def _asked(inquiry: Inquiry) -> list[Chapter]:
    """The lines that only ask."""
    return [Chapter(2, q.usage, [q.about]) for q in QUESTIONS if q.word not in _verbs(inquiry.table)]


def _lines_about_news() -> list[Chapter]:
    """The lines by which a player chooses when they are told of what others do."""
    return [Chapter(2, usage, [about]) for usage, about in NEWS_LINES.values()]


def _is_listed(inquiry: Inquiry, topic: Topic) -> bool:
    """Whether the topic has something to say in this game."""
    setup = inquiry.table.setup
    return not setup.began_before(topic.since) and (topic.table != OPTIONS or bool(_options_of(inquiry)))


def _all_words(inquiry: Inquiry) -> Asked:
    """Every order word by its chapter."""
    table = inquiry.table
    chapters = in_chapters(table.rules.words(table.state), chapters_of(inquiry.page, table.rules))
    orders = [part for title, words in chapters.items() for part in (Chapter(1, title), *_usages(words))]
    return Asked(f"{HELP} {ALL_WORDS}", (*_open(inquiry), *orders))


def _open(inquiry: Inquiry) -> list[Chapter]:
    """The order words that are open to the asker now."""
    table = inquiry.table
    seat = inquiry.report.seat
    decisions = [*table.open_to(seat), *table.acts_of(seat)]
    verbs = dict.fromkeys(verb for d in decisions for verb in verbs_for(table, d))
    return [Chapter(0, "", [Text("You can use now: {verbs}.", verbs=", ".join(verbs))])] if verbs else []


def _usages(words: Iterable[Word[Any]]) -> list[Chapter]:
    usages = dict.fromkeys((word.usage, word.about) for word in words)
    return [Chapter(2, usage, [about]) for usage, about in usages]


def _how_to_win(inquiry: Inquiry, text: str) -> Asked | None:
    """How this game is won, as in the first letter, if the text asks that."""
    rules, view, line = inquiry.table.rules.name, inquiry.report.position.view, f"{HELP} {text}"
    if not {*telling(plain_words(text))} <= WINNING | inquiry.table.rules.orders.synonyms.winning:
        return None
    aim = inquiry.page.surely(lambda sure: sure.fill(f"{rules}/{HOW_TO_WIN}", view=view)).strip()
    return Asked(line, (Chapter(0, "", [inquiry.page.words.gettext("How to win: %s") % " ".join(aim.split())]),))


def _unknown(table: Table[Any], known: Iterable[Topic], word: str, text: str) -> Asked:
    others = [q.word for q in QUESTIONS] + [*SPECIAL, *TIME_WORDS]
    near = [*near_verbs(table.rules, table.state, word), *(c for _, c in alike(word, others)), *near_topics(known, word)]
    typed = next(iter(text.split()), word)
    known_words = Text('"{word}" is not a word of this game. "help" alone lists all words.', word=typed)
    answer_line = Text('"{word}" is not a word of this game. Nearest:', word=typed) if near else known_words
    return Asked(f"{HELP} {text}", (Chapter(0, "", [answer_line]),), tuple(f"{HELP} {verb}" for verb in dict.fromkeys(near)))


MAX_ANSWERS = 20
NOT_ANSWERED = Text("a letter gets {max_answers} answers at most; ask this in another letter", max_answers=MAX_ANSWERS)
"""Refuses a question beyond the limit."""
STEPS_AN_ANSWER = 300
"""The work of an answer to a question (pbem.effort)."""


def answers(inquiry: Inquiry, lines: Iterable[tuple[str, str]]) -> tuple[Asked, ...]:
    """The answers to lines that ask (each with the word of its question), each answer once. Questions beyond MAX_ANSWERS in
    a letter are not examined: an answer can take as long as an order.
    """
    asked: list[Asked] = []
    first, others = first_questions(inquiry.table, lines)
    for word, text in first:
        answer = _safely_answered(inquiry, word, text)
        if answer.chapters and (answer.chapters, answer.orders) not in [(each.chapters, each.orders) for each in asked]:
            asked.append(answer)
    too_many = Asked(
        "more",
        (Chapter(0, "", [Text("A letter gets answers to at most {max_answers} questions.", max_answers=MAX_ANSWERS)]),),
    )
    return (*asked, *([too_many] if others else []))


def first_questions(
    table: Table[Any], lines: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The questions that are answered, each once, with its word and the thing it names; and the lines beyond the limit. A
    line that names several things asks several questions.
    """
    first: dict[tuple[str, str], tuple[str, str]] = {}
    others: list[tuple[str, str]] = []
    for word, line in lines:
        text = " ".join(line.split()[1:])
        parts = things_asked(table, word, text) if len(first) < MAX_ANSWERS else [text]  # what is asked beyond is not read
        things = {thing.casefold(): thing for thing in parts}
        for folded, thing in things.items():
            if (word, folded) in first or len(first) < MAX_ANSWERS:
                first.setdefault((word, folded), (word, thing))
            elif (word, line) not in others[-1:]:
                others.append((word, line))
    return list(first.values()), others


def _safely_answered(inquiry: Inquiry, word: str, text: str) -> Asked:
    """The answer to a question; if the program fails at it, a sentence that says so."""
    spend(STEPS_AN_ANSWER)
    try:
        return _answer(inquiry, word, text)
    except Exception as fault:
        note_fault(fault, f"the question {word!r}")
        line = f"{word} {text}".strip()
        inquiry.table.faults.append(Fault(inquiry.report.seat, line, fault))
        return Asked(line, (Chapter(0, "", [MET_A_FAULT]),))


def _answer(inquiry: Inquiry, word: str, text: str) -> Asked:
    return ANSWERS[word](inquiry, text)


# The other questions


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
