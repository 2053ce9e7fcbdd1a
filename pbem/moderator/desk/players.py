"""Who takes a seat, or watches."""

from __future__ import annotations

import re
from dataclasses import dataclass

ADDRESS = re.compile(r"[!-?A-~]+@[!-?A-~]+")  # printing ASCII (RFC 5322 2.2): more needs SMTPUTF8, which few servers have


@dataclass(frozen=True)
class Player:
    """Who takes a seat."""

    name: str
    address: str
