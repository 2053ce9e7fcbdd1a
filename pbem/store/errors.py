"""What the store refuses, in words a moderator can act on, and what the database itself raises."""

from sqlalchemy.exc import SQLAlchemyError

DatabaseError = SQLAlchemyError
"""What a statement meets that the store has no words for."""


class StoreError(Exception):
    """The store refuses; the message says what and, where there is a way, what to do."""


class NotFound(StoreError):
    """There is no such game, seat, entry, letter or mail."""


class Duplicate(StoreError):
    """Something of that name, token, number or Message-ID is there already."""


class TooNew(StoreError):
    """The database was written by a newer version of this program."""


class NotNow(StoreError):
    """Nothing can be written at this moment; the same can be tried again later."""


class Busy(NotNow):
    """Another process has been writing for too long."""


class Changed(NotNow):
    """Somebody else has written since the database was looked at."""


class NoRoom(NotNow):
    """The disk is full."""


class Unwritable(NotNow):
    """The file or its folder cannot be written: its mode, its owner, or the disk."""


class BadArchive(StoreError):
    """A document is no archive of a game, or does not fit into this database."""
