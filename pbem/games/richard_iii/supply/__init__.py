"""7.0 The supply phase."""
