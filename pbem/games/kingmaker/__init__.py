"""Kingmaker II: its rules by chapter of the rulebook. The game cannot be opened yet; what calls these rules comes later."""
