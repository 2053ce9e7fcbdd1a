"""2.0, 3.0 Map, counters, set-up, and where all of them stand."""
