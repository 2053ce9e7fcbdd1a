"""Before a game: it is opened at once, or its players are asked first."""
