"""The games: one name each, that of a folder here."""

from pbem.games.loading import Games

GAMES = Games("plantagenet", "warriors_of_england", "richard_iii", "kingmaker")
