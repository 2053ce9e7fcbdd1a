"""Adapters: Arts of War cards drawn, Events carried out, Held Events that wait for no step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pbem.engine.decision import Assign, Decision, Json, Shuffle
from pbem.games.plantagenet.cards.arts_of_war import assign_capability, back_to_deck, draw, hold_event, play_event
from pbem.games.plantagenet.cards.events_york import TaxBy
from pbem.games.plantagenet.components.box import Card
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.held import play_any_time, sun_in_splendour
from pbem.lab.conform.conformance import Choice
from pbem.lab.conform.driver import NotScripted
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case
from pbem.lab.games.plantagenet.conformance.script import Answer, Script
from pbem.lab.games.plantagenet.conformance.snapshot import vassal_id


def drawn_first(decision: Decision, script: Script) -> Json:
    """3.1.1 A shuffled deck with the cards drawn on top."""
    assert isinstance(decision.shape, Shuffle)
    cards, script.draws = script.draws, []
    return [*cards, *(card for card in decision.shape.items if card not in cards)]


def cards_drawn(case: Case) -> None:
    """3.1.1 Draw two cards."""
    case.play(draw(case.s, case.side), {"3.1.1 shuffle": drawn_first})
    case.expect("drawn", case.record.after.get("drawn", []), list(case.s.drawn))


def capability_assigned(case: Case) -> None:
    """3.1.2 A card drawn goes to a Lord or back to the deck."""
    to: Answer = lambda _, script: script.take("assign_capability")["lord"]  # noqa: E731
    card = Card(case.record.args["card"])
    case.play(assign_capability(case.s, case.side, card), {"3.1.2 assign": to}, ("assign_capability", "discard_capability"))


def event_held(case: Case) -> None:
    """3.1.3 Hold."""
    hold_event(case.s, case.side, Card(case.record.args["card"]))
    case.script.take_all("hold_event")


def event_discarded(case: Case) -> None:
    """3.1.3 A card drawn goes back to the deck without its Event."""
    back_to_deck(case.s, Card(case.record.args["card"]))
    case.script.take_all("discard_event")


def event(case: Case) -> None:
    """3.1.3 An Event takes effect. Sun in Splendour (y24) may be played as it is drawn."""
    card = Card(case.record.args["card"])
    if card == Events.SUN_IN_SPLENDOUR:
        hold_event(case.s, case.side, card)
        case.play(sun_in_splendour(case.s), ANSWERS, ("play_event",))
        return
    case.play(play_event(case.s, case.side, card), ANSWERS, MANDATORY)
    if card in case.s.drawn:
        back_to_deck(case.s, card)


def held_event(case: Case) -> None:
    """3.1.3 A Held Event is played at no particular step."""
    card = Card(case.record.args["card"])
    case.play(play_any_time(case.s, case.side, card), ANSWERS, ("play_held_event",))


# Answers

MANDATORY = (
    *("play_event", "receives", "shift_vassal", "favour_at", "select_lord", "select_target", "remove_favour"),
    *("shift_favour_at", "second_favour_at", "influence_check", "blockade_roll", "go_by_way"),
)
"""Choices of what happens anyway."""


def spend(script: Script, where: int = 0) -> int:
    """1.4.2 The raise of the check that is the next choice; nothing where it is another choice."""
    entry = script.choices[where] if where < len(script.choices) else {"c": None}
    if entry["c"] != "influence_check":
        return 0
    script.remove(entry)
    return int(entry.get("extra_ip") or 0)


def taxed(_: Decision, script: Script) -> Json:
    """y10 Which Lord Taxes what, or none more."""
    if script.find("tax_with") is None:
        return "none"
    lord = script.take("tax_with")["lord"]
    target = script.find("tax_where")
    assert target is not None
    place = script.choices.index(target)
    script.remove(target)
    return TaxBy(lord, target["where"], spend(script, place))


def clarence(_: Decision, script: Script) -> Json:
    """y26 Whether Edward checks."""
    return script.find("influence_check") is not None


def troops(decision: Decision, script: Script) -> Json:
    """y31 l14 l22 Who takes which Troops."""
    assert isinstance(decision.shape, Assign)
    given: Counter[tuple[str, str]] = Counter()
    for entry in script.take_all("add_1_militia", "add_2_militia", "add_1_men_at_arms"):
        number, unit = entry["c"].removeprefix("add_").split("_", 1)
        given[entry["lord"], unit] += int(number)
    items = list(decision.shape.items())
    if "militia" in items:
        return {unit: str(sum(n for (_, u), n in given.items() if u == unit)) for unit in items}
    if "both" in decision.shape.bins():
        return {lord: scots(given, lord) for lord in items}
    return {lord: str(given[lord, "militia"]) for lord in items}


def scots(given: Mapping[tuple[str, str], int], lord: str) -> str:
    """l14 Men-at-Arms, Militia, both or none."""
    taken = [unit for unit in ("militia", "men_at_arms") if given.get((lord, unit))]
    return "both" if len(taken) > 1 else [*taken, "none"][0]


def one_lord(_: Decision, script: Script) -> Json:
    """l22 The Lord who gains."""
    return script.take("select_lord")["lord"] if script.find("select_lord") else "none"


def named(*kinds: str) -> Answer:
    """The Strongholds or Vassals named."""

    def read(_: Decision, script: Script) -> Json:
        if not (entries := script.take_all(*kinds)):
            raise NotScripted(" ".join(kinds))
        order = [_target(e) for e in script.take_all("select_target")]
        return sorted(map(_target, entries), key=lambda target: order.index(target) if target in order else len(order))

    return read


def _target(entry: Choice) -> str:
    """The Stronghold or the Vassal."""
    return str(entry["where"]) if "where" in entry else vassal_id(entry["vassal"])


def kept(_: Decision, script: Script) -> Json:
    """l23 l24 Which Strongholds York pays for."""
    return [e["where"] for e in script.take_all("pay_2_influence")]


def lost_troops(decision: Decision, script: Script) -> Json:
    """l25 Which Troops a Lord loses."""
    return dict(Counter(e["unit"] for e in script.take_all("remove_unit", lord=decision.subject)))


def shifted(_: Decision, script: Script) -> Json:
    """l31 The next Stronghold, or none more."""
    return script.take("shift_favour_at")["where"] if script.find("shift_favour_at") else "none"


def muster_place(_: Decision, script: Script) -> Json:
    """y24 Where Edward IV Musters."""
    return script.take("muster_at")["where"]


ANSWERS: Mapping[str, Answer] = {
    "3.1.3 tax": taxed,
    "3.1.3 clarence": clarence,
    "3.1.3 troops": troops,
    "3.1.3 lord": one_lord,
    "3.1.3 propaganda": named("propaganda_target"),
    "3.1.3 keep": kept,
    "3.1.3 lose": lost_troops,
    "3.1.3 remove": named("remove_favour_at", "second_favour_at"),
    "3.1.3 vassals": named("aragne_target"),
    "3.1.3 shift": shifted,
    "3.1.3 place": muster_place,
    "1.9.1 blockade": lambda _, script: script.die("naval_blockade"),
}

ADAPTERS: Mapping[str, Adapter] = {
    "draw_capabilities": cards_drawn,
    "draw_events": cards_drawn,
    "assign_capability": capability_assigned,
    "hold_event": event_held,
    "discard_event": event_discarded,
    "event": event,
}
