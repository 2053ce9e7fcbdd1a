"""Positions as records write them, and ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.games.richard_iii.components.blocks import holders, is_contested, minors_of
from pbem.games.richard_iii.components.board import NOBODY, Area, BlockId, Board, CardId, Side
from pbem.games.richard_iii.components.state import AWAY, REMOVED, Battle, Block, BorderEntry, Phase, Role, State
from pbem.lab.conform.conformance import Difference, Snapshot

PHASES = {"battle_end": Phase.BATTLE}
"""Phases that records call otherwise."""


def position(before: Snapshot, board: Board) -> State:
    """The State that a record begins with."""
    blocks = {BlockId(block): _block(facts) for block, facts in before["blocks"].items()}
    blocks = {block: blocks[block] for block in board.blocks}
    king, pretender = (BlockId(before.get(role) or NOBODY) for role in ("king", "pretender"))
    s = State(board, blocks, king, pretender, Side(before["king_side"]))
    s.campaign, s.turn = before["campaign"], before["turn"]
    s.phase = PHASES.get(before["phase"]) or Phase(before["phase"])
    s.p1 = Side(before["p1"]) if before.get("p1") else None
    s.hands, s.played = ({side: list(map(CardId, before[name][side])) for side in Side} for name in ("hands", "played"))
    s.cards = {side: CardId(before["cards"][side]) for side in Side if before["cards"].get(side)}
    s.due = {side: min(before["minors_due"].get(side) or 0, len(minors_of(s, side))) for side in Side}
    _turn(s, before["turn_state"])
    if result := before.get("result") or before.get("result_pending"):
        s.result = {"winner": result}
    if before.get("battle"):
        s.battle = _battle(before["battle"])
    return s


def _block(facts: Mapping[str, Any]) -> Block:
    return Block(Area(facts["at"]), facts.get("steps", 0), facts.get("face_down", False), facts.get("moved", False))


def _turn(s: State, facts: Mapping[str, Any]) -> None:
    s.ap, s.active = facts["ap"], list(map(Area, facts["activated"]))
    s.pairs = [(Area(start), Area(to)) for start, to in facts["port_pairs"].items()]
    s.crossed = dict(facts["border_used"])
    s.attacker = {Area(area): Side(side) for area, side in facts["attacker"].items()}
    s.main = {Area(area): Area(way) for area, way in facts["main_border"].items()}
    s.entered = [_entry(text) for text in facts["entered"]]
    s.reserves = list(map(BlockId, facts["reserves"]))
    s.by_sea = {BlockId(block): _zone(s, BlockId(block)) for block in facts["by_sea"]}
    s.treason = Side(facts["treason_available"]) if facts.get("treason_available") else None


def _entry(text: str) -> BorderEntry:
    side, _, way = text.partition(" ")
    start, _, to = way.partition(">")
    return BorderEntry(Side(side), start, Area(to))


def _zone(s: State, block: BlockId) -> str:
    """The sea by which a block has attacked where it stands."""
    here = s.blocks[block].at
    return next((entry.start for entry in s.entered if entry.to == here and entry.start in s.board.zones), "")


def _battle(facts: Mapping[str, Any]) -> Battle:
    battle = Battle(Area(facts["where"]), Side(facts["attacker"]), facts["round"])
    battle.engaged, battle.reserve = (
        {side: list(map(BlockId, facts[name].get(side, ()))) for side in Side} for name in ("engaged", "reserve")
    )
    battle.acted, battle.defected = list(map(BlockId, facts["acted"])), list(map(BlockId, facts["defected"]))
    battle.used = list(map(Role, facts["treachery_used"]))
    return battle


# Compared


def differences(after: Snapshot, s: State, *, in_battle: bool) -> Iterator[Difference]:
    """Where a State differs from a recorded position."""
    actual, recorded = ours(s, after), theirs(after, s)
    if not in_battle:
        actual.pop("battle", None)
        recorded.pop("battle", None)
    ours_flat, theirs_flat = dict(_flat(actual)), dict(_flat(recorded))
    for path in sorted(ours_flat.keys() | theirs_flat.keys()):
        one, other = theirs_flat.get(path), ours_flat.get(path)
        if one != other:
            yield path, one, other


def ours(s: State, after: Snapshot) -> dict[str, Any]:
    """Our position as far as it is compared."""
    now: dict[str, Any] = {
        "king": s.king or None,
        "king_side": s.king_side,
        "pretender": s.pretender or None,
        "pretender_side": s.pretender_side,
        "hands": {side: sorted(s.hands[side]) for side in Side},
        "played": {side: list(s.played[side]) for side in Side},
        "blocks": {block: _told(s, piece, after["phase"]) for block, piece in s.blocks.items()},
        "control": {area: _control(s, area) for area in s.board.areas if holders(s, area)},
        "due": {side: min(s.due[side], len(minors_of(s, side))) for side in Side},
        "result": (s.result or {}).get("winner"),
    }
    contested = {area for area in s.board.areas if is_contested(s, area)}
    if after["phase"] in ("action", "battle"):
        now["turn"] = {
            "attacker": {area: side for area, side in s.attacker.items() if area in contested},
            "entered": sorted({f"{e.side} {e.start}>{e.to}" for e in s.entered}),
            "reserves": sorted(block for block in s.reserves if s.blocks[block].at in contested),
            "by_sea": sorted(block for block in s.by_sea if s.blocks[block].at in contested),
            "treason": s.treason,
            "main": {area: way for area, way in s.main.items() if area in contested},
        }
    if after["phase"] == "action":
        now["action"] = {
            "ap": s.ap,
            "active": sorted(s.active),
            "pairs": dict(s.pairs),
            "crossed": dict(s.crossed),
        }
    if s.battle is not None and after.get("battle"):
        now["battle"] = _fought(s.battle, after)
        now["battle"]["crossed"] = dict(s.crossed)
    return now


def theirs(after: Snapshot, s: State) -> dict[str, Any]:
    """A recorded position as far as it is compared."""
    now: dict[str, Any] = {
        name: after.get(name) for name in ("king", "king_side", "pretender", "pretender_side", "hands", "played")
    }
    now["blocks"] = {block: _kept(facts, after["phase"]) for block, facts in after["blocks"].items()}
    now |= {"control": after["control"], "result": after.get("result") or after.get("result_pending")}
    now["due"] = {side: min(after["minors_due"].get(side) or 0, len(minors_of(s, side))) for side in Side}
    turn = after["turn_state"]
    if after["phase"] in ("action", "battle"):
        contested = {area for area in s.board.areas if is_contested(s, area)}
        now["turn"] = {
            "attacker": {area: side for area, side in turn["attacker"].items() if area in contested},
            "entered": sorted(turn["entered"]),
            "reserves": sorted(b for b in turn["reserves"] if s.blocks[BlockId(b)].at in contested),
            "by_sea": sorted(b for b in turn["by_sea"] if s.blocks[BlockId(b)].at in contested),
            "treason": turn.get("treason_available"),
            "main": {area: way for area, way in turn["main_border"].items() if area in contested},
        }
    if after["phase"] == "action":
        now["action"] = {
            "ap": turn["ap"],
            "active": sorted(turn["activated"]),
            "pairs": turn["port_pairs"],
            "crossed": turn["border_used"],
        }
    if s.battle is not None and after.get("battle"):
        facts = after["battle"]
        known = [*facts["engaged"].get("lancaster", ()), *facts["engaged"].get("york", ())]
        now["battle"] = {
            "where": facts["where"],
            "attacker": facts["attacker"],
            "engaged": {side: sorted(facts["engaged"].get(side, ())) for side in Side},
            "reserve": {side: sorted(facts["reserve"].get(side, ())) for side in Side},
        }
        now["battle"]["crossed"] = turn["border_used"]
        if facts["round"]:
            now["battle"] |= {
                "round": facts["round"],
                "acted": sorted(b for b in facts["acted"] if b in known),
                "used": sorted(facts["treachery_used"]),
                "defected": sorted(facts["defected"]),
            }
    return now


def _control(s: State, area: Area) -> str:
    """Whose an area is where anybody is."""
    sides = holders(s, area)
    return "contested" if len(sides) > 1 else next(iter(sides))


def _fought(battle: Battle, after: Snapshot) -> dict[str, Any]:
    known = [*battle.engaged[Side.LANCASTER], *battle.engaged[Side.YORK]]
    now: dict[str, Any] = {
        "where": battle.where,
        "attacker": battle.attacker,
        "engaged": {side: sorted(battle.engaged[side]) for side in Side},
        "reserve": {side: sorted(battle.reserve[side]) for side in Side},
    }
    if after["battle"]["round"]:
        now |= {
            "round": battle.round,
            "acted": sorted(b for b in battle.acted if b in known),
            "used": sorted(battle.used),
            "defected": sorted(battle.defected),
        }
    return now


def _told(_s: State, piece: Block, phase: str) -> dict[str, Any]:
    facts: dict[str, Any] = {"at": piece.at}
    if piece.at not in (AWAY, REMOVED):
        facts["steps"] = piece.steps
    return facts | _marks(piece.face_down, piece.moved, phase)


def _kept(facts: Mapping[str, Any], phase: str) -> dict[str, Any]:
    compared = {name: facts[name] for name in ("at", "steps") if name in facts}
    if facts["at"] in (AWAY, REMOVED):
        compared.pop("steps", None)
    return compared | _marks(facts.get("face_down", False), facts.get("moved", False), phase)


def _marks(face_down: bool, moved: bool, phase: str) -> dict[str, Any]:
    return ({"face_down": True} if face_down else {}) | ({"moved": True} if moved and phase == "action" else {})


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}".lstrip("."))
    else:
        yield path, value
