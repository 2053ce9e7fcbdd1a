"""Order words, standing orders, and segments of letters."""
