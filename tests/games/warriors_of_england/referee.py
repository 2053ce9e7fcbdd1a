"""A second reading of the rules: what is open to a side, and what dice come to, worked out from the rulebook alone.

Of the position it looks at where Nobles are, whose, with how many Troops, at control and at the Initiative; of impulses,
plays, Aggressors, commanders, misses and trials it keeps books of its own. None of the code that plays is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from pbem.engine.event import Event
from pbem.games.warriors_of_england.components.board import Area, CounterSide, NobleId, Side
from pbem.games.warriors_of_england.components.state import State

LONDON, HENRY = Area("london"), NobleId("henry_vi")
COLOURS = {Side.LANCASTER: "lancaster", Side.YORK: "york"}
PASSABLE = {"clear": 2, "obstructed": 1, "sea": 1}
FLIGHT = {1: "killed", 2: "killed", 3: "box", 4: "killed", 5: "box", 6: "exile"}


class Referee:
    """Follows a game by its answers and Events."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.left = dict.fromkeys(Side, 0)
        self.aggressor: dict[Area, Side] = {}
        self.commander: dict[Side, NobleId] = {}
        self.here, self.attacker, self.missed = LONDON, Side.YORK, 0
        self.tried: set[str] = set()
        self.last: Side | None = None
        self.london: Side | None = None

    # Nobles

    def up(self, noble: str) -> CounterSide:
        """2.2.1 The side of a counter that shows."""
        counter = self.s.board.nobles[NobleId(noble)]
        return counter.face if self.s.nobles[NobleId(noble)].shown == "face" else counter.reverse

    def rank(self, noble: str) -> int:
        """14.0 The stars that count for intrigue, control, Levy and London."""
        infirm = noble == HENRY and self.s.nobles[HENRY].shown == "reverse"
        return 0 if infirm else self.up(noble).stars

    def at(self, area: str, side: Side) -> list[NobleId]:
        """A side's Nobles somewhere."""
        return [noble for noble, each in self.s.nobles.items() if each.at == area and each.by is side]

    def units(self, nobles: list[NobleId]) -> int:
        """2.2.2 Nobles and Troops."""
        return len(nobles) + sum(self.s.nobles[noble].troops for noble in nobles)

    def is_open(self, area: str, side: Side) -> bool:
        """6.2 Not a Foreign Area of the enemy's."""
        return self.s.board.areas[Area(area)].faction in (None, side)

    def crown_areas(self, side: Side) -> set[str]:
        """3.0, 11.2 Any region with a friendly Noble, or a Friendly Foreign Area."""
        areas = self.s.board.areas.items()
        return {area for area, place in areas if place.faction is side or (place.faction is None and self.at(area, side))}

    # What is open

    def campaigns(self, side: Side) -> set[str]:
        """6.1, 6.2 All campaigns, and to pass."""
        found = {"pass"}
        for area, ways in self.s.board.borders.items():
            nobles = [noble for noble in self.at(area, side) if self.rank(noble)]
            free = len(self.at(area, side)) - len(self.at(area, side.enemy))
            for to, border in ways.items():
                for number in range(1, PASSABLE[border] + 1):
                    if number <= free and self.is_open(to, side):
                        found |= {f"march {' '.join(group)} {to}" for group in permutations(nobles, number)}
        return found

    def intrigues(self, side: Side) -> dict[str, int]:
        """7.2 Whom a side can turn, with the highest die that does it."""
        mine, found = self.rank(self.commander[side]), {}
        for noble in self.at(self.here, side.enemy):
            die = mine - self.up(noble).stars - (self.up(noble).colour == COLOURS[side.enemy])
            if die > 0:
                found[str(noble)] = die
        return found

    def withdrawals(self, side: Side) -> set[str]:
        """7.6 To where no enemy is; as many as can."""
        nobles, found = self.at(self.here, side), set()
        for to, border in self.s.board.borders[self.here].items():
            if self.is_open(to, side) and not self.at(to, side.enemy):
                limit = PASSABLE[border]
                groups = combinations(nobles, limit) if len(nobles) > limit else [()]
                found |= {" ".join(["withdraw", to, *group]) for group in groups}
        return found

    def levied(self, area: str, side: Side) -> set[str]:
        """9.0 Who has fewest of those who can lead more."""
        room = [noble for noble in self.at(area, side) if self.s.nobles[noble].troops < 2 * self.up(noble).stars]
        fewest = min((self.s.nobles[noble].troops for noble in room), default=0)
        return {noble for noble in room if self.s.nobles[noble].troops == fewest}

    def drafts(self, side: Side) -> set[str]:
        """11.1 One's own colour, else neutral ones, else the enemy's."""
        drawn = [noble for noble, each in self.s.nobles.items() if each.at == "drawn"]
        for colour in (COLOURS[side], "neutral"):
            if of_colour := [noble for noble in drawn if self.s.board.nobles[noble].face.colour == colour]:
                return {f"take {noble}" for noble in of_colour}
        return {f"{word} {noble}" for noble in drawn for word in ("give", "return")}

    def places(self, side: Side) -> set[str]:
        """11.2 Out of the Covert Box, home or by the crown; or nobody."""
        found = {"place none"}
        for noble, each in self.s.nobles.items():
            if each.at == f"covert_{side}":
                crown = self.s.board.nobles[noble].home == "crown"
                found |= {f"place {noble} {area}" for area in self.crown_areas(side)} if crown else {f"place {noble}"}
        return found

    # What happens

    def happens(self, event: Event) -> Iterator[str]:
        """Follow an Event; gives what is wrong with it."""
        step = getattr(self, f"_{event.name}", None)
        if step is not None:
            yield from step(event.data)

    def _initiative(self, data: dict[str, object]) -> Iterator[str]:
        """5.0 The higher die, or who did not have it; the lower one and 1."""
        dice = data["dice"]
        assert isinstance(dice, dict)
        one, other = dice[Side.LANCASTER], dice[Side.YORK]
        tied = self.last.enemy if self.last else Side.YORK
        winner = tied if one == other else Side.LANCASTER if one > other else Side.YORK
        if (data["side"], data["value"]) != (winner, min(one, other) + 1):
            yield f"initiative {data}"
        self.last = winner
        self.left = {winner: min(one, other) + 1, winner.enemy: min(one, other)}

    def moves(self, side: Side, to: str) -> None:
        """6.3 Whether somebody becomes the Aggressor, before they arrive."""
        if self.at(to, side.enemy) and not self.at(to, side) and to not in self.aggressor:
            self.aggressor[Area(to)] = side

    def _battle_begins(self, data: dict[str, str]) -> Iterator[str]:
        self.here, self.missed, self.commander = Area(data["at"]), 0, {}
        self.attacker = self.aggressor.get(self.here, Side.YORK)
        if data["aggressor"] != self.attacker:
            yield f"{data['aggressor']} is the Aggressor in {self.here}"

    def _commands(self, data: dict[str, str]) -> Iterator[str]:
        self.commander[Side(data["side"])] = NobleId(data["noble"])
        yield from ()

    def _intrigue(self, data: dict[str, object]) -> Iterator[str]:
        die, needed = data["die"], data["needed"]
        assert isinstance(die, int)
        assert isinstance(needed, int)
        if data["turned"] is not (die <= needed):
            yield f"intrigue {data}"

    def _attacks(self, data: dict[str, object]) -> Iterator[str]:
        """7.3 As many dice as units, Leadership at most; the better Battle is added; 6 hits."""
        side, dice = Side(str(data["side"])), data["dice"]
        assert isinstance(dice, list)
        mine, theirs = (self.up(self.commander[each]) for each in (side, side.enemy))
        bonus = max(0, mine.battle - theirs.battle)
        number = min(self.units(self.at(self.here, side)), mine.leadership)
        hits = sum(die + bonus > 5 for die in dice)
        if (len(dice), data["bonus"], data["hits"]) != (number, bonus, hits):
            yield f"attack {data}: {number} dice, {bonus} more"
        if side is self.attacker and data["of"] == "round":
            self.missed = 0 if hits else self.missed + 1
        self.read_london()

    def read_london(self) -> None:
        """7.5, ruling J7 Who controls London for the Flight rolls to come: only with a 3-star Noble there (8.0.8)."""
        holder = self.s.control.get(LONDON)
        holds = holder is not None and any(self.rank(noble) == 3 for noble in self.at(LONDON, holder))
        self.london = holder if holds else None

    def _flight(self, data: dict[str, object]) -> Iterator[str]:
        """7.5 The Flight Table; from 4 on to the Tower, if the opponent controls London."""
        die, side = data["die"], Side(str(data["side"]))
        assert isinstance(die, int)
        if data["outcome"] != ("tower" if die > 3 and self.london is side.enemy else FLIGHT[die]):
            yield f"flight {data}, London is of {self.london}"

    def _withdraws(self, _data: dict[str, object]) -> Iterator[str]:
        self.read_london()
        yield from ()

    def _forced(self, _data: dict[str, str]) -> Iterator[str]:
        self.read_london()
        if self.missed < 3:
            yield f"forced after {self.missed} misses"

    def _goes_on(self, _data: dict[str, str]) -> Iterator[str]:
        self.missed = 0
        yield from ()

    def _tries(self, data: dict[str, object]) -> Iterator[str]:
        """8.0 The highest rank of those who are not disgraced, nobody of whom is at home."""
        area, side = Area(str(data["area"])), Side(str(data["side"]))
        fit = [noble for noble in self.at(area, side) if not self.s.nobles[noble].disgraced]
        at_home = any(self.s.board.nobles[noble].home == area for noble in fit)
        if at_home or area == LONDON or data["rank"] != max(map(self.rank, fit)):
            yield f"control {data}"
        self.aggressor.clear()

    def _gains(self, data: dict[str, str]) -> Iterator[str]:
        area, side = Area(data["area"]), Side(data["side"])
        fit = [noble for noble in self.at(area, side) if not self.s.nobles[noble].disgraced]
        royal = area == LONDON and max(map(self.rank, fit)) == 3
        if not royal and (area == LONDON or not any(self.s.board.nobles[noble].home == area for noble in fit)):
            yield f"control {data} without a roll"

    def _trial(self, data: dict[str, object]) -> Iterator[str]:
        self.tried.add(str(data["noble"]))
        if len(self.tried) > self.s.value - 2 or self.s.control.get(LONDON) != data["side"]:
            yield f"trial {data}"

    def _drawn(self, data: dict[str, list[str]]) -> Iterator[str]:
        self.tried.clear()
        self.aggressor.clear()
        if self.last is not None:
            self.left = {self.last: self.s.value, self.last.enemy: self.s.value - 1}
        if len(data["nobles"]) > (4 if self.last else 5):
            yield f"drawn {data}"

    def _set_up(self, _data: dict[str, str]) -> Iterator[str]:
        """3.0 Where both stand York is the Aggressor."""
        for area in self.s.board.regions:
            if self.at(area, Side.LANCASTER) and self.at(area, Side.YORK):
                self.aggressor[area] = Side.YORK
        yield from ()

    def _scores(self, data: dict[str, dict[Side, int]]) -> Iterator[str]:
        """12.0 The regions' VP, and 1 less for each Noble abroad."""
        for side in Side:
            held = sum(place.points for area, place in self.s.board.regions.items() if self.s.control.get(area) is side)
            abroad = [area for area, place in self.s.board.areas.items() if place.faction is side]
            if data["gained"][side] != held - sum(len(self.at(area, side)) for area in abroad):
                yield f"{side} scores {data['gained'][side]}"
