"""Words and names: what a game's things and orders are called, and the text of an answer."""
