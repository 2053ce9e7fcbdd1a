"""Whose a letter is, and letters that claim to be somebody else's."""
