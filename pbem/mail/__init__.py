"""Letters: reading, writing, fetching and sending them. Knows no game and no database."""
