"""Deadlines as the log has them: the clock of a game, lines about time, and what reports say of it."""
