"""Adapter: a whole Battle (4.4), from Array to Aftermath."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pbem.engine.decision import DICE, Assign, Decision, Json, Sequence
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.battle.battle import Advance
from pbem.games.plantagenet.battle.battle_at import battle_at
from pbem.games.plantagenet.battle.battle_events import Suspect, Temptation
from pbem.games.plantagenet.battle.cards_york import culverins_dice
from pbem.games.plantagenet.battle.death_events import ESCAPE_SHIP
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import HANDGUNNERS, LONGBOWMEN, MEN_AT_ARMS, MERCENARIES, MILITIA, Lord, Side
from pbem.games.plantagenet.components.options import EventOf, UnitOf
from pbem.games.plantagenet.components.state import CENTRE, COLUMNS, LEFT, RIGHT, battle_of
from pbem.games.plantagenet.components.subjects import InBattle, InRound
from pbem.games.plantagenet.components.units import vassal_unit
from pbem.lab.conform.conformance import Choice
from pbem.lab.conform.driver import NO_MEANING, NotScripted
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case, held_event, options_of
from pbem.lab.games.plantagenet.conformance.command import spoils
from pbem.lab.games.plantagenet.conformance.script import MEANT, Answer, Script
from pbem.lab.games.plantagenet.conformance.snapshot import vassal_id

Reader: TypeAlias = Callable[[Decision, Script, list[Choice]], Json]
BLOCKED_FORD = ("y11", "l11")
CENTRE_FIRST = (COLUMNS[CENTRE], COLUMNS[LEFT], COLUMNS[RIGHT])
REGROUP = ("use_regroup", "no_regroup", "regroup_lord")
TROOPS = (MEN_AT_ARMS, LONGBOWMEN, MILITIA, MERCENARIES, HANDGUNNERS)
IDLE = (
    *("select_lord", "place", "next_engagement", "lord_routs", "routed_vassal_disbands", "routed_lord_dies_or_disbands"),
    *("disband_without_troops", "death_check", "death_roll", "loss_roll", "regroup_roll", "spoils_to", "take_all"),
    *("edward_checks_death", "caltrops_lord", "warden_where", "influence_check", "suspicion_disband", "center", "advance"),
    *("flank_toward", "no_regroup"),
)


def battle(case: Case) -> None:
    """4.4 Battle."""
    start = next(e for e in case.record.script if e["t"] == "battle_start")
    fords = [card for card in case.record.start["events"]["held_played"] if card in BLOCKED_FORD]
    barred = frozenset(Side.LANCASTER if card == "y11" else Side.YORK for card in fords)
    answers = {key: in_battle(case.record.script, reader) for key, reader in FROM_COURSE.items()}
    answers["3.1.3 play"] = lambda decision, script: event_played(case, decision, script)
    answers["4.4.2 flank"] = lambda decision, script: flanked(case, decision, script)
    answers["4.4.2 regroup"] = lambda decision, script: regrouped(case, decision, script)
    answers["4.4.2 centre"] = lambda decision, script: centred(case, decision, script)
    answers["4.4.1 culverins"] = lambda decision, script: culverins(case, decision, script)
    answers["4.4.2 culverins"] = lambda decision, script: fired(case, decision.subject, script)
    case.at_question.append(at_first(lambda: compare_start(case, start)))
    place, attacker = Locale(case.record.args["where"]), Side(start["attacker"])
    case.play(battle_at(case.s, place, attacker, barred), {**ANSWERS, **answers}, IDLE)


def at_first(look: Callable[[], None]) -> Callable[[Decision], None]:
    """Something to be done at the first question only."""
    waiting = [look]
    return lambda _: waiting.pop()() if waiting else None


def compare_start(case: Case, start: Choice) -> None:
    """4.4.1 The Forces at the start, with the Troops that Capabilities lend; the record's where it is to be followed."""
    for name, row in start["lords"].items():
        mat, loan = case.s.mats[Lord(name)], case.follows_start.get(Lord(name), {})
        for unit in TROOPS:
            recorded = row["forces"].get(unit, 0)
            if abs(more := recorded - mat.forces.get(unit, 0)) == loan.get(unit):
                mat.temporary[unit] = mat.temporary.get(unit, 0) + more
                mat.forces[unit] = recorded
            case.expect(f"start.{name}.{unit}", recorded, mat.forces.get(unit, 0))


def event_played(case: Case, decision: Decision, script: Script) -> Json:
    """3.1.3 The Held Event played at this moment; an Escape Ship where the rules offer none and a record is followed."""
    escape = script.find("play_held_event", by=decision.seat)
    at_death_check = InBattle.read(decision.subject).about.startswith("Death check") if case.escapes_freely else False
    if at_death_check and escape is not None and escape["card"] in ESCAPE_SHIP:
        script.remove(escape)
        return EventOf(escape["card"])
    return held_event(decision, script)


def culverins(case: Case, decision: Decision, script: Script) -> Json:
    """y1 y2 l1 l2 Which Lords spend the cards that were spent."""
    cards = [entry["card"] for entry in script.take_all("use_culverins", by=decision.seat)]
    return [lord for lord, mat in case.s.mats.items() if any(card in cards for card in mat.capabilities)]


def fired(case: Case, lord: str, script: Script) -> int:
    """y1 y2 l1 l2 A Lord's die: they were rolled in the order of the positions in the Engagement."""
    waiting: list[Choice] = []
    for entry in case.record.script:
        if entry["t"] == "die" and entry["why"] == "culverins":
            waiting.append(entry)
        elif entry["t"] == "strike" and waiting:
            lords = [who.split(":")[1] for who in entry["engagement"]]
            loaded = [Lord(name) for name in lords if name in battle_of(case.s).culverins]
            guns = [name for name in loaded for _ in range(culverins_dice(case.s, name))]
            for name, rolled in zip(guns, waiting, strict=False):
                if name == lord and script.left(rolled):
                    return script.roll(rolled)
            waiting = []
    raise NotScripted("a die for culverins")


# Answers from the course of the Battle


def in_battle(entries: list[Choice], reader: Reader) -> Answer:
    """A reader that also looks at what the script tells besides choices."""
    return lambda decision, script: reader(decision, script, entries)


def arrayed(decision: Decision, script: Script, entries: list[Choice]) -> Json:
    """4.4.1 Where each Lord stands: as placed, or, where there was no choice, as Round 1 shows him, the centre first."""
    assert isinstance(decision.shape, Assign)
    lords = decision.shape.bins()
    placed = {column_of(e["position"]): e["lord"] for e in script.take_all("place", by=decision.seat)}
    for side, front in next((e["front"] for e in entries if e["t"] == "round"), {}).items():
        for number, lord in enumerate(front):
            if lord in lords and lord not in placed.values() and side in ("attacker", "defender"):
                placed.setdefault(COLUMNS[number], lord)
    if not placed:
        raise NotScripted("place")
    unplaced = [lord for lord in lords if lord not in placed.values()]
    free = [column for column in CENTRE_FIRST if column in decision.shape.items() and column not in placed]
    return placed | dict(zip(free, unplaced, strict=False))


def column_of(position: str) -> str:
    """The column of "attacker.1"."""
    return COLUMNS[int(position.split(".")[1].split(":", maxsplit=1)[0]) - 1]


def strikes_of(entries: list[Choice], decision: Decision) -> Iterator[list[str]]:
    """The Engagements of the Round that a question names, in the order they were fought, each once."""
    number = InRound.read(decision.subject).round
    seen: list[list[str]] = []
    for entry in entries:
        if entry["t"] == "strike" and entry["round"] == number and entry["engagement"] not in seen:
            seen.append(entry["engagement"])
            yield entry["engagement"]


def fought(decision: Decision, _: Script, entries: list[Choice]) -> Json:
    """4.4.2 The order of the Engagements; those that were not reached come last."""
    assert isinstance(decision.shape, Sequence)
    options = list(decision.shape.options())
    order = [min(map(column_of, e), key=COLUMNS.index) for e in strikes_of(entries, decision)]
    return [*order, *(place for place in options if place not in order)]


def flanked(case: Case, decision: Decision, script: Script) -> Json:
    """4.4.2 Which wing a Lord Flanked: the one whose Lord is in his Engagement.

    Where his was not fought, the one that was named, or else one that was not fought either.
    """
    lord, entries = InRound.read(decision.subject).about, case.record.script
    named = script.find("flank_toward", by=decision.seat)
    if named is not None:
        script.remove(named)
    options, struck = options_of(decision), [who for engagement in strikes_of(entries, decision) for who in engagement]
    for engagement in strikes_of(entries, decision):
        mine = [who for who in engagement if who.endswith(f":{lord}")]
        if mine:
            role = mine[0].split(".")[0]
            wings = [column_of(who) for who in engagement if not who.startswith(role)]
            return next((wing for wing in wings if wing in options), None)
    if named is not None and "position" in named:
        return column_of(named["position"])
    front = battle_of(case.s).front[Side(decision.seat).enemy]
    fought = {who.split(":")[1] for who in struck}
    return next((wing for wing in options if front[COLUMNS.index(wing)] not in fought), None)


def caltrops(decision: Decision, _: Script, entries: list[Choice]) -> Json:
    """y19 Both Hits go to the Engagement of the Lord named."""
    lord = next(e["lord"] for e in entries if e.get("c") == "caltrops_lord")
    for engagement in strikes_of(entries, decision):
        if any(who.endswith(f":{lord}") for who in engagement):
            return {min(map(column_of, engagement), key=COLUMNS.index): 2}
    return {}


def by_lord(kind: str, why: str) -> Reader:
    """The die rolled for the Lord, or for the kind of unit of a Lord, that the roll is about."""

    def read(decision: Decision, script: Script, entries: list[Choice]) -> Json:
        for number, entry in enumerate(entries):
            names = " ".join(str(entry[k]) for k in ("lord", "unit") if k in entry)
            rolled = entries[number + 1] if number + 1 < len(entries) else None
            if entry.get("c") == kind and names == decision.subject and rolled is not None and script.left(rolled):
                return script.roll(rolled)
        return script.die(why)

    return read


# Answers from the choices alone


def next_of(script: Script, seat: str) -> Choice | None:
    """The seat's next choice that means anything."""
    own_choices = (e for e in script.choices if e["by"] == seat and e["c"] not in IDLE)
    return next((e for e in own_choices if e["c"] in MEANT or not e["c"].startswith(NO_MEANING)), None)


def next_is(script: Script, seat: str, *kinds: str) -> bool:
    """Whether the seat's next choice is of one of these kinds; then it is taken."""
    entry = next_of(script, seat)
    if entry is None or entry["c"] not in kinds:
        return False
    script.remove(entry)
    return True


def used(kind: str, declined: str) -> Answer:
    """Whether what a card offers was used, or declined, the next time it was offered."""

    def read(decision: Decision, script: Script) -> Json:
        if script.find(kind, declined, by=decision.seat) is None:
            return False
        return script.take(kind, declined, by=decision.seat)["c"] == kind

    return read


def fled(decision: Decision, script: Script) -> Json:
    """4.4.2 Who Flees in this Round."""
    lords = []
    for entry in list(script.choices):
        now = round_of(script, entry) == InRound.read(decision.subject).round
        if now and entry["by"] == decision.seat and entry["c"] in ("flee", "end_flee"):
            script.remove(entry)
            if entry["c"] == "end_flee":
                break
            lords.append(entry["lord"])
    return lords


def round_of(script: Script, entry: Choice) -> int:
    """4.4.2 The Round in which an entry stands."""
    return max((int(other["n"]) for other in script.entries[: script.place(entry)] if other["t"] == "round"), default=0)


def advanced(kind: str) -> Answer:
    """4.4.2 Who moves where in Reposition."""

    def read(decision: Decision, script: Script) -> Json:
        for entry in script.choices:
            if entry["c"] == kind and entry["by"] == decision.seat:
                script.remove(entry)
                return Advance(entry["lord"], column_of(entry["position"]))
        raise NotScripted(kind)

    return read


def centred(case: Case, decision: Decision, script: Script) -> Json:
    """4.4.2 Which wing fills the centre: the one where the Lord recorded stands."""
    lord = script.take("center", by=decision.seat)["lord"]
    return COLUMNS[battle_of(case.s).front[Side(decision.seat)].index(lord)]


def hit(decision: Decision, script: Script) -> Json:
    """4.4.2 The unit that takes the next Hit."""
    entry = script.take("hit", by=decision.seat)
    unit = vassal_unit(vassal_id(entry["vassal"])) if entry.get("vassal") else entry["unit"]
    return UnitOf(entry["lord"], unit)


def reroll(decision: Decision, script: Script) -> Json:
    """4.4.2 Whether a failed Protection is rerolled; or the die."""
    if decision.seat == DICE:
        return script.die_after_last()
    return next_is(script, decision.seat, "valour_reroll")


def yeomen(decision: Decision, script: Script) -> Json:
    """l31 Whether Men-at-Arms Rout for the Retinue: after a reroll that was made they do, else it is named like one."""
    return (script.last or {}).get("c") == "valour_reroll" or next_is(script, decision.seat, "valour_reroll")


def final_charge(decision: Decision, script: Script) -> Json:
    """y32 Whether the Retinue charges; the Hit it takes first is then no choice."""
    if not used("use_final_charge", "no_final_charge")(decision, script):
        return False
    script.take("hit", lord="richard_iii", unit="retinue")
    return True


def regrouped(case: Case, decision: Decision, script: Script) -> Json:
    """y30 Who rallies at this moment: what is recorded after the Strike steps so far, and before anything else of York's.

    It may be used, declined after all, and used again.
    """
    entry = next_of(script, decision.seat)
    while entry is not None and entry["c"] in REGROUP and strikes_before(script, entry) <= strikes_so_far(case):
        script.remove(entry)
        if entry["c"] == "regroup_lord":
            return entry["lord"]
        after = next_of(script, decision.seat)
        if entry["c"] == "no_regroup" and not script.adjoining(entry, after):
            break
        entry = after
    return NONE


def strikes_before(script: Script, entry: Choice) -> int:
    """How many Strike steps were totalled before a choice."""
    return sum(other["t"] == "strike" for other in script.entries[: script.place(entry)])


def strikes_so_far(case: Case) -> int:
    """How many our rules have totalled."""
    return sum(event.name == "hits" for event in case.s.events)


def suspected(decision: Decision, script: Script) -> Json:
    """y5 l5 Who checks Influence against whom; where nobody Disbands, whom does not matter."""
    lord = script.take("suspicion_by", by=decision.seat)["lord"]
    victims = [pair.victim for pair in Suspect.among(options_of(decision)) if pair.lord == lord]
    named = script.find("suspicion_disband", by=decision.seat)
    victim = named["lord"] if named is not None and named["lord"] in victims else [*victims, Lord("?")][0]
    if named is not None and victim == named["lord"]:
        script.remove(named)
    return Suspect(lord, victim)


def tempted(_: Decision, script: Script) -> Json:
    """l7 Who Levies which Vassal."""
    return Temptation(script.take("bribe_by")["lord"], vassal_id(script.take("bribe_vassal")["vassal"]))


def named_lords(kind: str) -> Answer:
    """The Lords chosen one by one, up to the seat's next choice of another kind: a second such card names others."""

    def read(decision: Decision, script: Script) -> Json:
        lords = []
        while (entry := script.find(kind, by=decision.seat)) is not None:
            script.remove(entry)
            lords.append(entry["lord"])
            after = script.after(entry)
            if after is None or after.get("c") != kind:
                break
        return lords

    return read


def refuge(decision: Decision, script: Script) -> Json:
    """l16 Where a Lord slips away to: the records name a place for all who go; the only one may not be named."""
    moved = script.find("warden_lord", lord=InBattle.read(decision.subject).about)
    if moved is None:
        return NONE
    script.remove(moved)
    before = script.entries[: script.place(moved)]
    named = [entry["where"] for entry in before if entry.get("c") == "warden_where"]
    return [*(place for place in options_of(decision) if place != NONE), *named, NONE][-2]


ANSWERS: Mapping[str, Answer] = {
    "4.4.2 flee": fled,
    "4.4.2 advance": advanced("advance"),
    "4.4.2 hit": hit,
    "4.4.2 protection": lambda _, script: script.die_after_last(),
    "4.4.2 reroll": reroll,
    "4.4.2 yeomen": yeomen,
    "4.4.2 final charge": final_charge,
    "4.4.2 vanguard": used("use_vanguard", "no_vanguard"),
    "4.4.2 maneuver": used("end_round_now", "no_swift_maneuver"),
    "4.4.1 suspicion": suspected,
    "4.4.1 trust": tempted,
    "4.4.1 ravine": lambda _, script: script.take("ravine_target")["lord"],
    "4.4.3 spoils": spoils,
    "4.4.3 escape": named_lords("escape_to_exile"),
    "4.4.3 talbot": named_lords("disband_instead"),
    "4.4.3 warden": refuge,
    "6.0 captor": lambda _, script: script.take("captor")["lord"],
    "6.0 haven": lambda _, script: bool(script.take_all("edward_to_exile")),
}

FROM_COURSE: Mapping[str, Reader] = {
    "4.4.1 array": arrayed,
    "4.4.2 order": fought,
    "4.4.2 caltrops": caltrops,
    "4.4.2 rally": by_lord("regroup_roll", "regroup"),
    "4.4.3 losses": by_lord("loss_roll", "losses"),
    "4.4.3 death": by_lord("death_roll", "death_check"),
}

ADAPTERS: Mapping[str, Adapter] = {"battle": battle}
