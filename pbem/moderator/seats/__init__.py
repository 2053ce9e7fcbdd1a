"""Who plays and watches: addresses and tokens, hand-over, resignation, observers, the end of a game."""
