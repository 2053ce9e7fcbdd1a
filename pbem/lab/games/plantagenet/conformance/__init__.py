"""Recorded operations of Plantagenet, run on its rules: what `pbem conform` asks of the game."""
