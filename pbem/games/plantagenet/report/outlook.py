"""5.0 How the Victory Check of this Turn would end now. Everything that it uses is public."""

from __future__ import annotations

from contextlib import suppress

from pbem.engine.copying import copied
from pbem.games.plantagenet.campaign.tides import awards
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.influence import move_marker
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.victory import victory_check
from pbem.games.plantagenet.wars.ending import WarOver
from pbem.i18n import Text


def outlook(s: State, reader: Side | None) -> str:
    """A sentence for `reader` (None: an observer); "" if the game would go on. The coming Tides of War are included, except
    with Hidden Mats, which hide some of their cards. Nothing while the Campaign ends, when they may be over.
    """
    ending = s.phase is Phase.CAMPAIGN and s.cards_played and s.command is None and not any(s.plans.values())
    if s.result is not None or s.sheet.kind == BATTLE_ONLY or ending:
        return ""
    ahead = copied(s)
    if not s.hidden_mats:
        tides(ahead)
    with suppress(WarOver):
        victory_check(ahead)
    if ahead.wars is not None and s.wars is not None and len(ahead.wars.won) > len(s.wars.won):
        return _told(Side(ahead.wars.won[-1]["winner"]), reader, s.hidden_mats)
    return "" if ahead.result is None else _told(ahead.result["winner"], reader, s.hidden_mats)


def tides(s: State) -> None:
    """4.8.1 The Tides of War by the board alone."""
    york, lancaster = (sum(award.points for award in awards(s, side)) for side in Side)
    move_marker(s, lancaster - york)


def _told(winner: Side | None, reader: Side | None, hidden: bool) -> str:
    before = Text("before the Tides of War") if hidden else Text("with the Tides of War")
    if winner is None:
        return Text("As things stand, {before}, the Victory check of this Turn ends in a draw.", before=before)
    if reader is None:
        return Text(
            "As things stand, {before}, {winner} wins at the Victory check of this Turn.",
            before=before,
            winner=winner.title(),
        )
    if winner is reader:
        return Text("As things stand, {before}, you win at the Victory check of this Turn.", before=before)
    return Text("As things stand, {before}, you lose at the Victory check of this Turn.", before=before)
