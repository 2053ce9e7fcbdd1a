"""5.1 The ids of the cards: six Events, and the action cards by their AP."""

from __future__ import annotations

from pbem.games.richard_iii.components.board import CardId


class Cards:
    """The kinds of cards (scenarios/richard_iii/cards.toml)."""

    AP_4 = CardId("ap_4")
    AP_3 = CardId("ap_3")
    AP_2 = CardId("ap_2")
    PIRACY = CardId("piracy")
    FORCE_MARCH = CardId("force_march")
    SURPRISE = CardId("surprise")
    TREASON = CardId("treason")
    MUSTER = CardId("muster")
    PLAGUE = CardId("plague")
