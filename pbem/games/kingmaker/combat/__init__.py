"""6, 9.2 The Combat phase: battles, sieges, captives."""
