"""Recorded operations of Kingmaker II, run on its rules."""
