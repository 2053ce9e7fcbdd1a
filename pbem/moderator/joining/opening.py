"""A new game: seats with their tokens, the key that binds the dice, the opening letters."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypedDict, Unpack

from pbem import __version__, values
from pbem.engine.decision import Json
from pbem.engine.dice import Fate
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.shares import POOLED, SCHEME
from pbem.engine.table import Table
from pbem.mail.address import hash_of, is_of_mailbox
from pbem.moderator.core.context import Context, TableContext
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.games import save
from pbem.moderator.core.setups import find_scenario, load_setup, scenario_version
from pbem.moderator.deadlines.clock import check_terms
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.seats.addresses import free_number, token_of
from pbem.orders.words.lexicon import alike
from pbem.store.database import Session
from pbem.store.games import lobby, timekeeping
from pbem.store.tables.games import GameRow
from pbem.timing.errors import BadTime
from pbem.timing.terms import read_terms, usual_terms

USUAL_AUTH = "token+sender"
LIKE = 0.5
"""How similar a suggested name or value must be to what was typed, from 0 to 1."""


class BadOpening(Exception):
    """The game cannot be opened; the message says what is missing."""


class GameChoices(TypedDict, total=False):
    """What is chosen for a game besides its scenario and players: its `name` (usually the scenario's with a number), how its
    letters prove whose they are (`auth`), its `options`, `terms` about time where they are not the standard (timing.terms),
    and for tests its `key`.
    """

    name: str | None
    auth: str
    options: dict[str, Json] | None
    terms: Mapping[str, str] | None
    key: bytes | None


def open_game(
    desk: Desk, rules_name: str, scenario: str, players: Mapping[str, Player], **choices: Unpack[GameChoices]
) -> GameRow:
    """Open a game and put the opening letters into the outbox, all or nothing.

    `players` maps each seat of the scenario, with these options, to its player. Raises BadOpening, NoScenario, StoreError,
    BadTime.
    """
    rules = rules_among(desk.games, rules_name)
    scenario = find_scenario(rules, scenario)
    with desk.db.writing() as session:
        return open_in(Context(session, desk), GameOpening.of(session, rules, scenario, choices), players)


@dataclass(frozen=True)
class GameOpening:
    """What a game is opened with, besides its players: its scenario and GameChoices, its `name` and `key`, and the `shares`
    in the dice by seat, which players gave by accepting.
    """

    rules: str
    scenario: str
    name: str
    auth: str
    options: dict[str, Json]
    key: bytes = field(repr=False)
    terms: dict[str, str]
    shares: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, rules: Rules[Any], scenario: str, choices: GameChoices) -> GameOpening:
        """The choices, with the usual ones for those that are missing. Raises BadOpening for a bad name."""
        name = checked_name(choices.get("name") or lobby.next_name(session, scenario.replace("_", "-")))
        options, terms = dict(choices.get("options") or {}), dict(choices.get("terms") or {})
        key = choices.get("key") or secrets.token_bytes(lobby.KEY_BYTES)
        return cls(rules.name, scenario, name, choices.get("auth", USUAL_AUTH), options, key, terms)


def open_in(context: Context, opening: GameOpening, players: Mapping[str, Player]) -> GameRow:
    """Open a game in a transaction that has begun. Raises what open_game does."""
    desk = context.desk
    rules = rules_among(desk.games, opening.rules)
    options = {SCHEME: POOLED} | opening.options
    setup = load_setup(rules, opening.scenario, desk.scenarios, options)
    check_options(rules, setup)
    agreed = first_terms(opening_terms(rules, len(rules.seats(setup)), opening.terms))
    check_players(desk, rules, setup, players)
    new = lobby.NewGame(
        name=opening.name,
        rules=rules.name,
        scenario=opening.scenario,
        options=options,
        rules_version=rules.version,
        scenario_version=scenario_version(rules, opening.scenario, desk.scenarios),
        code_version=__version__,
        key=opening.key,
        auth=opening.auth,
    )
    seats = [_seat(context, opening.key, seat, players[seat]) for seat in rules.seats(setup)]
    game = lobby.create_game(context.session, new, seats, desk.now())
    if agreed is not None:
        timekeeping.set_terms(context.session, game.id, agreed)
    table = Table(rules, setup, Fate(opening.key))
    with table.because(Cause(CauseKind.OPENING)):
        for seat, share in opening.shares.items():
            table.salt(seat, share)
        table.settle()
    _begin(context.of(game).at(table))
    return game


def opening_terms(rules: Rules[Any], seats: int, texts: Mapping[str, str]) -> dict[str, str]:
    """The terms that a new game of this number of seats begins with: those given, and what is usual. Raises BadOpening for
    a term that the game has no use for.
    """
    try:
        check_terms(rules, texts)
    except BadTime as bad:
        raise BadOpening(bad.problem) from bad
    return usual_terms(seats, texts, has_windows=rules.has_terms)


def first_terms(texts: Mapping[str, str]) -> dict[str, str] | None:
    """The terms a new game begins with as they are kept, or None where it has no deadlines. Raises BadTime."""
    terms = read_terms(texts)
    return None if terms.schedule is None and not terms.press_as_json() else terms.as_json()


def _begin(context: TableContext) -> None:
    save(context.session, context.game, context.table, 0, None, context.desk.now())
    tell_all(context, Occasion("open", opening=True))


def rules_among(games: Mapping[str, Rules[Any]], name: str) -> Rules[Any]:
    """The rules of that name ("": the first there are). Raises BadOpening."""
    rules = games.get(name or next(iter(games)))
    if rules is None:
        raise BadOpening(f"there is no game {name!r}; there are {', '.join(games)}")
    return rules


def checked_options(rules: Rules[Any], given: Iterable[tuple[str, str]]) -> dict[str, Json]:
    """Options as typed, in the form that the game uses; spaces, hyphens and underscores are equal.

    Raises BadOpening for names and values that it does not have; the message names the nearest right one.
    """
    names = {_plain(name): name for name in rules.options}
    chosen: dict[str, Json] = {}
    for typed, text in given:
        if (name := names.get(_plain(typed))) is None:
            near = _nearest(typed, rules.options)
            raise BadOpening(f"{rules.title} has no option {typed!r}{near}; it has {', '.join(rules.options) or 'none'}")
        values = {_plain(str(value)): value for value in rules.options[name]}
        if _plain(text) not in values:
            near = _nearest(text, values)
            raise BadOpening(f"the option {name} cannot be {text!r}{near}; it can be {', '.join(values)}")
        chosen[name] = values[_plain(text)]
    return chosen


def _plain(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.strip().casefold()))


def _nearest(typed: str, known: Iterable[str]) -> str:
    near = alike(_plain(typed), {_plain(name): name for name in known}, cutoff=LIKE)
    return f" (is it {next(name for name in known if _plain(name) == near[0][1])}?)" if near else ""


def check_options(rules: Rules[Any], setup: Setup) -> None:
    """Raises BadOpening where the options do not fit the scenario."""
    if why := rules.bad_options(setup):
        raise BadOpening(why)


def check_players(desk: Desk, rules: Rules[Any], setup: Setup, players: Mapping[str, Player]) -> None:
    """Raises BadOpening where a seat has no player, or a player no seat or no address of their own."""
    seats, game = rules.seats(setup), f"{rules.title}, {rules.scenarios[setup.scenario]!s},"
    if strange := [seat for seat in players if seat not in seats]:
        raise BadOpening(f"{game} has no seat {' and no seat '.join(strange)}; its seats are {', '.join(seats)}")
    if len(players) < len(seats):
        given = ", ".join(players) or "nobody"
        raise BadOpening(f"{game} needs a player for each of {', '.join(seats)}; given: {given}")
    for seat, player in players.items():
        if is_of_mailbox(player.address, desk.mailbox):
            raise BadOpening(f"{seat}: {player.address} is the mailbox of the program itself; give the player's address")


def checked_name(name: str) -> str:
    """The name, if it is one for a game. Raises BadOpening."""
    try:
        return values.game_name(name)
    except values.BadValue as problem:
        raise BadOpening(str(problem)) from problem


def _seat(context: Context, key: bytes, seat: str, player: Player) -> lobby.NewSeat:
    commitment = sha256(key).hexdigest()
    number = free_number(context, commitment, seat)
    return lobby.NewSeat(
        name=seat,
        player=player.name,
        address=player.address,
        token_hash=hash_of(token_of(context.desk.secret, commitment, seat, number)),
        token_number=number,
    )
