"""The story of a game in brief: each Turn as a few Events, for the final report.

They have phrases like all Events. They contain nothing that the original Events do not say, so those who may see these may
see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pbem.engine.event import Event
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State

AS_THEY_ARE = (
    *("king_richard", "shaky_allies", "captive_freed", "game_won", "game_drawn"),
    *("heir_lost", "replaced", "arrives", "surrenders", "war_won", "natural_causes", "war_begins"),
)
"""Events that are reported unchanged."""
REPLACED = "replaced"
BEHIND_A_BATTLE = ("4.2", "4.7", "4.8")
"""What comes after the Aftermath: the next Command card, Feed, the end of the Campaign."""
FATES = {
    "lord_removed": "dead",
    "king_captured": "captured",
    "exile": "exile",
    "slips_away": "away",
    "disbands": "disbanded",
}
"""The fates of Lords; if a Lord has two, the earlier here counts."""


def brief(start: State, turns: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """The Events of each Turn in brief; for a Battle without a map, of each Round. `start` is the position before them."""
    if start.sheet.kind == BATTLE_ONLY:
        return [list(_round(events)) for events in turns]
    favour, brief_turns = dict(start.favour), list[list[Event]]()
    for events in turns:
        before = dict(favour)
        _follow(favour, events)
        brief_turns.append(
            [*_before_the_balance(events), *_changes_of_favour(before, favour), *_balance(events), *_end(events)]
        )
        favour = _laid_out_anew(events) or favour
    return brief_turns


def _laid_out_anew(events: Sequence[Event]) -> dict[Locale, Side] | None:
    """6.1.2 The Favour at a War's set-up, if these Events end with one."""
    laid = [event.data["favour"] for event in events if event.name == "war_begins"]
    return {Locale(locale): Side(side) for locale, side in laid[-1].items()} if laid else None


def _before_the_balance(events: Sequence[Event]) -> Iterator[Event]:
    fights = list(battles(events))
    elsewhere = [event for event in events if not any(event in fight.events for fight in fights)]
    yield from _cards(events)
    yield from _mustered(events)
    yield from (fight.in_brief() for fight in fights)
    yield from _fates_of(elsewhere)
    yield from _pillaged(events)


# Arts of War, Muster, Pillage


def _cards(events: Sequence[Event]) -> Iterator[Event]:
    drawn, played = (
        [EventOf(event.data["card"]) for event in events if event.name == name] for name in ("event_drawn", "event_played")
    )
    if drawn or played:
        yield Event("3.1.3", "brief_events", {"drawn": drawn, "played": played})


def _mustered(events: Sequence[Event]) -> Iterator[Event]:
    lords = list(dict.fromkeys(event.data["lord"] for event in events if event.name == "musters"))
    if lords:
        yield Event("3.4.2", "brief_mustered", {"lords": lords})


def _pillaged(events: Sequence[Event]) -> Iterator[Event]:
    locales = list(dict.fromkeys(event.data["locale"] for event in events if event.name == "pillages"))
    if locales:
        yield Event("3.2.1", "brief_pillaged", {"locales": locales})


# Battles


@dataclass(frozen=True)
class Fight:
    """A Battle: the Events from its beginning to its Aftermath."""

    events: tuple[Event, ...]

    def in_brief(self) -> Event:
        """4.4 Who fought where, how long, who won, and the losses."""
        begins = self.events[0].data
        ends = self.named("battle_ends")
        routed = Counter(event.data["side"] for event in self.named("unit_routs"))
        data = {
            "place": begins["place"],
            "attacker": begins["attacker"],
            "york": begins["york"],
            "lancaster": begins["lancaster"],
            "rounds": len(self.named("round_begins")),
            "winner": ends[0].data["winner"] if ends else None,
            "routed": {side.value: routed[side] for side in Side},
            "lost": sum(not event.data["saved"] for event in self.named("losses")),
            "fled": [event.data["lord"] for event in self.named("flees")],
            "fates": fates(self.events),
        }
        return Event("4.4", "brief_battle", data)

    def named(self, name: str) -> list[Event]:
        """Those of its Events that have this name."""
        return [event for event in self.events if event.name == name]


def battles(events: Sequence[Event]) -> Iterator[Fight]:
    """4.4 The Battles in the Events."""
    for place, event in enumerate(events):
        if event.name == "battle_begins":
            yield Fight((event, *takewhile(_of_the_battle, events[place + 1 :])))


def _of_the_battle(event: Event) -> bool:
    return event.name != "battle_begins" and not event.rule.startswith(BEHIND_A_BATTLE)


# Lords


def fates(events: Iterable[Event]) -> dict[str, list[str]]:
    """The fates of Lords, by kind: dead, captured, exile, away, disbanded; shipwrecked and removed ones separately."""
    of_lord: dict[str, str] = {}
    for event in events:
        fate = _fate(event)
        if fate and _weight(fate) <= _weight(of_lord.get(event.data["lord"], "")):
            of_lord[event.data["lord"]] = fate
    by_kind: dict[str, list[str]] = {}
    for lord, fate in of_lord.items():
        by_kind.setdefault(fate, []).append(lord)
    return by_kind


def _fate(event: Event) -> str:
    if event.name == "lord_removed":
        return "" if event.data["status"] == REPLACED else str(event.data["status"])
    if event.name == "disbands" and event.data["exile"]:
        return FATES["exile"]
    return FATES.get(event.name, "")


def _weight(fate: str) -> int:
    """The index of a fate in FATES; leaving the game weighs most, no fate least."""
    known = list(FATES.values())
    return known.index(fate) if fate in known else len(known) if not fate else 0


def _fates_of(events: Sequence[Event]) -> Iterator[Event]:
    if by_kind := fates(events):
        yield Event("1.5.1", "brief_lords", {"fates": by_kind})


# Favour and Influence


def _follow(favour: dict[Locale, Side], events: Iterable[Event]) -> None:
    """1.3.1 Updates the Favour markers by the Events."""
    for event in events:
        if event.name == "favour":
            locale, side = Locale(event.data["locale"]), event.data["side"]
            favour.pop(locale, None)
            if side is not None:
                favour[locale] = Side(side)


def _changes_of_favour(before: Mapping[Locale, Side], after: Mapping[Locale, Side]) -> Iterator[Event]:
    changed = [locale for locale in {**before, **after} if before.get(locale) is not after.get(locale)]
    if changed:
        to: dict[str, list[str]] = {
            side.value if side else "": [locale for locale in changed if after.get(locale) is side] for side in (*Side, None)
        }
        yield Event("1.3.1", "brief_favour", {"york": to["york"], "lancaster": to["lancaster"], "neutral": to[""]})


def _balance(events: Iterable[Event]) -> Iterator[Event]:
    """1.4.1 The gains and losses of each side, by reason, the largest first."""
    points: Counter[tuple[str, str]] = Counter()
    for event in events:
        if event.name == "influence":
            points[Side(event.data["side"]).value, event.data["why"]] += event.data["points"]
    for side in Side:
        changes = {why: number for (of, why), number in points.items() if of == side}
        if changes:
            reasons = [[why, changes[why]] for why in sorted(changes, key=lambda why: (-abs(changes[why]), why))]
            data = {"side": side.value, "reasons": reasons, "sum": sum(changes.values())}
            yield Event("1.4.1", "brief_influence", data)


def _end(events: Iterable[Event]) -> Iterator[Event]:
    return (event for event in events if event.name in AS_THEY_ARE)


# 6.0 Bosworth


def _round(events: Sequence[Event]) -> Iterator[Event]:
    routed = Counter(event.data["side"] for event in events if event.name == "unit_routs")
    lords = [event.data["lord"] for event in events if event.name == "lord_routs"]
    fled = [event.data["lord"] for event in events if event.name == "flees"]
    data = {"york": routed[Side.YORK], "lancaster": routed[Side.LANCASTER], "lords": lords, "fled": fled}
    yield Event("4.4.2", "brief_round", data)
    yield from _end(events)
