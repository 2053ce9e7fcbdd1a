"""What bots and fuzz need to know."""
