"""pbem: a moderator for wargames played by email."""

__version__ = "0.1.0"
