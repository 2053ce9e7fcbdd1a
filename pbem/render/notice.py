"""Short mails other than reports: why a letter had no effect, and what the game master must know."""

from __future__ import annotations

from typing import Any

from pbem.render.templates.page import COMMON, Page


class NoNotice(Exception):
    """There is no such kind of notice."""


def render_notice(page: Page, kind: str, **facts: Any) -> tuple[str, str, str]:
    """Subject, text and HTML of a notice.

    The kinds and the facts each needs are in `common/notices.toml`; all need `game` and `seat`. Raises NoNotice for a kind
    that is not there, and Jinja2's UndefinedError for a fact left out.
    """
    return page.surely(lambda sure: _notice(sure, kind, facts))


def _notice(page: Page, kind: str, facts: dict[str, Any]) -> tuple[str, str, str]:
    notices = page.read_toml(COMMON, "notices.toml")
    if kind not in notices:
        raise NoNotice(f"there is no notice {kind!r}; there are {', '.join(notices)}")
    subject, body = (page.compile(notices[kind][part]).render(facts) for part in ("subject", "text"))
    facts_of_frame = {**facts, "subject": " ".join(subject.split()), "body": body}
    text, html = (page.fill(f"{COMMON}/notice.{form}.j2", **facts_of_frame) for form in ("txt", "html"))
    return str(facts_of_frame["subject"]), text, html
