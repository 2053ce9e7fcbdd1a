"""Why a mail has asked a player: the kind of the leg that their reply is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pbem.engine.decision import DICE, Decision, Pick, Seat
from pbem.engine.log.entry import NOT_ANSWERS, Entry, EntryKind
from pbem.engine.played_log import News
from pbem.engine.table import Table
from pbem.lab.legs.follower import BY_LETTER, Follower
from pbem.moderator.reading import line_kinds, line_tests
from pbem.moderator.reading.letter_lines import LineKind


class Leg(StrEnum):
    """The kinds of legs; every letter is one leg of one kind."""

    HAND_OVER = "hand-over"  # their own segment has come
    OWN_DICE = "own dice"  # again within it, with their own rolls and draws in between at most
    REACTION = "reaction"  # within somebody else's segment, a Battle or the upkeep
    ERROR = "error"  # again, since their last letter had a slip
    CONFIRMATION = "confirmation"  # with nothing to say but what they had said
    ADMIN = "admin"  # their letter only asks, or is about time


@dataclass(slots=True)
class LastLetter:
    """What is remembered of a seat's last letter: the entries it caused (`first` to before `after`), what was `asked` then,
    whether an order of it `answers` that and could be carried out, whether one was `refused`, and whether for a slip.
    """

    first: int
    after: int
    asked: frozenset[tuple[str, str]]
    answers: bool = True
    refused: bool = False
    slipped: bool = False


def kind_of_leg(
    table: Table[Any], follower: Follower, seat: Seat, last: LastLetter | None, lines: Sequence[str] = ()
) -> Leg:
    """Why `seat` writes `lines` now. `table` is the game as the letter finds it."""
    words = line_tests.LineWords.of(table)
    if lines and all(line_kinds.kind_of(words, line)[0] in (LineKind.QUESTION, LineKind.TIME) for line in lines):
        return Leg.ADMIN
    if last is not None and (last.slipped or (last.refused and not excused(table, seat, last.first))):
        return Leg.ERROR
    questions = table.open_to(seat)
    if last is not None and questions and asks_again(table, questions, last):
        return Leg.CONFIRMATION if last.answers else Leg.ERROR
    segment = next((segment for d in questions if (segment := follower.segment_of(table, d))), "")
    if not segment:
        return Leg.REACTION
    return Leg.OWN_DICE if follower.goes_on(seat, segment) else Leg.HAND_OVER


def excused(table: Table[Any], seat: Seat, since: int) -> bool:
    """Whether dice, draws or somebody else's answers have come in since an entry: an order can have become idle by them."""
    return any(e.seat != seat for e in entries_from(table, since) if e.kind not in NOT_ANSWERS)


def asks_again(table: Table[Any], questions: Sequence[Decision], last: LastLetter) -> bool:
    """Whether all that is asked was asked before the last letter, which was accepted, and nothing has happened since."""
    same = all((d.key, d.subject) in last.asked for d in questions)
    done = any(entry.kind not in NOT_ANSWERS for entry in entries_from(table, last.first))
    return same and not last.refused and not done


def has_choice(decision: Decision) -> bool:
    """Whether there is more than one legal answer."""
    if isinstance(decision.shape, Pick):
        return len(decision.shape.options()) > 1
    return decision.shape.forced() is None


def has_news(table: Table[Any], seat: Seat, last: LastLetter | None) -> bool:
    """Whether the seat can see something since its last letter that it has not caused itself, or has drawn."""
    since = last.first if last is not None else 0
    actors = actors_from(table, since)
    return any(_is_new(news, actors, seat) for news in table.news if news.number >= since and news.event.visible_to(seat))


def _is_new(news: News, actors: dict[int, Seat], seat: Seat) -> bool:
    return actors.get(news.number, "") != seat


def actors_from(table: Table[Any], since: int) -> dict[int, Seat]:
    """By number of each entry from `since` on, who has brought it about: of a roll, who answered last before it; of a draw
    nobody.
    """
    actors: dict[int, Seat] = {}
    actor = ""
    for entry in entries_from(table, since):
        if entry.kind is EntryKind.ROLL and isinstance(entry.answer, list):
            actors[entry.number] = ""
            continue
        if entry.seat != DICE and entry.kind in BY_LETTER:
            actor = entry.seat
        actors[entry.number] = actor
    return actors


def entries_from(table: Table[Any], since: int) -> list[Entry]:
    """The newest entries, from number `since` on, in order."""
    fresh: list[Entry] = []
    for entry in reversed(table.entries):
        if entry.number < since:
            break
        fresh.append(entry)
    return fresh[::-1]
