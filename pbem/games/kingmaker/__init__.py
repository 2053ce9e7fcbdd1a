"""Kingmaker II: the rules by chapter of the rulebook, what players are asked, and what they are shown."""
