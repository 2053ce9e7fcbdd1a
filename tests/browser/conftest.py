"""One page in one browser for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import NoChromium, Sheet, chromium, open_sheet


@pytest.fixture(scope="session")
def sheet() -> Iterator[Sheet]:
    try:
        with chromium() as browser, open_sheet(browser) as opened:
            yield opened
    except NoChromium as missing:
        pytest.fail(str(missing), pytrace=False)
