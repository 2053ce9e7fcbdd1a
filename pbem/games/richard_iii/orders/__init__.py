"""The order words, and what standing orders can say."""
