"""The engine, tested with a toy game."""
