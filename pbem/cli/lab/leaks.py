"""The command that looks for leaks: twin worlds, and what their readers can tell them apart by."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from os import cpu_count
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of
from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Jobs, OneObject, OnlyScenarios, takes
from pbem.cli.terminal.saying import say_plain
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.lab.leaks.secret import LIMIT, TWINS

if TYPE_CHECKING:
    from pbem.lab.leaks.report import LeakReport

leaks_app = typer.Typer()


@dataclass(frozen=True)
class SearchOptions:
    """Where leaks are searched for, as it was typed."""

    scenario: OnlyScenarios = None
    number: Annotated[int, typer.Option("--games", min=1, help="The number of games of each scenario.")] = 25
    twins: Annotated[
        int, typer.Option("--twins", min=1, help="The number of moments of each game at which worlds are compared.")
    ] = TWINS
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.")] = "1"
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first game, to repeat a single one.")] = 0
    secret: Annotated[
        list[str] | None,
        typer.Option("--secret", help="What the worlds differ in; can be repeated.", show_default="all"),
    ] = None
    about: Annotated[
        list[str] | None,
        typer.Option("--about", help='Only answers after which another side is asked this decision, such as "3.1.3 play".'),
    ] = None
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Whether reports have the map as a picture.")
    ] = True

    @property
    def secrets(self) -> tuple[str, ...]:
        """What the worlds differ in; none: all that the game has."""
        return tuple(self.secret or ())

    @property
    def games(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + self.number)

    def setups(self, rules: Rules[Any]) -> list[Setup]:
        """Those of each scenario, with each choice of options. Raises BadParameter for a secret that the game has not."""
        from pbem.lab.games import lab_of
        from pbem.lab.leaks.secret import secrets_of
        from pbem.moderator.core.setups import find_scenario, load_setup
        from pbem.resources import scenarios_dir

        known = secrets_of(lab_of(rules).trial)
        if unknown := [each for each in self.secrets if each not in known]:
            raise typer.BadParameter(f"{rules.title} has no secret {unknown[0]!r}; there are: {', '.join(known)}")
        names = [find_scenario(rules, name) for name in self.scenario or rules.scenarios]
        return [load_setup(rules, name, scenarios_dir(), dict(o)) for name in names for o in rules.sample.options]


@dataclass(frozen=True)
class PlantOptions:
    """Which leaks are planted on trial, as it was typed."""

    plant: Annotated[
        bool, typer.Option("--plant", help="Plant leaks one at a time, and see whether they are found.", hidden=True)
    ] = False
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Which to plant; can be repeated.", hidden=True)] = None
    limit: Annotated[int, typer.Option("--limit", min=1, help="Twins a plant.", hidden=True)] = LIMIT


@leaks_app.command("leaks")
@takes("plants", PlantOptions)
@takes("search", SearchOptions)
def leaks_(
    game: Annotated[str, typer.Argument(help="The game to test.", show_default="the first one")] = USUAL_GAME,
    jobs: Jobs = 0,
    as_json: OneObject = False,
    *,
    search: SearchOptions,
    plants: PlantOptions,
) -> None:
    """Search the mails of random games for leaked secrets.

    Worlds that differ only in what a reader must not know must send them the same mails. Exit code 1 when one does not.
    """
    logging.getLogger("pbem").setLevel(logging.CRITICAL)  # what a world cannot deal with is a finding
    rules, cores = rules_of(game), jobs or cpu_count() or 1
    setups = search.setups(rules)
    if plants.plant:
        _plant(rules, setups, search, plants, jobs=cores, as_json=as_json)
        return
    report = _hunt(rules, setups, search, jobs=cores)
    if as_json:
        print(json.dumps({"game": rules.name, "seed": search.seed} | report.as_json(), indent=1))
    else:
        say_plain(report.summary())
    if not report.clean:
        raise typer.Exit(1)


def _hunt(rules: Rules[Any], setups: Sequence[Setup], search: SearchOptions, *, jobs: int) -> LeakReport:
    """Search, with a bar in the terminal."""
    from rich.progress import Progress

    from pbem.lab.leaks.run import HuntSettings, leaktest

    settings = HuntSettings(search.twins, search.secrets, search.pictures, frozenset(search.about or ()))
    with Progress(console=saying.console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("twin worlds", total=search.number * len({setup.scenario for setup in setups}))
        return leaktest(rules, setups, search.games, search.seed, settings, jobs=jobs, done=lambda: bar.advance(task))


def _plant(
    rules: Rules[Any],
    setups: Sequence[Setup],
    search: SearchOptions,
    plants: PlantOptions,
    *,
    jobs: int,
    as_json: bool,
) -> None:
    """Plant leaks. Exit code 1 when one is not found."""
    from pbem.lab.leaks import planting

    def tell(harvest: planting.Harvest) -> None:
        if not as_json:
            say_plain(str(harvest))

    settings = planting.PlantSettings(tuple(plants.kind or ()), plants.limit, search.secrets)
    harvests = planting.try_plants(rules, setups, search.games, search.seed, settings, jobs=jobs, done=tell)
    if as_json:
        print(json.dumps({"game": rules.name, "seed": search.seed, "plants": planting.as_json(harvests)}, indent=1))
    else:
        say_plain(planting.told(harvests))
    if not all(harvest.found for harvest in harvests):
        raise typer.Exit(1)
