"""The command that looks for leaks: twin worlds, and what their readers can tell them apart by."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Sequence
from os import cpu_count
from typing import Annotated, Any

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of
from pbem.cli.terminal import saying
from pbem.cli.terminal.saying import say_plain
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.lab.leaks.secret import LIMIT, TWINS

leaks_app = typer.Typer()


@leaks_app.command("leaks")
def leaks_(
    game: Annotated[str, typer.Argument(help="The rules to try.", show_default="the first there are")] = USUAL_GAME,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="May be given several times.", show_default="all")
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many of each scenario.")] = 25,
    twins: Annotated[int, typer.Option("--twins", min=1, help="At how many moments of each game.")] = TWINS,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first game, to look at one again.")] = 0,
    secret: Annotated[
        list[str] | None,
        typer.Option("--secret", help="What the worlds differ in; may be given several times.", show_default="all"),
    ] = None,
    about: Annotated[
        list[str] | None,
        typer.Option("--about", help='Only moments whose answer asks another side this, such as "3.1.3 play".'),
    ] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Whether reports have the map as a picture.")
    ] = True,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="How many processes share the games.", show_default="one a core")
    ] = 0,
    plant: Annotated[
        bool, typer.Option("--plant", help="Plant leaks one at a time, and see whether they are found.", hidden=True)
    ] = False,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="Which to plant; may be given several times.", hidden=True)
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Twins a plant.", hidden=True)] = LIMIT,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Search the mails of random games for leaked secrets.

    Worlds that differ only in what a reader must not know must send them the same mails. Exit code 1 when one does not.
    """
    from rich.progress import Progress

    from pbem.lab.games import lab_of
    from pbem.lab.leaks.run import leaktest
    from pbem.lab.leaks.secret import secrets_of
    from pbem.moderator.core.setups import find_scenario, load_setup
    from pbem.resources import scenarios_dir

    logging.getLogger("pbem").setLevel(logging.CRITICAL)  # what a world cannot deal with is a finding
    rules = rules_of(game)
    known = secrets_of(lab_of(rules).trial)
    if unknown := [each for each in secret or () if each not in known]:
        raise typer.BadParameter(f"{rules.title} has no secret {unknown[0]!r}; there are: {', '.join(known)}")
    names = [find_scenario(rules, name) for name in scenario or rules.scenarios]
    setups = [load_setup(rules, name, scenarios_dir(), dict(o)) for name in names for o in rules.sample.options]
    games = range(first, first + number)
    if plant:
        how = {"names": kind or (), "secrets": tuple(secret or ()), "limit": limit, "jobs": jobs or cpu_count() or 1}
        _plant(rules, setups, games, seed, as_json=as_json, **how)
        return
    console = saying.console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("twin worlds", total=number * len(set(names)))
        cores = jobs or cpu_count() or 1
        report = leaktest(
            rules,
            setups,
            games,
            seed,
            twins=twins,
            secrets=tuple(secret or ()),
            pictures=pictures,
            about=frozenset(about or ()),
            jobs=cores,
            done=lambda: bar.advance(task),
        )
    if as_json:
        print(json.dumps({"game": rules.name, "seed": seed} | report.as_json(), indent=1))
    else:
        say_plain(report.summary())
    if not report.clean:
        raise typer.Exit(1)


def _plant(
    rules: Rules[Any], setups: Sequence[Setup], games: Sequence[int], seed: str, *, as_json: bool, **how: Any
) -> None:
    """Plant leaks. Exit code 1 when one is not found."""
    from pbem.lab.leaks import planting

    def tell(harvest: planting.Harvest) -> None:
        if not as_json:
            say_plain(str(harvest))

    harvests = planting.try_plants(rules, setups, games, seed, done=tell, **how)
    if as_json:
        print(json.dumps({"game": rules.name, "seed": seed, "plants": planting.as_json(harvests)}, indent=1))
    else:
        say_plain(planting.told(harvests))
    if not all(harvest.found for harvest in harvests):
        raise typer.Exit(1)
