"""The log of a game and what follows from it: waiting lines, standing orders, shares in the dice, secret choices."""
