"""A game's Rules, and their parts."""
