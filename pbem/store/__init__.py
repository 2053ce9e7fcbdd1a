"""The database: games, logs, letters and mails, in an SQLite file or on a PostgreSQL server. Nothing outside uses SQLModel
or Alembic.
"""
