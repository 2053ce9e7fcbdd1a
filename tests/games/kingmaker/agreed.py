"""Agreements at a Table: lines by which players offer and accept, and clauses as they are read."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from pbem.engine.agreements.deals import Parties
from pbem.engine.dice import Fate
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.agreements import DEALS
from pbem.games.kingmaker.game import RULES
from pbem.moderator.talk.deal_words import deal_word
from pbem.moderator.talk.deals import apply_deal
from pbem.moderator.talk.message_headers import MessageHeaders
from tests.games.kingmaker.asked import KEY, Flow

PLAYERS = {"p1": "Anna", "p2": "Beth", "p3": "Carl", "p4": "Dora", "p5": "Emil"}


def game_at(s: State, *flows: Flow) -> Table[State]:
    """A game that stands at a position, and can be restored there: its own state is another."""

    async def play(state: State) -> None:
        for flow in flows:
            await flow(state)

    rules = replace(RULES, new_state=lambda _: deepcopy(s), play=play, seats=lambda _: tuple(s.seats))
    table = Table(rules, Setup("three_players", {}), Fate(KEY))
    table.settle()
    return table


def say(table: Table[State], seat: str, line: str) -> str:
    """A line that offers or answers something, and what its writer is told."""
    heads = MessageHeaders({each: PLAYERS[each] for each in table.seats})
    return str(apply_deal(None, table, seat, deal_word(line), line, heads))


def told(table: Table[State], seat: str, line: str) -> str:
    """The same, or why the line is refused."""
    try:
        return say(table, seat, line)
    except BadLine as bad:
        return bad.problem


def agree(table: Table[State], clauses: str, *others: str, seat: str = "p1") -> str:
    """An offer that all accept; what the last one is told."""
    answer = say(table, seat, f"offer {' and '.join(PLAYERS[each] for each in others)}: {clauses}")
    number = answer.split()[1]
    for each in others:
        answer = told(table, each, f"accept {number}")
    return answer


def parties(s: State, seat: str = "p1") -> Parties:
    """All players of a game, one of whom offers."""
    return Parties(seat, tuple(s.seats), MessageHeaders({each: PLAYERS[each] for each in s.seats}).names)


def read(s: State, text: str, seat: str = "p1") -> Any:
    """A clause as a player's line has it."""
    return DEALS.read(s, seat, parties(s, seat), text)


def written(s: State, text: str, seat: str = "p1") -> str:
    """A clause as its parties are told it, which reads the same again."""
    clause = read(s, text, seat)
    told = DEALS.write(s, clause)
    assert DEALS.read(s, seat, parties(s, seat), told) == clause, told
    return str(told)


def acts(table: Table[State]) -> list[str]:
    """What of agreements has been carried out, by subject."""
    return [entry.subject for entry in table.entries if entry.kind is EntryKind.ACT and entry.key == "deal"]
