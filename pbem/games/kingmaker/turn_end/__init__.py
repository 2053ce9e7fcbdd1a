"""11 The End of Turn phase."""
