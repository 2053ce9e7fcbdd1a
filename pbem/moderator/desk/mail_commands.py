"""The commands that the game master can write to their desk, one a line, and their answers, in at most 76 columns.

A command that changes a game's past or its players is only tried, and its answer has a code: `confirm CODE` carries it out,
unless the game has changed.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.effort import spend
from pbem.figures import is_number
from pbem.moderator.clock.deadline_changes import extend_seat
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import CORRECT, RUN, SEE, Desk, Master, Player
from pbem.moderator.correcting import by_hand, correction
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.desk.overview import MAX_LISTED
from pbem.moderator.desk.plain_data import game_facts, known_facts, log_facts, status_facts
from pbem.moderator.desk.press import answer_question
from pbem.moderator.reports.notices import time_notice
from pbem.moderator.reports.past import report_of
from pbem.moderator.seats import handover
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.store.database import Session
from pbem.store.errors import NotFound, StoreError
from pbem.store.games import journal, lobby
from pbem.store.games.lists import GamesPage, page_of_games
from pbem.store.mail import desk_lines
from pbem.timing.duration import read_duration

Facts = Mapping[str, Any]


def game_lines(games: Iterable[Facts]) -> list[str]:
    """A line a game."""
    return [
        f"{game['game']}: {game['status']}, {game['ending'] or game['turn']}, waits for {game['waits_for'] or 'nobody'}"
        + (f"; {game['mail']}" if game["mail"] else "")
        for game in games
    ]


def older_line(games: Sequence[Facts], most: int, command: str) -> list[str]:
    """How to see the games before those of a page, if it is full."""
    return [f'for older games: "{command.format(games[0]["game"])}"'] if len(games) == most else []


def post_lines(facts: Facts) -> list[str]:
    """The state of letters and mails in all games."""
    return [
        f"mails waiting: {facts['mails_waiting']}, refused: {facts['mails_refused']}",
        f"letters unanswered: {facts['letters_unanswered']}, failed: {facts['letters_failed']}",
        *([f"lines that the program itself has failed at: {facts['lines_failed']}"] if facts["lines_failed"] else ()),
        *(
            f"{name} fails since {service['failing_since']:%Y-%m-%d %H:%M} UTC: {service['error']}"
            for name, service in facts["services"].items()
            if not service["ok"]
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
    """A line an entry, with why it is there."""
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


# Commands

CODE_DIGITS = 10
STEPS_A_GAME = 5
"""The work of looking at a game among all (pbem.effort)."""
CONFIRM = "confirm"
RERUN = re.compile(
    r"(?:rules|without (?P<without>[0-9]{1,9})) (?:because )?(?P<why>.+)"
    r"|(?:replace (?P<replace>[0-9]{1,9})|insert (?P<seat>\S+) before (?P<before>[0-9]{1,9}))"
    r" (?:because )?(?P<reason>[^:]+):(?P<orders>.+)",
    re.IGNORECASE,
)


class BadCommand(StoreError):
    """A line that is no command."""


class BadForm(BadCommand):
    """A command in a wrong form; the message is the right one."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A command as a game master wrote it: the words after it, and whether it is carried out or only tried."""

    desk: Desk
    master: Master
    words: Sequence[str]
    commit: bool


@dataclass(frozen=True, slots=True)
class DeskCommand:
    """A command of the desk: how it is written, what it does, and how many words must and (`most`; None: any number) may
    follow it.

    `run` carries it out or tries it, and gives the answer. The game master must have the `right`. If it `changes` more than
    another line can correct it must be confirmed.
    """

    usage: str
    about: str
    least: int
    run: Callable[[Ask], str]
    right: str = SEE
    changes: bool = False
    most: int | None = None


def carry_out(desk: Desk, master: Master, line: str, *, commit: bool = False) -> str:
    """Carry out a line, or (without `commit`) only try one that must be confirmed; gives the answer. Raises BadCommand, and
    what the command raises.
    """
    command, words = read_command(line)
    ask = _allowed(Ask(desk, master, words, commit), command)
    if command.changes and not commit:
        answer = command.run(ask)
        return f"{answer}\n\nNothing is changed yet. To do it, answer with this line:\n\n{CONFIRM} {code_of(desk, line)}"
    return command.run(replace(ask, commit=True))


def _allowed(ask: Ask, command: DeskCommand) -> Ask:
    """The command with the whole name of its game, which must be theirs. Raises BadCommand, which says nothing of other
    games.
    """
    if command.right not in ask.master.rights:
        rights = ", ".join(sorted(ask.master.rights)) or "none"
        raise BadCommand(f'this needs the right "{command.right}"; yours: {rights}. The owner of pbem gives them')
    if ask.master.is_owner or not command.least:
        return ask
    with ask.desk.db.reading() as session:
        name = _own_game(ask, session, ask.words[0])
        own_games = [] if name else [game.name for game in page_of_games(session, _page_for(ask))]
    if not name:
        raise BadCommand(f"you moderate no game {ask.words[0]}; yours: {', '.join(sorted(own_games)) or 'none'}")
    return replace(ask, words=[name, *ask.words[1:]])


def _own_game(ask: Ask, session: Session, name: str) -> str:
    """The whole name of a game that is theirs to see; "" for any other."""
    try:
        game = lobby.find_game(session, name)
    except NotFound:
        return ""
    return game.name if ask.master.is_owner or game.moderator.lower() == ask.master.address.lower() else ""


def _page_for(ask: Ask, before: int = 0, *, going_on: bool = False) -> GamesPage:
    """The newest games that are theirs to see."""
    spend(STEPS_A_GAME * MAX_LISTED)
    whose = None if ask.master.is_owner else ask.master.address.lower()
    return GamesPage(most=MAX_LISTED, before=before, moderators=whose, going_on=going_on)


def _wanted(ask: Ask, session: Session, *, going_on: bool = False) -> GamesPage:
    """The same, before the game that a line names, if any. Raises BadCommand."""
    if not ask.words:
        return _page_for(ask, going_on=going_on)
    if not (name := _own_game(ask, session, ask.words[0])):
        raise BadCommand(f"you moderate no game {ask.words[0]}")
    return _page_for(ask, lobby.find_game(session, name).id, going_on=going_on)


def read_command(line: str) -> tuple[DeskCommand, list[str]]:
    """The command of a line, and the words after it. Raises BadCommand."""
    word, *rest = line.split()
    command = COMMANDS.get(word.casefold())
    if command is None:
        raise BadCommand(f'"{word}" is not a command; there are: {", ".join(COMMANDS)}, {CONFIRM}, help')
    if len(rest) < command.least or (command.most is not None and len(rest) > command.most):
        raise BadForm(command.usage)
    return command, rest


def code_of(desk: Desk, line: str) -> str:
    """The code that confirms a line, for its game as it is now. Raises NotFound, BadCommand."""
    _, words = read_command(line)
    with desk.db.reading() as session:
        game = lobby.find_game(session, words[0])
        mark = journal.mark(session, game.id)
        players = [(seat.name, seat.player, seat.address) for seat in lobby.seats(session, game.id)]
    hashed = "\0".join(["confirm", " ".join(line.split()), mark.digest, str(mark.next), repr(players)])
    return hmac.digest(desk.secret, hashed.encode(), "sha256").hex()[:CODE_DIGITS]


def help_text(master: Master) -> str:
    """All commands that they have the right to."""
    lines = [f"{each.usage}\n    {each.about}" for each in COMMANDS.values() if each.right in master.rights]
    return "\n".join([*lines, f"{CONFIRM} CODE\n    does what a line was tried for"])


# Commands


def _games(ask: Ask) -> str:
    with ask.desk.db.reading() as session:
        games = game_facts(Context(session, ask.desk), _wanted(ask, session))
    return "\n".join([*game_lines(games), *older_line(games, MAX_LISTED, "games {}")]) or "there are no games"


def _status(ask: Ask) -> str:
    with ask.desk.db.reading() as session:
        facts = dict(status_facts(Context(session, ask.desk), _wanted(ask, session, going_on=True)))
        facts["letters_unanswered"] -= desk_lines.letters_begun(session)  # the one that asks
    games = facts["games"]
    lines = [*waiting_lines(games), *older_line(games, MAX_LISTED, "status {}")]
    return "\n".join([*(post_lines(facts) if ask.master.is_owner else ()), *lines]) or "there are no games"


def _show(ask: Ask) -> str:
    with ask.desk.db.reading() as session:
        context = Context(session, ask.desk).of(lobby.find_game(session, ask.words[0]))
        return report_of(context, ask.words[1].casefold()).text


def _log(ask: Ask) -> str:
    first = _number(ask.words[1], "log") if len(ask.words) > 1 else 1
    with ask.desk.db.reading() as session:
        return "\n".join(entry_lines(log_facts(session, ask.words[0], first=first)))


def _number(word: str, command: str) -> int:
    """The number that a word of a command is. Raises BadCommand."""
    if not is_number(word):
        raise BadForm(COMMANDS[command].usage)
    return int(word)


def _who_knew(ask: Ask) -> str:
    entry = _number(ask.words[2], "who-knew")
    with ask.desk.db.reading() as session:
        context = Context(session, ask.desk).of(lobby.find_game(session, ask.words[0]))
        facts = known_facts(context, ask.words[1].casefold(), entry)
    knowers = [f"{each['entry']}: {each['said']} (mail {each['mail']})" for each in facts["told"]]
    not_told = [f"{each['entry']}: {each['said']}" for each in facts["not_told"]]
    news = [*(["told:", *knowers] if knowers else []), *(["not told yet:", *not_told] if not_told else [])]
    return "\n".join(
        [*(news or ["it had been told all that it could see"]), f"hidden from this seat: {facts['hidden']} events"]
    )


def _reason(words: Sequence[str]) -> str:
    """The reason that ends a line, with or without "because" in front."""
    return " ".join(words[1:] if [word.casefold() for word in words[:1]] == ["because"] else words)


def _hold(ask: Ask) -> str:
    by_hand.hold(ask.desk, ask.words[0], _reason(ask.words[1:]))
    return f"{ask.words[0]} is held, and the players are told why."


def _release(ask: Ask) -> str:
    return "\n".join([*by_hand.release(ask.desk, ask.words[0], _reason(ask.words[1:])), f"{ask.words[0]} goes on."])


def _extend(ask: Ask) -> str:
    due = extend_seat(ask.desk, ask.words[0], ask.words[1].casefold(), read_duration(ask.words[2]), _reason(ask.words[3:]))
    return f"new deadline of {ask.words[1]} in {ask.words[0]}: {due}"


def _tell(ask: Ask) -> str:
    with ask.desk.db.reading() as session:
        seats = lobby.seats(session, lobby.find_game(session, ask.words[0]).id)
    heads = MessageHeaders({seat.name: seat.player for seat in seats})
    named, colon, text = " ".join(ask.words[1:]).partition(":")
    head = heads.readers(named)
    if colon and (head.seats or head.all_but or head.besides or (head.everybody and head.unclear)):
        raise BadCommand(f"this writes to all players of a game, and to no fewer: tell {ask.words[0]} TEXT")
    return tell_players(ask.desk, ask.words[0], text.strip() if colon and head.everybody else " ".join(ask.words[1:]))


def _answer(ask: Ask) -> str:
    seat = answer_question(ask.desk, ask.words[0], ask.words[1].casefold(), " ".join(ask.words[2:]))
    return f"the answer goes to {seat} of {ask.words[0]}"


def _seat(ask: Ask) -> str:
    address = ask.words[-1].strip("<>")
    person = Player.named(" ".join(ask.words[2:-1]).strip('"'), address)
    with ask.desk.db.reading() as session:
        before = lobby.seat(session, lobby.find_game(session, ask.words[0]).id, ask.words[1].casefold()).player
    handover.hand_over(ask.desk, ask.words[0], ask.words[1].casefold(), person, commit=ask.commit)
    done = "DONE: " if ask.commit else ""
    return f"{done}{ask.words[1].casefold()} of {ask.words[0]} goes from {before} to {person.name} <{person.address}>"


def _undo(ask: Ask) -> str:
    return correction.undo(ask.desk, ask.words[0], _reason(ask.words[1:]), commit=ask.commit).text()


def _redo(ask: Ask) -> str:
    return correction.redo(ask.desk, ask.words[0], _reason(ask.words[1:]), commit=ask.commit).text()


def _rerun(ask: Ask) -> str:
    """Another letter, or none, in the place of one, or before it; or the present rules."""
    match = RERUN.fullmatch(" ".join(ask.words[1:]))
    if match is None:
        raise BadForm(COMMANDS["rerun"].usage)
    part = match.groupdict(default="")
    letter = part["without"] or part["replace"] or part["before"]
    orders = part["orders"]
    wanted = correction.Correction(
        letter=int(letter) if letter else None,
        insert=correction.Insertion(orders.encode(), seat=part["seat"].casefold()) if orders else None,
        without=bool(part["without"]),
    )
    reason = part["why"] or part["reason"].strip()
    return correction.rework(ask.desk, ask.words[0], reason, wanted, commit=ask.commit).text()


def _rule(ask: Ask) -> str:
    line, because, reason = " ".join(ask.words[1:]).partition(" because ")
    if not because or not reason.strip():
        raise BadForm(COMMANDS["rule"].usage)
    return by_hand.rule(ask.desk, ask.words[0], line, reason.strip(), commit=ask.commit).text()


COMMANDS: dict[str, DeskCommand] = {
    "games": DeskCommand("games [BEFORE]", "lists your games, the newest or those opened before one", 0, _games, most=1),
    "status": DeskCommand(
        "status [BEFORE]", "shows whether everything is running, and for whom each of your games waits", 0, _status, most=1
    ),
    "show": DeskCommand(
        "show GAME SEAT", "the report that a seat would get now; observer: what everybody may know", 2, _show, most=2
    ),
    "log": DeskCommand("log GAME [FIRST]", "the entries of a game", 1, _log, most=2),
    "who-knew": DeskCommand("who-knew GAME SEAT ENTRY", "what a seat knew when an entry was written", 3, _who_knew, most=3),
    "hold": DeskCommand("hold GAME REASON", "puts a game on hold; the players are told the reason", 2, _hold, RUN),
    "release": DeskCommand("release GAME [REASON]", "lets it go on", 1, _release, RUN),
    "extend": DeskCommand("extend GAME SEAT 24h [REASON]", "gives a seat more time", 3, _extend, RUN),
    "tell": DeskCommand("tell GAME TEXT", "writes to all players of a game", 2, _tell, RUN),
    "answer": DeskCommand("answer GAME ID TEXT", "answers a question of a player", 3, _answer, RUN),
    "seat": DeskCommand("seat GAME SEAT NAME ADDRESS", "gives a seat to another player", 3, _seat, CORRECT, changes=True),
    "undo": DeskCommand("undo GAME REASON", "takes back what the last letter caused", 2, _undo, CORRECT, changes=True),
    "redo": DeskCommand("redo GAME REASON", "restores what the last undo took back", 2, _redo, CORRECT, changes=True),
    "rerun": DeskCommand(
        "rerun GAME without LETTER because REASON, rerun GAME replace LETTER because REASON: ORDER; ORDER, "
        "rerun GAME insert SEAT before LETTER because REASON: ORDER; ORDER, or rerun GAME rules because REASON",
        "goes back to a letter, or to where the rules differ, and carries out all later letters again",
        3,
        _rerun,
        CORRECT,
        changes=True,
    ),
    "rule": DeskCommand("rule GAME LINE because REASON", "changes the position by hand", 4, _rule, CORRECT, changes=True),
}
