"""What players say to each other and to the game master, and what they agree on."""
