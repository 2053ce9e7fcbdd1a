"""The command that plays random games."""

from __future__ import annotations

from os import cpu_count
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of
from pbem.cli.terminal.arguments import read_option
from pbem.cli.terminal.saying import say_plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.doctor.random_play import PlayPolicy
    from pbem.engine.decision import Json
    from pbem.engine.game.rules import Rules
    from pbem.engine.game.setup import Setup


fuzz_app = typer.Typer()


@fuzz_app.command("fuzz")
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
    from pbem.lab.fuzz import fuzz
    from pbem.moderator.core.setups import find_scenario
    from pbem.moderator.joining.opening import checked_options

    rules = rules_of(game)
    names = [find_scenario(rules, name) for name in scenario or rules.scenarios]
    options = [checked_options(rules, option)] if option else rules.sample.options
    setups = [_setup(rules, name, o) for name in names for o in options]
    report = fuzz(rules, setups, number, seed, policies=_policies(policy), jobs=jobs or cpu_count() or 1, thorough=thorough)
    say_plain(report.summary())
    if not report.clean:
        raise typer.Exit(1)


def _setup(rules: Rules[Any], scenario: str, options: Mapping[str, Json]) -> Setup:
    """A scenario with those of the options that it has a use for."""
    from pbem.moderator.core.setups import load_setup
    from pbem.resources import scenarios_dir

    with_one = {name: load_setup(rules, scenario, scenarios_dir(), {name: value}) for name, value in options.items()}
    fit = {name: options[name] for name, setup in with_one.items() if not rules.bad_options(setup)}
    return load_setup(rules, scenario, scenarios_dir(), fit)


def _policies(name: str) -> tuple[PlayPolicy, ...]:
    from pbem.doctor.random_play import PlayPolicy

    if name == "both":
        return tuple(PlayPolicy)
    if name not in tuple(PlayPolicy):
        raise typer.BadParameter(f"there is no policy {name!r}; there are both, {', '.join(PlayPolicy)}")
    return (PlayPolicy(name),)
