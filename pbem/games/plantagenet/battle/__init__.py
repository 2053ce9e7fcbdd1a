"""4.4 Battle, and what follows it."""
