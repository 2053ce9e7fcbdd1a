"""1.0, 1.1, 5.1 The deck, the deal and the card phase."""
