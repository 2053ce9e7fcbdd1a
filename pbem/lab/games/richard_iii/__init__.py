"""What random games need."""
