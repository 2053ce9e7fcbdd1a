"""7.3 The order for attendance at a Parliament: Nobles, some of them only if another player sends somebody, or nobody.

The words of conditions are in attendance.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import Policy, Wording
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.games.kingmaker.asking.options import Attend
from pbem.games.kingmaker.components.ids import NobleId
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.orders.policies import ALL, check_own, lexicon, nobles, read_some, write_some
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives
from pbem.orders.policies.habits import options_of, or_usual
from pbem.orders.policies.preferences import is_none
from pbem.orders.words.lexicon import plain_words

FILE = "attendance.toml"
LEADS = "leads"
PLAYER = "{player}"
SLOT = "player"
UNLESS, BOTH = "unless", "both"
MAX_PLAYERS = 2
"""The maximum number of other players in one condition."""
JOINT = rf"\s+{alternatives('list_joints')}\s+"
JOINED = re.compile(JOINT, re.IGNORECASE)
CONDITIONS = {UNLESS: "unless", BOTH: "unless both", "following": "with"}
"""Each condition in the standard form."""


@lru_cache(maxsize=1)
def forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The fields of an `Attend` with the patterns of what may follow a Noble, in folded words; the longest forms first."""
    rows = dict(_words())
    leads = "|".join(rows.pop(LEADS))
    written = [
        (field, plain_words(form.replace(PLAYER, SLOT))) for field, field_forms in rows.items() for form in field_forms
    ]
    return tuple((field, _pattern(words, leads)) for field, words in sorted(written, key=lambda each: -len(each[1])))


@lru_cache(maxsize=1)
def says_apart() -> re.Pattern[str]:
    """The words that limit a condition to the last of several Nobles: "but", "only"."""
    return re.compile(rf"\b(?:{'|'.join(_words()[LEADS])})\b")


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Any]:
    """The words of conditions, by their meaning."""
    return tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8"))


def _pattern(words: Sequence[str], leads: str) -> re.Pattern[str]:
    pattern = " ".join("(?P<player>.+?)" if word == SLOT else re.escape(word) for word in words)
    return re.compile(rf"(?!(?:{leads}) )(?P<noble>.+?) (?:(?:{leads}) )*{pattern}")


def parted(piece: str) -> tuple[str, str, str] | None:
    """The Noble, the field of an `Attend` and the player in a piece with a condition; None if there is none."""
    text = " ".join(plain_words(piece))
    matches = ((field, match) for field, pattern in forms() if (match := pattern.fullmatch(text)) is not None)
    return next(((match["noble"], field, match["player"]) for field, match in matches), None)


def pieces(text: str) -> list[str]:
    """The pieces of a list, split at commas, and at "and" where there is no condition. A condition after a comma belongs to
    the Noble before it, if he has none yet.
    """
    joined: list[str] = []
    for piece in text.split(","):
        before = parted(joined[-1]) if joined else None
        is_free = before is None or before[1] == BOTH
        goes_on = joined and is_free and parted(piece) is None and parted(f"{joined[-1]} {piece}") is not None
        joined = [*joined[:-1], f"{joined[-1]} {piece}"] if goes_on else [*joined, piece]
    return [part for piece in joined for part in ([piece] if parted(piece) else JOINED.split(piece))]


def names_players(s: State, _seat: Seat, text: str) -> bool:
    """Whether every condition in a text is about whom a player sends. Other conditions after "if" are not read here."""
    conditions = [each for piece in pieces(text) if (each := parted(piece)) is not None]
    return bool(conditions) and all(
        is_player(s, named) or has_another(s, named) or (field == BOTH and bool(_two(s, named)))
        for _, field, named in conditions
    )


def _two(s: State, words: str) -> list[Seat]:
    """The two players whom words name; [] for anything else."""
    listed = ", ".join(re.split(JOINT, words))
    try:
        named = lexicon(s).read_list(listed, s.seats)
    except BadLine:
        return []
    return [Seat(each) for each in named] if len({*named}) == len(named) == MAX_PLAYERS else []


def has_another(s: State, words: str) -> bool:
    """Whether words that should name a player contain another condition: "Blue unless Red"."""
    condition = parted(words)
    return condition is not None and is_player(s, condition[0]) and is_player(s, condition[2])


def is_player(s: State, words: str) -> bool:
    """Whether words name a player and nothing else."""
    try:
        return bool(lexicon(s).read_one(words, s.seats))
    except BadLine:
        return False


def read_attendance(s: State, seat: Seat, text: str) -> Json:
    """7.3 Reads Nobles, with or without conditions, "all" or "none". Raises BadLine."""
    if not any(map(parted, pieces(text))):
        return read_some(s, seat, text)
    _check_clear(s, seat, pieces(text))
    return _conditions_first(dict.fromkeys(each for piece in pieces(text) for each in _read_piece(s, seat, piece)))


def _conditions_first(plan: Iterable[str]) -> list[str]:
    """The choices with those that have a condition first: after others, a condition could be read as applying to all."""
    return sorted(plan, key=lambda each: not (Attend.read(each).unless or Attend.read(each).following))


def _check_clear(s: State, seat: Seat, parts: Sequence[str]) -> None:
    """Raises Misread if a condition follows several Nobles and it is unclear whether it applies to all or to the last one
    ("but" or "only" make it clear). The suggested lines say either.
    """
    *before, last = parts
    condition = parted(last)
    if condition is None or any(map(parted, before)) or says_apart().search(" ".join(plain_words(last))):
        return
    *joined, named = JOINED.split(condition[0])
    before += joined
    if not before:
        return
    try:
        listed = [lexicon(s).name(each) for piece in before for each in read_some(s, seat, piece)]
        noble = lexicon(s).name(lexicon(s).read_one(named, nobles(s, seat)[1:]))
        players = _two(s, condition[2]) if condition[1] == BOTH else [lexicon(s).read_one(condition[2], s.seats)]
    except BadLine:
        return
    behind = f"{CONDITIONS[condition[1]]} {' and '.join(map(lexicon(s).name, players))}"
    of_all = ", ".join(f"{each} {behind}" for each in [*listed, noble])
    of_last = ", ".join([f"{noble} {behind}", *listed])
    sentence = Text('is "{condition}" for all of them, or for {noble} alone? Write "{of_all}" or "{of_last}"')
    filled = sentence.filled(condition=behind, noble=noble, of_all=f"attend {of_all}", of_last=f"attend {of_last}")
    raise Misread(filled, [f"attend {of_all}", f"attend {of_last}"])


def _read_piece(s: State, seat: Seat, piece: str) -> list[str]:
    condition = parted(piece)
    if condition is None:
        try:
            return list(read_some(s, seat, piece))
        except Misread as bad:
            sentence = Text('"{piece}": behind a Noble stands nothing, or "unless" or "with" and another player')
            raise Illegal(sentence.filled(piece=piece.strip())) from bad
    named, field, whom = condition
    if has_another(s, whom):
        raise Misread(Text("one condition can stand behind a Noble; a Noble who is named twice comes if either holds"))
    if is_none(plain_words(named)):
        sentence = Text('"none" takes no condition: whoever is to come is named, such as "{line}"')
        raise Misread(sentence.filled(line=f"attend NOBLE {CONDITIONS[field]} {whom}"))
    noble = NobleId(lexicon(s).read_one(named, nobles(s, seat)[1:]))
    check_own(s, seat, [noble], allies=False)
    players = _two(s, whom) if field == BOTH else [lexicon(s).read_one(whom, s.seats)]
    if seat in players or not players:
        raise Illegal(Text("name another player behind {noble}", noble=lexicon(s).name(noble)))
    return [str(Attend(noble, **{UNLESS if field == BOTH else field: player})) for player in players]


def write_attendance(s: State, plan: Json) -> str:
    """The order in its standard form. "unless both A and B": the Noble stays away only if both players send somebody
    (R141).
    """
    choices = [Attend.read(each) for each in plan]
    if not any(each.unless or each.following for each in choices):
        return write_some(s, plan)
    phrases: list[str] = []
    for each in _conditions_first(plan):
        choice = Attend.read(each)
        others = [other.unless for other in choices if other.noble == choice.noble and other.unless]
        if choice.unless and len(others) == MAX_PLAYERS:
            phrases.append(f"{lexicon(s).name(choice.noble)} unless both {' and '.join(map(lexicon(s).name, others))}")
        else:
            phrases.append(lexicon(s).name(each))
    return ", ".join(dict.fromkeys(phrases))


def attending(_s: State, decision: Decision, plan: Json) -> list[str] | None:
    """7.3 The options that the order names, all, or none. None if a condition is about a player who decides later."""
    options = options_of(decision.shape)
    plain = [each for each in Attend.among(options) if not each.unless and not each.following]
    if plan == [ALL]:
        return [str(each) for each in plain]
    able = {each.noble for each in plain}
    wanted = [each for each in plan if Attend.read(each).noble in able]
    return wanted if all(each in options for each in wanted) else None


ATTENDS: Policy[State] = or_usual(
    Policy(
        read_attendance,
        write_attendance,
        attending,
        Wording(alone=ALL, plain=True),
        conditional=names_players,
    )
)
