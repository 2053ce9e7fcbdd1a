"""Conditions in German, turned into the English that conditions are read in: "wir weniger sind", "Warwick dort ist".

The verb of a German condition stands at its end. What is not German, or cannot be told, stays as it stands.
"""

from __future__ import annotations

import re
from typing import Final

SIGNS_OF_GERMAN: Final = frozenset(
    {
        *("wir", "ich", "sie", "uns", "ist", "sind", "bin", "hat"),
        *("haben", "habe", "mindestens", "wenigstens", "hochstens", "uber", "unter", "weniger"),
        *("mehr", "als", "nicht", "kein", "keine", "keinen", "und", "oder"),
        *("ab", "angreifen", "verteidigen", "unterlegen", "uberlegen", "unterzahl", "uberzahl"),
    }
)
WORDS: Final = {
    r"der\sfeind": "they",
    r"die\sfeinde": "they",
    r"der\sgegner": "they",
    "mindestens": "at least",
    "wenigstens": "at least",
    "hochstens": "at most",
    "weniger als (?=[0-9])": "under ",
    "mehr als (?=[0-9])": "over ",
    r"kleiner\sals": "under",
    r"grosser\sals": "over",
    "unter": "under",
    "uber": "over",
    "und": "and",
    "oder": "or",
    "nicht": "not",
    "keine?n?": "no",
    "wir": "we",
    "ich": "i",
    "sie": "they",
    "er": "he",
    "weniger": "fewer",
    "mehr": "more",
    "starker": "stronger",
    "schwacher": "weaker",
    "als": "than",
    "zu": "to",
    "zwei": "2",
    "drei": "3",
    "vier": "4",
}
"""By German words, folded, what they are in English; longer ones first."""
TURNED: Final = tuple((re.compile(rf"\b{german}\b"), english) for german, english in WORDS.items())
IS, HAS = r"(?:ist|sind|bin)", r"(?:hat|haben|habe)"
ORDER: Final = tuple(
    (re.compile(pattern), english)
    for pattern, english in (
        (r"^ab (.+) ([0-9]+)$", r"\1 at least \2"),
        (rf"^(they|we|i) (more|fewer|stronger|weaker)(?: {IS})?( than .+)?$", r"\1 \2\3"),
        (rf"^(.+?) (?:dort|da) {IS}$|^(.+?) {IS} (?:dort|da)$", r"\1\2 is there"),
        (r"^we (?:angreifen|angreifer sind)$|^i angreife$", "we attack"),
        (r"^we (?:verteidigen|verteidiger sind)$|^i verteidige$", "we defend"),
        (rf"^we (?:mit )?([0-9]+) to ([0-9]+) unterlegen(?: {IS})?$", r"outnumbered \1 to \2"),
        (rf"^we (?:mit )?([0-9]+) to ([0-9]+) uberlegen(?: {IS})?$", r"we outnumber them \1 to \2"),
        (rf"^we (?:unterlegen|in (?:der )?unterzahl)(?: {IS})?$", "they are more"),
        (rf"^we (?:uberlegen|in (?:der )?uberzahl)(?: {IS})?$", "they are fewer"),
        (rf"^(.+?) (no .+|(?:at least|at most|over|under) [0-9]+ .+) {HAS}$", r"\1 has \2"),
        (rf"^(.+?) {HAS} (no .+|(?:at least|at most|over|under) [0-9]+ .+)$", r"\1 has \2"),
        (rf"^(.+) {IS}$", r"\1"),
        (rf"^(.+?) {IS} (.+)$", r"\1 is \2"),
    )
)
"""How one condition is put in English order, tried one after another."""
JOINTS: Final = re.compile(r" (and|or) (?!more\b|fewer\b|less\b)")


def in_english(plain: str) -> str:
    """A condition's plain words in English, as far as they are German."""
    if not SIGNS_OF_GERMAN & set(plain.split()):
        return plain
    for german, english in TURNED:
        plain = german.sub(english, plain)
    parts = JOINTS.split(plain)
    return " ".join(map(_in_order, parts))


def _in_order(part: str) -> str:
    if " not " in f" {part} ":
        return f"not {_in_order(' '.join(word for word in part.split() if word != 'not'))}"
    for pattern, english in ORDER:
        if pattern.match(part):
            return pattern.sub(english, part)
    return part
