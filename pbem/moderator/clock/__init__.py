"""Deadlines, reminders, absence and no-shows: what the entries of kind CLOCK mean, and what happens when time is up."""
