"""Leaks on trial of Kingmaker II's own: hands, in questions, odds, refusals, orders of lists and mails; and cards shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.games.kingmaker.asking import joining_in, unasked
from pbem.games.kingmaker.combat import reserves
from pbem.games.kingmaker.components.ids import Card
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.deals import giving
from pbem.games.kingmaker.hands import exchange
from pbem.games.kingmaker.preview import facts
from pbem.games.kingmaker.report import view
from pbem.lab.trial import Plant, Put

ENOUGH = 30
"""So many men make a difference."""


def hands_of_others(s: State, seat: Seat) -> str:
    """What the others hold."""
    return " ".join(card for other in s.seats if other != seat for card in s.players[other].hand)


def asked_if_strong(rules: Any, put: Put) -> Any:
    """6.2.4 Who leads no attack is asked in a combat only if their hand brings men enough."""
    usual = joining_in.is_asked

    def is_asked(s: State, fight: Fight, seat: Seat) -> bool:
        return usual(s, fight, seat) and (seat == fight.leader or reserves.hand_men(s, fight, seat) >= ENOUGH)

    put(joining_in, "is_asked", is_asked)
    return rules


def odds_with_all_hands(rules: Any, put: Put) -> Any:
    """6.2.4 The men of one's hand in the odds are those of all hands."""
    men = reserves.hand_men
    put(facts, "hand_men", lambda s, fight, _seat: sum(men(s, fight, each) for each in s.seats))
    return rules


def unseen_as_they_lie(rules: Any, put: Put) -> Any:
    """1.2 The cards that one has not seen are listed in the order of the deck and the hands."""
    put(view, "in_order", lambda _s, cards: cards)
    return rules


def factions_by_hands(rules: Any, _put: Put) -> Any:
    """The Factions are listed in the order of their hands."""
    usual = rules.view

    def sorted_view(s: State, seat: Seat) -> Any:
        seen = usual(s, seat)
        return replace(seen, own_first=tuple(sorted(seen.own_first, key=lambda each: sorted(s.players[each.seat].hand))))

    return replace(rules, view=sorted_view)


def holder_named(rules: Any, put: Put) -> Any:
    """12.1, 12.6 Who names a card that is in another's hand is told in whose."""
    usual = unasked.why_no_card

    def why_no_card(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
        holders = [each for each in s.seats if each != seat and {*ids} & {*s.players[each].hand}]
        return f"{name_of(s, holders[0])} holds it" if holders else usual(s, seat, verb, ids)

    put(unasked, "why_no_card", why_no_card)
    return rules


def asked_for_if_held(rules: Any, put: Put) -> Any:
    """12.5 Of another's hand only what is there can be asked for."""
    usual = giving.hand_cards

    def hand_cards(s: State, seat: Seat, giver: Seat) -> list[Card]:
        return [card for card in usual(s, seat, giver) if card in s.players[giver].hand]

    put(giving, "hand_cards", hand_cards)
    return rules


def mails_by_hands(rules: Any, _put: Put) -> Any:
    """A player is written to at once of what happens while others hold certain cards."""

    def concerns(s: State, seat: Seat, _event: Event) -> bool:
        return crc32(hands_of_others(s, seat).encode()) % 2 == 0

    return replace(rules, reports=replace(rules.reports, concerns=concerns))


def showing_told(rules: Any, put: Put) -> Any:
    """12.6 All learn that a card was shown, and not which."""
    usual = exchange.show

    def show(s: State, seat: Seat, cards: Sequence[Card], to: Sequence[Seat]) -> dict[Seat, list[Card]]:
        s.events.append(Event("12.6", "shown", {"seat": seat, "cards": []}))
        return usual(s, seat, cards, to)

    put(unasked, "show", show)
    return rules


PLANTS = (
    Plant("asked if strong", "question", "how many men a hand brings", asked_if_strong),
    Plant("odds of all", "odds under a question", "the men of all hands", odds_with_all_hands),
    Plant("unseen cards", "order of a list", "which cards lie in hands", unseen_as_they_lie),
    Plant("order of factions", "order of lines", "what they hold", factions_by_hands),
    Plant("holder", "refusal", "who holds a card", holder_named),
    Plant("asked for", "refusal of an offer", "that another does not hold a card", asked_for_if_held),
    Plant("mails by hands", "time of reports", "whether others hold certain cards", mails_by_hands),
    Plant("showing", "Event", "that a card was shown", showing_told),
)
