"""How recorded operations are run on these rules."""
