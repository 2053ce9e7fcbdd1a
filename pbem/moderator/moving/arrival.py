"""A game from elsewhere is tried, and taken in where it can be played here.

Whoever has written the archive may mean ill: nothing of it is in the database before all of it has been looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.decision import CLOCK, DICE, GAMEMASTER, Seat
from pbem.engine.dice import Fate
from pbem.engine.entry import EntryKind
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Diverged, Table
from pbem.moderator.control.terms import deadlines, restart, standing_lines
from pbem.moderator.desk.context import Context, GameContext
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.languages import check_languages
from pbem.moderator.desk.scenario_files import load_exactly
from pbem.moderator.desk.tables import load_table
from pbem.moderator.joining.opening import BadOpening, checked_name
from pbem.moderator.moving.notes import bad_note
from pbem.moderator.moving.post import letters_here, set_letters_aside, set_mails_aside
from pbem.moderator.moving.sandbox import as_sandbox
from pbem.moderator.reports.past import OBSERVER, report_of
from pbem.replay.audit import entries_of, follow
from pbem.store import lobby
from pbem.store.archive import import_game
from pbem.store.archive_format import Archive, parse
from pbem.store.errors import StoreError
from pbem.store.tables import GameRow
from pbem.timing.terms import read_terms

MOST_LETTERS: Final = 1_000
"""That wait to be moderated."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A game taken in, and how many of the `mails` and `letters` that waited with it are set aside."""

    game: GameRow
    mails: int = 0
    letters: int = 0


def move_in(desk: Desk, document: object, name: str | None = None, *, sandbox: bool = False) -> Arrival:
    """Take in an exported game, if it is one that can be played here; as a `sandbox`, it is a copy to try things with.

    One whose log the rules do not lead to is taken in as it is: `pbem rerun` tells where it differs. Raises StoreError,
    BadOpening, NoScenario, BadLanguage and BadTime; then nothing is changed.
    """
    archive = parse(document)
    rules = desk.games.get(archive.game.rules)
    if rules is None:
        raise BadOpening(f"there is no game {archive.game.rules!r} here; there are {', '.join(desk.games)}")
    was = archive.game
    setup = load_exactly(rules, was.scenario, desk.scenarios, was.options, was.rules_version)
    _check(desk, rules, rules.seats(setup), archive)
    checked_name(name or archive.game.name)
    _check_log(rules, setup, archive)
    if sandbox:
        archive = as_sandbox(archive, name or archive.game.name)
    with desk.db.writing() as session:
        here = letters_here(session, archive)
        game = import_game(session, archive.model_dump(mode="json"), rename=name)
        game.is_sandbox = sandbox
        session.flush()
        context = Context(session, desk).of(game)
        letters = set_letters_aside(context, archive, here)
        mails = set_mails_aside(context)
        _try_out(context)
        return Arrival(game, mails, letters)


def _check(desk: Desk, rules: Rules[Any], seats: Sequence[Seat], archive: Archive) -> None:
    """Whether it is a game of these rules, with seats, terms and languages that there are."""
    if sorted(seat.name for seat in archive.seats) != sorted(seats):
        raise BadOpening(f"{rules.title} needs a player for each of {', '.join(seats)}")
    if strange := {entry.kind for entry in archive.entries} - set(EntryKind):
        raise BadOpening(f"entries of an unknown kind: {', '.join(sorted(strange))}")
    named = {entry.seat for entry in archive.entries} - {DICE, CLOCK, GAMEMASTER}
    named |= {letter.seat for letter in archive.letters if letter.filed and letter.seat is not None}
    named |= {mail.seat for mail in archive.mails if mail.seat is not None}
    if strange := named - set(seats):
        raise BadOpening(f"there are no seats {', '.join(sorted(strange))}, of whom it tells")
    if sum(letter.status in ("new", "held") for letter in archive.letters) > MOST_LETTERS:
        raise BadOpening(f"more than {MOST_LETTERS} letters wait to be dealt with")
    check_languages(archive.game.options, seats, desk.page.languages)
    read_terms(archive.terms or {})


def _check_log(rules: Rules[Any], setup: Setup, archive: Archive) -> None:
    """Raises BadOpening where an entry cannot be what it says. Rules that ask something else are no fault of the archive."""
    if wrong := bad_note(archive.entries):
        raise BadOpening(wrong)
    table = Table(rules, setup, Fate(bytes.fromhex(archive.game.key)))
    for entry in entries_of(archive.model_dump(mode="json")):
        divergence = follow(table, entry)
        if divergence is not None and divergence.is_illegal:
            raise BadOpening(f"entry {entry.number}: {divergence.problem}")
        if divergence is not None and not divergence.goes_on:
            return


def _try_out(context: GameContext) -> None:
    """Give fresh deadlines, for those it came with may be long past, and write every report once.

    A game that does not replay is left as it is. Raises BadOpening where something in it cannot be shown.
    """
    with suppress(Diverged):
        at_table = context.at(load_table(context))
        try:
            if context.game.status == "playing":
                restart(at_table)
            deadlines(context.session, context.game, at_table.table, context.desk.now())
            standing_lines(context.at(at_table.table))
            for seat in (*(row.name for row in lobby.seats(context.session, context.game.id)), OBSERVER):
                report_of(context, seat)
        except (Diverged, StoreError):
            raise
        except Exception as fault:  # whatever can be in a log: better told now than with the next letter
            raise BadOpening(f"it cannot be shown here: {type(fault).__name__}: {fault}") from fault
