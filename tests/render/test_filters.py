"""The filters of the templates."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from pbem.render.templates.filters import fill

TEXT = st.text(st.sampled_from("ab- \t\n\r\x0b\x0c\u00a0\u2003ä"), max_size=30)


@given(TEXT, st.sampled_from(["", "  ", "- "]), st.integers(5, 30))
def test_a_short_paragraph_is_filled_as_the_library_fills_it(text: str, indent: str, width: int) -> None:
    lines = textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    assert fill(text, indent, width=width) == lines
