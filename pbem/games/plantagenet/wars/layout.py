"""6.3 A War being set up: its set-up in the form of a scenario page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.games.plantagenet.components.box import Box, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.readings import PRESENT, Readings
from pbem.games.plantagenet.components.state import Wars
from pbem.games.plantagenet.components.war_book import THIRD_WARS, Person, War, WarBook

Row = dict[str, Any]


@dataclass
class Layout:
    """The set-up so far. `lords` are the rows of a scenario's page; `favour` and `cards` are by side.

    `readings`: how the game reads the set-up rules.
    """

    box: Box
    book: WarBook
    war: War
    wars: Wars
    readings: Readings = PRESENT
    lords: dict[Lord, Row] = field(default_factory=dict)
    favour: dict[str, Side] = field(default_factory=dict)
    cards: dict[Side, list[Card]] = field(default_factory=lambda: {side: [] for side in Side})
    influence: int = 0

    def remains(self, *persons: str) -> bool:
        """Whether all these Heirs are alive."""
        return not any(person in self.wars.removed for person in persons)

    def heirs(self, side: Side) -> list[Person]:
        """The side's Heirs listed for the War who are not removed; a third War lists only those alive."""
        listed = self.wars.listed[side]
        return listed if self.war.code in THIRD_WARS else [person for person in listed if self.remains(person)]

    def alive(self, side: Side) -> list[Person]:
        """The side's possible Heirs who are alive, highest first, without those whom only a third War names."""
        return [heir.person for heir in self.book.heirs.values() if self._counts(heir.person, side)]

    def _counts(self, person: Person, side: Side) -> bool:
        heir = self.book.heirs[person]
        return heir.side is side and not heir.third_war and self.remains(person)

    def of_base(self, side: Side) -> None:
        """Adds the side's Lords of the scenario that the War is based on, as they are there."""
        self.lords |= {Lord(row["id"]): dict(row) for row in self.war.base["lord"] if row["side"] == side}

    def favour_of(self, page: Mapping[str, Any]) -> None:
        """Adds the Favour of a page."""
        self.favour |= {locale: side for side in Side for locale in page["favour"][side]}

    def muster(self, lord: str, locale: str) -> None:
        """Adds a Lord on the map, with a mat."""
        self._put(lord, {"state": "mustered", "locale": locale})

    def calendar(self, lord: str, box: int, *, exile: bool = False) -> None:
        """Adds a Lord on the Calendar."""
        self._put(lord, {"state": "calendar", "box": box, "exile": exile})

    def set_aside(self, lord: str) -> None:
        """Sets aside a Lord who may come by Succession."""
        self._put(lord, {"state": "set_aside"})

    def _put(self, lord: str, row: Row) -> None:
        self.lords[Lord(lord)] = {"id": lord, "side": self.box.lords[Lord(lord)].side, **row}

    def remove(self, lord: str) -> None:
        """Removes a Lord who is not in this War."""
        self.lords.pop(Lord(lord), None)

    def add(self, side: Side, *cards: str) -> None:
        """Adds cards to the side's deck, each once."""
        self.cards[side] += [card for card in map(Card, cards) if card not in self.cards[side]]

    def favour_seats(self) -> None:
        """6.3 In a third War the Seats of the Lords who are set up Favour their sides, except London, the King's."""
        for lord in self.lords:
            card = self.box.lords[lord]
            self.favour[card.seat] = card.side
        self.favour["london"] = self.war.king

    def page(self) -> Mapping[str, Any]:
        """The resulting page."""
        page, base = self.war.page, self.war.base
        later = [card for row in self.war.cards_while for card in row.cards]
        return {
            **page,
            "lord": list(self.lords.values()),
            "vassals": page.get("vassals") or base["vassals"],
            "favour": {side: [at for at, whose in self.favour.items() if whose is side] for side in Side},
            "influence": {"side": Side.LANCASTER, "points": self.influence},
            "decks": {side: self._deck(side) for side in Side},
            "later_cards": [*later, Capabilities.EDWARD],
        }

    def _deck(self, side: Side) -> list[Card]:
        deck = dict.fromkeys([*self.war.decks[side], *self.cards[side]])
        return sorted(deck, key=self.box.card_order.__getitem__)
