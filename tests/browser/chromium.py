"""Pages in a headless Chromium, as a mail program on a desk or a phone would show them, and what they try to fetch."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from playwright.sync_api import Browser, Page, Route, sync_playwright

DESK, PHONE = 900, 360
"""Widths in CSS pixels."""
HEIGHTS = {DESK: 1000, PHONE: 760}
Scheme: TypeAlias = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--font-render-hinting=none",
)
CANVAS = ":root { background: Canvas; color: CanvasText }"
"""What a browser paints behind a page anyway; tools that measure contrast see only what a page says."""


class NoChromium(Exception):
    """There is no browser on this machine."""


def find_chromium() -> str:
    """The path of the browser. Raises NoChromium, which says how to get one."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if found is None:
        raise NoChromium("there is no Chromium here; on Debian: apt-get install chromium fonts-dejavu-core")
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser with a fresh profile of its own. Raises NoChromium."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET), chromium_sandbox=False)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Sheet:
    """A page that is open, and every address beyond it that it has asked for; none is given to it."""

    page: Page
    fetched: list[str] = field(default_factory=list)

    def _refuse(self, route: Route) -> None:
        self.fetched.append(route.request.url)
        route.abort()

    def show(self, html: str, width: int, scheme: Scheme) -> None:
        """Show a page of `width` CSS pixels, and forget what was fetched before."""
        self.fetched.clear()
        self.turn(width, scheme)
        self.page.set_content(html, wait_until="load")

    def turn(self, width: int, scheme: Scheme) -> None:
        """Show the same page otherwise."""
        self.page.emulate_media(color_scheme=scheme)
        self.page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, HEIGHTS[DESK])})

    def unfold(self) -> None:
        """Open all parts that are folded."""
        self.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


@contextmanager
def open_sheet(browser: Browser, *, scale: float = 1) -> Iterator[Sheet]:
    """An empty page with `scale` pixels of a picture to each of CSS."""
    context = browser.new_context(device_scale_factor=scale)
    sheet = Sheet(context.new_page())
    try:
        context.route("**/*", sheet._refuse)
        yield sheet
    finally:
        context.close()
