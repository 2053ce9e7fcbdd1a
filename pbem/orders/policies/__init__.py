"""Kinds of standing orders that all games share: yes or no, preferences, always and never, shares."""
