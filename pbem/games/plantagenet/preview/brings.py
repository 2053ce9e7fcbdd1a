"""4.7 The automatic consequences of a Command: Feed at the end of the card, with Pillage or Disband."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.game.forecast import Forecast, paid
from pbem.engine.phrase import read_one
from pbem.games.plantagenet.campaign.command import COMMAND, FORMS, can_act
from pbem.games.plantagenet.campaign.march import March
from pbem.games.plantagenet.campaign.sail import Sail
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy.pillage import FEED, PAY, PILLAGE, price_of
from pbem.games.plantagenet.preview.facts_levy import of_pillage
from pbem.games.plantagenet.preview.facts_upkeep import to_feed
from pbem.games.plantagenet.preview.forecast_words import name
from pbem.i18n import Text


def brings(
    s: State, seat: Seat, decision: Decision, answer: Json, events: Sequence[Event], asked: Sequence[Decision]
) -> Forecast:
    """The cost of Feed after an answer: as it was, as it would be if the card ended there, or as it will be, by who
    Pillages. (A chosen Pillage has a forecast of its own.)
    """
    side = Side(seat)
    costs = [event for event in events if event.data.get("side") == side and event.rule in (FEED.rule, PAY.rule)]
    if decision.key == PILLAGE:
        return Forecast()
    lines = [*_fed(s, costs)]
    moves = decision.key == COMMAND and isinstance(read_one(FORMS, answer), March | Sail)
    if moves and s.command is not None and s.command.side is side and can_act(s, s.command.lord):
        lines += list(to_feed(s, side))
    lines += [Text("at Feed: {line}", line=line) for each in asked if each.key == PILLAGE for line in of_pillage(s, each)]
    lost = -sum(int(event.data["points"]) for event in costs if event.name == "influence")
    return Forecast(paid(Influence=lost), tuple(lines))


def _fed(s: State, events: Sequence[Event]) -> Iterator[str]:
    """4.7 What Feed has cost."""
    price = 0
    for event in events:
        lord = event.data.get("lord", "")
        match event.name:
            case "influence":
                price = -int(event.data["points"])
            case "pillages":
                who, place = name(s, lord), name(s, event.data["locale"])
                row = s.board.row(Locale(event.data["locale"]))
                costs, coin, provender = price_of(row), row.pillage_coin, row.pillage_provender
                yield (
                    Text(
                        "at Feed {who} is {short} and Pillages, which costs {costs} Influence, brings {coin} Coin and "
                        "{provender} Provender; {place} is Exhausted and turns to the Enemy, its neighbours shift a "
                        "level toward him",
                        who=who,
                        short=FEED.short,
                        costs=costs,
                        coin=coin,
                        provender=provender,
                        place=place,
                    )
                )
            case "disbands":
                yield Text(
                    "at Feed {lord} is {short} and Disbands, which costs {price} Influence",
                    lord=name(s, lord),
                    short=FEED.short,
                    price=price,
                )
