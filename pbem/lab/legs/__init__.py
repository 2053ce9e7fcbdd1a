"""Legs: bots play whole games by mail, and what they have to write is counted by the reason for it."""
