"""How much of a letter is read."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What is beyond is cut off where it is text, and makes the letter unreadable where it is structure (`parts`, `depth`,
    `all_header_lines`).

    `header_bytes` and `header_lines` hold for each header block, `all_header_lines` for the blocks of all parts together,
    `value` for the characters of one header value, `each` for the addresses and Message-IDs of a letter, `html_bytes` for
    one HTML part, `elements` for all, `bounce_bytes` for what the bounce detectors see.
    """

    bytes: int = 1_000_000
    header_bytes: int = 65_536
    header_lines: int = 1_000
    all_header_lines: int = 5_000
    value: int = 4_000
    each: int = 100
    parts: int = 200
    depth: int = 20
    html_bytes: int = 500_000
    elements: int = 10_000
    lines: int = 2_500
    characters: int = 100_000
    bounce_bytes: int = 200_000
