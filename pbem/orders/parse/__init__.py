"""Text to parsed orders. Nothing here knows the position of a game."""
