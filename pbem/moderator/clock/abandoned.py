"""Games that nobody plays any more: all seats are regencies, or have resigned. They are held, and not played on alone."""

from __future__ import annotations

from pbem.i18n import Text
from pbem.moderator.core.context import TableContext
from pbem.moderator.deadlines.at_once import is_abandoned
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.reports.notices import tell_gamemaster, time_notice
from pbem.store.games import lobby

ABANDONED = "no player writes any more: all seats are regencies, or have resigned"


def hold_if_abandoned(context: TableContext) -> list[str]:
    """Put a game on hold that nobody plays any more; its players and its game master are told. Gives a line if it was."""
    game, clock = context.game, context.clock
    if game.status != "playing" or not is_abandoned(clock.clocks(context.table), context.table):
        return []
    lobby.hold(context.session, game.id, ABANDONED)
    occasion = f"abandoned-{stamp(clock.now)}"
    for seat in lobby.seats(context.session, game.id):
        say = context.page_for(seat.name).words.gettext
        lines = [
            say(Text("The game is on hold: no player has written for some time. The game master decides how it goes on.")),
            say(Text("You can still write: your letter is kept, and read when the game goes on.")),
        ]
        time_notice(context, seat, "time", occasion, topic=say(Text("The game is on hold")), lines=lines)
    tell_gamemaster(context, game, "abandoned", occasion)
    return [f"{game.name}: held, no player writes any more"]
