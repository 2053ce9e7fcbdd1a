"""How players write clauses, in English and German: patterns with the parts of each, and words that stand for others."""

from __future__ import annotations

import re
from dataclasses import dataclass

UNTIL = (
    r",? (?:until|till|bis(?: zu[rm])?) (?:the )?(?:start of |beginning of |beginn (?:der |von )?)?"
    r"(?P<whole>(?:end of |ende (?:der |von )?)?)(?:round|runde) (?P<round>[0-9]{1,3})"
)
HOUSE = (
    r"(?:,? (?:and )?(?:executing|without|renouncing|giving up|ohne|unter verzicht auf)"
    r" (?:the |das )?(?:house of |haus )?(?P<house>.+))?"
)
CASTLE = r"(?: (?:to|into|in|at|nach|auf) (?P<castle>.+?))?"
_INSTEAD = "(?:,? (?:in place of|anstelle von) (?P<lost>.+))?"
"""What is lost to a gift: that is told, and need not be written."""
KEEP = r"(?:,? (?:and |but |und )?(?:keeping|keeps|keep|for|behält|behalte|gegen|für) (?P<keep>.+?))?"
GAIN = r"(?:,? (?:and |und )?(?:gaining|gains|gain|erhält|bekommt) (?P<gain>.+?))?"
PROMISE = (
    rf"(?P<who>.+?) promises?:? (?P<words>.+?){UNTIL}",
    rf"(?P<who>.+?) (?:verspreche|versprichst|verspricht|versprechen)[:,]? (?P<words>.+?){UNTIL}",
)
WITH_END = (rf"(?P<words>.+?){UNTIL}",)
"""What is to be until a round, whoever promises it."""
PROMISE_WITHOUT_END = (r"(?P<who>.+?) (?:promises?|verspreche|versprichst|verspricht|versprechen)[:,]? (?P<words>.+)",)
_PASSAGES = (
    r"(?P<who>.+?) (?:grants?|gives?|allows?) (?P<whom>.+?) (?:free )?passage (?:of|through|at|by) (?P<what>.+?)",
    r"(?P<who>.+?) lets? (?P<whom>.+?) (?:pass|through)(?: through| by)? (?P<what>.+?)",
    r"(?P<who>.+?) (?:gewähre|gewährt|gebe|gibt) (?P<whom>.+?) (?:freien )?durchzug (?:durch|bei|in|von) (?P<what>.+?)",
    r"(?P<who>.+?) (?:lasse|lässt) (?P<whom>.+?) durch (?P<what>.+?)(?: ziehen)?",
)
PASSAGE = tuple(f"{each}{UNTIL}" for each in _PASSAGES)
PASSAGE_WITHOUT_END = _PASSAGES
ALLIANCE = (
    rf"(?:an? |the |our )?alliance (?P<link>of|between|with) (?P<who>.+?){HOUSE}",
    rf"(?P<who>.+?) (?:ally|allies|are allied|(?:form|forms|make|makes) an alliance)(?: with (?P<whom>.+?))?{HOUSE}",
    rf"(?:ein |das |unser )?(?:bündnis|allianz) (?P<link>von|zwischen|mit) (?P<who>.+?){HOUSE}",
    rf"(?P<who>.+?) (?:verbünde|verbündet|verbünden) (?:mich|sich|uns)(?: mit (?P<whom>.+?))?{HOUSE}",
    rf"(?P<who>.+?) (?:schließe|schließt|schließen) (?:ein bündnis|eine allianz)(?: mit (?P<whom>.+?))?{HOUSE}",
)
RENEWED = (
    r"(?P<renewed>,? (?:and )?(?:to be |is )?(?:renew(?:ed)?(?: (?:each|every) round)?(?: while (?:we are )?allied)?"
    r"|(?:jede runde )?erneuert(?:, solange (?:wir )?verbündet(?: sind)?)?))?"
)
_A_FORCE = r"(?:(?:we |let us )?(?:form|build) )?(?:an? |the )?(?:allied )?"
FORCE = (
    rf"{_A_FORCE}force:? (?:of )?(?P<chief>.+?) \(commander\)(?:,| and|, and) (?P<who>.+?){RENEWED}",
    rf"{_A_FORCE}force:? (?:of )?(?P<who>.+?),? (?:under|led by|commanded by) (?P<chief>.+?){RENEWED}",
    r"(?:(?:wir )?bilden )?(?:eine |die )?(?:allied force|force|streitmacht|heer|armee):? (?:von |aus )?(?P<who>.+?),?"
    rf" (?:unter|geführt von) (?P<chief>.+?){RENEWED}",
)
ALL_THERE = re.compile(
    r"(?:all|alle[nr]?|everybody|everyone)(?: (?:of )?(?:our|us|them|unsere[nr]?))?(?: nobles?)?(?: there| dort)?",
    re.IGNORECASE,
)
"""All allied Nobles who stand with the commander of a Force."""
_BACK = r"(?:back|home|free|zurück|frei)"
RETURN = (
    rf".+? (?:gives?|sends?|hands?|sets?|lets?) (?:me |us |you )?(?P<noble>.+?) {_BACK}{CASTLE}{KEEP}{GAIN}{_INSTEAD}",
    rf".+? (?:gives?|sends?|hands?|sets?|lets?) (?:me |us |you )?{_BACK} (?P<noble>.+?){CASTLE}{KEEP}{GAIN}{_INSTEAD}",
    rf".+? (?:gebe|gibst|gibt|lasse|lässt|schicke|schickst|schickt) (?:mir |uns |dir )?(?P<noble>.+?){CASTLE} {_BACK}"
    rf"{KEEP}{GAIN}{_INSTEAD}",
)
"""A captive comes back."""
RANSOM = (
    rf"(?:.+? )?(?:ransoms?|frees?|releases?) (?:of )?(?P<noble>.+?){CASTLE}{KEEP}{GAIN}{_INSTEAD}",
    rf"(?:lösegeld(?: für)?|freikauf(?: von)?|auslösung(?: von)?) (?P<noble>.+?){CASTLE}{KEEP}{GAIN}{_INSTEAD}",
    rf".+? (?:lasse|lässt|löse|löst) (?P<noble>.+?) (?:frei|aus){CASTLE}{KEEP}{GAIN}{_INSTEAD}",
)
LOAN = (
    r"(?P<who>.+?) (?:lends?|loans?) (?P<what>.+?) to (?P<whom>.+)",
    r"(?P<who>.+?) (?:leihe|leiht|verleihe|verleiht) (?P<what>.+?) an (?P<whom>.+)",
    r"(?P<who>)(?:the |die )?(?:loan|leihe|ausleihe) (?:of|von) (?P<what>.+?) (?:to|an) (?P<whom>.+)",
    r"(?P<who>.+?) (?:lends?|loans?|leihe|leiht) (?P<rest>.+)",
)
_GIVE = "gives?|trades?|transfers?|hands?(?: over)?|cedes?|entrusts?|passes|pass"
_GEBE = "gebe|gibst|gibt|geben|schenke|schenkt|überlasse|überlässt|übergebe|übergibt|tausche|tauscht"
GIFT = (
    rf"(?P<who>.+?) (?:{_GIVE}) (?P<what>.+?) to (?P<whom>.+?){_INSTEAD}",
    rf"(?P<who>.+?) (?:{_GEBE}) (?P<what>.+?) an (?P<whom>.+?){_INSTEAD}",
    r"(?P<whom>.+?) (?:gets?|receives?|takes?) (?P<what>.+?) from (?P<who>.+)",
    r"(?P<whom>.+?) (?:bekomme|bekommt|erhalte|erhält) (?P<what>.+?) von (?P<who>.+)",
    rf"(?:{_GEBE}) (?P<who>\S+) (?P<what>.+?) an (?P<whom>.+)",
    rf"(?P<who>.+?) (?:{_GIVE}|{_GEBE}) (?P<rest>.+)",
)
GIFT_UNTIL = tuple(f"(?P<gift>{re.sub('[(][?]P<[a-z]+>', '(?:', each)}){UNTIL}" for each in GIFT)
"""Something that is to be given for a time only."""
PASSAGE_WITHOUT_PLACE = (
    rf"(?P<who>.+?) (?:grants?|gives?|allows?) (?P<whom>.+?) (?:free )?passage(?:{UNTIL})?",
    rf"(?P<who>.+?) lets? (?P<whom>.+?) (?:pass|through)(?:{UNTIL})?",
    rf"(?P<who>.+?) (?:gewähre|gewährt|gebe|gibt) (?P<whom>.+?) (?:freien )?durchzug(?:{UNTIL})?",
)
PASSAGE_FOR = (
    rf"(?:free )?passages? (?:for|to) (?P<whom>.+?)(?: (?:of|through|at|by) (?P<what>.+?))?{UNTIL}",
    rf"(?:i )?(?:grant|allow) (?P<whom>.+?) (?:free )?passage(?: (?:of|through|at|by) (?P<what>.+?))?{UNTIL}",
    rf"(?:freier )?durchzug für (?P<whom>.+?)(?: (?:durch|bei|in|von) (?P<what>.+?))?{UNTIL}",
)
EXCHANGE = (
    r"(?:(?:i|we|ich|wir) )?(?:trades?|swaps?|exchanges?|barters?|tausch|tausche|tauscht|tauschen)(?: of| von)? (?P<one>.+?)"
    r" (?:for|against|with|gegen|für) (?P<other>.+)",
)
"""Two clauses in one: who gives what is not said."""
TRADE = (
    r"(?:trades?|exchanges?) (?:of )?(?P<got>.+?) (?:for|against) (?P<given>.+)",
    r"(?P<got>(?:any|an?) \S+) (?:for|against) (?P<given>.+)",
    r"(?!lösegeld|freikauf|auslösung)(?:tausch(?:e)? (?:von )?)?(?P<got>.+?) (?:gegen|für) (?P<given>.+)",
)
ANY = re.compile(r"(?:any|an?|ein|eine|einen|irgendeinen?) (?P<sort>\S+)", re.IGNORECASE)
WITH = ("with", "mit")
"""An Alliance "with" somebody is the offerer's too."""
ALL_PARTIES = frozenset({"we", "wir", "us", "uns", "us all", "all of us", "us two", "us three", "uns allen", "uns dreien"})
"""All whom an offer of an Alliance is for, and whoever makes it."""
MYSELF = frozenset({"ich", "mir", "mich", "mein", "meine", "meiner", "wir", "uns", "unser"})
"""What whoever offers is called in German."""
ADDRESSED = frozenset({"you", "your", "du", "dir", "dich", "dein", "deine"})
"""What the only one is called to whom something is offered."""
BETWEEN = re.compile(r"\s*,\s*(?:and |und )?|\s+(?:and|und|&)\s+", re.IGNORECASE)
ARTICLE = re.compile(
    r"(?:the|an?|my|his|her|their|our|die|der|das|den|dem|meine?n?|seine?n?|ihre?n?|unsere?n?) ", re.IGNORECASE
)
FROM_HAND = re.compile(
    r"(?P<what>.+?) (?:from|out of|aus) (?:the |my |his |her |their |der |meiner |seiner |ihrer )?hand", re.IGNORECASE
)
FOR = re.compile(r"(?P<card>.+?) (?:for|to|für|an) (?P<noble>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mark:
    """A word in front of a name that says what kind of thing is meant."""

    pattern: re.Pattern[str]
    kind: str


def _mark(words: str, kind: str) -> Mark:
    return Mark(re.compile(rf"(?:{words}) (?!of\b|von\b)(?P<what>.+)", re.IGNORECASE), kind)


MARKS = (
    _mark("hand ?card|handkarte", "hand"),
    _mark("card|karte", "card"),
    _mark("office|amt", "office"),
    _mark("royal", "royal"),
    _mark("place|castle|town|city|ship|ort|burg|stadt|schiff", "marker"),
)


def matched(patterns: tuple[str, ...], text: str) -> dict[str, str] | None:
    """The parts of a text by the first of these patterns that it fits; None where it fits none."""
    found = next((match for each in patterns if (match := re.fullmatch(each, text, re.IGNORECASE))), None)
    return None if found is None else {name: value or "" for name, value in found.groupdict().items()}


def without_article(text: str) -> str:
    """A name without the small words in front of it."""
    text = text.strip(" ,.")
    while found := ARTICLE.match(text):
        text = text[found.end() :]
    return text


def listed(text: str) -> list[str]:
    """What stands between commas and "and"."""
    return [each for each in map(without_article, BETWEEN.split(text)) if each]
