"""Recorded operations of Plantagenet, run on its rules: what `pbem lab conform` asks of the game."""
