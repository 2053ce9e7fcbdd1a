"""Commands about time: the deadlines of a game, more time for a seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from pbem.cli.terminal.arguments import Game, Reason, Seat, takes
from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say

time_app = typer.Typer()


class Changing(TyperCommand):
    """A command that changes a game under way: a rule whose option is not given stays as it is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in self.params:
            if isinstance(option, TyperOption) and isinstance(option.show_default, str):
                option.show_default = "unchanged"


def _term(name: str, about: str, default: str = "from [play] in pbem.toml") -> Any:
    """An option; `default` is that of a new game."""
    return typer.Option(f"--{name}", help=about, show_default=default)


@dataclass(frozen=True)
class TimeTerms:
    """The time rules of a game as they were typed, None where the option was not given."""

    deadline: Annotated[str | None, _term("deadline", '"72h", "Mon Thu 20:00 Europe/London" or none.')] = None
    zone: Annotated[str | None, _term("zone", "The time zone of the game, such as Europe/London.")] = None
    reminder: Annotated[str | None, _term("reminder", "How long before a deadline to remind, such as 24h, or none.")] = None
    grace: Annotated[str | None, _term("grace", "How long after a deadline orders still count, or none.")] = None
    extensions: Annotated[
        str | None, _term("extensions", 'How many extensions a player may take, and how long: "6 x 48h", or none.')
    ] = None
    absence: Annotated[str | None, _term("absence", 'How long a player may be away: "30 days", or none.')] = None
    no_show: Annotated[str | None, _term("no-show", "What happens if no orders come: default, hold or standing.")] = None
    answer: Annotated[
        str | None, _term("answer", "Time for an answer in another's turn, such as 24h.", "as an own turn")
    ] = None
    window: Annotated[
        str | None,
        _term("window", "Time for a window, in which a player may be silent, such as 12h, or none.", "12h"),
    ] = None
    absence_does: Annotated[
        str | None,
        _term(
            "absence-does",
            "wait: an absence stops the player's deadlines; delegate: they run on, and the default answers at their end.",
            "wait for two players, delegate for more",
        ),
    ] = None
    regency: Annotated[
        str | None,
        _term(
            "regency",
            "After how many own turns in a row without a word nobody waits for a player any more, or none.",
            "none for two players, 2 for more",
        ),
    ] = None

    def given(self) -> dict[str, str]:
        """Those that were given."""
        return given(**asdict(self))


def given(**texts: str | None) -> dict[str, str]:
    """The options that were given on the command line."""
    return {name: text for name, text in texts.items() if text is not None}


@time_app.command("deadline", cls=Changing)
@takes("terms", TimeTerms)
def deadline_(ctx: typer.Context, game: Game, terms: TimeTerms, as_json: AsJson = False) -> None:
    """Show or change a game's deadlines and other time rules.

    Each option changes one of them; all players are told. For example:
    pbem deadline GAME --deadline "Mon Thu 20:00 Europe/London" --no-show hold
    """
    from pbem.moderator.clock.deadline_changes import set_terms, standing_lines
    from pbem.moderator.core.context import Context
    from pbem.moderator.core.games import load_table
    from pbem.moderator.desk.plain_data import due_facts
    from pbem.store.games import lobby
    from pbem.timing.terms import described

    standard: dict[str, Any] = ctx.obj.settings().play.terms()
    with ctx.obj.desk() as desk:
        if changes := terms.given():
            agreed = set_terms(desk, game, changes, standard)
            say(f"{game}: {' '.join(described(agreed))} Letters to all players are queued.")
        with desk.db.reading() as session:
            context = Context(session, desk).of(lobby.find_game(session, game))
            if as_json:
                print_json(due_facts(context))
                return
            say("\n".join(standing_lines(context.at(load_table(context)))))


@time_app.command("extend")
def extend_(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    length: Annotated[str, typer.Argument(help="How much more time, such as 24h or 3d.")],
    because: Reason = "",
) -> None:
    """Give a seat more time and tell all players.

    This does not count as one of the extensions that its player may take.
    """
    from pbem.moderator.clock.deadline_changes import extend_seat
    from pbem.timing.duration import in_words, read_duration

    more = read_duration(length)
    with ctx.obj.desk() as desk:
        due = extend_seat(desk, game, seat.casefold(), more, because)
    say(f"{game}: {in_words(more)} more for {seat.casefold()}; new deadline: {due}.")
