"""The command that runs recorded operations on the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.looking.rules import rules_of
from pbem.cli.terminal.saying import say_plain

if TYPE_CHECKING:
    from pbem.engine.game.rules import Rules
    from pbem.lab.conform.conformance import Conformance
    from pbem.lab.conform.report import GameTally


conform_app = typer.Typer()


@conform_app.command("conform")
def conform_(
    files: Annotated[list[Path], typer.Argument(help="Files of recorded operations, packed (.gz) or plain.")],
    listing: Annotated[
        Path | None, typer.Option("--listing", help="The table of known deviations.", show_default="the project's own")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Rewrite that table from this run.")] = False,
    game: Annotated[str, typer.Option("--game", help="Run the records of this game only.", show_default="all games")] = "",
) -> None:
    """Run recorded operations and compare every position.

    Each on the rules of its game. Exit code 1 when one fails.
    """
    from pbem.games import GAMES
    from pbem.lab.conform.listing import write_listing
    from pbem.lab.conform.report import conform
    from pbem.lab.games import lab_of
    from pbem.resources import docs_dir

    only = _title(game) if game else ""
    tables = docs_dir() / "rulings"
    recorded = [(rules, lab_of(rules).conformance) for rules in GAMES.values()]
    tallies = [_tally(rules, theirs, listing or tables) for rules, theirs in recorded if theirs is not None]
    report = conform(files, tallies, only)
    if write and listing is not None and len(report.used) > 1:
        raise typer.BadParameter("one table is of one game, but there are records of several: name one with --game")
    for tally in report.used if write else ():
        write_listing(listing or tables / tally.examiner.conformance.listing, tally.rows())
    say_plain("\n".join(report.lines()))
    if not report.clean:
        raise typer.Exit(1)


def _title(game: str) -> str:
    """What a game is called that has something to run records with. Raises typer.BadParameter."""
    from pbem.lab.games import lab_of

    rules = rules_of(game)
    if lab_of(rules).conformance is None:
        raise typer.BadParameter(f"{rules.title} has nothing to run recorded operations with")
    return rules.title


def _tally(rules: Rules[Any], conformance: Conformance, listing: Path) -> GameTally:
    """What the records of a game are counted in. `listing` is its table of known deviations, or the folder of all."""
    from pbem.lab.conform.listing import read_listing
    from pbem.lab.conform.report import GameTally
    from pbem.lab.conform.run import Examiner
    from pbem.moderator.core.setups import load_setup
    from pbem.resources import scenarios_dir

    table = listing / conformance.listing if listing.is_dir() else listing
    first = cache(lambda scenario: rules.new_state(load_setup(rules, scenario, scenarios_dir())))
    return GameTally(rules.title, Examiner(conformance, first), read_listing(table))
