"""Seats live longer than players: who plays one is replaced, moves, is away; games are closed and put away."""
