"""The words of a condition before they are read: numbers in digits, signs and turns of phrase in plain comparisons."""

from __future__ import annotations

import re

from pbem.orders.conditions.german import in_english
from pbem.orders.words.lexicon import plain_words

UNDER, OVER, LEAST, MOST = "under", "over", "at least", "at most"
FIGURES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
IN_FIGURES = {word: str(number) for number, word in enumerate(FIGURES)} | {"dozen": "12", "single": "1"}
SIGNS = ((r"<=|≤", MOST), (r">=|≥", LEAST), (r"<", UNDER), (r">", OVER))
OR_MORE = re.compile(r"(?P<number>[0-9]+)(?P<what>(?: \w+)?) or (?P<which>more|better|fewer|less)\b")
"""It holds an "or" that joins no conditions."""
SHORTENED = ((r"\b(we|they|you)['’]re\b", r"\1 are"), (r"\bi['’]m\b", "I am"))
LEFT_OVER = re.compile(r"(?<=[0-9])( \w+) (?:left|remaining|ubrig)$")
"""It says nothing behind what is counted: 1 step left."""


def condition_words(text: str) -> str:
    """The plain words of a condition, or of several, in the terms that conditions are read in."""
    for short, full in SHORTENED:
        text = re.sub(short, full, text, flags=re.IGNORECASE)
    text = re.sub(r"['’]s\b", "", text)
    for sign, words in SIGNS:
        text = re.sub(sign, f" {words} ", text)
    plain = " ".join(IN_FIGURES.get(word, word) for word in plain_words(text))
    plain = re.sub(r"\ba (?=[0-9])", "", plain)
    return OR_MORE.sub(_bounded, LEFT_OVER.sub(r"\1", in_english(plain)))


def _bounded(found: re.Match[str]) -> str:
    """ "at least 5 troops" for "5 troops or more"."""
    return f"{LEAST if found['which'] in ('more', 'better') else MOST} {found['number']}{found['what']}"
