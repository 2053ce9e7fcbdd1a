"""Order words, standing orders, what a letter is for."""
