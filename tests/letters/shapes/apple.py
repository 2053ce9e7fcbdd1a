"""Apple Mail on the Mac and on phones: blockquote type=cite, and plain text with the same marks."""

from __future__ import annotations

from typing import Any

from .base import LONG, Answer, Lines, Report, head, send, shape
from .quote import Style, as_text, divs, flowed, quoted, without_styles
from .wire import file, message, multipart, text, token

APPLE = Style(bullet="• ", number="{}. ", nbsp="\xa0")
MAC = ("X-Mailer", "Apple Mail (2.3826.600.51.1.1)")
PHONE = ("X-Mailer", "iPhone Mail (22G86)")
MID = "{upper}-55AA-4C1B-9F00-0123456789AB@example.test"
SAID = "On 22 Aug 2026, at 14:00, {} wrote:"
BODY = '<body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">'


def cite(report: Report, words: str = SAID) -> str:
    """The attribution inside the blockquote, where Apple has it, and the old letter in another."""
    return (
        f'<div><br><blockquote type="cite"><div>{words.format(report.sender)}</div><br class="Apple-interchange-newline">'
        f"<div>{without_styles(report.page)}</div></blockquote></div><br>"
    )


def marked(report: Report, words: str = SAID) -> str:
    """The same as text: the attribution is marked like the rest."""
    return f"{quoted(words.format(report.sender))}\n> \n{quoted(as_text(report.page, APPLE), blank='> ')}\n"


def both(report: Report, seed: str, plain: str, html: str, agent: tuple[str, str] = MAC, **more: Any) -> bytes:
    """text/plain and text/html."""
    page = (
        f'<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>{BODY}{html}</body></html>'
    )
    parts = (text(plain, cte="quoted-printable"), text(page, "html", cte="quoted-printable"))
    part = multipart("alternative", f"Apple-Mail=_{token(seed, report.name).upper()}", *parts)
    return message(head(report, seed, agent=agent, mid=MID, **more), part)


@shape("Apple Mail on the Mac.")
def apple_mail(report: Report, typed: Lines) -> bytes:
    return both(report, "apple_mail", "\n".join(typed) + "\n\n" + marked(report), divs(typed) + cite(report))


@shape("Apple Mail: no-break spaces where the player typed two blanks, and between words.")
def apple_mail_nbsp(report: Report, typed: Lines) -> bytes:
    odd = tuple(line.replace(" ", "\xa0 ", 1) for line in typed)
    return both(report, "apple_mail_nbsp", "\n".join(odd) + "\n\n" + marked(report), divs(odd) + cite(report))


@shape("Apple Mail sends plain text only, flowed with DelSp.")
def apple_mail_plain(report: Report, typed: Lines) -> bytes:
    old = flowed(SAID.format(report.sender) + "\n\n" + as_text(report.page), depth=1, delsp=True)
    params = "; format=flowed; delsp=yes"
    return send(
        report,
        "apple_mail_plain",
        text("\n".join(typed) + f"\n\n{old}\n", charset="us-ascii", params=params, codec="utf-8"),
        agent=MAC,
    )


@shape("Apple Mail broke long lines softly with DelSp.")
def apple_mail_plain_long(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    own = flowed("\n".join(typed), delsp=True)
    old = flowed(SAID.format(report.sender) + "\n\n" + as_text(report.page), depth=1, delsp=True)
    part = text(f"{own}\n\n{old}\n", params="; format=flowed; delsp=yes")
    return Answer(send(report, "apple_mail_plain_long", part, agent=MAC), typed)


@shape("An iPhone: Sent from my iPhone, then the quote.")
def apple_iphone(report: Report, typed: Lines) -> Answer:
    html = (
        f'<div dir="ltr"></div><div dir="ltr">{"<br>".join(typed)}'
        f'</div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone'
        f"</div>"
    )
    plain = "\n".join(typed) + "\n\nSent from my iPhone\n\n" + marked(report)
    return Answer(both(report, "apple_iphone", plain, html + cite(report), PHONE), typed, talk=("Sent from my iPhone",))


@shape("An iPhone in German; typographic quotes and a capital letter at each beginning.")
def apple_iphone_german(report: Report, typed: Lines) -> Answer:
    words = "Am 22.08.2026 um 14:00 schrieb {}:"
    typed = tuple(line[0].upper() + line[1:] for line in typed)
    plain = "\n".join(typed) + "\n\nVon meinem iPhone gesendet\n\n" + marked(report, "\ufeff" + words)
    html = divs(typed) + "<br><div>Von meinem iPhone gesendet</div>" + cite(report, "\ufeff" + words)
    return Answer(
        both(report, "apple_iphone_german", plain, html, PHONE, prefix="Aw: "), typed, talk=("Von meinem iPhone gesendet",)
    )


@shape("An iPad in Dutch, plain text only, base64.")
def apple_ipad_dutch(report: Report, typed: Lines) -> Answer:
    words = "Op 22 aug 2026 om 14:00 heeft {} het volgende geschreven:"
    body = (
        "\n".join(typed)
        + "\n\nVerstuurd vanaf mijn iPad\n\n"
        + quoted(words.format(report.sender))
        + "\n> \n"
        + quoted(as_text(report.page, APPLE), mark="> \ufeff")
    )
    raw = send(report, "apple_ipad_dutch", text(body, cte="base64"), agent=("X-Mailer", "iPad Mail (22G86)"), mid=MID)
    return Answer(raw, typed, talk=("Verstuurd vanaf mijn iPad",))


@shape("iCloud on the web.")
def icloud_web(report: Report, typed: Lines) -> bytes:
    words = "On Aug 22, 2026, at 2:00 PM, {} wrote:"
    plain = "\n".join(typed) + "\n\n" + words.format(report.sender) + "\n\n" + quoted(as_text(report.page), blank="> ")
    html = divs(typed) + (
        f"<div><br></div><div>{words.format(report.sender)}<br>"
        f'</div><blockquote type="cite">{without_styles(report.page)}'
        f"</blockquote>"
    )
    return both(report, "icloud_web", plain, html, ("X-Mailer", "iCloud MailClient25F110 MailServer25E8"))


@shape("Apple Mail with a picture of the player in the signature: mixed around alternative and related.")
def apple_mail_picture(report: Report, typed: Lines) -> Answer:
    seed = "apple_mail_picture"
    sign = ("Ann",)
    html = divs((*typed, "", *sign)) + '<img apple-inline="yes" src="cid:8D2F@example.test">' + cite(report)
    picture = file("ann.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(40), inline="8D2F@example.test")
    related = multipart(
        "related",
        f"Apple-Mail=_R{token(seed)}",
        text(f"<html>{BODY}{html}</body></html>", "html"),
        picture,
        params='type="text/html"; ',
    )
    plain = "\n".join((*typed, "", *sign)) + "\n\n\ufffc\n" + marked(report)
    part = multipart("alternative", f"Apple-Mail=_A{token(seed)}", text(plain), related)
    return Answer(message(head(report, seed, agent=MAC, mid=MID), part), typed, talk=sign)


@shape("Apple Mail with a picture in the middle of the letter: two text parts around it.")
def apple_mail_pieces(report: Report, typed: Lines) -> bytes:
    seed = "apple_mail_pieces"
    first, rest = text("\n".join(typed) + "\n", charset="us-ascii", cte="7bit"), text("\n" + marked(report))
    picture = file("map.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(30))
    return message(
        head(report, seed, agent=MAC, mid=MID), multipart("mixed", f"Apple-Mail-{token(seed)}", first, picture, rest)
    )
