"""Lists of possible choices."""
