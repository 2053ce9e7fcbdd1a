"""What the game master can write to their desk: a command a line.

Those that change a game's past or its players are only tried, and the answer has a code: `confirm CODE` does it, as long as
the game is what it was.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.moderator.by_mail.telling import entry_lines, game_lines, status_lines, tell_players
from pbem.moderator.control import gm
from pbem.moderator.control.press import answer_question
from pbem.moderator.control.seeing import game_facts, known_facts, log_facts, status_facts
from pbem.moderator.control.terms import extend_seat
from pbem.moderator.correcting import by_hand, correction
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.players import Player
from pbem.moderator.reports.past import report_of
from pbem.moderator.seats import handover
from pbem.store import journal, lobby
from pbem.store.errors import StoreError
from pbem.timing.duration import read_duration

CODE_DIGITS = 10
CONFIRM = "confirm"


class BadCommand(StoreError):
    """A line that is no command; the message says how it is written."""


@dataclass(frozen=True, slots=True)
class DeskCommand:
    """A command of the desk: how it is written, what it does, and the words behind it that it needs at least.

    `run(desk, words, commit)` does it, or says what it would come to, and gives what is answered. Where it `changes` more
    than can be put right by another line it must be confirmed.
    """

    usage: str
    about: str
    least: int
    run: Callable[[Desk, Sequence[str], bool], str]
    changes: bool = False


def carry_out(desk: Desk, line: str, *, commit: bool = False) -> str:
    """Do what a line says, or (without `commit`) try what must be confirmed, and give what is answered. Raises BadCommand,
    and what the command itself raises.
    """
    command, words = read_command(line)
    if command.changes and not commit:
        found = command.run(desk, words, False)
        return f"{found}\n\nNothing is changed yet. To do it, answer with this line:\n\n{CONFIRM} {code_of(desk, line)}"
    return command.run(desk, words, True)


def read_command(line: str) -> tuple[DeskCommand, list[str]]:
    """The command of a line, and the words behind it. Raises BadCommand."""
    word, *rest = line.split()
    command = COMMANDS.get(word.casefold())
    if command is None:
        raise BadCommand(f'"{word}" is no command; there are: {", ".join(COMMANDS)}, {CONFIRM}, help')
    if len(rest) < command.least:
        raise BadCommand(f"write it so: {command.usage}")
    return command, rest


def code_of(desk: Desk, line: str) -> str:
    """The code that confirms a line, for its game as it stands now. Raises NotFound, BadCommand."""
    _, words = read_command(line)
    with desk.db.reading() as session:
        game = lobby.find_game(session, words[0])
        mark = journal.mark(session, game.id)
        players = [(seat.name, seat.player, seat.address) for seat in lobby.seats(session, game.id)]
    said = "\0".join(["confirm", " ".join(line.split()), mark.digest, str(mark.next), repr(players)])
    return hmac.digest(desk.secret, said.encode(), "sha256").hex()[:CODE_DIGITS]


def help_text() -> str:
    """All commands."""
    lines = [f"{command.usage}\n    {command.about}" for command in COMMANDS.values()]
    return "\n".join([*lines, f"{CONFIRM} CODE\n    does what a line was tried for"])


# Commands


def _games(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del words, commit
    with desk.db.reading() as session:
        return "\n".join(game_lines(game_facts(Context(session, desk)))) or "there are no games"


def _status(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del words, commit
    with desk.db.reading() as session:
        return "\n".join(status_lines(status_facts(Context(session, desk))))


def _show(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    with desk.db.reading() as session:
        context = Context(session, desk).of(lobby.find_game(session, words[0]))
        return report_of(context, words[1].casefold()).text


def _log(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    first = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 1
    with desk.db.reading() as session:
        return "\n".join(entry_lines(log_facts(session, words[0], first=first)))


def _who_knew(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    if not words[2].isdecimal():
        raise BadCommand("write it so: who-knew GAME SEAT ENTRY")
    with desk.db.reading() as session:
        context = Context(session, desk).of(lobby.find_game(session, words[0]))
        facts = known_facts(context, words[1].casefold(), int(words[2]))
    told = [f"{each['entry']}: {each['said']} (mail {each['mail']})" for each in facts["told"]]
    not_told = [f"{each['entry']}: {each['said']}" for each in facts["not_told"]]
    return "\n".join(["told:", *told, "not told yet:", *not_told, f"not for its eyes: {facts['hidden']} Events"])


def _hold(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    gm.hold(desk, words[0], " ".join(words[1:]))
    return f"{words[0]} is held, and the players are told why."


def _release(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    return "\n".join([*gm.release(desk, words[0], " ".join(words[1:])), f"{words[0]} goes on."])


def _extend(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    due = extend_seat(desk, words[0], words[1].casefold(), read_duration(words[2]), " ".join(words[3:]))
    return f"new deadline of {words[1]} in {words[0]}: {due}"


def _tell(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    return tell_players(desk, words[0], " ".join(words[1:]))


def _answer(desk: Desk, words: Sequence[str], commit: bool) -> str:
    del commit
    seat = answer_question(desk, words[0], words[1].casefold(), " ".join(words[2:]))
    return f"the answer goes to {seat} of {words[0]}"


def _seat(desk: Desk, words: Sequence[str], commit: bool) -> str:
    address = words[-1].strip("<>")
    person = Player(" ".join(words[2:-1]).strip('"') or address.partition("@")[0], address)
    with desk.db.reading() as session:
        before = lobby.seat(session, lobby.find_game(session, words[0]).id, words[1].casefold()).player
    handover.hand_over(desk, words[0], words[1].casefold(), person, commit=commit)
    return f"{words[1].casefold()} of {words[0]} goes from {before} to {person.name} <{person.address}>"


def _undo(desk: Desk, words: Sequence[str], commit: bool) -> str:
    return correction.undo(desk, words[0], " ".join(words[1:]), commit=commit).text()


def _redo(desk: Desk, words: Sequence[str], commit: bool) -> str:
    return correction.redo(desk, words[0], " ".join(words[1:]), commit=commit).text()


def _rerun(desk: Desk, words: Sequence[str], commit: bool) -> str:
    """`rerun GAME without N because WHY`, `rerun GAME replace N because WHY: ORDER; ORDER`."""
    how, number = words[1].casefold(), words[2]
    head, _, orders = " ".join(words[3:]).partition(":")
    reason = head.strip().removeprefix("because ").strip()
    if how not in ("without", "replace") or not number.isdecimal() or not reason or (how == "replace") != bool(orders):
        raise BadCommand(f"write it so: {COMMANDS['rerun'].usage}")
    put_in = correction.Putting(orders.encode()) if how == "replace" else None
    found = correction.rework(
        desk, words[0], reason, letter=int(number), put_in=put_in, without=how == "without", commit=commit
    )
    return found.text()


def _rule(desk: Desk, words: Sequence[str], commit: bool) -> str:
    line, because, reason = " ".join(words[1:]).partition(" because ")
    if not because or not reason.strip():
        raise BadCommand(f"write it so: {COMMANDS['rule'].usage}")
    return by_hand.rule(desk, words[0], line, reason.strip(), commit=commit).text()


COMMANDS: dict[str, DeskCommand] = {
    "games": DeskCommand("games", "lists all games", 0, _games),
    "status": DeskCommand("status", "how all stands, and for whom each game waits", 0, _status),
    "show": DeskCommand(
        "show GAME SEAT", "the report that a seat would get now; observer: what everybody may know", 2, _show
    ),
    "log": DeskCommand("log GAME [FIRST]", "the entries of a game", 1, _log),
    "who-knew": DeskCommand("who-knew GAME SEAT ENTRY", "what a seat knew when an entry was written", 3, _who_knew),
    "hold": DeskCommand("hold GAME REASON", "puts a game on hold; the players are told the reason", 2, _hold),
    "release": DeskCommand("release GAME [REASON]", "lets it go on", 1, _release),
    "extend": DeskCommand("extend GAME SEAT 24h [REASON]", "gives a seat more time", 3, _extend),
    "tell": DeskCommand("tell GAME TEXT", "writes to all players of a game", 2, _tell),
    "answer": DeskCommand("answer GAME ID TEXT", "answers a question of a player", 3, _answer),
    "seat": DeskCommand("seat GAME SEAT NAME ADDRESS", "gives a seat to another player", 3, _seat, changes=True),
    "undo": DeskCommand("undo GAME REASON", "takes back what the last letter caused", 2, _undo, changes=True),
    "redo": DeskCommand("redo GAME REASON", "gives back what was taken back last", 2, _redo, changes=True),
    "rerun": DeskCommand(
        "rerun GAME without LETTER because REASON, or rerun GAME replace LETTER because REASON: ORDER; ORDER",
        "goes back to a letter, and carries out all later ones again",
        4,
        _rerun,
        changes=True,
    ),
    "rule": DeskCommand("rule GAME LINE because REASON", "changes the position by hand", 4, _rule, changes=True),
}
