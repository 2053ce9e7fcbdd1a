"""The only place where games, mail, store and pages meet."""
