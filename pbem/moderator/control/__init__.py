"""What the clock and the moderator do to a game."""
