"""The terms of a game: when orders are due, and what happens around that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TypeVar
from zoneinfo import ZoneInfo

from pbem.i18n import Text
from pbem.timing.duration import DAY, HOUR, NONE, in_words, read_duration, short
from pbem.timing.errors import BadTime
from pbem.timing.schedule import MIN_NOTICE, Interval, Schedule, Weekdays, read_schedule
from pbem.timing.zones import find_zone, zone_name

T = TypeVar("T")
DEFAULT, HOLD, STANDING = "default", "hold", "standing"
NO_SHOWS = (DEFAULT, HOLD, STANDING)
MAX_TERM = 30 * DAY
PUBLIC, ANY, ANONYMOUS = "public", "any", "anonymous"
PRESS = (NONE, PUBLIC, ANY, ANONYMOUS)
REPORT, AT_ONCE = "report", Text("at once")
DELIVERIES = (REPORT, AT_ONCE)
ANSWER, WINDOW = "answer", "window"
"""Terms of time for what a player is asked beside their own turn (engine/game/terms)."""
AS_DEADLINE = "deadline"
"""What is said of one of these where it is as long as an own turn's."""
DELEGATE, WAIT = "delegate", "wait"
ABSENCES = (DELEGATE, WAIT)
MANY = 3
"""With this number of seats or more nobody waits for a player who is away, or does not write, unless the game says so."""
MAX_REGENCY = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What players of one game have agreed on.

    `reminder` is how long before a deadline a reminder goes out, `grace` what is given after it, `extensions` how many of
    at most `extension` each a player may take in the game, `absence_days` how many days they may be away, `no_show` what
    happens after the grace: the rules' default, a hold, or only what standing orders answer. `press` is which messages
    players may write to each other (ANONYMOUS: also without their name), `press_delivery` when they are told.

    `answer` and `window` are how long a player has for what is asked outside their own turn (None: as long as in it), a
    `window` of no length closes at once. `absence_does` is what an absence does: the deadlines of the seat WAIT, or run on,
    and the default answers at their end (DELEGATE). After `regency` own turns in a row without a word from its player a seat
    is a regency (0: never).
    """

    schedule: Schedule | None
    zone: ZoneInfo
    reminder: timedelta
    grace: timedelta
    extensions: int
    extension: timedelta
    absence_days: int
    no_show: str
    press: str = ANY
    press_delivery: str = AT_ONCE
    answer: timedelta | None = None
    window: timedelta | None = None
    absence_does: str = WAIT
    regency: int = 0

    def schedule_of(self, term: str) -> Schedule | None:
        """When orders are due by the schedule of ANSWER or WINDOW; by that of an own turn for any other term, or where the
        game has no other. None: the game has no deadlines.
        """
        length = {ANSWER: self.answer, WINDOW: self.window}.get(term)
        return self.schedule if self.schedule is None or length is None else Interval(length)

    def as_json(self) -> dict[str, str]:
        """Every term as it is written; `read_terms` reads it again."""
        return {
            "deadline": self.schedule.written() if self.schedule else NONE,
            "zone": zone_name(self.zone),
            "reminder": short(self.reminder),
            "grace": short(self.grace),
            "extensions": f"{self.extensions} x {short(self.extension)}" if self.extensions else NONE,
            "absence": f"{self.absence_days} days",
            "no_show": self.no_show,
            **self.silence_as_json(),
            **self.press_as_json(),
        }

    def silence_as_json(self) -> dict[str, str]:
        """The terms about what is asked outside an own turn, and about who is silent, that are not as in a game of two."""
        given = {
            ANSWER: AS_DEADLINE if self.answer is None else short(self.answer),
            WINDOW: AS_DEADLINE if self.window is None else short(self.window),
            "absence_does": self.absence_does,
            "regency": str(self.regency or NONE),
        }
        return {name: text for name, text in given.items() if text != USUAL_SILENCE[name]}

    def press_as_json(self) -> dict[str, str]:
        """The terms about messages that are not as they are everywhere."""
        given = {"press": self.press, "press_delivery": self.press_delivery}
        return {name: text for name, text in given.items() if text != USUAL_PRESS[name]}


STANDARD = {
    "deadline": NONE,
    "zone": "UTC",
    "reminder": "24h",
    "grace": "24h",
    "extensions": "6 x 48h",
    "absence": "30 days",
    "no_show": DEFAULT,
}
"""The terms about time as they are where nobody says otherwise."""
USUAL_PRESS = {"press": ANY, "press_delivery": AT_ONCE}
"""Those about messages."""
USUAL_SILENCE = {ANSWER: AS_DEADLINE, WINDOW: AS_DEADLINE, "absence_does": WAIT, "regency": NONE}
"""Those about what is asked outside an own turn, and about who is silent: in a game of two."""
SILENCE_OF_MANY = {"absence_does": DELEGATE, "regency": "2"}
"""What differs from that in a game of more, where the rules' default answers for whoever is late."""
USUAL_WINDOW = 12 * HOUR
"""How long a window is open in a game that has any and says nothing of it, if its own turns take longer."""


def usual_terms(seats: int, texts: Mapping[str, str], *, has_windows: bool = False) -> dict[str, str]:
    """Terms for a game of this number of seats from their texts, with what is usual for that number where they do not
    say; and for one whose questions have other terms than an own turn (`has_windows`).
    """
    runs = texts.get("deadline", NONE).strip().casefold() != NONE
    answers = texts.get("no_show", STANDARD["no_show"]) == DEFAULT and runs
    silence = SILENCE_OF_MANY if seats >= MANY and answers else {}
    window = {WINDOW: short(USUAL_WINDOW)} if has_windows and runs and not _is_short(texts["deadline"]) else {}
    return {**silence, **window, **texts}


def _is_short(deadline: str) -> bool:
    """Whether own turns are no longer than a window usually is. What cannot be read is told by who reads all terms."""
    with suppress(BadTime):
        return read_duration(deadline) <= USUAL_WINDOW
    return False


def read_terms(texts: Mapping[str, str]) -> Terms:
    """Terms from their texts, STANDARD for those that are missing. Raises BadTime, naming the term.

    A calendar that names a zone sets that of the game too, where none is chosen.
    """
    standard = STANDARD | USUAL_SILENCE | USUAL_PRESS
    if strange := sorted(set(texts) - set(standard)):
        raise BadTime(
            Text("there is no term {strange}; there are {standard}", strange=f"{strange[0]!r}", standard=", ".join(standard))
        )
    texts_given = standard | dict(texts)
    zone = _term("zone", find_zone, texts_given)
    schedule = _term("deadline", lambda text: read_schedule(text, zone), texts_given)
    if isinstance(schedule, Weekdays) and texts_given["zone"] == STANDARD["zone"]:
        zone = schedule.zone
    extensions, extension = _term("extensions", read_extensions, texts_given)
    answer, window = (_term(name, partial(_read_length, name), texts_given) for name in (ANSWER, WINDOW))
    if schedule is None and (answer, window) != (None, None):
        raise BadTime(Text("answer and window are for games with deadlines, and this one has none"))
    return Terms(
        schedule=schedule,
        zone=zone,
        reminder=_term("reminder", read_limited, texts_given),
        grace=_term("grace", read_limited, texts_given),
        extensions=extensions,
        extension=extension,
        absence_days=_term("absence", read_days, texts_given),
        no_show=_term("no_show", partial(read_choice, among=NO_SHOWS), texts_given),
        press=_term("press", partial(read_choice, among=PRESS), texts_given),
        press_delivery=_term("press_delivery", partial(read_choice, among=DELIVERIES), texts_given),
        answer=answer,
        window=window,
        absence_does=_term("absence_does", partial(read_choice, among=ABSENCES), texts_given),
        regency=_term("regency", read_regency, texts_given),
    )


def _term(name: str, read: Callable[[str], T], values: Mapping[str, str]) -> T:
    try:
        return read(values[name])
    except BadTime as bad:
        raise BadTime(f"{name.replace('_', '-')}: {bad.problem!s}", bad.nearest) from bad


def read_limited(text: str) -> timedelta:
    """A length of time up to 30 days. Raises BadTime."""
    length = read_duration(text)
    if length > MAX_TERM:
        raise BadTime(Text('"{text}" is more than 30 days', text=text))
    return length


def _read_length(name: str, text: str) -> timedelta | None:
    """How long a player has for an answer, an hour at least, or in a window, which can be `none`; None for `deadline`: as
    long as in their own turn. Raises BadTime.
    """
    if text.strip().casefold() == AS_DEADLINE:
        return None
    length = read_limited(text)
    if length < HOUR and (length or name == ANSWER):
        raise BadTime(Text('"{text}": an hour at least; or "deadline": as long as in an own turn', text=text))
    return length


def read_regency(text: str) -> int:
    """`2`, or `none`: after how many own turns in a row without a word a seat is a regency. Raises BadTime."""
    plain = text.strip().casefold()
    if plain == NONE:
        return 0
    if not re.fullmatch(r"[0-9]{1,2}", plain):
        raise BadTime(Text('"{text}" is not a number of turns up to {most}, or "none"', text=text, most=MAX_REGENCY))
    return int(plain)


def read_extensions(text: str) -> tuple[int, timedelta]:
    """`6 x 48h`: how many a player may take, and how long each may be; `none`. Raises BadTime."""
    if text.strip().casefold() in (NONE, "0"):
        return 0, timedelta(0)
    match = re.fullmatch(r"([0-9]{1,3})\s*(?:x|of|times)\s*(.+)", text.strip().casefold())
    if match is None:
        raise BadTime(
            Text('"{text}" is not an allowance; write how many and how long each: "6 x 48h", or "none"', text=text)
        )
    length = read_limited(match[2])
    if not length:
        raise BadTime(Text('"{text}": an extension of no length; write "6 x 48h", or "none"', text=text))
    return int(match[1]), length


def read_days(text: str) -> int:
    """`30`, `30 days`, `2 weeks` or `none`, in days. Raises BadTime."""
    plain = text.strip()
    length = int(plain) * DAY if re.fullmatch(r"[0-9]{1,4}", plain) else read_duration(plain)
    if length % DAY:
        raise BadTime(Text('"{text}" is not a number of days', text=text))
    return length // DAY


def read_choice(text: str, among: Sequence[str]) -> str:
    """One of these words, such as `default`, `hold` or `standing`. Raises BadTime."""
    plain = text.strip().casefold()
    if plain not in among:
        raise BadTime(Text('"{text}" is not among {among}', text=text, among=", ".join(among)))
    return plain


def usual_extension(terms: Terms) -> timedelta:
    """What a line that names no length takes: a day, or as much as the game allows at once."""
    return min(DAY, terms.extension)


def described(terms: Terms) -> list[str]:
    """The terms as sentences for players."""
    if terms.schedule is None:
        return [Text("There are no deadlines: take the time you need.")]
    schedule = terms.schedule
    if isinstance(schedule, Interval):
        lines: list[str] = [Text("Orders are due within {length} of being asked.", length=in_words(schedule.length))]
    else:
        first = Text("the first of these that is {min_notice} away or more", min_notice=in_words(MIN_NOTICE))
        lines = [Text("Orders are due {in_words}: by {first}.", in_words=schedule.in_words(), first=first)]
    lines += _other_terms(terms)
    lines.append(Text("All your pending decisions have the same deadline; a new one starts when something public happens."))
    if terms.reminder:
        lines.append(Text("A reminder comes {reminder} before.", reminder=in_words(terms.reminder)))
    if terms.grace:
        lines.append(
            Text(
                "If no orders have come {grace} later, {consequences}.",
                grace=in_words(terms.grace),
                consequences=CONSEQUENCES[terms.no_show],
            )
        )
    else:
        lines.append(Text("If no orders have come by then, {consequences}.", consequences=CONSEQUENCES[terms.no_show]))
    if terms.extensions:
        more = Text(
            "at most {extension} each, {extensions} in the game",
            extension=in_words(terms.extension),
            extensions=terms.extensions,
        )
        lines.append(
            Text('The line "extend {short}" gives you more time: {more}.', short=short(usual_extension(terms)), more=more)
        )
    return [*lines, *_about_silence(terms)]


def _other_terms(terms: Terms) -> Iterator[str]:
    """What is said of the time for what is asked outside an own turn, where it is another."""
    if terms.answer is not None:
        yield Text("Outside your own turn an answer is due within {length}.", length=in_words(terms.answer))
    if terms.window is not None and not terms.window:
        yield Text("A window closes at once: the safe default passes for you, unless a standing order does something.")
    elif terms.window is not None:
        sentence = Text(
            "A window closes after {length}: if you write nothing, the safe default answers, and nobody is late."
        )
        yield sentence.filled(length=in_words(terms.window))


def _about_silence(terms: Terms) -> Iterator[str]:
    """What is said of those who are away, or do not write."""
    if terms.absence_does == DELEGATE:
        yield Text(
            'The line "absent 2026-12-20 to 2027-01-03" tells all that you are away: your deadlines run on, and the safe '
            'default answers at their end; with ", delegate" behind it at once.'
        )
    elif terms.absence_days:
        most = Text("you may take {absence_days} in the game", absence_days=terms.absence_days)
        yield Text('The line "absent 2026-12-20 to 2027-01-03" stops your deadlines on those days; {most}.', most=most)
    if terms.regency == 1:
        yield Text(
            "A seat whose player has not written for an own turn is a regency: its standing orders and the safe defaults "
            "answer at once, until its player writes."
        )
    elif terms.regency:
        sentence = Text(
            "A seat whose player has not written for {regency} own turns in a row is a regency: its standing orders and the "
            "safe defaults answer at once, until its player writes."
        )
        yield sentence.filled(regency=terms.regency)


def press_described(terms: Terms) -> str:
    """The terms about messages as a sentence for players."""
    when = Text("at once") if terms.press_delivery == AT_ONCE else Text("with the reader's next report")
    sentences = {
        NONE: Text("Players cannot write to each other in this game."),
        PUBLIC: Text("Messages go to everybody, observers too, {when}.", when=when),
        ANY: Text("Messages go to those you name, or to everybody, {when}.", when=when),
        ANONYMOUS: Text("Messages go to those you name, or to everybody, {when}; they can go without your name.", when=when),
    }
    return sentences[terms.press]


CONSEQUENCES = {
    DEFAULT: Text("the rules' safe default answers for you, or the game is put on hold where there is none"),
    HOLD: Text("the game is put on hold"),
    STANDING: Text("your standing orders answer, the game waits for the rest, and the game master is told"),
}
