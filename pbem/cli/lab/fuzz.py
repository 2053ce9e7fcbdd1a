"""The command that plays random games."""

from __future__ import annotations

from dataclasses import dataclass
from os import cpu_count
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of
from pbem.cli.terminal.arguments import Jobs, OnlyScenarios, read_option, takes
from pbem.cli.terminal.saying import say_plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.doctor.random_play import PlayPolicy
    from pbem.engine.decision import Json
    from pbem.engine.game.rules import Rules
    from pbem.engine.game.setup import Setup


fuzz_app = typer.Typer()


@dataclass(frozen=True)
class SetupOptions:
    """What games begin with, as it was typed."""

    scenario: OnlyScenarios = None
    option: Annotated[
        list[Any] | None,
        typer.Option(
            "--option",
            parser=read_option,
            metavar="NAME=VALUE",
            help="Play with this option of the game; can be repeated.",
            show_default="with and without what hides things",
        ),
    ] = None

    def setups(self, rules: Rules[Any]) -> list[Setup]:
        """Each scenario with each choice of options."""
        from pbem.moderator.core.setups import find_scenario
        from pbem.moderator.joining.opening import checked_options

        names = [find_scenario(rules, name) for name in self.scenario or rules.scenarios]
        options = [checked_options(rules, self.option)] if self.option else rules.sample.options
        return [_setup(rules, name, o) for name in names for o in options]


@fuzz_app.command("fuzz")
@takes("begin", SetupOptions)
def fuzz_(
    game: Annotated[str, typer.Argument(help="The game to test.", show_default="the first one")] = USUAL_GAME,
    number: Annotated[int, typer.Option("--games", min=1, help="The number of games of each scenario.")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.")] = "1",
    policy: Annotated[
        str,
        typer.Option(
            "--policy", help="How players choose: random (anything allowed), survive (as the game advises) or both, in turn."
        ),
    ] = "both",
    jobs: Jobs = 0,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Restore the game from its log after every answer, not only at the end.")
    ] = False,
    *,
    begin: SetupOptions,
) -> None:
    """Play random games in search of faults in the rules.

    Exit code 1 if one is found, with the seed that repeats it."""
    from pbem.lab.fuzz import FuzzSettings, fuzz

    rules, settings = rules_of(game), FuzzSettings(policies=_policies(policy), thorough=thorough)
    report = fuzz(rules, begin.setups(rules), number, seed, settings, jobs=jobs or cpu_count() or 1)
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
