"""A recorded position of the Wars of the Roses as a State of ours, and a State of ours as a recorded position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.games.plantagenet.components.board import StrongholdKind
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.locales import net_strongholds
from pbem.games.plantagenet.components.state import State, Status, Wars
from pbem.games.plantagenet.components.war_book import Person
from pbem.games.plantagenet.wars import ending
from pbem.games.plantagenet.wars.heirs import book_of, highest, king, lord_in_play, war_of, wars_of
from pbem.games.plantagenet.wars.respite import next_war
from pbem.games.plantagenet.wars.set_up import war_state
from pbem.lab.conform.conformance import Snapshot
from pbem.lab.games.plantagenet.conformance import snapshot

PEMBROKE = Lord("pembroke")
ENDS = {
    ending.REMOVAL: "automatic_war_victory",
    ending.WAR_VICTORY: "war_victory",
    ending.DYNASTIC: "dynastic_victory",
    ending.SURRENDER: "surrender",
    "campaign": "campaign_victory",
    "campaign, tie": "both_sides_empty",
    "threshold": "threshold_victory",
    "scenario end": "end_of_war",
    "scenario end, tie": "end_of_war_tie",
}
"""What records call the ways in which a War ends."""


def laid_out(first: State, war: str, removed: Iterable[str] = ()) -> State:
    """6.3 A War as it is set up when these Heirs have been lost; `first` is the State that the campaign begins with."""
    assert first.book is not None
    return war_state(first.box, first.book, Wars(war, removed=list(map(Person, removed))), first.scenario)


# A State from a recorded position


def war_position(row: Snapshot, first: State) -> State:
    """The State of a recorded position."""
    base = laid_out(first, row["scenario"])
    s = snapshot.position(row, base)
    s.book, s.seats = base.book, list(map(Lord, row["seats"]))
    s.aside = [Card(card) for side in Side for card in row["aside"][side]]
    s.wars = _wars(s, row)
    return s


def _wars(s: State, row: Snapshot) -> Wars:
    return Wars(
        row["scenario"],
        listed={side: list(map(Person, row["listed"][side])) for side in Side},
        heirs={side: [person_with(s, lord) for lord in row["heirs"][side]] for side in Side},
        removed=list(map(Person, row["removed_heirs"])),
        gloucester_as_heir=row["y28_happened"],
        cards={side: _brought(s, row["scenario"], side) for side in Side},
    )


def person_with(s: State, lord: str) -> Person:
    """6.2.1 The Heir whose Lord card this is."""
    return next(heir.person for heir in book_of(s).heirs.values() if lord in heir.lords)


def _brought(s: State, war: str, side: Side) -> list[Card]:
    """6.2.2 The cards in the War that are there by Succession."""
    usual = {*book_of(s).wars[war].decks[side], *s.aside, Capabilities.EDWARD}
    return [card for card in _cards(s) if s.box.cards[card].side is side and card not in usual]


def _cards(s: State) -> list[Card]:
    """1.9.1 The cards in the War, those set aside included."""
    on_mats = [card for mat in s.mats.values() for card in mat.capabilities]
    lying = [*s.drawn, *s.this_levy, *s.this_campaign, *s.next_levy, *s.aside]
    in_battle = [] if s.battle is None else s.battle.events
    return [*on_mats, *lying, *in_battle, *(card for rows in (s.decks, s.held) for cards in rows.values() for card in cards)]


# A recorded position from a State


def war_snapshot(s: State) -> Snapshot:
    """The fields of a recorded position; lists without an order are sorted."""
    wars, page, king_side = wars_of(s), war_of(s).page, {"king": s.king.value, "rebel": s.rebel.value}
    turns = {"first_turn": s.sheet.first_turn, "last_turn": s.sheet.last_turn, "end_marker_box": page["end_marker_box"]}
    return {
        **snapshot.snapshot_of(s),
        **king_side,
        **turns,
        "scenario": s.sheet.code,
        "threshold": s.sheet.thresholds.get(s.turn),
        "seats": {lord: s.box.lords[lord].seat for lord in s.seats},
        "exile_box_lords": {box: sorted(users or ["any"]) for box, (_, users) in s.sheet.exile_boxes.items()},
        "aside": _by_side(s, s.aside),
        "out": _by_side(s, set(s.box.cards) - set(_cards(s))),
        "track": {kind: net_strongholds(s, StrongholdKind(kind)) for kind in ("city", "town", "fortress")},
        "listed": {side.value: list(wars.listed[side]) for side in Side},
        "heirs": {side.value: [_card_of(s, person) for person in wars.heirs[side]] for side in Side},
        "highest_heir": {side.value: _in_play(s, highest(s, side)) for side in Side},
        "king_lord": _in_play(s, king(s)),
        "removed_heirs": sorted(wars.removed),
        "y28_happened": wars.gloucester_as_heir,
        "special_rules": sorted(s.sheet.special_rules),
        "pembroke_added": wars.war == "IIY" and s.lords[PEMBROKE].status is not Status.SET_ASIDE,
        "result": result_of(s),
    }


def _by_side(s: State, cards: Iterable[Card]) -> dict[str, list[str]]:
    return {side.value: sorted(card for card in cards if s.box.cards[card].side is side) for side in Side}


def _card_of(s: State, person: Person) -> Lord | None:
    """6.2.1 The Lord card of an Heir, present or set aside."""
    waiting = [lord for lord in book_of(s).heirs[person].lords if lord in s.lords]
    return lord_in_play(s, person) or next(iter(waiting), None)


def _in_play(s: State, person: Person | None) -> Lord | None:
    return None if person is None else lord_in_play(s, person)


def result_of(s: State) -> dict[str, Any] | None:
    """6.0 How the War, and perhaps the campaign, has ended; None while it is played."""
    wars = wars_of(s)
    if not wars.won:
        return None
    winner = None if s.result is None else s.result["winner"]
    following = next_war(s) if s.result is None else None
    facts = {"war_winner": wars.won[-1]["winner"], "by": ENDS[wars.won[-1]["how"]]}
    return facts | {"campaign_winner": winner, "next_war": following}


def war_recorded(row: Snapshot) -> Snapshot:
    """The fields as recorded, lists without an order sorted."""
    fields = row | snapshot.recorded(row)
    for field in ("aside", "out"):
        fields[field] = {side: sorted(cards) for side, cards in row[field].items()}
    for field in ("removed_heirs", "special_rules"):
        fields[field] = sorted(row[field])
    fields["exile_box_lords"] = {box: sorted(lords) for box, lords in row["exile_box_lords"].items()}
    return fields
