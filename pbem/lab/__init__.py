"""The laboratory: programs that play, search for faults and leaks, measure and compare. No game needs it."""
