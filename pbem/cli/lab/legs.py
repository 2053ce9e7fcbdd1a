"""The command that counts legs: bots play by mail."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from os import cpu_count
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.looking.rules import USUAL_GAME, rules_of
from pbem.cli.terminal import saying
from pbem.cli.terminal.arguments import Jobs, OneObject, takes
from pbem.cli.terminal.saying import say_plain
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.wording import Style

if TYPE_CHECKING:
    from pbem.engine.game.rules import Rules
    from pbem.lab.legs.count import Count
    from pbem.lab.legs.run import Tour
    from pbem.lab.legs.slips import Typing

legs_app = typer.Typer()


@dataclass(frozen=True)
class WritingOptions:
    """How bots write, as it was typed."""

    profile: Annotated[
        Profile,
        typer.Option(
            "--profile",
            help="naive: one decision a letter; planner: whole segments; delegator: these with branches and standing "
            "orders.",
        ),
    ] = Profile.DELEGATOR
    typos: Annotated[float, typer.Option("--typos", min=0.0, max=1.0, help="The share of words that the bots misspell.")] = (
        0.0
    )
    mended: Annotated[
        bool, typer.Option("--mend/--no-mend", help='Whether bots that misspell ask for corrections ("mend slips").')
    ] = True
    style: Annotated[Style, typer.Option("--style", help="Whether bots write the standard form, or in their own words.")] = (
        Style.STANDARD
    )

    @property
    def typing(self) -> Typing:
        """How they type; whoever does not misspell asks for no correction."""
        from pbem.lab.legs.slips import Typing

        return Typing(self.typos, self.typos > 0 and self.mended, self.style)


@dataclass(frozen=True)
class GameOptions:
    """Which games are played, as it was typed."""

    number: Annotated[int, typer.Option("--games", min=1, help="The number of games.")] = 20
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.")] = "1"
    turns: Annotated[
        int, typer.Option("--turns", min=0, help="Stop each game after this number of Turns.", show_default="at its end")
    ] = 0


@legs_app.command("legs")
@takes("writing", WritingOptions)
@takes("played", GameOptions)
def legs_(
    game: Annotated[str, typer.Argument(help="The game to play.", show_default="the first one")] = USUAL_GAME,
    scenario: Annotated[
        str, typer.Option("--scenario", help="The scenario; you can cut its name short.", show_default="the game's sample")
    ] = "",
    jobs: Jobs = 0,
    as_json: OneObject = False,
    *,
    played: GameOptions,
    writing: WritingOptions,
) -> None:
    """Let bots play games by mail and count their letters.

    The letters a Turn, by the reason for each.
    """
    from pbem.lab.legs.run import Tour
    from pbem.moderator.core.setups import find_scenario

    rules = rules_of(game)
    wanted = find_scenario(rules, scenario or usual_scenario(rules))
    tour = Tour(rules, wanted, writing.profile, played.seed, writing.typing, played.turns)
    count = _play(tour, played.number, jobs or cpu_count() or 1)
    if as_json:
        facts = {"game": tour.rules.name, "scenario": tour.scenario, "profile": tour.profile, "seed": played.seed}
        typing = {"typos": writing.typos, "mended": tour.typing.mended, "style": writing.style}
        print(json.dumps(facts | typing | count.as_json(), indent=1))
    else:
        say_plain(count.summary())


def usual_scenario(rules: Rules[Any]) -> str:
    """The scenario that a game shows a Turn by, or itself."""
    from pbem.lab.games import lab_of

    showcase = lab_of(rules).showcase
    return showcase.turn[0] or showcase.scenario or next(iter(rules.scenarios))


def _play(tour: Tour, number: int, jobs: int) -> Count:
    """All games, with a bar for who looks on."""
    from rich.progress import Progress

    from pbem.lab.legs.run import count_legs

    console = saying.console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"{tour.scenario}, {tour.profile}", total=number)
        return count_legs(tour, number, jobs, lambda: bar.advance(task))
