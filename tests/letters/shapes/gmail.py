"""Gmail on the web and on phones."""

from __future__ import annotations

from html import escape
from typing import Any

from .base import LONG, SHORT, Answer, Lines, Report, head, send, shape
from .quote import Style, as_text, cleaned, quoted, wrapped
from .wire import message, multipart, text, token

GMAIL = Style(bold="*", bullet="   - ", number="   {}. ", cell=" ")
MID = "CA+{hash}w=Q@mail.gmail.com"
SAID = "On Sat, Aug 22, 2026 at 2:00 PM {sender} wrote:"


def said(report: Report, words: str = SAID, *, link: bool = False) -> str:
    """The attribution; in the plain text it is wrapped when the address has no name."""
    sender = f"<{report.sender}>"
    if link:
        sender = f'&lt;<a href="mailto:{report.sender}">{report.sender}</a>&gt;'
    return words.format(sender=sender)


def quote_html(report: Report, words: str = SAID, old: str = "") -> str:
    """div.gmail_quote around attribution and blockquote."""
    return (
        f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f"{said(report, words, link=True)}<br></div>"
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,20'
        '4,204);padding-left:1ex">'
        f"<u></u>\n\n{old or cleaned(report.page)}\n\n</blockquote></div>\n"
    )


def quote_plain(report: Report, words: str = SAID) -> str:
    """The same as text, wrapped before it is marked."""
    return f"{wrapped(said(report, words), 72)}\n\n{quoted(wrapped(as_text(report.page, GMAIL), 74))}\n"


def typed_html(lines: Lines) -> str:
    """The first line bare, a div for each of the others."""
    rest = "".join(f"<div>{escape(line, quote=False) or '<br>'}</div>" for line in lines[1:])
    return f'<div dir="ltr">{escape(lines[0], quote=False)}{rest}</div>'


def both(report: Report, seed: str, plain: str, html: str, **more: Any) -> bytes:
    """text/plain and text/html."""
    boundary = f"000000000000{token(seed, report.name)}"
    part = multipart("alternative", boundary, text(plain, charset="UTF-8"), text(html, "html", charset="UTF-8"))
    return message(head(report, seed, mid=MID, **more), part)


@shape("Gmail on the web: div.gmail_quote, plain part wrapped.")
def gmail_web(report: Report, typed: Lines) -> bytes:
    plain = "\n".join(typed) + "\n\n" + quote_plain(report)
    return both(report, "gmail_web", plain, typed_html(typed) + quote_html(report))


@shape("Gmail in German.")
def gmail_german(report: Report, typed: Lines) -> bytes:
    words = "Am Sa., 22. Aug. 2026 um 14:00\xa0Uhr schrieb {sender}:"
    plain = "\n".join(typed) + "\n\n" + quote_plain(report, words)
    return both(report, "gmail_german", plain, typed_html(typed) + quote_html(report, words), prefix="Re: ")


@shape("Gmail in French: a blank before the colon of the attribution.")
def gmail_french(report: Report, typed: Lines) -> bytes:
    words = "Le\xa0sam. 22 août 2026 à\xa014:00, {sender} a écrit\xa0:"
    plain = "\n".join(typed) + "\n\n" + quote_plain(report, words)
    return both(report, "gmail_french", plain, typed_html(typed) + quote_html(report, words))


@shape("Gmail in Japanese: the attribution has no verb.")
def gmail_japanese(report: Report, typed: Lines) -> bytes:
    words = "2026年8月22日(土) 21:00 {sender}:"
    plain = "\n".join(typed) + "\n\n" + quote_plain(report, words)
    return both(report, "gmail_japanese", plain, typed_html(typed) + quote_html(report, words))


@shape("Gmail wraps what the player typed in the plain part, not in the HTML.")
def gmail_long_lines(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    plain = wrapped("\n".join(typed), 76) + "\n\n" + quote_plain(report)
    return Answer(both(report, "gmail_long_lines", plain, typed_html(typed) + quote_html(report)), typed)


@shape("Gmail's app on Android: dir=auto.")
def gmail_app(report: Report, typed: Lines) -> bytes:
    html = "".join(f'<div dir="auto">{escape(line, quote=False)}</div>' for line in typed)
    plain = "\n".join(typed) + "\n\n" + quote_plain(report, "On Sat, 22 Aug 2026, 14:00 , {sender} wrote:")
    return both(report, "gmail_app", plain, html + quote_html(report, "On Sat, 22 Aug 2026, 14:00 , {sender} wrote:"))


@shape("Gmail in plain text mode: wrapped hard, quotes marked, no HTML.")
def gmail_plain_mode(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + f"\n\n{wrapped(said(report), 72)}\n>\n" + quoted(wrapped(as_text(report.page, GMAIL), 74))
    return send(report, "gmail_plain_mode", text(body, charset="UTF-8"), mid=MID)


@shape("Gmail in plain text mode broke the player's long lines: no sign of it but their width.")
def gmail_plain_mode_long(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    body = (
        wrapped("\n".join(typed), 76)
        + f"\n\n{wrapped(said(report), 72)}\n>\n"
        + quoted(wrapped(as_text(report.page, GMAIL), 74))
    )
    return Answer(send(report, "gmail_plain_mode_long", text(body, charset="UTF-8"), mid=MID), typed)


@shape("Gmail: the player deleted the trimmed quote behind the three dots.")
def gmail_trimmed(report: Report, typed: Lines) -> bytes:
    return both(report, "gmail_trimmed", "\n".join(typed) + "\n", typed_html(typed))


@shape("Gmail, HTML only, as a tracking extension sends it with its own picture.", *SHORT)
def gmail_html_only(report: Report, typed: Lines) -> bytes:
    pixel = '<img src="https://track.example.test/o.gif?m=1" width="0" height="0" style="display:none">'
    return send(report, "gmail_html_only", text(typed_html(typed) + pixel + quote_html(report), "html"), mid=MID)


@shape("Gmail: two dashes above the signature, as its setting puts them, before the quote.", *SHORT)
def gmail_signature(report: Report, typed: Lines) -> Answer:
    sign = ("Ann Archer", "Ludlow", "+44 1584 000000")
    plain = "\n".join((*typed, "", "-- ", *sign)) + "\n\n\n" + quote_plain(report)
    html = typed_html(typed) + '<div><br></div><span class="gmail_signature_prefix">-- </span><br>'
    html += f'<div dir="ltr" class="gmail_signature">{"<br>".join(sign)}</div>' + quote_html(report)
    return Answer(both(report, "gmail_signature", plain, html), typed, talk=sign)


@shape("Gmail: answered from the middle of a thread, the quote stands above the orders.")
def gmail_below_quote(report: Report, typed: Lines) -> bytes:
    plain = quote_plain(report) + "\n" + "\n".join(typed) + "\n"
    return both(report, "gmail_below_quote", plain, quote_html(report) + typed_html(typed))


@shape("Gmail with confidential-mode style boilerplate of a workspace below the quote.", *SHORT)
def gmail_workspace_footer(report: Report, typed: Lines) -> Answer:
    small = "This email is intended only for the addressee(s) and may contain confidential information."
    plain = "\n".join(typed) + "\n\n" + quote_plain(report) + f"\n-- \n{small}\n"
    html = typed_html(typed) + quote_html(report) + f"<br>\n<p><i>{small}</i></p>"
    return Answer(both(report, "gmail_workspace_footer", plain, html), typed, talk=(small,))
