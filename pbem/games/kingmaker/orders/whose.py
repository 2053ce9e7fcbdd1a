"""Conditions on who calls a Parliament, and who has a Royal, a Noble or a place: "Red calls a Parliament", "nobody holds
Margaret" (the words are in conditions.toml).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import Ambiguous, BadLine
from pbem.games.kingmaker.components.ids import NobleId, Place, RoyalId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import are_friends
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.orders.policies import lexicon
from pbem.games.kingmaker.prestige import kings, living
from pbem.i18n import Text
from pbem.orders.conditions.reading import Judged

FILE = "conditions.toml"
PARLIAMENT, HOLDS, WHOSE, KING, DEAD, ALIVE = "parliament", "holds", "whose", "king", "dead", "alive"
MINE, THEIRS, NOBODY, ANYBODY = "mine", "theirs", "nobodys", "anybody"
SAID = {MINE: "I hold", THEIRS: "they hold", NOBODY: "nobody holds"}
SLOTS = {"{who}": "(?P<who>.+?)", "{what}": "(?P<what>.+?)"}
KINDS = frozenset((PARLIAMENT, HOLDS, DEAD))
"""Kinds of conditions that do not depend on a question."""


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8"))


@lru_cache(maxsize=8)
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    forms: list[str] = _table()["forms"][kind]
    for slot, group in SLOTS.items():
        forms = [form.replace(slot, group) for form in forms]
    return tuple(map(re.compile, forms))


def _matches(kind: str, text: str) -> Iterator[re.Match[str]]:
    return (match for pattern in _patterns(kind) if (match := pattern.fullmatch(text)) is not None)


def is_king(words: str) -> bool:
    """Whether words mean the King."""
    return any(_matches(KING, words))


def read_whose(s: State, text: str) -> Json:
    """Reads ["parliament", player], ["holds", player, what] or ["dead", Royal]; None for other conditions. Raises
    Ambiguous.
    """
    for match in _matches(PARLIAMENT, text):
        who = _player(s, match.groupdict().get("who") or _table()["players"][ANYBODY][0])
        if who in (*s.seats, MINE, ANYBODY):
            return [PARLIAMENT, who]
    for kind in (HOLDS, WHOSE):
        for match in _matches(kind, text):
            if (who := _player(s, match["who"])) not in ("", ANYBODY):
                return _holding(s, who, match["what"], kind)
    for kind in (DEAD, ALIVE):
        for match in _matches(kind, text):
            if royal := _royal(s, match["what"]):
                return [DEAD, royal] if kind == DEAD else ["not", [DEAD, royal]]
    return None


def _holding(s: State, who: str, words: str, kind: str) -> Json:
    """Reads ["holds", player, what] of a place, a Royal, a Noble or the King; None for others. A name shared by a place and
    a Royal means the place in the standard form, and is asked about elsewhere. Raises Ambiguous.
    """
    if is_king(words):
        return [HOLDS, who, KING]
    places = list(s.board.places)
    try:
        return [HOLDS, who, lexicon(s).read_one(words, [*places, *s.board.cards.royals, *s.board.cards.nobles])]
    except Ambiguous as several:
        near_places = [each for each in several.nearest if each in places]
        if kind == HOLDS and len(near_places) == 1:
            return [HOLDS, who, near_places[0]]
        raise Ambiguous(several.problem, [write_whose(s, HOLDS, who, each) for each in several.nearest]) from None
    except BadLine:
        return None


def _royal(s: State, words: str) -> str:
    """The Royal, living or dead, whom words name; "" for none."""
    try:
        return lexicon(s).read_one(words, list(s.board.cards.royals))
    except BadLine:
        return ""


def _player(s: State, words: str) -> str:
    """The player, or group of players, whom words name; "" for none."""
    word_meaning = next((meaning for meaning, ways in _table()["players"].items() if words in ways), "")
    try:
        return word_meaning or lexicon(s).read_one(words, s.seats)
    except BadLine:
        return ""


def write_whose(s: State, kind: str, who: str, *what: str) -> str:
    name = lexicon(s).name
    if kind == DEAD:
        return f"{name(who)} is dead"
    if kind == PARLIAMENT:
        calls = {MINE: "I call", ANYBODY: "anybody calls"}.get(who) or f"{name(who)} calls"
        return f"{calls} a Parliament"
    (thing,) = what
    return f"{SAID.get(who) or f'{name(who)} holds'} {'the King' if thing == KING else name(thing)}"


def judge_whose(s: State, seat: Seat, kind: str, who: str, *what: str) -> Judged:
    """Whether such a condition holds, with the fact in words."""
    if kind == DEAD:
        sentence = Text("{name} lives") if who in living(s) else Text("{name} is dead")
        return Judged(who not in living(s), sentence.filled(name=name_of(s, who)))
    return _called(s, seat, who) if kind == PARLIAMENT else _held(s, seat, who, *what)


def _called(s: State, seat: Seat, who: str) -> Judged:
    """7 Whether a player's Parliament gathers or sits, or the King's Peace of their last one holds."""
    caller = s.active if s.summoned is not None else next((each.player for each in (s.parliament, s.peace) if each), None)
    if caller is None:
        return Judged(False, Text("no Parliament is called"))
    sentence = Text("{player} calls a Parliament", player=name_of(s, caller))
    return Judged(who == ANYBODY or caller == (seat if who == MINE else who), sentence)


def _held(s: State, seat: Seat, whose: str, thing: str) -> Judged:
    name = Text("the King") if thing == KING else name_of(s, thing)
    if thing in s.board.cards.royals and thing not in living(s):
        return Judged(False, Text("{name} is dead", name=name))
    holders = _holders(s, thing)
    is_friend = any(are_friends(s, seat, each) for each in holders if each in s.seats)
    known = {MINE: is_friend, THEIRS: bool(holders) and not is_friend, NOBODY: not holders}
    holds = known.get(whose, whose in holders)
    who = Text(", ").join(name_of(s, each) for each in holders) if holders else Text("nobody")
    return Judged(holds, Text("{player} holds {place}", player=who, place=name))


def _holders(s: State, thing: str) -> list[Seat]:
    """Who has a place, a Royal, a Noble, or any King."""
    if thing in s.board.places:
        return [each for each in [owner(s, Place(thing))] if each is not None]
    royals = kings(s) if thing == KING else [RoyalId(thing)] if thing in s.royals else []
    nobles = [s.royals[royal].noble for royal in royals] if royals or thing == KING else [NobleId(thing)]
    return list(dict.fromkeys(s.nobles[each].owner for each in nobles if each in s.nobles))
