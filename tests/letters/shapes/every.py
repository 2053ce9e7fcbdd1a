"""All shapes: importing the rooms puts them on the list."""

from . import (
    apple,
    asian,
    bounces,
    edits,
    europe,
    gmail,
    machines,
    microsoft,
    mozilla,
    nothing,
    odd,
    old,
    outlook,
    phone,
    talk,
    unix,
    webmail,
)
from .base import SHAPES

__all__ = ["SHAPES"]
ROOMS = (
    apple,
    asian,
    bounces,
    edits,
    europe,
    gmail,
    machines,
    microsoft,
    mozilla,
    nothing,
    odd,
    old,
    outlook,
    phone,
    talk,
    unix,
    webmail,
)
