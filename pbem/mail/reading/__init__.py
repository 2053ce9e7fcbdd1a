"""Incoming letters: bytes in, a Letter out."""

from .door import read_header, read_letter
from .limits import Limits

__all__ = ["Limits", "read_header", "read_letter"]
