"""The movements in Events, for the arrows of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.engine.event import Event
from pbem.engine.game.picture import Arrow, Going
from pbem.games.plantagenet.components.box import Lord, LordCard

MOVES = {"marches": ("to", Going.LAND), "intercepts": ("to", Going.LAND), "sails": ("where", Going.SEA)}
"""Events with a `start`: the field with the destination, and how the Lords go."""
ENDS = {"lands": ("locale", Going.SEA), "slips_away": ("where", Going.FLIGHT)}
"""Events that only have the place where a Lord ends."""
WHERE = ("locale", "place", "where", "start", "to")
"""The fields of Events that name a Locale or Sea."""
ROLLED = ("intercept_roll", "intercept_seen")
"""4.3.4 Events that report the result of an Intercept."""
CAMPAIGN, WAR = "campaign_begins", "war_begins"


def newest_campaign(events: Iterable[Event]) -> list[Event]:
    """2.2 The Events since the newest Campaign began: Lords do not move in a Levy."""
    return _since(CAMPAIGN, events)


def this_war(events: Iterable[Event]) -> list[Event]:
    """6.1.2 The Events since the present War of the Roses began, if one did: it is set up afresh."""
    return _since(WAR, events)


def _since(name: str, events: Iterable[Event]) -> list[Event]:
    kept = list(events)
    newest = max((place for place, event in enumerate(kept) if event.name == name), default=0)
    return kept[newest:]


def battles(events: Iterable[Event]) -> set[str]:
    """4.4 Where Battles were fought."""
    return {str(event.data["place"]) for event in events if event.name == "battle_begins"}


def scenes(events: Iterable[Event]) -> tuple[str, ...]:
    """The Locales and Seas in Events, once each."""
    return tuple(dict.fromkeys(str(event.data[key]) for event in events for key in WHERE if event.data.get(key)))


def arrows(events: Iterable[Event], lords: Mapping[Lord, LordCard]) -> tuple[Arrow, ...]:
    """4.3, 4.6.1, 4.8.2 An arrow for each movement, once."""
    trail = _Trail(lords)
    for event in events:
        trail.follow(event)
    return tuple(dict.fromkeys(trail.arrows))


class _Trail:
    """Movements so far. `last` is where Lords are known to be. Failed Intercepts and undone steps are left out."""

    def __init__(self, lords: Mapping[Lord, LordCard]) -> None:
        self.lords = lords
        self.arrows: list[Arrow] = []
        self.last: dict[str, str] = {}

    def follow(self, event: Event) -> None:
        """Adds an Event."""
        data = event.data
        if event.name in MOVES:
            key, going = MOVES[event.name]
            self.arrows.append(Arrow(data["side"], data["start"], data[key], going))
            self.last |= dict.fromkeys(data["lords"], data[key])
        elif event.name in ROLLED and not data["passed"]:
            self._forget({data["lord"]}, data["to"])
        elif event.name == "turns_back":
            self._forget(set(data["lords"]), data["where"])
        elif event.name == "battle_begins":
            self.last |= dict.fromkeys([*data["york"], *data["lancaster"]], data["place"])
        elif event.name in ENDS and data["lord"] in self.last:
            key, going = ENDS[event.name]
            lord = data["lord"]
            self.arrows.append(Arrow(self.lords[lord].side, self.last[lord], data[key], going))
            self.last[lord] = data[key]

    def _forget(self, lords: Iterable[str], end: str) -> None:
        """Removes the newest step of each of these Lords to `end`, which was undone."""
        for side in {self.lords[Lord(lord)].side for lord in lords}:
            newest = [place for place, arrow in enumerate(self.arrows) if (arrow.side, arrow.end) == (side, end)]
            if newest:
                self.last = {lord: at for lord, at in self.last.items() if at != end or self.lords[Lord(lord)].side != side}
                del self.arrows[newest[-1]]
