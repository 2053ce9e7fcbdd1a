"""Conditions in a player's words: what all games share of them."""
