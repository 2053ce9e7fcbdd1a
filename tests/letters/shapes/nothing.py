"""Answers in which nothing was typed, or next to nothing, and such as nobody can read."""

from __future__ import annotations

from . import apple, gmail, webmail
from .base import WITH_FORM, Answer, Lines, Report, head, send, shape
from .outlook import BLANK, HEAD, SHAPE, block_lines, both, exchange, html_block
from .outlook_words import LANGUAGES
from .quote import as_text, flowed, quoted, word_html, wrapped
from .wire import Part, file, message, multipart, text, token

SAID = "On Sat, 22 Aug 2026 at 14:00, {} wrote:"


def empty(raw: bytes, talk: Lines = ()) -> Answer:
    """A letter without orders."""
    return Answer(raw, (), "empty", talk)


@shape("mutt: sent off without a word; below the attribution all is as it was.")
def empty_mutt(report: Report, _typed: Lines) -> Answer:
    return empty(send(report, "empty_mutt", text(f"{SAID.format(report.sender)}\n{quoted(report.text)}\n")))


@shape("Gmail: nothing typed above the quote.")
def empty_gmail(report: Report, _typed: Lines) -> Answer:
    html = f'<div dir="ltr"><br></div>{gmail.quote_html(report)}'
    return empty(gmail.both(report, "empty_gmail", f"\n\n{gmail.quote_plain(report)}", html))


@shape("Outlook: nothing typed above the header block, and nothing marked below it.")
def empty_outlook(report: Report, _typed: Lines) -> Answer:
    seed, words = "empty_outlook", LANGUAGES["english"]
    html = HEAD.format(charset="utf-8") + BLANK + html_block(report, words) + word_html(report.page) + "</div></body></html>"
    plain = " \n\n" + "\n".join(block_lines(report, words)) + "\n\n" + as_text(report.page, SHAPE)
    part = multipart("alternative", f"----=_NextPart_{token(seed)}", text(plain), text(html, "html"))
    return empty(message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), part))


@shape("Outlook in French, plain text only, nothing typed.")
def empty_outlook_french(report: Report, _typed: Lines) -> Answer:
    seed, words = "empty_outlook_french", LANGUAGES["french"]
    body = (
        f"\n\n-----{words.ruler}-----\n"
        + "\n".join(block_lines(report, words))
        + "\n\n"
        + wrapped(as_text(report.page, SHAPE))
    )
    fields = head(report, seed, prefix="RE: ", charset="iso-8859-1", more=exchange(report, seed))
    return empty(message(fields, text(body, charset="iso-8859-1")))


@shape("An iPhone: nothing but its advertisement above the quote.")
def empty_iphone(report: Report, _typed: Lines) -> Answer:
    foot = "Sent from my iPhone"
    html = f'<div dir="ltr"><br></div><div dir="ltr">{foot}</div>{apple.cite(report)}'
    raw = apple.both(report, "empty_iphone", f"\n\n{foot}\n\n{apple.marked(report)}", html, apple.PHONE)
    return empty(raw, (foot,))


@shape("Yahoo: nothing typed, HTML only, the quote in a div.")
def empty_yahoo(report: Report, _typed: Lines) -> Answer:
    html = webmail.yahoo_html(report, ("",), f"On Saturday, August 22, 2026, {report.sender} wrote:")
    return empty(send(report, "empty_yahoo", text(html, "html")))


@shape("Only a signature above the untouched quote.")
def empty_signature(report: Report, _typed: Lines) -> Answer:
    body = f"\n-- \nAnn Archer\nLudlow\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n"
    return empty(send(report, "empty_signature", text(body)), ("Ann Archer", "Ludlow"))


@shape("The untouched report, its quote wrapped anew at 48 columns.")
def empty_rewrapped(report: Report, _typed: Lines) -> Answer:
    body = f"{SAID.format(report.sender)}\n{quoted(wrapped(report.text, 48))}\n"
    return empty(send(report, "empty_rewrapped", text(body)))


@shape("The untouched report, flowed.")
def empty_flowed(report: Report, _typed: Lines) -> Answer:
    body = f"{SAID.format(report.sender)}\n{flowed(report.text, depth=1, width=66)}\n"
    return empty(send(report, "empty_flowed", text(body, params="; format=flowed")))


@shape("The untouched report without any mark or attribution, from text pasted whole.")
def empty_unmarked(report: Report, _typed: Lines) -> Answer:
    return empty(send(report, "empty_unmarked", text(report.text, cte="8bit")))


@shape("A telephone changed the dashes, quotes and dots of the untouched report.", *WITH_FORM)
def empty_typographic(report: Report, _typed: Lines) -> Answer:
    old = report.text.replace("---", "—").replace("...", "…").replace("'", "’")
    return empty(send(report, "empty_typographic", text(f"{SAID.format(report.sender)}\n{quoted(old)}\n")))


@shape("No text at all.")
def empty_body(report: Report, _typed: Lines) -> Answer:
    return empty(send(report, "empty_body", text("")))


@shape("Blank lines and no-break spaces.")
def empty_blanks(report: Report, _typed: Lines) -> Answer:
    return empty(send(report, "empty_blanks", text("\n \n\xa0\n\n\u200b\n")))


@shape("`ok` alone, no quote.")
def ok_alone(report: Report, _typed: Lines) -> Answer:
    return Answer(send(report, "ok_alone", text("ok\n")), ("ok",))


@shape("`ok` above Gmail's quote.")
def ok_gmail(report: Report, _typed: Lines) -> Answer:
    html = gmail.typed_html(("ok",)) + gmail.quote_html(report)
    return Answer(gmail.both(report, "ok_gmail", f"ok\n\n{gmail.quote_plain(report)}", html), ("ok",))


@shape("`ok` above Outlook's header block.")
def ok_outlook(report: Report, _typed: Lines) -> Answer:
    seed = "ok_outlook"
    part = both(report, seed, ("ok",), LANGUAGES["dutch"])
    return Answer(message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), part), ("ok",))


def _unreadable(report: Report, seed: str, part: Part) -> Answer:
    return Answer(message(head(report, seed), part), (), "unreadable")


@shape("Encrypted by OpenPGP (RFC 3156).", "opening")
def sealed_pgp(report: Report, _typed: Lines) -> Answer:
    armour = f"-----BEGIN PGP MESSAGE-----\r\n\r\nhQIMA{token('pgp', length=50)}\r\n=AbCd\r\n-----END PGP MESSAGE-----\r\n"
    control = Part((("Content-Type", "application/pgp-encrypted"),), b"Version: 1\r\n")
    data = Part((("Content-Type", 'application/octet-stream; name="encrypted.asc"'),), armour.encode())
    params = 'protocol="application/pgp-encrypted"; '
    return _unreadable(report, "sealed_pgp", multipart("encrypted", "sealed", control, data, params=params))


@shape("Encrypted by OpenPGP in the text.", "card")
def sealed_pgp_inline(report: Report, _typed: Lines) -> Answer:
    body = (
        f"-----BEGIN PGP MESSAGE-----\nVersion: GnuPG v2\n\nhQIMA{token('inline', length=50)}\n"
        f"=AbCd\n-----END PGP MESSAGE-----\n"
    )
    return _unreadable(report, "sealed_pgp_inline", text(body, cte="7bit"))


@shape("Encrypted by S/MIME.", "battle")
def sealed_smime(report: Report, _typed: Lines) -> Answer:
    kind = "application/pkcs7-mime; smime-type=enveloped-data"
    return _unreadable(report, "sealed_smime", file("smime.p7m", kind, bytes(range(200))))


@shape("Nothing but a picture of handwriting.", "battle")
def picture_only(report: Report, _typed: Lines) -> Answer:
    picture = file("orders.jpg", "image/jpeg", b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(90))
    return _unreadable(report, "picture_only", multipart("mixed", "photo", text(""), picture))


@shape("Nothing but a PDF.", "opening")
def pdf_only(report: Report, _typed: Lines) -> Answer:
    return _unreadable(
        report, "pdf_only", multipart("mixed", "pdf", file("orders.pdf", "application/pdf", b"%PDF-1.7\n" + bytes(90)))
    )
