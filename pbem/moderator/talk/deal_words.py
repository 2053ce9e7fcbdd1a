"""Lines with which players agree on something: how they are written, and which one a line is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from pbem.engine.agreements.offers import DRAW, PAUSE, RESIGN, TAKE_BACK
from pbem.figures import has_digit, is_number
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, folded, listed, meanings, tables

CONFIRM, STAY = "resign_yes", "resign_no"
OFFER_DRAW, NO_DRAW = "offer_draw", "no_draw"
ASK_BACK, NO_BACK = "ask_back", "no_back"
ASK_PAUSE, NO_PAUSE = "ask_pause", "no_pause"
AGREE, REFUSE, RESUME = "agree", "refuse", "resume"
OFFER, COUNTER, WITHDRAW = "offer", "counter", "withdraw"
"""An offer of an agreement of the game's, one in place of another, and a withdrawal."""
AHEAD, NOT_AHEAD = "accept_ahead", "not_ahead"
"""Begins and ends an acceptance in advance."""
GIVES_UP = "gives_up"
"""Gives the game up in other words than the order."""
USAGE = {
    "resign": (
        "resign",
        Text('gives the game up, once you have written "resign yes" as well; "resign no" thinks better of it'),
    ),
    "offer": (
        Text("offer draw"),
        Text('offers a draw: the answer is "accept draw" or "decline draw"; "offer no draw" ends the offer'),
    ),
    "take": (
        Text("ask to take back"),
        Text('asks to take your last letter back: the answer is "agree take back" or "refuse take back"'),
    ),
    "pause": (Text("pause 2 weeks"), Text('asks for a pause of the clock: the answer is "agree pause" or "refuse pause"')),
    "resume": (Text("resume"), Text("ends a pause: the clock goes on")),
}
OFFER_USAGE: dict[str, tuple[str, str]] = {
    "offer": (
        Text("offer PLAYER, PLAYER: CLAUSE; CLAUSE"),
        Text(
            "offers an agreement to these players, and only they learn of it; it is carried out as a whole when all agree; "
            '"until" and a time behind the names says until when it stands'
        ),
    ),
    "accept": (Text("accept 7"), Text("agrees to offer 7: it cannot be taken back once all have agreed")),
    "refuse": (Text("refuse 7"), Text("ends offer 7, for all whom it concerns")),
    "counter": (
        Text("counter 7: CLAUSE; CLAUSE"),
        Text("refuses offer 7, and offers this to the same players in its place"),
    ),
    "withdraw": (Text("withdraw 7"), Text("ends offer 7, which you have made")),
}
AHEAD_USAGE: tuple[tuple[str, str], ...] = (
    (
        Text("standing accept PLAYER, PLAYER: CLAUSE; CLAUSE"),
        Text(
            "agrees in advance to an offer by these players of exactly these clauses, and of nothing else; "
            '"until" and a time behind the names says until when'
        ),
    ),
    (Text("withdraw acceptance 2"), Text("ends what you have agreed to in advance under this number")),
)
"""How that is written, for help with the word that accepts."""
"""The same for games that let players agree on something."""
"""How each of these lines is written, and what it does, by the word that `help` knows it by."""
WHOLE = (OFFER, COUNTER, AHEAD)
"""Their lines are one line each, whatever signs are in it."""
_IN_ORDER = (
    *(RESIGN, CONFIRM, STAY, OFFER_DRAW, NO_DRAW, ASK_BACK, NO_BACK, NO_PAUSE, AGREE, REFUSE, ASK_PAUSE, RESUME, COUNTER),
    *(OFFER, WITHDRAW, NOT_AHEAD, AHEAD),
)
"""Forms that take any text come last, after those with one meaning."""
_SHARED_PARTS = {
    "before": alternatives("before_agreeing"),
    "thanks": rf"(?:[,.!]? {alternatives('behind_agreeing')})*",
    "figure": "(?P<number>[0-9]{1,6})",
    "whom": "(?P<whom>[^:;]{1,200}?)",
    "clauses": " ?:(?P<clauses>.*)",
}


def _with_parts(form: str, parts: Mapping[str, str]) -> str:
    """A pattern with others in place of their names in braces, which may have some in them too."""
    for name, part in parts.items():
        form = form.replace(f"{{{name}}}", part)
    return form


def _compiled(kind: str) -> list[re.Pattern[str]]:
    """The patterns of one kind of all languages."""
    return [
        re.compile(_with_parts(form, table["deal_parts"] | _SHARED_PARTS), re.IGNORECASE)
        for table in tables()
        for form in table["deals"].get(kind, ())
    ]


_READ = {word: _compiled(word) for word in _IN_ORDER}
_BEGINS = re.compile(rf"\s*{alternatives('begins_offer')}\b", re.IGNORECASE)
_COUNTERS = re.compile(alternatives("counters"), re.IGNORECASE)
"""A counter-offer up to its colon, without the number of what it answers."""
FIRST_WORDS = frozenset(listed("offering"))
"""With these begins a line of one of the kinds WHOLE."""
_ANSWERING = frozenset(listed("answering_offers"))
"""With these begin lines that answer an offer."""
_BEGINNINGS = tuple((word, "".join(folded(word))) for word in sorted(FIRST_WORDS | _ANSWERING))
"""All of these, as written and folded."""
_GIVES_UP = re.compile(alternatives("giving_up"))
_JOINT = re.compile(alternatives("joints"), re.IGNORECASE)
_QUOTED = re.compile(r"""\s*["'](.+)["'][\s.!]*""")
_MAX_LENGTH = 120
_LONG_WORD = 8
BETWEEN_CLAUSES = ";"
_BETWEEN = re.compile(
    rf"{BETWEEN_CLAUSES}\s*(?:{alternatives('in_return')}\b:?)?|,?\s+{alternatives('in_return')}\b:?", re.IGNORECASE
)
"""What is between two clauses: a semicolon, or words that say that the one is for the other."""
_QUOTATION = re.compile(r'"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»')
"""What is quoted within a line."""
_THINGS = {
    word: {"draw": DRAW, "take back": TAKE_BACK, "pause": PAUSE}[meant] for word, meant in meanings("agreed_on").items()
}


def _match_of(text: str, *words: str) -> re.Match[str] | None:
    """How a line is read by the first form of these words that it has."""
    return _form_of(plain(text), *words)


def _form_of(line: str, *words: str) -> re.Match[str] | None:
    """The same of a plain line."""
    return next((match for word in words for form in _READ[word] if (match := form.fullmatch(line))), None)


def plain(text: str) -> str:
    """A line without its comment and final full stop, with single spaces."""
    return " ".join(text.partition("#")[0].split()).rstrip(" .!")


def deal_word(text: str) -> str:
    """The word of a line that agrees on something, or "" for any other. It is there in full, but for GIVES_UP."""
    line = plain(text)
    word = next((word for word in _IN_ORDER if _form_of(line, word)), "")
    is_given_up = not word and len(line) <= _MAX_LENGTH and _GIVES_UP.fullmatch(" ".join(folded(line))) is not None
    return GIVES_UP if is_given_up else word


def near_deal(text: str) -> str:
    """The offer or answer that a line with a slip in its first word can have meant; "" for none."""
    line = plain(text[:_MAX_LENGTH])
    first, _, rest = line.partition(" ")
    typed = "".join(folded(first))
    if not rest or deal_word(line):
        return ""
    near = (word for word, plain_word in _BEGINNINGS if OSA.distance(typed, plain_word) <= _slips_in(word))
    return next((meant for word in near if deal_word(meant := f"{word} {rest}")), "")


def answers_in(text: str) -> tuple[str, ...]:
    """The answers in a line that begins with an answer to an offer by its number and goes on with other numbers, or with
    something that no answer has, such as a condition; () for any other line.
    """
    line = plain(text[:_MAX_LENGTH])
    words = [] if not has_digit(line) or deal_word(line) else line.split()
    begun = (" ".join(words[:end]).rstrip(",;:") for end in range(len(words) - 1, 1, -1))
    first = next((each for each in begun if deal_word(each) in (AGREE, REFUSE) and number_in(each)), "")
    if not first:
        return ()
    numbers = [word.strip(",") for word in line[len(first) :].split()]
    others = [word for word in numbers if is_number(word)]
    joints = [word for word in numbers if not is_number(word)]
    is_list = bool(others) and all(_JOINT.fullmatch(word) for word in joints)
    verb = first.rpartition(" ")[0]
    return (first, *(f"{verb} {number}" for number in others)) if is_list else (first,)


def _slips_in(word: str) -> int:
    """How many slips a word may have: one, or two in a long one."""
    return 1 if len(word) < _LONG_WORD else 2


def quoted_deal(text: str) -> str:
    """The line within quotation marks that would agree on something (quoted, it says nothing); "" for any other."""
    match = _QUOTED.fullmatch(text)
    return match[1].strip() if match and deal_word(match[1]) else ""


def is_whole(text: str) -> bool:
    """Whether a line is an offer of clauses, in which signs that are between orders part these."""
    return begins_offer(text) and deal_word(text) in WHOLE


def is_answer(text: str) -> bool:
    """Whether a line answers an offer that it names, or withdraws one."""
    return number_in(text) > 0 or bool(thing_in(text))


def countering_in(text: str) -> str:
    """The clauses of a line that begins like a counter-offer without the number of an offer; "" for any other."""
    first, _, clauses = plain(text).partition(":")
    return clauses.strip() if _COUNTERS.fullmatch(first) else ""


def begins_offer(text: str) -> bool:
    """Whether a line begins like one, and is no offer of a draw."""
    return _BEGINS.match(text) is not None and deal_word(text) in ("", *WHOLE)


def thing_in(text: str) -> str:
    """What an answer is about (DRAW, TAKE_BACK, PAUSE), "" where it does not say."""
    return _THINGS.get(" ".join(folded(_part_of(_match_of(text, AGREE, REFUSE), "thing"))), "")


def number_in(text: str) -> int:
    """The number of the offer that a line is about, 0 where it says none."""
    number = _part_of(_match_of(text, AGREE, REFUSE, COUNTER, WITHDRAW, NOT_AHEAD), "number")
    return int(number) if is_number(number) else 0


def says_offer(text: str) -> bool:
    """Whether a line that withdraws something says that it is an offer."""
    return bool(_part_of(_match_of(text, WITHDRAW), "said"))


def says_all(text: str) -> bool:
    """Whether a line of the kind NOT_AHEAD ends all that is accepted in advance."""
    return bool(_part_of(_match_of(text, NOT_AHEAD), "all"))


def _part_of(match: re.Match[str] | None, name: str) -> str:
    """What is in a line in the place of a name; "" where its form has no such place, or nothing in it."""
    return (match.groupdict().get(name) or "") if match else ""


@dataclass(frozen=True, slots=True)
class Offered:
    """What a line offers: `whom` it is for ("": it answers another offer), its `end` ("": it does not say), its clauses, and
    whether it `breaks_off` where another one must follow.
    """

    whom: str
    end: str
    clauses: tuple[str, ...]
    breaks_off: bool = False

    @property
    def names_end_alone(self) -> bool:
        """Whether it says until when, where the players' names should stand."""
        return self.whom.casefold().startswith(tuple(f"{word} " for word in listed("until")))


def offered_in(text: str) -> Offered:
    """What a line of one of the kinds WHOLE offers, or accepts in advance."""
    match = _match_of(text, COUNTER, OFFER, AHEAD)
    assert match is not None
    clauses = [clause.strip(" .,") for clause in parted(match["clauses"])]
    whom, end = (_part_of(match, part).strip(" ,") for part in ("whom", "end"))
    return Offered(whom, end, tuple(filter(None, clauses)), breaks_off=not clauses[-1])


def parted(text: str) -> Iterator[str]:
    """The clauses of a text, which can have blanks around them; separators within quotation marks do not count."""
    quoted = [match.span() for match in _QUOTATION.finditer(text)]
    begun = 0
    for between in _BETWEEN.finditer(text):
        if not any(start < between.start() < end for start, end in quoted):
            yield text[begun : between.start()]
            begun = between.end()
    yield text[begun:]


def length_in(text: str) -> str:
    """How long a pause is asked for, as it is written; "" where the line does not say."""
    return _part_of(_match_of(text, ASK_PAUSE), "length")
