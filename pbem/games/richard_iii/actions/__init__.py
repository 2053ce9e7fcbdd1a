"""5.0 The action phase."""
