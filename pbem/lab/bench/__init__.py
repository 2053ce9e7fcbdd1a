"""Measurements: the engine, the way of a letter, many games, streams of letters."""
