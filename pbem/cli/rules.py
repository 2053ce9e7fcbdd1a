"""Commands that need no desk: random games, figures of speed, recorded operations, rulebooks, orders, receipts."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.arguments import read_option
from pbem.cli.listing import AsJson, print_json
from pbem.cli.saying import say_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pbem.conform.report import Tally
    from pbem.engine.conformance import Conformance
    from pbem.engine.decision import Json
    from pbem.engine.rules import Rules, Setup
    from pbem.playtest.random_play import Policy

rules_app = typer.Typer()
USUAL_GAME = ""
RULING = re.compile(r"\b[Rr][0-9]+\b")
"""The first there is."""


@rules_app.command("fuzz")
def fuzz_(
    game: Annotated[str, typer.Argument(help="The rules to try.", show_default="the first there are")] = USUAL_GAME,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="May be given several times.", show_default="all")
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many of each scenario.")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    policy: Annotated[
        str, typer.Option("--policy", help="random, survive (the game's own taste) or both, in turn.")
    ] = "both",
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="How many processes share the games.", show_default="one a core")
    ] = 0,
    option: Annotated[
        list[Any] | None,
        typer.Option(
            "--option",
            parser=read_option,
            metavar="NAME=VALUE",
            help="Play with this option of the game; can be repeated.",
            show_default="with and without what hides things",
        ),
    ] = None,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Restore the game from its log after every answer, not at its end only.")
    ] = False,
) -> None:
    """Play random games in search of faults in the rules. Exit code 1 when one is found, with the seed to repeat it."""
    from pbem.moderator.desk.scenario_files import find_scenario
    from pbem.moderator.joining.opening import checked_options
    from pbem.playtest.fuzz import fuzz

    rules = rules_of(game)
    names = [find_scenario(rules, name) for name in scenario or rules.scenarios]
    options = [checked_options(rules, option)] if option else rules.trial.options
    setups = [_setup(rules, name, o) for name in names for o in options]
    report = fuzz(rules, setups, number, seed, policies=_policies(policy), jobs=jobs or cpu_count() or 1, thorough=thorough)
    say_plain(report.summary())
    if not report.clean:
        raise typer.Exit(1)


def _setup(rules: Rules[Any], scenario: str, options: Mapping[str, Json]) -> Setup:
    """A scenario with those of the options that it has a use for."""
    from pbem.moderator.desk.scenario_files import load_setup
    from pbem.resources import scenarios_dir

    with_one = {name: load_setup(rules, scenario, scenarios_dir(), {name: value}) for name, value in options.items()}
    fit = {name: options[name] for name, setup in with_one.items() if not rules.bad_options(setup)}
    return load_setup(rules, scenario, scenarios_dir(), fit)


def _policies(name: str) -> tuple[Policy, ...]:
    from pbem.playtest.random_play import Policy

    if name == "both":
        return tuple(Policy)
    if name not in tuple(Policy):
        raise typer.BadParameter(f"there is no policy {name!r}; there are both, {', '.join(Policy)}")
    return (Policy(name),)


@rules_app.command("bench")
def bench_(
    game: Annotated[str, typer.Argument(help="The rules to measure.", show_default="the first there are")] = USUAL_GAME,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="May be given several times.", show_default="all")
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games of each are played.")] = 50,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    many: Annotated[
        int, typer.Option("--many", min=0, help="How many games are in the database for what is done with all of them.")
    ] = 1000,
    plain: Annotated[bool, typer.Option("--plain", help="Print the figures for people instead of as JSON.")] = False,
) -> None:
    """Measure the engine (games played, decisions restored, memory), the way of a letter through the mail servers, whole
    games by mail with pictures, and what the moderator does with many games."""
    from pbem.doctor.checks import examine_games
    from pbem.moderator.desk.scenario_files import find_scenario, load_setup
    from pbem.playtest.bench import bench, summary
    from pbem.playtest.bench_games import bench_games
    from pbem.resources import scenarios_dir

    rules = rules_of(game)
    names = [find_scenario(rules, name) for name in scenario or rules.scenarios]
    figures = bench(rules, [load_setup(rules, name, scenarios_dir()) for name in names], seed, number)
    if many:
        figures["many games"] = bench_games(many, examine_games, rules)
    print(summary(figures) if plain else json.dumps(figures, indent=1))


@rules_app.command("bench-stream")
def bench_stream_(
    game: Annotated[str, typer.Argument(help="The rules of the games.", show_default="the first there are")] = USUAL_GAME,
    stream: Annotated[
        list[str] | None, typer.Option("--stream", help="May be given several times.", show_default="all")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long each stream lasts.")] = 20.0,
    plain: Annotated[bool, typer.Option("--plain", help="Print the figures for people instead of as JSON.")] = False,
) -> None:
    """Measure how long a player waits for an answer while streams of letters come to other games: of 20 MB each, of many
    parts, bounces. Mail servers, daemon and writer are processes of their own."""
    from pbem.playtest.bench import summary
    from pbem.playtest.bench_stream import STREAMS, bench_streams

    if unknown := set(stream or ()).difference(STREAMS):
        raise typer.BadParameter(f"no stream {min(unknown)!r}; there are: {', '.join(STREAMS)}")
    figures = bench_streams(rules_of(game), stream or (), seconds)
    print(summary(figures) if plain else json.dumps(figures, indent=1))


@rules_app.command("conform")
def conform_(
    files: Annotated[list[Path], typer.Argument(help="Files of recorded operations, packed (.gz) or plain.")],
    listing: Annotated[
        Path | None, typer.Option("--listing", help="The table of known deviations.", show_default="the project's own")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the records listed into that table.")] = False,
    game: Annotated[
        str, typer.Option("--game", help="Run the records of this game only.", show_default="each on the game it is of")
    ] = "",
) -> None:
    """Run recorded operations on the rules of their game and compare every position. Exit code 1 when one fails."""
    from pbem.conform.listing import write_listing
    from pbem.conform.report import conform
    from pbem.games import GAMES
    from pbem.resources import docs_dir

    only = rules_of(game) if game else None
    if only is not None and only.conformance is None:
        raise typer.BadParameter(f"{only.title} has nothing to run recorded operations with")
    tables = docs_dir() / "rulings"
    report = conform(
        files,
        [_tally(rules, rules.conformance, listing or tables) for rules in GAMES.values() if rules.conformance is not None],
        only.title if only is not None else "",
    )
    if write and listing is not None and len(report.used) > 1:
        raise typer.BadParameter("one table is of one game, but there are records of several: name one with --game")
    for tally in report.used if write else ():
        write_listing(listing or tables / tally.examiner.conformance.listing, tally.rows())
    say_plain("\n".join(report.lines()))
    if not report.clean:
        raise typer.Exit(1)


def _tally(rules: Rules[Any], conformance: Conformance, listing: Path) -> Tally:
    """What the records of a game are counted in. `listing` is its table of known deviations, or the folder of all."""
    from functools import cache

    from pbem.conform.listing import read_listing
    from pbem.conform.report import Tally
    from pbem.conform.run import Examiner
    from pbem.moderator.desk.scenario_files import load_setup
    from pbem.resources import scenarios_dir

    table = listing / conformance.listing if listing.is_dir() else listing
    first = cache(lambda scenario: rules.new_state(load_setup(rules, scenario, scenarios_dir())))
    return Tally(rules.title, Examiner(conformance, first), read_listing(table))


@rules_app.command("rules")
def rules_(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="The game.")],
    number: Annotated[
        str, typer.Argument(help="A section of its rulebook (4.3.4), a chapter (4.3), or the number of a ruling (R72).")
    ],
    table: Annotated[
        str,
        typer.Option("--table", metavar="NAME", help="Add how this game reads it, such as ia-henry-vi-1."),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print how pbem reads a section of the rulebook.

    With the code and the tests of that section; or one ruling (R72).
    """
    from pbem.moderator.control.rulebook import read_rulings, read_sections
    from pbem.moderator.control.seeing import told_options
    from pbem.resources import docs_dir

    rules, docs = rules_of(game), docs_dir()
    ruling = RULING.fullmatch(number)
    sections = (read_rulings if ruling else read_sections)(docs, rules.name, number)
    read_so = ""
    if table:
        with ctx.obj.desk() as desk:
            read_so = in_force(table, told_options(desk, table), "\n".join(map(str, sections)))
    if as_json:
        print_json([{"text": each} if isinstance(each, str) else asdict(each) for each in sections])
    else:
        say_plain("\n\n".join(filter(None, [*map(str, sections), read_so])))


def in_force(table: str, told: Iterable[str], text: str) -> str:
    """What the options of a game say of the rulings that a text is about."""
    numbers = set(RULING.findall(text))
    mine = [line for line in told if numbers & set(RULING.findall(line))]
    return "\n".join([f"In {table}:", *mine]) if mine else f"No option of {table} is about this."


@rules_app.command("orders")
def orders_(
    game: Annotated[str, typer.Argument(help="The game.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", help="Only the order words of this scenario.", show_default="all")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write it as a page of HTML to this file instead.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print all orders of a game with examples.

    And how a letter is written. --html makes a page for your players.
    """
    from pbem.moderator.desk.scenario_files import find_scenario, load_setup
    from pbem.moderator.reports.reference import order_book
    from pbem.render.order_book import render_order_book
    from pbem.render.templates.page import Page
    from pbem.resources import scenarios_dir, templates_dir

    rules, page = rules_of(game), Page(templates_dir())
    setup = None if scenario is None else load_setup(rules, find_scenario(rules, scenario), scenarios_dir())
    book = order_book(page, rules, setup)
    if as_json:
        print_json(asdict(book))
        return
    text, as_html = render_order_book(page, book)
    if html is None:
        say_plain(text.rstrip())
    else:
        html.write_text(as_html, encoding="utf-8")


def read_commitment(text: str) -> str:
    """The hash that stands at the end of the first letter of a game."""
    if re.fullmatch(r"[0-9a-f]{64}", text.lower()) is None:
        raise typer.BadParameter("the commitment is the hash of 64 hex digits at the end of the game's first letter")
    return text.lower()


@rules_app.command("receipt")
def receipt_(
    commitment: Annotated[
        str,
        typer.Argument(callback=read_commitment, help="The hash of the game's dice key, from its first letter."),
    ],
    seat: Annotated[str, typer.Argument(help="The seat, such as york.")],
    file: Annotated[Path, typer.Argument(help="The letter's orders, one a line, as the report repeats them.")],
    previous: Annotated[str, typer.Option("--previous", help="The seat's receipt before.", show_default="none")] = "",
    as_json: AsJson = False,
) -> None:
    """Compute the receipt of a letter, to compare with a report."""
    from pbem.replay.receipts import receipt_of

    orders = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    receipt = receipt_of(commitment, seat.lower(), previous.lower(), orders)
    if as_json:
        print_json({"seat": seat.lower(), "receipt": receipt, "previous": previous.lower(), "orders": orders})
    else:
        say_plain(receipt)


def rules_of(name: str) -> Rules[Any]:
    """The game of that name ("": the first there is). Raises typer.BadParameter."""
    from pbem.games import GAMES

    wanted = name or next(iter(GAMES))
    if wanted not in GAMES:
        raise typer.BadParameter(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[wanted]
