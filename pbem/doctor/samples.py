"""Sample data to test templates with before they are used in mails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Json
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.core.context import Context, GameContext, TableContext
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.line_results import LineReading, LineResult
from pbem.moderator.core.setups import load_setup
from pbem.moderator.joining.opening import open_game
from pbem.moderator.playing.order_lines import question_line
from pbem.moderator.reading.line_kinds import sort_orders
from pbem.moderator.reports.final import final_of
from pbem.moderator.reports.occasion import AnsweredLetter, Occasion
from pbem.moderator.reports.public_report import build_public_report
from pbem.moderator.reports.report_building import build_report
from pbem.render.final import GameProof
from pbem.render.report import Extras, Notes, Report, StandingLine, Status, Waiting
from pbem.store.database import Database
from pbem.store.games import lobby
from pbem.store.tables.games import GameRow, SeatRow

SEAT: dict[str, Any] = {
    "game": "war-1",
    "seat": "north",
    "player": "Anne",
    "held_because": "",
}
_DUE = "Thu 26 Nov 2026 20:00 GMT (Europe/London)"
_MORE = {"extensions": 2, "extension": "48 hours", "usual": "24h"}

_SEATS = [("war-1", "north"), ("war-2", "south")]

_TABLE: dict[str, Any] = {
    "title": "War",
    "scenario": "A scenario",
    "kept": "",
    "wish": "north",
    "seats": ["north", "south"],
    "by_lot": False,
    "others": ["Bob"],
    "played": ["The cards are dealt face down."],
    "terms": [Text("There are no deadlines: take the time you need.")],
    "commitment": "ab" * 32,
}
"""Facts for every mail to a guest."""

NOTICES: dict[str, dict[str, Any]] = {
    "stranger": {"sender": "mallory@example.net"},
    "wrong_token": {"because": "sent to no valid seat address", "seats": _SEATS},
    "two_seats": {"because": "sent to the addresses of several seats", "seats": _SEATS},
    "wrong_game": {"because": "in reply to a mail to another", "seats": _SEATS},
    "new_address": {},
    "watch": {"heading": "games on hold: 2", "lines": ("war-1: a question", "war-2: a fault"), "more": 3, "daily": True},
    "from_gamemaster": {"text": "I am away until Monday."},
    "on_hold": {"because": "a question about rule 4.4"},
    "new_player": {"whose": "south", "player": "Cyd", "before": "Bob", "unread": 1},
    "seat_left": {},
    "address_left": {"address": "anne@example.net"},
    "address_moved": {"before": "anne@example.org"},
    "address_wanted": {"address": "anne@example.net"},
    "acting": {"whose": "south", "player": "Bob", "turn": "turn 3"},
    "acted": {"whose": "south", "player": "Bob"},
    "held": {"held_because": "a question about rule 4.4"},
    "over": {},
    "too_long": {},
    "key_waits": {"days": 3, "behind": False},
    "unproved": {"why": "its DKIM signature is missing"},
    "again": {"when": "22 Aug 2026 12:00 UTC"},
    "flood": {"limit": "60"},
    "lines_flood": {"limit": "3000"},
    "no_preview": {},
    "preview_fault": {"letter": "12", "fault": "KeyError: <harbour>"},
    "line_faults": {"where": "letter 12", "count": 1, "fault": 'north, "move <harbour>": KeyError: <harbour>'},
    "set_aside": {},
    "set_aside_fault": {"letter": "12", "fault": "TooMuchWork: more than 150000 steps of work"},
    "bounced": {
        "address": "anne@example.org",
        "count": 3,
        "since": "21 Nov",
        "because": "550 5.1.1 <anne@example.org>: no such user",
    },
    "fault": {"letter": "12", "fault": "KeyError: <harbour>"},
    "letter_faults": {"count": 3, "fault": "KeyError: <harbour>"},
    "strangers": {"limit": 200},
    "withheld": {"count": 21, "lines": ["UID 7: NO <server error>"], "more": 1},
    "reminder": {"due": _DUE, "left": "23 hours", "asked": "1. Deal 2. Bid", "absent": "absent 2026-12-20", **_MORE},
    "late": {"due": _DUE, "then": "at noon it is over", "asked": "Deal", "too": ["south"], **_MORE},
    "late_other": {"late": "south", "due": _DUE, "then": "at noon it is over"},
    "time": {
        "topic": "North is away",
        "lines": ["North is away from Sun 20 Dec 2026 to Sun 3 Jan 2027.", "North has time until Mon 4 Jan 2027."],
    },
    "agreements": {
        "topic": "North agrees to offer 7",
        "lines": ["North agrees to offer 7.", "Agreement 7 is carried out: North gives the Fair to South."],
    },
    "no_show_held": {"late": ["north"], "whose": "Your", "due": _DUE, "because": "As agreed"},
    "no_show_waits": {"late": "north", "whose": "Your", "due": _DUE},
    "regency": {"seat": "north", "player": "Ann", "turns": 2},
    "abandoned": {},
    "no_show": {"late": ["north"], "whose": "North's", "due": _DUE, "what": "the game is held", "held": True},
    "away": {"since": _DUE, "until": _DUE, "away": "7 days", "games": ["war-1", "war-2"]},
    "clock_back": {"since": _DUE, "until": _DUE, "ahead": "7 days"},
    "clock_differs": {"now": _DUE, "since": _DUE, "server": _DUE, "until": _DUE},
    "resigned": {"player": "Ann <ann@example.org>"},
    "clock_fault": {"fault": "KeyError: <harbour>"},
    "question": {"id": 3, "question": "May a piece <move> twice?"},
    "observer_no_orders": {},
    "observer_stopped": {"games": ["war-1", "war-2"]},
    "observer_fault": {"fault": "KeyError: <harbour>"},
    "nicety_fault": {"what": "the archive", "fault": "KeyError: <harbour>"},
    "invitation": {**_TABLE},
    "asked_to_join": {**_TABLE},
    "guest_accepted": {**_TABLE, "missing": 2, "waits": False},
    "guest_declined": {**_TABLE},
    "guest_unclear": {**_TABLE, "accepted": False},
    "guest_sender": {**_TABLE, "sender": "mallory@example.net"},
    "table_over": {**_TABLE, "begun": True},
    "begun_without": {**_TABLE, "waited": True},
    "called_off": {**_TABLE, "because": "too few players"},
    "dropped": {**_TABLE},
    "open_tables": {"tables": [("war-1", "War", "A scenario")], "asked": "war-9"},
    "guest_answered": {"table": "war-1", "address": "anne@example.org", "what": "has accepted", "missing": 1},
    "gathered": {"waiting": ["Cyd <cyd@example.org>"]},
    "template_fault": {"fault": "common/report.txt.j2, line 3: 'pieces' is undefined"},
}
"""Facts for each kind of notice beyond SEAT."""


_LINES = (
    LineResult(1, "a line", understood="a line as it was understood"),
    LineResult(2, "a slpi", understood="a slip", reading=LineReading(mended="a slip")),
    LineResult(3, "a wrong line", problem="it is wrong", nearest=("a right line", "another")),
    LineResult(4, "a line behind it"),
)
_QUESTIONS = ("help", "help standing", "status", "map", "history")
_KEY = bytes(32)
_MAX_DECISIONS = 5_000
"""Decisions of a game played for samples: one that lasts longer is left."""


@contextmanager
def lookahead(desk: Desk) -> Iterator[Desk]:
    """A desk over a temporary empty database; no mail is sent."""
    with TemporaryDirectory() as folder:
        db = Database.open(Path(folder) / "lookahead.sqlite")
        try:
            yield replace(desk, db=db, staff=replace(desk.staff, gamemaster=""), mails=replace(desk.mails, pictures=False))
        finally:
            db.close()


def sample_reports(desk: Desk, rules: Rules[Any]) -> Iterator[tuple[Report, Table[Any]]]:
    """Reports of every kind, and at every question of a game of each scenario, with the Table that they are about.

    The games are played at random, the same at each call. `desk` is that of a lookahead: the games are opened there.
    """
    met: set[str] = set()
    for number, scenario in enumerate(rules.scenarios):
        options = _options(desk, rules, scenario, number)
        setup = load_setup(rules, scenario, desk.scenarios, options)
        people = {seat: Player(seat.title(), f"{seat}@example.org") for seat in rules.seats(setup)}
        game = open_game(replace(desk, page=desk.page.delivered), rules.name, scenario, people, options=options, key=_KEY)
        with desk.db.reading() as session:
            yield from _of_game(Context(session, desk).of(game), met)


def _options(desk: Desk, rules: Rules[Any], scenario: str, number: int) -> dict[str, Json]:
    """Options of the game's samples, other ones for each scenario, as far as they fit it."""
    sets = rules.sample.options
    in_turn = [dict(sets[(number + place) % len(sets)]) for place in range(len(sets))]
    fits = (each for each in in_turn if not rules.bad_options(load_setup(rules, scenario, desk.scenarios, each)))
    return next(fits, {})


def _of_game(context: GameContext, met: set[str]) -> Iterator[tuple[Report, Table[Any]]]:
    desk, game = context.desk, context.game
    player = RandomPlayer.of_policy(game.scenario, PlayPolicy.SURVIVE, desk.rules_of(game))
    table = player.open_table(desk.rules_of(game), desk.setup_of(game))
    seats = {row.name: SeatRow(**row.model_dump()) for row in lobby.seats(context.session, game.id)}
    if not met:
        yield from ((report, table) for seat in seats.values() for report in _kinds(context.at(table), seat))
    for _ in range(_MAX_DECISIONS):
        if table.over:
            break
        decision = player.question(table)
        if decision.key not in met:
            met.add(decision.key)
            seat = seats[decision.seat]
            yield build_report(context.at(table), seat, Occasion("sample")), table
            seat.told = table.entries[-1].number if table.entries else 0
        table.answer(decision.seat, decision.key, player.answer(decision, table.state), subject=decision.subject)
        if (acted := player.act(table)) is not None:
            table.act(acted[0].seat, acted[0].key, acted[1], subject=acted[0].subject)
    yield from ((report, table) for report in _last(context.at(table), [*seats.values()]))


def _kinds(context: TableContext, seat: SeatRow) -> Iterator[Report]:
    """What a report can have, whether or not it comes up in the games played."""
    questions = sort_orders(context.table, seat.name, [(5, word) for word in _QUESTIONS])
    results = (*_LINES, *map(question_line, questions.all))
    letter = AnsweredLetter(sender=seat.name, results=results, receipt="4f2a91c0de", stale="a turn")
    built = build_report(context, seat, Occasion("sample", letter, opening=True))
    form = replace(
        built.form,
        given=("an answer",),
        segment=("a line for later",),
        suggestions=("a suggestion",),
        acts=(("What is done?", "an act"),),
        waiting=(
            Waiting("card 1", "Command card 1", ("a line", "another"), made=2, now=("", "an attack")),
            Waiting("", "", ("a third",)),
        ),
        standing=(
            StandingLine("an order", "battle", 1, length="this battle"),
            StandingLine("another", "round", 2, coming=True),
        ),
        ended=(StandingLine("an old order", "campaign", length="this campaign"),),
    )
    receipt, about = replace(built.receipt, mend=("a line to mend",)), replace(built.about, salt="ab" * 16)
    full = replace(built, form=form, receipt=receipt, about=about)
    yield full
    yield replace(full, brief=True)
    yield replace(full, form=replace(form, questions=()), opening=False)
    begun = tuple(replace(each, drafts=("a draft", "more")) for each in form.questions)
    yield replace(full, form=replace(form, questions=begun))
    until = dict.fromkeys(full.others, f"until {_DUE}")
    for late in ("", "the game waits"):
        clock = replace(full.clock, due=_DUE, late=late, until=until)
        yield replace(full, clock=clock, form=replace(form, waiting=()))
    nothing = replace(form, questions=(), given=(), segment=(), waiting=())
    yield replace(full, form=nothing, receipt=replace(receipt, mend=()), clock=replace(full.clock, until=until))
    yield replace(full, position=replace(full.position, status=Status.HELD))
    yield build_public_report(context, notes=Notes(lines=("A note.",)))


def _last(context: TableContext, seats: Sequence[SeatRow]) -> Iterator[Report]:
    """The last reports of a game, also as if it were a draw, all had lost it, or several had won."""
    game, table = context.game, context.table
    over = GameRow(**game.model_dump() | {"status": Status.OVER if table.over else Status.PLAYING})
    context = replace(context, game=over)
    public = build_public_report(context)
    yield public
    report = build_report(context, seats[-1], Occasion("sample"))
    for winners, all_lose in (((), False), ((), True), (table.seats, False)):
        yield replace(report, position=replace(report.position, winners=winners, all_lose=all_lose))
    if table.over:
        proof = GameProof(game.key, game.commitment, f"{game.name}.json.gz", "ab" * 32)
        final = final_of(table, report.seat, proof)
        yield replace(report, extras=Extras(final=final))
        yield replace(public, extras=Extras(final=final))


def event_facts(tables: Iterable[Table[Any]]) -> dict[str, set[str]]:
    """The facts of each Event that came up in games."""
    known: dict[str, set[str]] = {}
    for table in tables:
        for news in table.news:
            known.setdefault(news.event.name, set()).update(news.event.data)
    return known
