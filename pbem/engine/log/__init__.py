"""The log of a game, and what it says: of lines that wait, standing orders, shares in the dice, secret choices."""
