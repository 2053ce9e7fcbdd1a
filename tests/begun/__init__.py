"""Games begun before: archives made by an earlier version, and what letters to them were answered then."""
