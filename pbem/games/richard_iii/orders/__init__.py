"""Order words and standing orders."""
