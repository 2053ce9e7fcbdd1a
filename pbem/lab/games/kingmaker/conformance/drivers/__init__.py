"""What runs the rule of each recorded operation, by chapter."""
