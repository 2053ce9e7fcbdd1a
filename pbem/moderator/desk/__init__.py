"""What every part of the moderator is handed: the desk, its games, its seats."""
