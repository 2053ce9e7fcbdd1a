"""What the desk answers with, as lines of at most 76 columns; and what it writes to all players."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.moderator.clock.clock import stamp
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.reports.notices import time_notice
from pbem.store import lobby

Facts = Mapping[str, Any]


def game_lines(games: Iterable[Facts]) -> list[str]:
    """A line a game."""
    return [
        f"{game['game']}: {game['status']}, {game['turn']}, waits for {game['waits_for'] or 'nobody'}"
        + (f"; {game['mail']}" if game["mail"] else "")
        for game in games
    ]


def post_lines(facts: Facts) -> list[str]:
    """How the mail of all games stands."""
    return [
        f"mails waiting: {facts['mails_waiting']}, refused: {facts['mails_refused']}",
        f"letters unanswered: {facts['letters_unanswered']}, failed: {facts['letters_failed']}",
        *([f"lines that the program itself has failed at: {facts['lines_failed']}"] if facts["lines_failed"] else ()),
        *(
            f"{name} fails since {found['failing_since']:%Y-%m-%d %H:%M} UTC: {found['error']}"
            for name, found in facts["services"].items()
            if not found["ok"]
        ),
    ]


def waiting_lines(games: Iterable[Facts]) -> list[str]:
    """For whom each game waits."""
    lines = []
    for game in games:
        waits = ", ".join(f"{wait['seat']} since {wait['since']:%Y-%m-%d %H:%M} UTC" for wait in game["waits"]) or "nobody"
        lines.append(f"{game['game']}: {game['status']}, {game['turn']}, waits for {waits}; {game['health']}")
    return lines


def entry_lines(entries: Iterable[Facts]) -> list[str]:
    """A line an entry, with why it stands there."""
    return [
        f"{each['entry']} {each['written']:%Y-%m-%d %H:%M} letter {each['letter'] or '-'}, {each['turn']}: "
        f"{each['seat']} {each['kind']} {each['key']}: {json.dumps(each['answer'], ensure_ascii=False)} [{each['why']}]"
        for each in entries
    ]


def tell_players(desk: Desk, name: str, text: str) -> str:
    """Write a text of the game master's to all players of a game. Raises NotFound."""
    with desk.db.writing() as session:
        context = Context(session, desk).of(lobby.find_game(session, name))
        seats = lobby.seats(session, context.game.id)
        for seat in seats:
            time_notice(context, seat, "from_gamemaster", f"tell-{stamp(desk.now())}", text=text)
    return f"told to {', '.join(seat.name for seat in seats)}"
