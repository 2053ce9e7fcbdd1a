"""SVG to PNG, with the letters we bring: a server needs neither system packages nor fonts."""

from __future__ import annotations

import resvg_py

from pbem.render.picture.fonts import font_files


def to_png(svg: str) -> bytes:
    """The PNG of a drawing, a pixel for each of its units. The same drawing gives the same bytes.

    Raises ValueError for what is no SVG.
    """
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=font_files()))
