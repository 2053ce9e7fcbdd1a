"""What the game master does about messages: reads them, stops or allows them, answers what they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.reports.notices import queue_message
from pbem.moderator.talk.message_headers import MODERATOR
from pbem.moderator.talk.messages import MAX_LENGTH, mark_told, question_ids, said_to
from pbem.store.games import lobby, press, timekeeping
from pbem.store.tables.mail import MessageRow
from pbem.timing.terms import Terms, press_described, read_terms


def set_press(desk: Desk, name: str, changes: Mapping[str, str]) -> Terms:
    """Change which messages players may write, and when they are told. Raises NotFound, and BadTime for what is no term."""
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        terms = read_terms({**(timekeeping.terms(session, game.id) or {}), **changes})
        timekeeping.set_terms(session, game.id, terms.as_json())
        return terms


def press_of(desk: Desk, name: str) -> str:
    """Which messages players may write, in a sentence. Raises NotFound."""
    with desk.db.reading() as session:
        game = lobby.find_game(session, name)
        return press_described(read_terms(timekeeping.terms(session, game.id) or {}))


def _name_of(who: str) -> str:
    return "Game master" if who == MODERATOR else written(who)


def messages_of(desk: Desk, name: str) -> list[str]:
    """All messages of a game, line by line, private ones too, and who wrote the unsigned ones. Raises NotFound."""
    with desk.db.reading() as session:
        lines = []
        rows = press.all_of(session, lobby.find_game(session, name).id)
        ids = {row.id: f", question {id_}" for id_, row in question_ids(rows).items()}
        for row in rows:
            whom = "everybody" if row.readers is None else ", ".join(map(_name_of, row.readers))
            unsigned = " (unsigned)" if row.unsigned else ""
            lines.append(f"{row.written:%Y-%m-%d %H:%M} UTC, {_name_of(row.seat)} to {whom}{unsigned}{ids.get(row.id, '')}:")
            lines += [f"  | {line}" for line in row.text.split("\n")]
        return lines


def message_facts(desk: Desk, name: str) -> list[dict[str, Any]]:
    """The same as plain data. Raises NotFound."""
    with desk.db.reading() as session:
        rows = press.all_of(session, lobby.find_game(session, name).id)
        ids = {row.id: id_ for id_, row in question_ids(rows).items()}
        return [
            {
                "written": row.written,
                "seat": row.seat,
                "readers": row.readers,
                "unsigned": row.unsigned,
                "question": ids.get(row.id),
                "text": row.text,
            }
            for row in rows
        ]


class CannotAnswer(Exception):
    """A question cannot be answered; the message says why."""


def answer_question(desk: Desk, name: str, id_: str, text: str) -> str:
    """Answer a player's question ("york-1") in a mail to their seat; gives the seat. The answer is stored with the messages.

    Raises NotFound, and CannotAnswer where there is no such question, nothing in the answer, or another player in the seat.
    """
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        rows = press.all_of(session, game.id)
        asked = question_ids(rows)
        if id_ not in asked:
            raise CannotAnswer(f"{game.name} has no question {id_}; it has: {', '.join(asked) or 'none at all'}")
        plain = "\n".join("".join(filter(str.isprintable, line)).rstrip() for line in text.splitlines()).strip()[:MAX_LENGTH]
        if not plain:
            raise CannotAnswer("there is nothing in the answer")
        seat = lobby.seat(session, game.id, asked[id_].seat)
        if press.was_left_since(session, asked[id_], seat.name):
            raise CannotAnswer(f"{id_} was asked by a player who has left {seat.name}: the answer would go to the new one")
        number = sum(row.seat == MODERATOR for row in rows)
        # In the Message-ID: what others have been answered is no business of this reader's.
        answers_before = sum(row.seat == MODERATOR and row.readers == [seat.name] for row in rows)
        row = MessageRow(
            game_id=game.id,
            place=number,
            seat=MODERATOR,
            readers=[seat.name],
            unsigned=False,
            text=f"On your question {id_}: {plain}",
            written=desk.now(),
        )
        press.add(session, row, [seat.name])
        context = Context(session, desk).of(game)
        queue_message(
            context,
            seat,
            [said_to(context.page_for(seat.name).words, row, seat.name)],
            f"answer-{id_}-{answers_before}",
            None,
        )
        mark_told(context, seat.name, [(None, number)])
        return seat.name
