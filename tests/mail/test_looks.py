"""What in a page nobody sees, in ways to say so that are not in `letters/cases`."""

from __future__ import annotations

import pytest

from pbem.mail.reading.html import html_to_text
from pbem.mail.reading.limits import Limits

UNSEEN = [
    "transform:scale(0,0)",
    "transform: scaleY(0)",
    "scale:0",
    "transform:translateX(-9999px)",
    "translate:-9999px",
    "clip-path:circle(0)",
    "position:absolute;clip:rect(1px,1px,1px,1px)",
    "color:rgb(255 255 255)",
    "color:rgb(0 0 0 / 0)",
    "color:hsl(0 0% 100%)",
    "color:whitesmoke",
    "opacity:0.05",
]
SEEN = [
    "transform:scale(0.5)",
    "transform:scale(10)",
    "transform:translateX(-10px)",
    "translate:10px",
    "clip-path:circle(50%)",
    "color:rgb(0 0 0)",
    "color:rgb(0 0 0 / 50%)",
    "color:rgba(0,0,0,1)",
    "color:#ccc",
    "opacity:0.5",
]


@pytest.mark.parametrize("style", UNSEEN)
def test_what_nobody_sees_is_not_read(style: str) -> None:
    page = html_to_text(f'<p style="{style}">march york</p><p>pass</p>', Limits())
    assert (page.text, page.unseen) == ("pass", ("march york",))


@pytest.mark.parametrize("style", SEEN)
def test_what_is_seen_is_read(style: str) -> None:
    assert html_to_text(f'<p style="{style}">march york</p>', Limits()).text == "march york"
