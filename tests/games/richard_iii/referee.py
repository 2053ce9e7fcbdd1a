"""A second reading of the rules: what is open to a side, worked out from the rulebook and from what has happened alone.

Of the position it looks at where blocks are, with how many steps, at King and Pretender, and at cards; of the moves of a
turn, of borders, attackers, Reserves, turns and rolls it keeps books of its own. None of the code that plays is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from pbem.engine.event import Event
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.options import (
    Charge,
    Fire,
    Hold,
    Main,
    March,
    Recruit,
    Regroup,
    Retreat,
    Sail,
    Turn,
)
from pbem.games.richard_iii.components.state import State

LIMITS = {"yellow": 4, "blue": 3, "red": 2}
NEVER_AT_SEA = ("scots_mercenary_l", "welsh_mercenary_l", "rebel")
WITH_SEA = ("piracy", "surprise", "treason")
SPECIAL = {"cornwall": "exeter_l", "dorset": "somerset_l", "pembroke": "richmond_l"}
"""2.2 Shields of one Lancastrian heir, which the others use when that one is dead."""
HOUSES = {"lancaster": ("lancaster", "lincoln"), "york": ("south_yorks", "hereford", "rutland")}
NEVILLES = ("warwick", "salisbury", "kent")
Path = tuple[Area, ...]
Choice = tuple[str, ...]


@dataclass
class Moves:
    """5.0 What one player has done in their actions."""

    crossed: Counter[frozenset[Area]] = field(default_factory=Counter)
    paid: set[Area] = field(default_factory=set)
    free: Counter[tuple[Area, Area]] = field(default_factory=Counter)
    spent: int = 0
    recruits: bool = False


@dataclass
class Fight:
    """6.0 A battle: who is engaged and who in Reserve, who has acted, who has rolled, what has been crossed."""

    where: Area
    attacker: Side
    engaged: dict[Side, list[BlockId]]
    reserve: dict[Side, list[BlockId]]
    round: int = 0
    acted: set[BlockId] = field(default_factory=set)
    rolled: set[str] = field(default_factory=set)
    turned: set[BlockId] = field(default_factory=set)
    crossed: Counter[Area] = field(default_factory=Counter)


class Referee:
    """Follows one turn by its answers and Events, and says what is open."""

    def __init__(self, s: State) -> None:
        self.s, self.fight = s, None
        self.king, self.pretender = s.king, s.pretender
        self.new_turn()

    fight: Fight | None

    def new_turn(self) -> None:
        """1.2 Nobody has moved."""
        self.moves = {side: Moves() for side in Side}
        self.gone: set[BlockId] = set()
        self.entries: list[tuple[Side, str, Area]] = []
        self.came: dict[BlockId, str] = {}
        self.attackers: dict[Area, Side] = {}
        self.main: dict[Area, str] = {}
        self.sailed: dict[BlockId, str] = {}
        self.reserves: set[BlockId] = set()

    # Where blocks are

    def side(self, block: BlockId) -> Side:
        """3.26 The Rebel fights for the Pretender."""
        return self.s.board.blocks[block].side or self.s.king_side.enemy

    def here(self, area: Area, side: Side) -> list[BlockId]:
        """The upright blocks of a side in an area."""
        blocks = self.s.blocks.items()
        return [b for b, piece in blocks if piece.at == area and not piece.face_down and self.side(b) is side]

    def everybody(self, area: Area) -> list[BlockId]:
        """The upright blocks of both sides in an area."""
        return [block for side in Side for block in self.here(area, side)]

    def status(self, area: Area, side: Side) -> str:
        """2.1 What an area is to a side."""
        mine, theirs = bool(self.here(area, side)), bool(self.here(area, side.enemy))
        return {(True, False): "friendly", (False, True): "enemy", (True, True): "contested"}.get((mine, theirs), "vacant")

    def is_open(self, area: Area, side: Side) -> bool:
        """2.1, 2.7 Friendly or vacant, and not the enemy's exile."""
        return self.status(area, side) in ("friendly", "vacant") and self.s.board.areas[area].exile is not side.enemy

    def heirs(self, blocks: list[BlockId]) -> list[BlockId]:
        """3.21 The heirs among blocks, the senior first."""
        facts = self.s.board.blocks
        return sorted((b for b in blocks if facts[b].kind is Kind.HEIR), key=lambda b: facts[b].rank)

    def is_dead(self, person: str) -> bool:
        """Whether nobody of this name is in the game any more."""
        return all(self.s.blocks[b].at == "removed" for b in self.s.blocks if b.rpartition("_")[0] == person)

    # 5.0 Actions

    def actions(self, side: Side) -> set[Choice]:
        """5.0 All that a player can do, but to end: marches with each way, sails with each sea."""
        s, moves = self.s, self.moves[side]
        card = s.cards[side]
        if card in ("muster", "plague"):
            return set()
        left = s.board.cards[card].ap - moves.spent
        found: set[Choice] = set()
        for block in (b for area in s.board.areas for b in self.here(area, side) if not moves.recruits):
            start = s.blocks[block].at
            if left or start in moves.paid:
                found |= {("march", block, path[-1], *path[1:-1]) for path in self.paths(block)}
            found |= {("sail", block, to, sea) for sea, to in self.sails(block, left)}
        for area, border in self.main.items():
            others = {start for who, start, to in self.entries if (who, to) == (side, area)} - {border}
            found |= {("main", area, other) for other in others if self.attackers[area] is side and other in s.board.areas}
        if left and not s.board.cards[card].is_event:
            found |= {("recruit", block, area) for block, area in self.recruits(side)}
        return found

    def may_leave(self, block: BlockId) -> bool:
        """5.2, 5.22 Who has not moved, and is not one of those who are pinned."""
        side, at = self.side(block), self.s.blocks[block].at
        if block in self.gone:
            return False
        if side is self.s.p1 or self.attackers.get(at) is not side.enemy:
            return True
        pinning = [b for b in self.here(at, side.enemy) if b not in self.reserves]
        return len([b for b in self.here(at, side) if b not in self.gone]) > len(pinning)

    def paths(self, block: BlockId) -> list[Path]:
        """5.2 All ways of a block."""
        far = {"force_march": 3, "piracy": 0}.get(self.s.cards[self.side(block)], 2)
        return list(self._ways(block, (self.s.blocks[block].at,), far)) if self.may_leave(block) else []

    def _ways(self, block: BlockId, path: Path, left: int) -> Iterator[Path]:
        side, here, start = self.side(block), path[-1], path[0]
        for there, border in self.s.board.borders[here].items():
            limit = LIMITS[border.colour] + (self.s.cards[side] == "surprise")
            theirs = {(here, there), (there, here)} & {(to, origin) for who, origin, to in self.entries if who is not side}
            barred = (
                not left
                or there in path[-2:-1]
                or self.s.board.areas[there].exile is side.enemy
                or self.moves[side].crossed[frozenset((here, there))] >= limit
                or any(to == start for to, _ in theirs)
            )
            foe = self.status(there, side) in ("enemy", "contested")
            if barred or (foe and not self._may_attack(side, here, there)):
                continue
            yield (*path, there)
            if not foe and border.colour != "red":
                yield from self._ways(block, (*path, there), left - 1)

    def _may_attack(self, side: Side, here: Area, there: Area) -> bool:
        """6.3 Over three borders, or two into a battle of the other player's."""
        over = {start for who, start, to in self.entries if (who, to) == (side, there)} & set(self.s.board.areas)
        return here in over or len(over) < (2 if self.attackers.get(there) is side.enemy else 3)

    def sails(self, block: BlockId, left: int) -> Iterator[tuple[str, Area]]:
        """5.3 Where a block can sail, and over which sea."""
        s, side, start = self.s, self.side(block), self.s.blocks[block].at
        card, areas = s.cards[side], s.board.areas
        if s.board.blocks[block].kind is Kind.LEVY or block in NEVER_AT_SEA or not self.may_leave(block):
            return
        if s.board.cards[card].is_event and card not in WITH_SEA:
            return
        for sea in areas[start].coast:
            for to, place in areas.items():
                calm = self.is_open(to, side)
                if to == start or sea not in place.coast or place.exile is side.enemy or not (calm or card == "piracy"):
                    continue
                if left or (calm and self.moves[side].free[start, to]):
                    yield sea, to

    def recruits(self, side: Side) -> Iterator[tuple[BlockId, Area]]:
        """5.4 Who can come out of the pool, and where."""
        areas = self.s.board.areas
        for block, piece in self.s.blocks.items():
            if piece.at != "pool" or piece.face_down or self.side(block) is not side:
                continue
            kind, homes = self.s.board.blocks[block].kind, self.s.board.blocks[block].homes
            for area, place in areas.items():
                status = self.status(area, side)
                at_home = area in homes and self.is_open(area, side)
                crowned = place.crown and self.is_open(area, side)
                fits = {
                    Kind.BOMBARD: bool(place.city) and status == "friendly",
                    Kind.REBEL: status == "vacant" and place.exile is None,
                    Kind.HEIR: crowned if side is self.s.king_side else place.exile is side,
                }
                if fits.get(kind, at_home):
                    yield block, area

    def act(self, side: Side, answer: str, path: Path = ()) -> None:
        """5.0 A player has done this, marching by this path."""
        moves, free_of_ap = self.moves[side], self.s.cards[side] == "muster"
        if (march := March.fits(answer)) is not None:
            if path[0] not in moves.paid and not free_of_ap:
                moves.paid.add(path[0])
                moves.spent += 1
            moves.crossed.update(frozenset(step) for step in pairwise(path))
            self._comes(march.block, path[-2], path[-1])
        elif (sail := Sail.fits(answer)) is not None:
            self._sails(side, sail)
        elif (recruit := Recruit.fits(answer)) is not None:
            moves.spent += 1
            moves.recruits = True
            self.gone.add(recruit.block)
        elif (main := Main.fits(answer)) is not None:
            self.main[main.area] = main.border
            for block in self.here(main.area, side):
                if block in self.came:
                    (self.reserves.discard if self.came[block] == main.border else self.reserves.add)(block)

    def _sails(self, side: Side, sail: Sail) -> None:
        moves, start, areas = self.moves[side], self.s.blocks[sail.block].at, self.s.board.areas
        sea = sail.zone or next(sea for sea in areas[start].coast if sea in areas[sail.to].coast)
        calm = self.is_open(sail.to, side)
        if calm and moves.free[start, sail.to]:
            moves.free[start, sail.to] -= 1
        else:
            moves.spent += 1
            moves.free[start, sail.to] += calm and areas[start].port and areas[sail.to].port
        if not calm:
            self.sailed[sail.block] = sea
        self._comes(sail.block, sea, sail.to)

    def _comes(self, block: BlockId, start: str, to: Area) -> None:
        """6.3 Into a battle, engaged or in Reserve."""
        side = self.side(block)
        self.gone.add(block)
        if self.is_open(to, side):
            return
        if to not in self.attackers:
            self.attackers[to] = side
            if start in self.s.board.areas:
                self.main[to] = start
        self.entries.append((side, start, to))
        self.came[block] = start
        if self.attackers[to] is not side or (start in self.s.board.areas and self.main.get(to) != start):
            self.reserves.add(block)

    # 6.0 Battles

    def happens(self, event: Event) -> Iterator[str]:
        """Follow an Event; gives what is wrong with it."""
        data, fight = event.data, self.fight
        match event.name:
            case "cards":
                self.new_turn()
            case "battle_begins":
                area = Area(data["area"])
                engaged = {side: [b for b in self.here(area, side) if b not in self.reserves] for side in Side}
                reserve = {side: [b for b in self.here(area, side) if b in self.reserves] for side in Side}
                self.fight = Fight(area, self.attackers[area], engaged, reserve)
                if self.attackers[area] != data["attacker"]:
                    yield f"{data['attacker']} attacks in {area}"
            case "new_king":
                self.king = data["block"]
            case "usurpation":
                self.king, self.pretender = self.s.king, self.s.pretender
            case "eliminated":
                self._dies(data["block"])
        if fight is not None:
            yield from self._in_battle(fight, event)

    def _in_battle(self, fight: Fight, event: Event) -> Iterator[str]:
        data = event.data
        match event.name:
            case "engaged":
                shown = sorted(block for block, _ in data["blocks"])
                if (shown, data["reserve"]) != (sorted(fight.engaged[data["side"]]), len(fight.reserve[data["side"]])):
                    yield f"{data['side']} shows {shown} and has {fight.engaged}, {fight.reserve}"
            case "round":
                self._next_round(fight)
            case "fires" | "charges" | "fires_back":
                if data["power"] != self.power(data["block"]):
                    yield f"{data['block']} fires with {data['power']}, not {self.power(data['block'])}"
                if event.name != "fires_back":
                    fight.acted.add(data["block"])
            case "holds":
                fight.acted.add(data["block"])
            case "treachery":
                yield from self._tried(fight, data["by"], data["target"], data["dice"])
            case "retreats" | "regroups":
                fight.crossed[data["to"]] += data["block"] not in self.sailed
                self._leaves(data["block"])
        if event.name in ("eliminated", "retreats", "treachery"):
            self._deploy(fight)

    def _next_round(self, fight: Fight) -> None:
        fight.round += 1
        fight.crossed.clear()
        if fight.round > 1:
            fight.acted.clear()
            for side in Side:
                fight.engaged[side] += fight.reserve[side]
                fight.reserve[side] = []

    def _deploy(self, fight: Fight) -> None:
        """6.3 Reserves of who has nobody left come at once, do not act in this round, and change the roles in round 1."""
        for side in (fight.attacker.enemy, fight.attacker):
            if fight.reserve[side] and not fight.engaged[side]:
                fight.acted |= set(fight.reserve[side])
                fight.engaged[side], fight.reserve[side] = fight.reserve[side], []
                if fight.round <= 1 and side is not fight.attacker:
                    fight.attacker = side

    def _leaves(self, block: BlockId) -> None:
        self.sailed.pop(block, None)
        if self.fight is not None:
            for group in (*self.fight.engaged.values(), *self.fight.reserve.values()):
                if block in group:
                    group.remove(block)

    def _dies(self, block: BlockId) -> None:
        """6.81 The throne is vacant; a Pretender is succeeded at once."""
        self._leaves(block)
        if block == self.king:
            self.king = BlockId("")
        if block == self.pretender:
            theirs = [b for b in self.s.blocks if self.s.board.blocks[b].side is self.s.king_side.enemy and b != block]
            alive = [b for b in theirs if self.s.blocks[b].at not in ("removed", "enemy")]
            self.pretender = next(iter(self.heirs(alive)), BlockId(""))

    def _tried(self, fight: Fight, by: str, target: BlockId, dice: list[int]) -> Iterator[str]:
        """6.9, 6.91 The loyalty number says how many dice; Warwick rolls one for his family."""
        family = by.startswith("warwick") and target.startswith(("kent", "salisbury"))
        if len(dice) != (1 if family else self.s.board.blocks[target].loyalty):
            yield f"{by} rolls {dice} for {target}"
        if by in self.s.blocks:
            fight.acted.add(BlockId(by))
            fight.rolled.add(self.role(BlockId(by)))
        if not any(die % 2 for die in dice):
            twin = self.s.board.blocks[target].twin
            self._leaves(target)
            fight.reserve[self.side(twin)].append(twin)
            fight.turned.add(twin)

    def role(self, block: BlockId) -> str:
        """6.9 In what role a block can roll; "": in none."""
        roles = {self.king: "king", self.pretender: "pretender"}
        return roles.get(block, "warwick" if block.startswith("warwick_") else "")

    def targets(self, side: Side, role: str) -> list[BlockId]:
        """6.9, 6.91 Whom a side can try to turn."""
        fight, blocks = self.the_fight(), self.s.board.blocks
        engaged = [b for b in fight.engaged[side.enemy] if blocks[b].loyalty and b not in fight.turned]
        spared = ("northumberland", "westmoreland") if role == "warwick" else ()
        return [b for b in engaged if b not in (self.king, self.pretender) and b.rpartition("_")[0] not in spared]

    def the_fight(self) -> Fight:
        """The battle under way."""
        assert self.fight is not None
        return self.fight

    def letter(self, block: BlockId) -> str:
        """6.2 When a block acts. Who comes from Reserve in round 1 does not act in it."""
        facts = self.s.board.blocks[block]
        return "A" if facts.kind is Kind.BOMBARD and self.the_fight().round == 1 else facts.initiative

    def in_turn(self) -> tuple[Side, list[BlockId]]:
        """6.2 Who acts next."""
        fight = self.the_fight()
        for letter in "ABCD":
            for side in (fight.attacker.enemy, fight.attacker):
                blocks = [b for b in fight.engaged[side] if b not in fight.acted and self.letter(b) == letter]
                if blocks:
                    return side, blocks
        raise AssertionError("nobody is in turn")

    def power(self, block: BlockId) -> int:
        """2.2-2.6, 6.4 The firepower of a block."""
        fight, facts, side = self.the_fight(), self.s.board.blocks[block], self.side(block)
        if side is fight.attacker or block not in fight.engaged[side]:
            return facts.firepower
        place = self.s.board.areas[fight.where]
        if facts.kind is Kind.HEIR:
            heirs = self.heirs(fight.engaged[side])
            at_home = [heir for heir in heirs if self.has_shield(heir, fight.where)]
            crown = place.crown and side is self.s.king_side and heirs[0] == block
            return facts.firepower + (at_home[:1] == [block]) + crown
        own = fight.where in facts.homes and facts.kind in (Kind.NOBLE, Kind.CHURCH, Kind.LEVY)
        return facts.firepower + (own or (block == "welsh_mercenary_l" and place.wales))

    def has_shield(self, heir: BlockId, area: Area) -> bool:
        """2.2 Whether an heir may use a shield in an area."""
        side = self.s.board.blocks[heir].side
        assert side is not None
        owner = SPECIAL.get(area) if side is Side.LANCASTER else None
        return area in HOUSES[side] or (owner is not None and (heir == owner or self.is_dead(owner.rpartition("_")[0])))

    def ways_out(self, block: BlockId, *, regroups: bool = False) -> set[Area]:
        """6.6, 6.7 Where a block can retreat or regroup to."""
        fight, s, side = self.the_fight(), self.s, self.side(block)
        if sea := self.sailed.get(block):
            coast = [area for area, place in s.board.areas.items() if sea in place.coast and area != fight.where]
            return {area for area in coast if self.is_open(area, side)}
        ways = set[Area]()
        for to, border in s.board.borders[fight.where].items():
            theirs, ours = ((who, to, fight.where) in self.entries for who in (side.enemy, side))
            barred = not regroups and theirs and not (ours and side is not s.p1)
            if self.is_open(to, side) and fight.crossed[to] < LIMITS[border.colour] and not barred:
                ways.add(to)
        return ways

    def turns(self, side: Side, blocks: list[BlockId]) -> set[Choice]:
        """6.2 All that the blocks in turn can do."""
        fight, found = self.the_fight(), set[Choice]()
        for block in blocks:
            ways = {("retreat", block, to) for to in self.ways_out(block)} if fight.round > 1 else set()
            if fight.round == 4 and side is fight.attacker:
                found |= ways or {("retreat", block, "")}
                continue
            found |= {("fire", block), ("hold", block), *ways}
            if self.heirs(fight.engaged[side])[:1] == [block]:
                found |= {("charge", block, target) for target in fight.engaged[side.enemy]}
            if (role := self.role(block)) and role not in fight.rolled:
                found |= {("turn", block, target) for target in self.targets(side, role)}
        return found

    # 8.0 The Political Turn

    def homes(self, block: BlockId) -> set[Area]:
        """8.3, 8.4, 9.1 Where a block can go home to."""
        areas, facts, side = self.s.board.areas, self.s.board.blocks[block], self.side(block)
        held = {area for area in areas if self.status(area, side) == "enemy"}
        if facts.kind is Kind.HEIR and side is not self.s.king_side:
            return {area for area, place in areas.items() if place.exile is side}
        if facts.kind is Kind.HEIR:
            return {area for area, place in areas.items() if place.crown or self.has_shield(block, area)} - held
        if block == "clarence_l":
            return {area for area in map(Area, HOUSES["york"]) if not {*self.everybody(area)} - {block}}
        name, _, colour = block.rpartition("_")
        homes = {*facts.homes}
        if name in NEVILLES:
            dead = [BlockId(f"{each}_{colour}") for each in NEVILLES if each != name and self.is_dead(each)]
            homes |= {area for each in dead for area in self.s.board.blocks[each].homes}
            homes |= {Area("calais")} if block in ("salisbury_y", "kent_y") and {*facts.homes} <= held else set()
        return homes - held


def said(options: list[str]) -> set[Choice]:
    """Options of a question as the Referee writes them."""
    forms = (Fire, Charge, Turn, Retreat, Hold, Regroup, Recruit, Main)
    found: set[Choice] = set()
    for option in options:
        for form in forms:
            if form.fits(option) is not None:
                words = option.split(" ")
                found.add((*words, "") if words[0] == "retreat" and len(words) == 2 else tuple(words))
    return found
