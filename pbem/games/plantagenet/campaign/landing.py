"""Held Events just after a move to a Port: Rebel Supply Depot (l28), Surprise Landing (l33)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Split
from pbem.games.plantagenet.components.assets import add_asset
from pbem.games.plantagenet.components.board import Locale, Way
from pbem.games.plantagenet.components.box import PROVENDER, Lord
from pbem.games.plantagenet.components.held import offer, spend_held
from pbem.games.plantagenet.components.state import State, command_of, locale_of, place_of, side_of
from pbem.games.plantagenet.components.subjects import Coming, Landing
from pbem.i18n import Text

DEPOT = "3.1.3 depot"
DEPOT_PROVENDER = 4


async def rebel_supply_depot(s: State, movers: Sequence[Lord], port: Locale) -> None:
    """l28 Rebel Supply Depot: Lords who have moved to a Port share out four Provender and skip this card's Feed (R103).

    Ruling: an Approach at the Port is settled first, and only those of the movers who are still there have a share.

    Ruling: whoever plays it after a first Highway has ended the March there.
    """
    movers = [lord for lord in movers if locale_of(s, lord) == port]
    if not movers or not s.board.locales[port].port:
        return
    side = side_of(s, movers[0])
    card = await offer(s, side, "after_march_or_sail", Coming((movers[0],), port))
    if card is None:
        return
    spend_held(s, card)
    if s.readings.depot_ends_march:
        command_of(s).second_leg = []
    limits = {str(lord): DEPOT_PROVENDER for lord in movers}
    prompt = Text(
        "Rebel Supply Depot: which of your Lords take the {depot_provender} Provender?", depot_provender=DEPOT_PROVENDER
    )
    shape = Split(lambda: limits, DEPOT_PROVENDER)
    shares = await Decision(side, DEPOT, movers[0], prompt, shape, lambda: {movers[0]: DEPOT_PROVENDER})
    for lord, number in shares.items():
        add_asset(s, Lord(lord), PROVENDER, number, "3.1.3")
    command_of(s).depot += movers


async def surprise_landing(s: State, lord: Lord) -> None:
    """l33 Surprise Landing: right after a Sail to a Port, a free March action. It cannot use a Path, so it is useless where
    no other Way leads out.
    """
    here = place_of(s, lord)
    if all(way is Way.PATH for way in s.board.ways[here].values()):
        return
    card = await offer(s, side_of(s, lord), "after_sail", Landing((lord,), here))
    if card is not None:
        spend_held(s, card)
        command_of(s).free_march = True
