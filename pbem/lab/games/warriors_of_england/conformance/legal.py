"""Recorded lists of all legal choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.games.warriors_of_england.aftermath.levy import levied_by, levy_areas, levy_limit
from pbem.games.warriors_of_england.aftermath.placing import placements, selections
from pbem.games.warriors_of_england.aftermath.tower import can_try, is_pardon
from pbem.games.warriors_of_england.battle.battle import regions
from pbem.games.warriors_of_england.battle.intrigue import needed, targets
from pbem.games.warriors_of_england.battle.withdrawal import withdrawals_of
from pbem.games.warriors_of_england.campaign.campaign import marches
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, highest
from pbem.games.warriors_of_england.components.options import Give, Take
from pbem.games.warriors_of_england.components.state import CUP, State, battle_of, covert
from pbem.games.warriors_of_england.setup import choices
from pbem.lab.games.warriors_of_england.conformance.case import Case
from pbem.lab.games.warriors_of_england.conformance.records import LEGAL


def compare(case: Case, options: Iterable[Mapping[str, Any]]) -> None:
    """Compare the list with ours, in any order."""
    recorded = case.record.args[LEGAL]
    asked = {key for each in recorded for key in each}
    ours = [{key: value for key, value in each.items() if key in asked} for each in options]
    case.expect(LEGAL, sorted(map(_key, recorded)), sorted(map(_key, ours)))


def _key(choice: Mapping[Any, Any]) -> str:
    plain = {name: sorted(value) if isinstance(value, list) else value for name, value in choice.items()}
    return str(sorted(plain.items()))


def _campaign(case: Case) -> None:
    options = marches(case.s, case.side)
    moves = [{"nobles": list(m.nobles), "from": case.s.nobles[m.nobles[0]].at, "to": m.to} for m in options]
    compare(case, [{"pass": True}, *moves])


def _commander(case: Case) -> None:
    nobles = at(case.s, battle_of(case.s).at, case.side)
    compare(case, [{"noble": noble} for noble in highest(case.s, nobles)])


def _intrigue(case: Case) -> None:
    options = [{"noble": n, "needed": needed(case.s, case.side, n)} for n in targets(case.s, case.side)]
    compare(case, [{"noble": None}, *options])
    _expect_terms(case, "needed", {each["noble"]: each["needed"] for each in options})


def _expect_terms(case: Case, name: str, actual: Mapping[Any, Any]) -> None:
    """Compare what is told of each choice beside the list."""
    case.expect(f"{LEGAL}.{name}", case.record.args.get(name, actual), actual)


def _withdraw(case: Case) -> None:
    s, forced = case.s, case.record.start["battle"]["stage"] == "forced"
    everybody = at(s, battle_of(s).at, case.side)
    ways = [{"to": way.to, "nobles": list(way.nobles or everybody)} for way in withdrawals_of(s, case.side)]
    compare(case, ways if forced and ways else [{"to": None}, *ways])


def _losses(case: Case) -> None:
    s, battle = case.s, battle_of(case.s)
    nobles = battle.retreating if battle.to else at(s, battle.at, case.side)
    troops = {noble: s.nobles[noble].troops for noble in nobles}
    hits, commander = battle.hits[case.side], battle.commander[case.side]
    lost = min(hits, sum(troops.values()))
    actual = {
        "troops_lost": lost,
        "nobles_hit": min(hits - lost, len(nobles)),
        "troops": troops,
        "not_commander": sorted(noble for noble in nobles if noble != commander),
        "commander": commander,
    }
    recorded = {**case.record.args[LEGAL], "not_commander": sorted(case.record.args[LEGAL]["not_commander"])}
    for name, value in actual.items():
        case.expect(f"{LEGAL}.{name}", recorded[name], value)


def _levy(case: Case) -> None:
    recorded = case.record.args[LEGAL]
    finals_by_area = {area: _finals(case.s, case.side, area) for area in levy_areas(case.s, case.side)}
    open_areas = {area: ends for area, ends in finals_by_area.items() if ends}
    case.expect(f"{LEGAL} areas", sorted(recorded), sorted(open_areas))
    for area, ends in open_areas.items():
        if area in recorded:
            case.expect(f"{LEGAL}.{area}", sorted(map(_key, recorded[area]["finals"])), sorted(map(_key, ends)))
            most = sum(ends[0].values()) - sum(case.s.nobles[noble].troops for noble in ends[0])
            case.expect(f"{LEGAL}.{area}.max", recorded[area].get("max", most), most)


def _finals(s: State, side: Side, area: Area) -> list[dict[NobleId, int]]:
    """The Troops of all Nobles there once as many as can be are levied, in every way there is."""
    before = {noble: s.nobles[noble].troops for noble in at(s, area, side)}
    ends = [before]
    for _ in range(levy_limit(s, side, area)):
        ends = [each for end in ends for each in _one_more(s, side, area, end)]
    _put(s, before)
    return [dict(each) for each in {tuple(end.items()) for end in ends}] if ends != [before] else []


def _one_more(s: State, side: Side, area: Area, end: dict[NobleId, int]) -> list[dict[NobleId, int]]:
    _put(s, end)
    return [{**end, noble: end[noble] + 1} for noble in levied_by(s, side, area)] or [end]


def _put(s: State, troops: Mapping[NobleId, int]) -> None:
    for noble, number in troops.items():
        s.nobles[noble].troops = number


def _home(case: Case, noble: NobleId, area: Area) -> Area:
    return area or case.s.board.nobles[noble].home


def _setup_pick(case: Case) -> None:
    compare(case, [{"noble": c.noble, "area": _home(case, c.noble, c.area)} for c in choices(case.s, case.side)])


def _draft(case: Case) -> None:
    boxes = {Take: covert(case.side), Give: covert(case.side.enemy)}
    compare(case, [{"noble": each.noble, "to": boxes.get(type(each), CUP)} for each in selections(case.s, case.side)])


def _place(case: Case) -> None:
    options = [{"noble": p.noble, "area": _home(case, p.noble, p.area)} for p in placements(case.s, case.side)]
    compare(case, [{"pass": True}, *options])


def _trial(case: Case) -> None:
    kinds = {True: "pardon", False: "execute"}
    options = [{"noble": noble, "kind": kinds[is_pardon(case.s, case.side, noble)]} for noble in can_try(case.s)]
    compare(case, [{"noble": None}, *options])
    _expect_terms(case, "kind", {each["noble"]: each["kind"] for each in options})


LEGAL_OPERATIONS: Mapping[str, Callable[[Case], None]] = {
    f"{LEGAL}_{name}": operation
    for name, operation in {
        "campaign": _campaign,
        "choose_battle": lambda case: compare(case, [{"at": area} for area in regions(case.s)]),
        "commander": _commander,
        "intrigue": _intrigue,
        "withdraw": _withdraw,
        "losses": _losses,
        "levy": _levy,
        "setup_pick": _setup_pick,
        "draft": _draft,
        "place": _place,
        "trial": _trial,
    }.items()
}
