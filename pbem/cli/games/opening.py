"""Commands that open games: at once, or when all who are asked have accepted."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from pbem.cli.games.observers import read_person
from pbem.cli.games.time import TimeTerms
from pbem.cli.games.words import Languages
from pbem.cli.looking.rules import USUAL_GAME
from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Yes, confirm, read_option, takes
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say
from pbem.engine.game.features import WITHOUT, Feature

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pbem.engine.decision import Json
    from pbem.engine.game.setup import GameOffer
    from pbem.moderator.core.desk import Desk, Player

opening_app = typer.Typer()
MAX_VALUES = 4


def read_player(text: str) -> tuple[str, Player]:
    """`SEAT=Ann <ann@example.org>` as seat and player."""
    seat, _, who = text.partition("=")
    if not seat or "@" not in who:
        raise typer.BadParameter(f'{text!r} is not like SEAT="Ann <ann@example.org>"')
    try:
        return seat.strip().casefold().replace(" ", "_"), read_person(who)
    except typer.BadParameter as problem:
        raise typer.BadParameter(f"{seat.strip()}: {problem.message}") from problem


def _by_seat(players: list[tuple[str, Player]]) -> dict[str, Player]:
    seats = [seat for seat, _ in players]
    if twice := next((seat for seat in seats if seats.count(seat) > 1), None):
        raise typer.BadParameter(f"{twice} is given twice")
    return dict(players)


Scenario = Annotated[str, typer.Argument(help="The scenario; you can cut its name short.")]


@dataclass(frozen=True)
class OpeningOptions:
    """The options for opening a game, as they were typed."""

    game: Annotated[str, typer.Option("--game", help="The game to play.", show_default="the first one below")] = USUAL_GAME
    name: Annotated[
        str | None, typer.Option("--name", help="The game's short name.", show_default="scenario and a number")
    ] = None
    auth: Annotated[
        str | None,
        typer.Option(
            "--auth",
            help="token+sender (only the player's own address may write), dkim (and its provider must sign the letter), "
            "or token (whoever has a report can answer it). [default: auth in [play] of pbem.toml]",
        ),
    ] = None
    option: Annotated[
        list[Any] | None,
        typer.Option(
            "--option",
            parser=read_option,
            metavar="NAME[=VALUE]",
            help="An option of this game, listed below; can be repeated. Quote a value with spaces, or write hyphens.",
        ),
    ] = None
    without: Annotated[
        list[Feature] | None,
        typer.Option(
            "--without", metavar="|".join(Feature), help="Play without a feature that saves letters; can be repeated."
        ),
    ] = None
    language: Languages = None


class WithOptions(TyperCommand):
    """A command that opens games: its help tells how a game is opened, and the options of each."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Below the rest of the help."""
        from pbem.games import GAMES

        offers = [GAMES.offer(name) for name in GAMES]
        with formatter.section("For example"):
            formatter.write_text(_example(ctx.info_name, next(iter(offers[0].scenarios))))
        with formatter.section("Games (--game) and their scenarios"):
            formatter.write_dl([(name, ", ".join(GAMES.offer(name).scenarios)) for name in GAMES])
        for offer in offers:
            if offer.options:
                with formatter.section(f"Options of {offer.title} (--option NAME=VALUE)"):
                    formatter.write_dl([(name, _told(offer, name)) for name in offer.options])
        super().format_epilog(ctx, formatter)


def _example(command: str, scenario: str) -> str:
    """How a command opens a game for two players."""
    second = "--guest " if command == invite.__name__ else "SEAT="
    return f'pbem {command} {scenario} SEAT="Ann <ann@example.org>" {second}"Bob <bob@example.org>"'


def _told(offer: GameOffer, name: str) -> str:
    values = [str(value).casefold() for value in offer.options[name]]
    if len(values) > MAX_VALUES:
        values = [*values[: MAX_VALUES - 1], "...", values[-1]]
    return f"{', '.join(values)}: {offer.about_options.get(name, name)}."


@dataclass(frozen=True)
class _Checked:
    """The same with the defaults of the configuration, as open_game and invite take it."""

    desk: Desk
    rules: str
    auth: str
    options: dict[str, Json]
    terms: dict[str, str]


@contextmanager
def _checked(ctx: typer.Context, wanted: OpeningOptions, terms: TimeTerms, seats: Sequence[str]) -> Iterator[_Checked]:
    from pbem.moderator.core.setups import option_of
    from pbem.moderator.joining.opening import checked_options, rules_among

    settings = ctx.obj.settings().play
    with ctx.obj.desk() as desk:
        rules = rules_among(desk.games, wanted.game)
        options = checked_options(rules, wanted.option or ())
        options |= {WITHOUT: sorted(set(wanted.without))} if wanted.without else {}
        options |= option_of(wanted.language or (), settings.language, seats, desk.page.languages)
        yield _Checked(desk, rules.name, wanted.auth or settings.auth, options, settings.terms() | terms.given())


@opening_app.command(cls=WithOptions)
@takes("terms", TimeTerms)
@takes("wanted", OpeningOptions)
def new(
    ctx: typer.Context,
    scenario: Scenario,
    players: Annotated[
        list[Any] | None,
        typer.Argument(
            parser=read_player,
            metavar='SEAT="NAME <ADDRESS>"...',
            help="Who plays each seat. Without players no game is opened, and the error names the seats.",
        ),
    ] = None,
    at_once: Annotated[
        bool,
        typer.Option(
            "--at-once",
            help="Open it without asking the players; they then have no share in the first dice and cards.",
        ),
    ] = False,
    *,
    wanted: OpeningOptions,
    terms: TimeTerms,
) -> None:
    """Ask players to a game; it opens when all have agreed.

    Their answers are their first shares in the dice.
    """
    from pbem.moderator.joining.gathering import ask_players
    from pbem.moderator.joining.opening import open_game

    seats = _by_seat(players or [])
    with _checked(ctx, wanted, terms, list(seats)) as like:
        begin = open_game if at_once else ask_players
        row = begin(
            like.desk, like.rules, scenario, seats, name=wanted.name, auth=like.auth, options=like.options, terms=like.terms
        )
    sent = "`pbem serve` or `pbem once` sends"
    if at_once:
        say(f"{row.name} is open. {sent} its first letters.")
    else:
        say(f"{row.name} opens when all have answered. {sent} the letters that ask them; `pbem tables` shows who has.")


@dataclass(frozen=True)
class GuestOptions:
    """Who is invited besides the players with a seat, and how seats are taken, as it was typed."""

    guest: Annotated[
        list[Any] | None,
        typer.Option(
            "--guest",
            parser=read_person,
            metavar='"NAME <ADDRESS>"',
            help="Invite somebody for any seat; can be repeated. Whoever accepts when all seats are taken waits.",
        ),
    ] = None
    choice: Annotated[
        bool, typer.Option("--choice", help="Guests choose their seat, first come first served.", show_default="by lot")
    ] = False
    open_: Annotated[
        bool,
        typer.Option("--open", help="Strangers may ask to join by mail; the configuration must allow it (open_tables)."),
    ] = False


@opening_app.command(cls=WithOptions)
@takes("terms", TimeTerms)
@takes("wanted", OpeningOptions)
@takes("invited", GuestOptions)
def invite(
    ctx: typer.Context,
    scenario: Scenario,
    players: Annotated[
        list[Any] | None,
        typer.Argument(
            parser=read_player,
            metavar='[SEAT="NAME <ADDRESS>"]...',
            help="Players for whom a seat is reserved until they decline.",
        ),
    ] = None,
    *,
    invited: GuestOptions,
    wanted: OpeningOptions,
    terms: TimeTerms,
) -> None:
    """Invite more players than seats, or strangers.

    The game opens when every seat has a player who has accepted.
    """
    from pbem.moderator.joining.gathering import Guests
    from pbem.moderator.joining.gathering import invite as invite_guests

    guests = Guests(_by_seat(players or []), invited.guest or ())
    with _checked(ctx, wanted, terms, list(guests.seated)) as like:
        row = invite_guests(
            like.desk,
            like.rules,
            scenario,
            guests,
            name=wanted.name,
            auth=like.auth,
            options=like.options,
            terms=like.terms,
            by_lot=not invited.choice,
            is_open=invited.open_,
        )
    joining = f' Strangers join with the line "join {row.name}".' if invited.open_ else ""
    say(f"{row.name}: {len(guests.all)} invitations are queued.{joining} `pbem tables {row.name}` shows who accepts.")


@dataclass(frozen=True)
class TableChanges:
    """Changes to a game that waits for players, as they were typed."""

    remind: Annotated[bool, typer.Option("--remind", help="Send the invitation again to those who have not answered.")] = (
        False
    )
    guest: Annotated[
        list[Any] | None,
        typer.Option("--guest", parser=read_person, metavar='"NAME <ADDRESS>"', help="Invite one more; can be repeated."),
    ] = None
    drop: Annotated[str | None, typer.Option("--drop", metavar="ADDRESS", help="Take back an invitation.")] = None
    call_off: Annotated[
        str | None, typer.Option("--call-off", metavar="REASON", help="Call the game off and tell all who were invited.")
    ] = None

    def make(self, desk: Desk, name: str) -> None:
        """Make the changes and say so."""
        from pbem.moderator.joining import gathering

        if self.guest:
            gathering.ask_more(desk, name, self.guest)
        if self.remind:
            again = ", ".join(each.address for each in gathering.remind(desk, name)) or "nobody"
            say(f"{name}: the invitation goes again to {saying.plain(again)}.")
        if self.drop:
            say(f"{name}: {saying.plain(gathering.drop(desk, name, self.drop).address)} is no longer invited.")
        if self.call_off:
            gathering.call_off(desk, name, self.call_off)
            say(f"{name} is called off; all who were invited are told.")


@opening_app.command()
@takes("changes", TableChanges)
def tables(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The game to come.", show_default="all")] = None,
    yes: Yes = False,
    as_json: AsJson = False,
    *,
    changes: TableChanges,
) -> None:
    """Show games that still wait for players, or change one.

    For example: pbem tables NAME --remind
    """
    from pbem.moderator.joining import gathering

    if name is None and changes != TableChanges():
        raise typer.BadParameter("name the game to come; `pbem tables` lists them")
    if changes.call_off:
        confirm(f"Call {name} off and tell all who were invited?", yes=yes)
    with ctx.obj.desk() as desk:
        if name is not None:
            changes.make(desk, name)
        if as_json:
            print_json(gathering.facts_of(desk, name))
            return
        for line in gathering.invitation_lines(desk, name):
            say(saying.plain(line))
