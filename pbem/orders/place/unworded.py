"""Lines without an order word, "Warwick -> Kent" or "Calais to Kent: Warwick": they are refused, with what they can mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from pbem.engine.decision import Menu, Seat
from pbem.engine.table import Table
from pbem.orders.parse.natural import NEGATIONS, natural_words
from pbem.orders.parse.parse import DENIED, is_denied
from pbem.orders.words.lexicon import ONE_SLIP, alike, plain_words
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import NEVER, vocabulary_of

GERMAN: Final = ((re.compile(r"^(?:von|aus)\b", re.IGNORECASE), "from"), (re.compile(r"\bnach\b", re.IGNORECASE), "to"))
ARROW: Final = re.compile(r"\s*(?:[-=]*>|→|–)\s*|(?<=\w)-(?=[A-Z])")
BY_WHAT: Final = re.compile(r"\s*\bby (?:sea|ship|land)\b", re.IGNORECASE)
PARTED: Final = re.compile(r"([^:]+):\s*([^:]+)")
EACH: Final = re.compile(r"\s*,\s*|\s+(?:and|und)\s+")
CASE: Final = re.compile(
    r"\s*(?P<case>(?:if|unless|when|while|wenn|falls|sofern)\b[^:,]*)[:,]\s*(?P<order>.+)", re.IGNORECASE
)
ONLY: Final = re.compile(r",?\s*\b(?:but |aber )?(?:only|nur)\s+(?=(?:if|when|while|wenn|falls|sofern)\b)", re.IGNORECASE)
EXCEPTED: Final = NEGATIONS | {
    "but",
    "except",
    "without",
    "neither",
    "nor",
    "or",
    "nobody",
    "no",
    "stays",
    "stay",
    "remains",
}
"""Who is named beside such a word is not simply the one who acts."""
MOST_WORDS: Final = 12
"""A longer line is a sentence."""


def with_order_words(table: Table[Any], seat: Seat, line: str) -> Iterator[str]:
    """The orders that a line can mean: what it says, behind each order word that is open to its seat; from an order word on
    that stands in it; or forbidden, where it says "do not". Nothing says that they are legal.
    """
    named_in = vocabulary_of(table).named_in
    if is_denied(line):
        denied = DENIED.fullmatch(line)
        yield from [f"{NEVER} {denied['order'].rstrip('.!')}"] if denied is not None else ()
        return
    if (case := CASE.fullmatch(line)) is not None:
        yield f"{case['order'].rstrip('.!')} {case['case']}"
        return
    if ONLY.search(line):
        yield ONLY.sub(" ", line)
        return
    if len(line.split()) > MOST_WORDS or not named_in(line):
        return
    first, _, rest = line.partition(" ")
    spelled = [each for word in vocabulary_of(table).words for each in (word.verb, *word.synonyms)]
    if not named_in(first) and alike(first.casefold(), spelled, ONE_SLIP):
        return  # its order word is there, with a slip
    moves = natural_words(table).moves
    asked = (each for each in table.open_to(seat) if moves or isinstance(each.shape, Menu))
    verbs = dict.fromkeys(verb for decision in asked for verb in verbs_for(table, decision))
    for said in dict.fromkeys(_ways_to_say(line if named_in(first) else rest)):
        yield from (f"{verb} {said}" for verb in verbs)
    if moves:
        yield from _from_order_word(table, line)


def _from_order_word(table: Table[Any], line: str) -> Iterator[str]:
    """What stands behind an order word in a sentence, with who is named before it: "Warwick should try to turn Oxford"."""
    words, vocabulary, written = natural_words(table), vocabulary_of(table), line.rstrip(" .!").split()
    folded = ["".join(plain_words(word)) for word in written]
    for at in range(1, len(written)):
        verb, length = words.verb_at(folded, at)
        if not verb or folded[at] in words.names:
            continue
        if EXCEPTED & set(folded):
            return
        rest = " ".join(written[at + length :]).rstrip("?")
        named = [word for word, plain in zip(written[:at], folded, strict=False) if plain in words.names and len(plain) > 1]
        who = [vocabulary.grammar.lexicon.name(each) for each in vocabulary.named_in(" ".join(named))][:1]
        for each in who:
            by_whom = f"{verb} {rest}".strip() + f" if {words.by_whom[verb].format(each)}" if verb in words.by_whom else ""
            yield by_whom or f"{verb} {each} {rest}"
        yield f"{verb} {rest}".strip()


def _ways_to_say(line: str) -> Iterator[str]:
    """What a line says in the order of an order: who, then from where and to where."""
    plain = BY_WHAT.sub("", ARROW.sub(" to ", line))
    for german, english in GERMAN:
        plain = german.sub(english, plain)
    if (parted := PARTED.fullmatch(plain)) is None:
        yield plain
        return
    for who, where in (parted.groups()[::-1], parted.groups()):
        way = where if where.lower().startswith(("from ", "to ")) or " to " not in where else f"from {where}"
        yield from (f"{each} {way}" for each in EACH.split(who))
