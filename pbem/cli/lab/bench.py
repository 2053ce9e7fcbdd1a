"""The commands that measure."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of

bench_app = typer.Typer()


@bench_app.command("bench")
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
    only_many: Annotated[bool, typer.Option("--only-many", help="Measure nothing else.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the figures for people instead of as JSON.")] = False,
) -> None:
    """Measure how fast the program is.

    The engine (games played, decisions restored, memory), the way of a letter through the mail servers, whole
    games by mail with pictures, and what the moderator does with many games."""
    from pbem.daemon_jobs import spare_the_collector
    from pbem.doctor.checks import examine_games
    from pbem.lab.bench.bench import bench, summary
    from pbem.lab.bench.games import bench_games
    from pbem.moderator.core.setups import find_scenario, load_setup
    from pbem.resources import scenarios_dir

    spare_the_collector()  # as `pbem serve` does
    rules = rules_of(game)
    names = [find_scenario(rules, name) for name in scenario or rules.scenarios]
    setups = [load_setup(rules, name, scenarios_dir()) for name in names]
    figures = {} if only_many else bench(rules, setups, seed, number)
    if many:
        figures["many games"] = bench_games(many, examine_games, rules)
    print(summary(figures) if plain else json.dumps(figures, indent=1))


@bench_app.command("bench-stream")
def bench_stream_(
    game: Annotated[str, typer.Argument(help="The rules of the games.", show_default="the first there are")] = USUAL_GAME,
    stream: Annotated[
        list[str] | None, typer.Option("--stream", help="May be given several times.", show_default="all")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long each stream lasts.")] = 20.0,
    plain: Annotated[bool, typer.Option("--plain", help="Print the figures for people instead of as JSON.")] = False,
) -> None:
    """Measure how long an answer takes beside streams of letters.

    The streams go to other games: of 20 MB each, of many
    parts, bounces. Mail servers, daemon and writer are processes of their own."""
    from pbem.lab.bench.bench import summary
    from pbem.lab.bench.stream import STREAMS, bench_streams

    if unknown := set(stream or ()).difference(STREAMS):
        raise typer.BadParameter(f"no stream {min(unknown)!r}; there are: {', '.join(STREAMS)}")
    figures = bench_streams(rules_of(game), stream or (), seconds)
    print(summary(figures) if plain else json.dumps(figures, indent=1))
