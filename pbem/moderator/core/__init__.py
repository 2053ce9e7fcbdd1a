"""What every room is handed: the desk, a transaction about a game or a letter, and games from their logs."""
