"""What many random games showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pbem.engine.log.entry import Entry
from pbem.lab.fuzz.reach import Reach, Reachable

SHOWN = 20
"""The number of failures that are listed one by one."""
EVERYWHERE = "any scenario"


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong: its seed, setup and policy, what was found, and the log up to there."""

    seed: str
    scenario: str
    policy: str
    problem: str
    log: tuple[Entry, ...]
    options: str = ""

    def __str__(self) -> str:
        how = " ".join(filter(None, [self.scenario, self.policy, self.options]))
        return f"FAILURE seed {self.seed} ({how}), after {len(self.log)} entries: {self.problem}"


@dataclass(slots=True)
class FuzzReport:
    """What many games showed. `known` is by scenario what can be reached, `reaches` what was reached."""

    games: int = 0
    decisions: int = 0
    lines: int = 0
    twins: int = 0
    worlds: int = 0
    previews: int = 0
    orders: int = 0
    hands: int = 0
    acts: int = 0
    offers: int = 0
    restored: int = 0
    longest: int = 0
    longest_seed: str = ""
    failures: list[Failure] = field(default_factory=list)
    reaches: dict[str, Reach] = field(default_factory=dict)
    known: dict[str, Reachable] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.failures

    @property
    def reach(self) -> Reach:
        """What was reached in all scenarios together."""
        together = Reach()
        for reach in self.reaches.values():
            together.add(reach)
        return together

    def add(self, other: FuzzReport) -> None:
        """Take in the report of other games."""
        counted = ("decisions", "acts", "offers", "lines", "twins", "worlds", "previews", "orders", "hands", "restored")
        for name in ("games", *counted):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.failures += other.failures
        self.note_length(other.longest, other.longest_seed)
        for scenario, reach in other.reaches.items():
            self.reaches.setdefault(scenario, Reach()).add(reach)

    def note_length(self, entries: int, seed: str) -> None:
        """A game with this number of entries."""
        if entries > self.longest:
            self.longest, self.longest_seed = entries, seed

    def summary(self) -> str:
        """The report for people."""
        reach = self.reach
        kinds = ", ".join(f"{number} {kind}" for kind, number in reach.kinds.most_common())
        acts = f" and {self.acts} acts of seats that were not asked" if self.acts else ""
        offers = f", {self.offers} offers of players and answers to them" if self.offers else ""
        lines = [
            f"questions: {_counted(reach.questions)}",
            f"rolls: {_counted(reach.rolls)}",
            f"events: {_counted(reach.events)}",
            *(_things(scenario, each) for scenario, each in self.reaches.items()),
            *(f"never chosen for {key}: {', '.join(left)}" for key, left in reach.never_chosen().items()),
            *self._never_reached(),
            *self._failures(),
            f"entries: {kinds}",
            f"{self.lines} answers written as lines and read back, {self.twins} secret answers hidden from the other seats, "
            f"{self.worlds} letters and {self.previews} previews the same in worlds that differ in secrets only, "
            f"{self.orders} standing orders written and read back, "
            f"{self.hands} answers with the same consequences whatever the other seats hold, "
            f"{self.restored} times the same game restored from its log",
            f"longest: {self.longest} entries, seed {self.longest_seed}",
            f"{self.games} games, {self.decisions} decisions{acts}{offers}; {len(self.failures)} failures",
        ]
        return "\n".join(lines)

    def _known(self) -> Reachable:
        """What can be reached in all scenarios together."""
        first, *others = self.known.values()
        things = dict.fromkeys(thing for known in [first, *others] for thing in known.things)
        return first.with_things(things)

    def _never_reached(self) -> Iterator[str]:
        for scenario, reach in self.reaches.items() if len(self.reaches) > 1 else ():
            yield from _never(scenario, self.known[scenario], reach)
        yield from _never(EVERYWHERE, self._known(), self.reach)

    def _failures(self) -> Iterator[str]:
        yield from map(str, self.failures[:SHOWN])
        if len(self.failures) > SHOWN:
            kinds = Counter(failure.problem.strip().splitlines()[-1] for failure in self.failures)
            yield from (f"{number} games: {problem}" for problem, number in kinds.most_common())


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counter.items())) or "none"


def _things(scenario: str, reach: Reach) -> str:
    """Turns and ends, and in how many games; of the cards only those that never came are named, later."""
    things_reached = {thing: number for thing, number in reach.things.items() if thing.startswith(("Turn ", "end: "))}
    return f"reached in {scenario}: {_counted(Counter(things_reached))}"


def _never(where: str, known: Reachable, reach: Reach) -> Iterable[str]:
    return [f"{what} never reached in {where}: {', '.join(left) or 'none'}" for what, left in known.never(reach).items()]
