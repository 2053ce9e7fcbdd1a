"""The tables. A change here needs a migration; a test compares the two.

Times are aware datetimes outside and UTC text in the database; secrets are kept out of the rows' repr. Raw mail is the last
column of its table, because SQLite walks through all of it to reach a column after it.
"""

# Each import of one brings all: SQLModel knows the tables of what was imported.
from pbem.store.tables import games, joining, log, mail, service

__all__ = ["games", "joining", "log", "mail", "service"]
