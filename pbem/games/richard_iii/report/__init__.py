"""What leaves the State."""
