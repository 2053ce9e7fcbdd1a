"""What is written to players, observers and the moderator."""
