"""What people write around the words of a game, in each language; a writer may mix them."""
