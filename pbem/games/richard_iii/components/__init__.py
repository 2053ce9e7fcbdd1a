"""The map, the blocks, the cards, and the position."""
