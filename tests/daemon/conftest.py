"""A post office and all that works with it."""

from tests.support.works import office, works

__all__ = ["office", "works"]
