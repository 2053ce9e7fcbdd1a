"""Everything that is kept: games, logs, letters and mails in one SQLite file. SQLModel and Alembic end here."""
