"""Plantagenet: the rulebook, section by section."""
