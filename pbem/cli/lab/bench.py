"""The commands that measure."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of
from pbem.cli.terminal.arguments import OnlyScenarios

bench_app = typer.Typer()


@bench_app.command("bench")
def bench_(
    game: Annotated[str, typer.Argument(help="The game to measure with.", show_default="the first one")] = USUAL_GAME,
    scenario: OnlyScenarios = None,
    number: Annotated[int, typer.Option("--games", min=1, help="The number of games of each scenario.")] = 50,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.")] = "1",
    many: Annotated[
        int,
        typer.Option(
            "--many", min=0, help="The number of games in the database when work on all games is measured; 0 leaves it out."
        ),
    ] = 1000,
    only_many: Annotated[bool, typer.Option("--only-many", help="Measure only the work on all games (--many).")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the figures as text instead of JSON.")] = False,
) -> None:
    """Measure how fast the program is.

    The engine (games played, decisions restored, memory), a letter's way through the mail servers, whole games by mail
    with pictures, and the moderator's work on many games."""
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
    game: Annotated[str, typer.Argument(help="The game that is played.", show_default="the first one")] = USUAL_GAME,
    stream: Annotated[
        list[str] | None, typer.Option("--stream", help="Only this stream; can be repeated.", show_default="all")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long each stream lasts.")] = 20.0,
    plain: Annotated[bool, typer.Option("--plain", help="Print the figures as text instead of JSON.")] = False,
) -> None:
    """Measure how long an answer takes beside streams of letters.

    The streams go to other games: letters of 20 MB, letters of many parts, bounces. Mail servers, daemon and writer are
    separate processes."""
    from pbem.lab.bench.bench import summary
    from pbem.lab.bench.stream import STREAMS, bench_streams

    if unknown := set(stream or ()).difference(STREAMS):
        raise typer.BadParameter(f"no stream {min(unknown)!r}; there are: {', '.join(STREAMS)}")
    figures = bench_streams(rules_of(game), stream or (), seconds)
    print(summary(figures) if plain else json.dumps(figures, indent=1))
