"""8.0 The Political Turn."""
