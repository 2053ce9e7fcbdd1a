"""What leads to an order on its line and is no part of it: a salutation, the question that is answered, why it is given, who
is not chosen. A line without these says the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from pbem.engine.decision import Menu, PickSome, Seat
from pbem.engine.phrase import words_of as words_in
from pbem.engine.table import Table
from pbem.orders.languages.words import alternatives, around, listed, not_ordered
from pbem.orders.parse.parse import MAX_LINE_LENGTH, QUESTION
from pbem.orders.reading.naming import options_of
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.tokens import COLON, doubts, tokens_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import vocabulary_of

_SALUTES, _MODERATORS = frozenset(listed("salutes")), frozenset(listed("moderators"))
COMPANY = frozenset(listed("company"))
"""Several who are spoken to, whoever they are: the players."""
_MAX_ADDRESS = 4
"""Words of a salutation."""
_ASKED = re.compile(r"[?:]")
_ROW = re.compile(r"\s*[*(:]")
"""What stands behind a name in a row of what can be chosen."""
_NOT_MEANT = re.compile(alternatives("not_meant"), re.IGNORECASE)
_CONCLUDING = re.compile(rf",\s*(?:and\s+)?{alternatives('concluding')}\b,?\s+", re.IGNORECASE)
_IN_PLACE_OF = re.compile(rf"(?<!\w){alternatives('in_place_of')}(?=\s)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ASKING, _BESIDE_ASKING = frozenset(listed("asking_what")), frozenset(listed("asking_beside"))
_LEAVING_OPEN = frozenset(listed("leaving_open"))
_MIN_PROMPT, _MAX_SIGNS = 3, 4
"""So many words of a question tell that it is repeated; and so many signs that can end it are looked at."""


def without_marks(text: str) -> str:
    """A line without what says around it that it is not meant, or not now."""
    return _NOT_MEANT.sub(" ", text[:MAX_LINE_LENGTH]).strip() if len(text) <= MAX_LINE_LENGTH else text


def salutation(text: str) -> tuple[str, str]:
    """Whom a line greets in front of a comma, and what it says behind that: "Dear Moderator, move Grey to York", "Friends,
    ..."; ("", text) for any other line.
    """
    head, _, rest = text.partition(",")
    words = plain_words(head)
    if not rest.strip() or not words or len(words) > _MAX_ADDRESS:
        return "", text
    if words[0] in _SALUTES:
        return head.split(maxsplit=1)[-1].strip() if len(words) > 1 else "", rest.strip()
    return (head.strip(), rest.strip()) if words[0] in COMPANY else ("", text)


def behind_salutation(text: str) -> str:
    """A line without the salutation of the moderator, or of nobody in particular, where more than a word follows: what
    gives something up counts by itself alone.
    """
    whom, rest = salutation(text)
    is_moderator = _MODERATORS.issuperset(plain_words(whom))
    return rest if is_moderator and len(plain_words(rest)) > 1 else text


def behind_prompt(prompts: Iterable[str], text: str) -> str:
    """A line without the question that it repeats in front of its answer: "Place which Noble? Audley." What it leaves out of
    the question may be missing.
    """
    if len(text) > MAX_LINE_LENGTH:
        return text
    asked = [plain_words(prompt) for prompt in prompts]
    for end in reversed([sign.end() for sign in _ASKED.finditer(text)][:_MAX_SIGNS]):
        words, rest = plain_words(text[:end]), text[end:].strip()
        if len(words) >= _MIN_PROMPT and plain_words(rest) and any(_stand_in(words, prompt) for prompt in asked):
            return rest
    return text


def behind_own_question(table: Table[Any], seat: Seat, text: str) -> str:
    """A line without the question in front of its answer that asks in its writer's words what is asked: "What next? Forage!"
    One that asks anything else stays.
    """
    head, _, rest = text[:MAX_LINE_LENGTH].partition("?")
    words = plain_words(head)
    if not words or words[0] not in _ASKING or not plain_words(rest) or "?" in rest:
        return text
    sayings, open_to = sayings_of(table), table.open_to(seat)
    verbs = (verb for each in open_to for verb in verbs_for(table, each))
    asked = {word for verb in verbs for run in sayings.here.get(verb, ()) for word in run}
    asked |= {word for each in open_to for word in plain_words(f"{each.prompt!s} {each.subject!s}")}
    others = [word for word in words if word not in asked and word not in _ASKING | _BESIDE_ASKING]
    says = any(word in asked and word not in _BESIDE_ASKING for word in words)
    if any((word,) in not_ordered() or sayings.means_something(word) for word in others):
        return text
    return rest.strip() if len(others) <= int(says) else text


def concluded(table: Table[Any], text: str, says: Callable[[str], bool]) -> str:
    """What a sentence comes to that says first why: "Calais has six already, so Rutland to Ireland". One that orders
    something there, or may, or leaves open what it comes to, stays as it is.
    """
    found = list(_CONCLUDING.finditer(text[:MAX_LINE_LENGTH]))
    if not found or QUESTION.search(text) is not None:
        return text
    lead, rest = text[: found[-1].start()], text[found[-1].end() :].strip()
    words, sayings = plain_words(lead), sayings_of(table)
    orders = any(sayings.order_at(words, at)[0] for at, word in enumerate(words) if word not in sayings.sense.names)
    is_open = not _LEAVING_OPEN.isdisjoint(words) or doubts(tokens_of(lead), around().retracts | around().later)
    if not words or orders or is_open or COLON in lead or says(lead) or not says(rest):
        return text
    return rest


def without_rivals(table: Table[Any], seat: Seat, text: str) -> str:
    """A line without who or what is not chosen in it: "Grey begins in Groby instead of Codnor". Only one thing that is named
    right there, and can be chosen, is left out.
    """
    found = _IN_PLACE_OF.search(text[:MAX_LINE_LENGTH])
    vocabulary, shapes = vocabulary_of(table), [(each, each.shape) for each in table.open_to(seat)]
    # Where several can be chosen it is not said what becomes of the others.
    if found is None or any(isinstance(shape, PickSome) for _, shape in shapes):
        return text
    options = (shape.options() if isinstance(shape, Menu) else options_of(each) for each, shape in shapes)
    chosen = {word for every in options for option in every for word in words_in(option)}
    for end in (word.end() for word in islice(_WORD.finditer(text, found.end()), _MAX_ADDRESS)):
        known = vocabulary.meant_in(text[found.end() : end])
        if known:
            others = f"{text[: found.start()]}{text[end:]}"
            is_left_out = len(known) == 1 and known[0] in chosen and known[0] not in vocabulary.meant_in(others)
            return others if is_left_out else text
    return text


def chosen_row(rows: Callable[[], Iterable[Sequence[str]]], text: str) -> str:
    """The name with which a row of what can be chosen begins, where a line is one that is copied from the mail: "Rivers **
    1-4, green, home Southeast". Any other line as it is. The words of the rows are asked for only by a line that can be one.
    """
    name, *rest = _ROW.split(text.strip(" -\t"), maxsplit=1)
    words = plain_words(text)
    is_row = bool(rest) and len(words) >= _MIN_PROMPT and any(row[: len(words)] == words for row in rows())
    return name.strip() if is_row else text


def _stand_in(words: Iterable[str], prompt: Iterable[str]) -> bool:
    """Whether a prompt has these words, in their order."""
    left = iter(prompt)
    return all(word in left for word in words)
