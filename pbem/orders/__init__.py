"""The language of orders: lines of a letter read, placed and carried out at a Table."""
