"""What players agree on with each other."""
