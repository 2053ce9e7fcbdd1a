"""What is drawn of the board: land, ways, arrows, the names of places, the pieces."""
