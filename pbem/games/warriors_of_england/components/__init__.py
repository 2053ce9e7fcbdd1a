"""2.0, 3.0 The map, the counters, the set-up, and the position."""
