"""Recorded operations of the game, run on our rules and compared: `pbem lab conform FILE...`."""
