"""5 The Movement phase."""
