"""What lies on the table: map, blocks, cards, and where they are."""
