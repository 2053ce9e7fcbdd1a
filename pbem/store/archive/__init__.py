"""A game as one document."""
