"""Odd MIME: strange charsets and encodings, parts beside the text, orders elsewhere than in the body."""

from __future__ import annotations

from html import escape

from . import gmail
from .base import LONG, NAME, PLAYER, SHORT, Answer, Lines, Report, head, send, shape
from .phone import both
from .quote import as_text, breaks, cleaned, divs, flowed, quoted, without_styles
from .wire import Part, encode, file, message, multipart, text, token

SAID = "On Sat, 22 Aug 2026 at 14:00, {} wrote:"


def plain(report: Report, typed: Lines) -> str:
    """Orders above a marked quote."""
    return "\n".join(typed) + f"\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n"


@shape("Plain text in UTF-16, base64.", *SHORT)
def utf16(report: Report, typed: Lines) -> bytes:
    return send(report, "utf16", text(plain(report, typed), charset="utf-16", cte="base64"))


@shape("UTF-16, little endian, with a header that says only utf-16 and no mark of the byte order.")
def utf16_no_mark(report: Report, typed: Lines) -> bytes:
    part = text("\n".join(typed) + "\n", charset="utf-16", cte="base64", codec="utf-16-le")
    return send(report, "utf16_no_mark", part)


@shape("UTF-8 with a byte order mark at its beginning.", *SHORT)
def utf8_mark(report: Report, typed: Lines) -> bytes:
    return send(report, "utf8_mark", text("\ufeff" + plain(report, typed), cte="8bit"))


@shape("Windows-1252 under the name of iso-8859-1.", *SHORT)
def latin1_lie(report: Report, typed: Lines) -> Answer:
    talk = "My orders – as “promised”…"
    part = text(f"{talk}\n\n{plain(report, typed)}", charset="iso-8859-1", codec="cp1252", cte="8bit")
    return Answer(send(report, "latin1_lie", part), typed, talk=(talk,))


@shape("UTF-8 under the name of us-ascii, 7bit.", *SHORT)
def ascii_lie(report: Report, typed: Lines) -> bytes:
    return send(report, "ascii_lie", text(plain(report, typed), charset="us-ascii", codec="utf-8", cte="7bit"))


@shape("A charset that nobody knows.", *SHORT)
def charset_unknown(report: Report, typed: Lines) -> bytes:
    return send(report, "charset_unknown", text(plain(report, typed), charset="x-unknown", codec="utf-8", cte="8bit"))


@shape("No Content-Type, no MIME-Version.", *SHORT)
def no_mime(report: Report, typed: Lines) -> bytes:
    raw = send(report, "no_mime", Part((), plain(report, typed).replace("\n", "\r\n").encode("ascii", "replace")))
    return raw.replace(b"MIME-Version: 1.0\r\n", b"", 1)


@shape("Line ends of Unix in the whole message.", *SHORT)
def bare_newlines(report: Report, typed: Lines) -> bytes:
    return send(report, "bare_newlines", text(plain(report, typed), cte="8bit")).replace(b"\r\n", b"\n")


@shape("Quoted-printable whose lines end in soft breaks in the middle of words.", *SHORT)
def qp_soft(report: Report, typed: Lines) -> bytes:
    body = "\r\n".join(f"{line[: len(line) // 2]}=\r\n{line[len(line) // 2 :]}=20" for line in typed)
    old = encode(
        (f"\n\n{SAID.format(report.sender)}\n" + quoted(report.text)).replace("\n", "\r\n").encode(), "quoted-printable"
    )
    lines = (("Content-Type", "text/plain; charset=UTF-8"), ("Content-Transfer-Encoding", "Quoted-Printable"))
    return send(report, "qp_soft", Part(lines, body.encode() + old))


@shape("base64 without line breaks, in capitals: BASE64.", *SHORT)
def base64_one_line(report: Report, typed: Lines) -> bytes:
    part = text(plain(report, typed), cte="base64")
    headers = (part.headers[0], ("Content-Transfer-Encoding", "BASE64"))
    return send(report, "base64_one_line", Part(headers, part.body.replace(b"\r\n", b"") + b"\r\n"))


@shape("Flowed with long lines, without DelSp.", *SHORT)
def flowed_long(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    body = flowed("\n".join(typed)) + f"\n\n{SAID.format(report.sender)}\n{flowed(report.text, depth=1)}\n"
    return Answer(send(report, "flowed_long", text(body, params="; format=flowed")), typed)


@shape("Flowed with DelSp, and orders that are stuffed with a blank.", *SHORT)
def flowed_delsp_stuffed(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    body = "\n".join(" " + line for line in flowed("\n".join(typed), delsp=True, width=50).split("\n"))
    part = text(f"{body}\n", params="; format=flowed; delsp=yes")
    return Answer(send(report, "flowed_delsp_stuffed", part), typed)


@shape("Both parts; the plain one is empty but for a no-break space.", *SHORT)
def plain_part_empty(report: Report, typed: Lines) -> bytes:
    return both(report, "plain_part_empty", "\u00a0\n", f"<html><body>{divs(typed)}{gmail.quote_html(report)}</body></html>")


@shape("Both parts; the plain one only says that there is HTML.", *SHORT)
def plain_part_excuse(report: Report, typed: Lines) -> Answer:
    excuse = "Your mail client does not support HTML messages."
    raw = both(
        report, "plain_part_excuse", f"{excuse}\n", f"<html><body>{divs(typed)}{gmail.quote_html(report)}</body></html>"
    )
    return Answer(raw, typed, talk=(excuse,))


@shape("Two orders struck out: shown with a line through them, in HTML alone.", *SHORT)
def struck_out(report: Report, typed: Lines) -> Answer:
    struck = (
        "<s>march Nowhere</s>",
        "<del>help</del>",
        '<span style="text-decoration:line-through">tax London</span>',
        "<strike>forage</strike>",
    )
    rows = [f"<div>{escape(line)}</div>" for line in typed]
    rows[1:1] = [f"<div>{line}</div>" for line in struck]
    html = f"<html><body>{''.join(rows)}{gmail.quote_html(report)}</body></html>"
    return Answer(send(report, "struck_out", text(html, "html")), typed)


@shape("Struck out in HTML; the plain part, made without marks, has the struck order among the others.", *SHORT)
def struck_out_both(report: Report, typed: Lines) -> Answer:
    html = f"<div>{escape(typed[0])}</div><div><s>sail London with all</s></div>{divs(typed[1:])}{gmail.quote_html(report)}"
    body = "\n".join((typed[0], "sail London with all", *typed[1:])) + f"\n\n{gmail.quote_plain(report)}"
    return Answer(both(report, "struck_out_both", body, f'<div dir="ltr">{html}</div>'), typed)


@shape("Orders in an HTML table, one in each row.", *SHORT)
def html_table(report: Report, typed: Lines) -> bytes:
    rows = "".join(f'<tr><td style="border:1px solid black;padding:4px">{escape(line)}</td></tr>\n' for line in typed)
    html = (
        f'<html><body><table style="border-collapse:collapse"><tbody>{rows}'
        f"</tbody></table><br>{gmail.quote_html(report)}</body></html>"
    )
    return send(report, "html_table", text(html, "html"))


@shape("Orders in an HTML list with numbers.", *SHORT)
def html_list(report: Report, typed: Lines) -> bytes:
    html = (
        f"<html><body><ol>{''.join(f'<li>{escape(line)}</li>' for line in typed)}"
        f"</ol>{gmail.quote_html(report)}</body></html>"
    )
    return send(report, "html_list", text(html, "html"))


@shape("Orders in a pre, coloured and in spans that break words.", *SHORT)
def html_spans(report: Report, typed: Lines) -> bytes:
    rows = "\n".join(f'<span style="color:#1f4e79">{escape(line[:3])}</span><b>{escape(line[3:])}</b>' for line in typed)
    return send(report, "html_spans", text(f"<html><body><pre>{rows}</pre>{gmail.quote_html(report)}</body></html>", "html"))


@shape("HTML that is sent as text/plain.")
def html_as_plain(report: Report, typed: Lines) -> bytes:
    html = f"<html>\n<head><style>p {{ margin: 0 }}</style></head>\n<body>\n{breaks(typed)}</body>\n</html>\n"
    return send(report, "html_as_plain", text(html))


@shape("Hidden preview text and a hidden tracker in the HTML.", *SHORT)
def html_hidden(report: Report, typed: Lines) -> Answer:
    hidden = "tax London and sail away"
    html = (
        f'<html><body><div style="display:none;font-size:0">{hidden}'
        f"</div>{divs(typed)}<!-- march Nowhere -->{gmail.quote_html(report)}"
        f"</body></html>"
    )
    return Answer(send(report, "html_hidden", text(html, "html")), typed, talk=(hidden,))


@shape("HTML without any tag closed.", *SHORT)
def html_unclosed(report: Report, typed: Lines) -> bytes:
    html = f"<html><body><p>{'<p>'.join(typed)}<blockquote type=cite>{without_styles(report.page)}"
    return send(report, "html_unclosed", text(html, "html", cte="8bit"))


@shape("The orders in an attached text file, nothing in the body but a word about it.")
def attached_text(report: Report, typed: Lines) -> Answer:
    talk = "Orders attached."
    part = multipart(
        "mixed", f"a{token(report.name)}", text(f"{talk}\n"), file("orders.txt", "text/plain", "\r\n".join(typed).encode())
    )
    return Answer(message(head(report, "attached_text"), part), typed, talk=(talk,))


@shape("The orders in an attached text file, an empty body and the untouched quote.", *SHORT)
def attached_text_quote(report: Report, typed: Lines) -> bytes:
    body = text(f"\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n")
    notes = file("york.txt", "text/plain", ("\ufeff" + "\r\n".join(typed) + "\r\n").encode())
    return message(head(report, "attached_text_quote"), multipart("mixed", f"q{token(report.name)}", body, notes))


@shape("The order stands in the subject, the body is empty.")
def subject_only(report: Report, typed: Lines) -> Answer:
    raw = message(head(report, "subject_only", subject=typed[0]), text("\n"))
    return Answer(raw, typed[:1])


@shape("Two orders in the subject before ours; nothing but the quote in the body.", *SHORT)
def subject_changed(report: Report, typed: Lines) -> Answer:
    line = "; ".join(typed[:2])
    fields = head(report, "subject_changed", subject=line)
    return Answer(message(fields, text(f"\n{SAID.format(report.sender)}\n{quoted(report.text)}\n")), (line,))


@shape("A calendar part beside the text, as Exchange adds them.", *SHORT)
def calendar_beside(report: Report, typed: Lines) -> bytes:
    ics = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nBEGIN:VEVENT\r\n"
        "SUMMARY:march Nowhere\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    calendar = Part((("Content-Type", "text/calendar; charset=utf-8; method=PUBLISH"),), ics.encode())
    part = multipart("mixed", f"c{token(report.name)}", text(plain(report, typed)), calendar)
    return message(head(report, "calendar_beside"), part)


@shape("A contact card and a signature beside the text.", *SHORT)
def vcard_beside(report: Report, typed: Lines) -> bytes:
    card = f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{NAME}\r\nEMAIL:{PLAYER}\r\nEND:VCARD\r\n".encode()
    part = multipart("mixed", f"v{token(report.name)}", text(plain(report, typed)), file("ann.vcf", "text/vcard", card))
    return message(head(report, "vcard_beside"), part)


@shape("Asks for read receipts; urgent, with flags of every kind.", *SHORT)
def receipt_wanted(report: Report, typed: Lines) -> bytes:
    more = [
        ("Disposition-Notification-To", PLAYER),
        ("Return-Receipt-To", PLAYER),
        ("X-Confirm-Reading-To", PLAYER),
        ("X-Priority", "1 (Highest)"),
        ("Importance", "high"),
    ]
    return send(report, "receipt_wanted", text(plain(report, typed)), more=more)


@shape("References of three hundred letters, folded.", *SHORT)
def references_long(report: Report, typed: Lines) -> bytes:
    ids = "\r\n ".join(f"<{token('ref', str(n))}@example.test>" for n in range(300))
    more = [("In-Reply-To", report.message_id), ("References", f"{ids}\r\n {report.message_id}")]
    return send(report, "references_long", text(plain(report, typed)), refs=False, more=more)


@shape("Nothing in the headers names the report; only the address has its token.")
def references_none(report: Report, typed: Lines) -> bytes:
    return send(report, "references_none", text("\n".join(typed) + "\n"), refs=False, subject="orders")


@shape("The report attached as a message, the orders above.", *SHORT)
def report_attached(report: Report, typed: Lines) -> bytes:
    old = Part(
        (("Content-Type", "message/rfc822"), ("Content-Disposition", "attachment")),
        report.raw.partition(b"application/gzip")[0],
    )
    part = multipart("mixed", f"m{token(report.name)}", text("\n".join(typed) + "\n"), old)
    return message(head(report, "report_attached"), part)


@shape("A list's footer as a part of its own, below orders and quote.", *SHORT)
def footer_part(report: Report, typed: Lines) -> Answer:
    foot = ("_______________________________________________", "Players mailing list", "Players@lists.example.test")
    parts = text(plain(report, typed)), text("\n".join(foot) + "\n", charset="us-ascii", cte="7bit")
    raw = message(head(report, "footer_part"), multipart("mixed", f"===============f{token(report.name)}==", *parts))
    return Answer(raw, typed, talk=foot[1:])


@shape("A virus scanner's table below the orders and below the quote, in HTML and text.", *SHORT)
def scanner_table(report: Report, typed: Lines) -> Answer:
    foot = "This email has been checked for viruses by AVG antivirus software."
    table = (
        f'<table style="border-top:1px solid #D3D4DE;"><tr><td><img src="https://s-install.avcdn.net/ipm/icon.'
        f'png"></td><td>{foot}<br><a href="https://www.avg.com">www.avg.com'
        f"</a></td></tr></table>"
    )
    html = (
        f"<html><body>{divs(typed)}<br>{table}<br>{SAID.format(report.sender)}"
        f"<blockquote>{cleaned(report.page)}</blockquote>{table}</body>"
        f"</html>"
    )
    body = (
        "\n".join((*typed, "", foot, "www.avg.com", "", SAID.format(report.sender)))
        + f"\n{quoted(as_text(report.page))}\n\n-- \n{foot}\nhttps://www.avg.com\n"
    )
    return Answer(both(report, "scanner_table", body, html), typed, talk=(foot,))


@shape("The second half of the message is missing: no closing boundary, HTML cut in a tag.", *SHORT)
def cut_off(report: Report, typed: Lines) -> bytes:
    raw = gmail.both(
        report,
        "cut_off",
        "\n".join(typed) + f"\n\n{gmail.quote_plain(report)}",
        gmail.typed_html(typed) + gmail.quote_html(report),
    )
    return raw[: raw.index(b"gmail_quote_container") + 40]
