"""Pictures of what players see: `make screenshots`, or `python -m tests.browser.pictures FOLDER`.

Letters of all kinds in a browser, on a desk and on a phone, in light and dark; the text in a terminal; the map alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.browser.chromium import DESK, PHONE, NoChromium, Scheme, Sheet, chromium, find_chromium, open_sheet
from tests.browser.terminal import NoTerminal, find_programs, in_mutt
from tests.support.specimens import MARCH, letter, map_alone

WHOLE: tuple[tuple[str, int, Scheme], ...] = (
    ("report", DESK, "light"),
    ("report", DESK, "dark"),
    ("report", PHONE, "light"),
    ("report", PHONE, "dark"),
    ("battle", PHONE, "light"),
    ("battle", DESK, "dark"),
    ("round", DESK, "light"),
    ("final", DESK, "light"),
    ("final", PHONE, "dark"),
    ("opening", PHONE, "light"),
    ("preview", PHONE, "light"),
    ("slips", PHONE, "dark"),
    ("warriors report", DESK, "light"),
    ("warriors report", PHONE, "dark"),
    ("warriors battle", PHONE, "light"),
    ("warriors draw", DESK, "dark"),
    ("warriors final", DESK, "light"),
    ("warriors questions", PHONE, "light"),
)
"""Letters that are shown from top to bottom, folded parts folded."""
SCREENS: tuple[tuple[str, str, Scheme], ...] = (
    ("report", "p", "light"),
    ("report", "h2:has-text('The position')", "light"),
    ("round", "p:has-text('Centre (')", "dark"),
    ("final", "h2:has-text('Influence by')", "dark"),
)
"""What `phone.png` shows side by side: a letter, the part at the top of the screen, the scheme."""
TERMINAL = {"report-terminal": ("report", 0), "round-terminal": ("round", 2)}
"""Letters in mutt, so many screens down."""
COLOURS, GAP, MARGIN, SCALE = 128, 16, 8, 1.5


def pictures() -> Iterator[tuple[str, bytes]]:
    """Each picture with its name. Raises NoChromium."""
    yield "map", map_alone()
    yield "warriors-map", map_alone(MARCH)
    with chromium() as browser:
        with open_sheet(browser) as sheet:
            for name, width, scheme in WHOLE:
                sheet.show(letter(name).content.page, width, scheme)
                yield (
                    f"{name.replace(' ', '-')}-{'phone' if width == PHONE else 'desk'}-{scheme}",
                    sheet.page.screenshot(full_page=True),
                )
            for file, (name, pages) in TERMINAL.items():
                yield file, _terminal(sheet, letter(name).raw, pages)
        with open_sheet(browser, scale=SCALE) as sheet:
            yield "phone", _side_by_side([_screen(sheet, *each) for each in SCREENS])


def _terminal(sheet: Sheet, mail: bytes, pages: int) -> bytes:
    sheet.show(in_mutt(mail, pages), DESK, "light")
    picture: bytes = sheet.page.locator("body").screenshot()
    return picture


def _screen(sheet: Sheet, name: str, top: str, scheme: Scheme) -> bytes:
    """What a phone shows of a letter with one part of it at the top."""
    sheet.show(letter(name).content.page, PHONE, scheme)
    part = sheet.page.locator(top).first.bounding_box()
    assert part is not None
    sheet.page.evaluate("top => window.scrollTo(0, window.scrollY + top)", part["y"] - MARGIN)
    picture: bytes = sheet.page.screenshot()
    return picture


def _side_by_side(screens: list[bytes]) -> bytes:
    each = [Image.open(BytesIO(png)) for png in screens]
    gap = round(GAP * SCALE)
    whole = Image.new("RGB", (sum(one.width + gap for one in each) - gap, max(one.height for one in each)), "#888888")
    left = 0
    for one in each:
        whole.paste(one, (left, 0))
        left += one.width + gap
    return _bytes(whole)


def small(png: bytes) -> bytes:
    """A picture in a palette of colours, a third of the size."""
    image = Image.open(BytesIO(png))
    if image.mode == "P":
        return png
    return _bytes(image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, kmeans=3, dither=Image.Dither.NONE))


def _bytes(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def main(folder: Path) -> int:
    """Write all pictures into a folder; 1 where a program is missing."""
    try:
        find_chromium()
        find_programs()
        folder.mkdir(parents=True, exist_ok=True)
        for name, png in pictures():
            file = folder / f"{name}.png"
            file.write_bytes(small(png))
            print(f"{file}  {file.stat().st_size:,} bytes")
    except (NoChromium, NoTerminal) as missing:
        print(f"no pictures: {missing}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
