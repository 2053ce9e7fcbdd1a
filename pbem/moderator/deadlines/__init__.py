"""Deadlines as the log tells them: the clock of a game, lines about time, and what reports say of it."""
