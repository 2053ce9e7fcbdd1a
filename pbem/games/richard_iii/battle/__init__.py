"""6.0 The battle phase."""
