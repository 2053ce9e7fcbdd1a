"""Replies to lines that begin with a word that is not an order of this game (the words are in synonyms.toml)."""

from __future__ import annotations

from typing import Final

from pbem.i18n import Text

NO_ORDERS: Final = {
    "allying": Text('players ally by agreement: write "offer PLAYER: Alliance of PLAYER and me"'),
    "boarding": Text('who sails is named with the ship, and need not board before: write "sail SHIP PORT with NOBLE"'),
    "offering": Text(
        'players agree on that: write "offer PLAYER: CLAUSE", or "standing accept PLAYER: CLAUSE" ahead '
        '("help offer" has the clauses)'
    ),
}
