"""Mail programs of telephones."""

from __future__ import annotations

from html import escape
from typing import Any

from .base import SHORT, Answer, Lines, Report, head, send, shape
from .quote import as_text, divs, quoted, without_styles
from .wire import message, multipart, text, token


def both(report: Report, seed: str, plain: str, html: str, cte: str = "quoted-printable", **more: Any) -> bytes:
    """text/plain and text/html."""
    part = multipart("alternative", f"--_com.{token(seed, report.name)}", text(plain, cte=cte), text(html, "html", cte=cte))
    return message(head(report, seed, **more), part)


def samsung_block(
    report: Report, ruler: str = "-------- Original message --------", labels: str = "From: Date: To: Subject: "
) -> Lines:
    """Samsung's header block."""
    sender, date, to, subject = (f"{label}: " for label in labels.split(": ")[:4])
    return (
        ruler,
        f"{sender}{report.sender} ",
        f"{date}22/08/2026  14:00  (GMT+01:00) ",
        f"{to}ann@example.test ",
        f"{subject}{report.subject} ",
    )


def samsung(report: Report, seed: str, typed: Lines, sent: str, block: Lines, *, cte: str = "base64") -> Answer:
    """Samsung Mail: both parts, nothing marked."""
    plain = "\n".join(typed) + f"\n\n\n{sent}\n\n" + "".join(block) + "\n\n" + as_text(report.page)
    shown = "".join(f"<div>{escape(line, quote=False)}</div>" for line in block)
    html = (
        f'<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">'
        f'</head><body dir="auto">{divs(typed, " dir=auto")}<div><br>'
        f'</div><div id="composer_signature" dir="auto"><div style="font-size:12px;color:#575757" dir="auto">'
        f'{sent}</div></div><div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000">'
        f"{shown}<div><br></div></div>{without_styles(report.page)}"
        f"</body></html>"
    )
    return Answer(both(report, seed, plain, html, cte), typed, talk=(sent,))


@shape("Samsung Mail: the header block on one line in the plain part.")
def samsung_mail(report: Report, typed: Lines) -> Answer:
    return samsung(report, "samsung_mail", typed, "Sent from my Galaxy", samsung_block(report))


@shape("Samsung Mail in German.")
def samsung_german(report: Report, typed: Lines) -> Answer:
    block = samsung_block(report, "-------- Ursprüngliche Nachricht --------", "Von: Datum: An: Betreff: ")
    return samsung(report, "samsung_german", typed, "Von meinem/meiner Galaxy gesendet", block)


@shape("Samsung Mail in Spanish.", *SHORT)
def samsung_spanish(report: Report, typed: Lines) -> Answer:
    block = samsung_block(report, "-------- Mensaje original --------", "De: Fecha: Para: Asunto: ")
    return samsung(report, "samsung_spanish", typed, "Enviado desde mi Galaxy", block, cte="quoted-printable")


@shape("Samsung Mail, plain text only: each header field on a line of its own.")
def samsung_plain(report: Report, typed: Lines) -> Answer:
    body = (
        "\n".join(typed)
        + "\n\nSent from my Samsung Galaxy smartphone.\n"
        + "\n".join(samsung_block(report))
        + "\n\n"
        + report.text
    )
    raw = send(report, "samsung_plain", text(body, cte="base64"))
    return Answer(raw, typed, talk=("Sent from my Samsung Galaxy smartphone.",))


@shape("K-9 Mail: text marked, signature below the quote.")
def k9(report: Report, typed: Lines) -> Answer:
    foot = "Sent from my Android device with K-9 Mail. Please excuse my brevity."
    body = (
        "\n".join(typed)
        + f"\n\nOn 22 August 2026 14:00:00 CEST, {report.sender} wrote:\n"
        + quoted(report.text)
        + f"\n\n-- \n{foot}"
    )
    raw = send(report, "k9", text(body), agent=("User-Agent", "K-9 Mail for Android"), mid="{upper}@example.test")
    return Answer(raw, typed, talk=(foot,))


@shape("K-9 Mail, header style: `-------- Original Message --------`, the signature above it.")
def k9_header_style(report: Report, typed: Lines) -> Answer:
    foot = "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."
    block = (
        "-------- Originalnachricht --------",
        f"Von: {report.sender}",
        "Gesendet: 22. August 2026 14:00:00 MESZ",
        "An: ann@example.test",
        f"Betreff: {report.subject}",
    )
    body = "\n".join((*typed, foot, "", *block, "")) + report.text
    raw = send(report, "k9_header_style", text(body, cte="8bit"), agent=("User-Agent", "K-9 Mail for Android"))
    return Answer(raw, typed, talk=(foot,))


@shape("K-9 Mail, HTML: k9mail classes.")
def k9_html(report: Report, typed: Lines) -> bytes:
    said = f"On 22 August 2026 14:00:00 CEST, {report.sender} wrote:"
    html = (
        f'<!DOCTYPE html><html><body><div dir="auto">{"<br>".join(typed)}'
        f'</div><br><br><div class="gmail_quote"><div dir="auto">{said}'
        f'</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex;">{without_styles(report.page)}'
        f"</blockquote></div></body></html>"
    )
    plain = "\n".join(typed) + f"\n\n{said}\n" + quoted(as_text(report.page))
    return both(report, "k9_html", plain, html)


@shape("FairEmail: its own attribution and a blockquote; the plain part is marked.")
def fairemail(report: Report, typed: Lines) -> bytes:
    said = f"Aug 22, 2026 14:00:00 {report.sender}:"
    html = (
        f"<!DOCTYPE html><html><head></head><body>{divs(typed, ' dir=auto')}"
        f'<p>{said}</p><blockquote style="margin-top: 0; padding-left: 6px; border-left: 3px solid #ccc;">'
        f"{without_styles(report.page)}</blockquote></body></html>"
    )
    plain = "\n".join(typed) + f"\n\n{said}\n\n" + quoted(as_text(report.page))
    return both(report, "fairemail", plain, html, agent=("X-Mailer", "FairEmail 1.2279"), mid="{hash}@example.test")


@shape("BlueMail: Get BlueMail for Android, then the quote.")
def bluemail(report: Report, typed: Lines) -> Answer:
    foot, said = "Get BlueMail for Android", f"On Aug 22, 2026, at 14:00, {report.sender} wrote:"
    html = (
        f'<html><body><div dir="auto">{"<br>".join(typed)}</div><div dir="auto">'
        f'<!-- tmjah_g_1299s --><a href="https://bluemail.me">{foot}'
        f'</a><!-- tmjah_g_1299e --></div><div class="gmail_quote" >{said}'
        f'<blockquote class="gmail_quote">{without_styles(report.page)}</blockquote>'
        f"</div></body></html>"
    )
    plain = "\n".join(typed) + f"\n\n\u2063{foot} \u200b\n\n{said}\n\n" + quoted(as_text(report.page), mark=">", blank=">")
    return Answer(both(report, "bluemail", plain, html, agent=("X-Mailer", "BlueMail")), typed, talk=(foot,))


@shape("Edison Mail.")
def edison(report: Report, typed: Lines) -> Answer:
    foot, said = "Sent from Edison Mail", f"On Aug 22, 2026, 2:00 PM +0200, {report.sender}, wrote:"
    html = (
        f'<div id="edo-message"><div>{"<br>".join(typed)}</div></div>'
        f'<div id="edo-meta"><div id="edo-signature">{foot}</div></div>'
        f'<div id="edo-original"><div><blockquote type="cite">{said}'
        f"<br>{without_styles(report.page)}</blockquote></div></div>"
    )
    return Answer(send(report, "edison", text(html, "html", cte="base64")), typed, talk=(foot,))


@shape("BlackBerry: no sign of a quote but an indented header block between words.")
def blackberry(report: Report, typed: Lines) -> Answer:
    foot = "Sent from my BlackBerry 10 smartphone on the EE network."
    block = (
        f"From: {report.sender}",
        "Sent: Saturday, August 22, 2026 14:00",
        "To: ann@example.test",
        f"Subject: {report.subject}",
    )
    body = "\n".join((*typed, "", foot, "  Original Message  ", *block, "", report.text))
    return Answer(send(report, "blackberry", text(body, cte="base64")), typed, talk=(foot,))


@shape("Nine for Android.")
def nine(report: Report, typed: Lines) -> Answer:
    foot = "Sent from Nine"
    block = (
        f"From: {report.sender}",
        "Sent: Saturday, 22 August 2026 14:00",
        "To: ann@example.test",
        f"Subject: {report.subject}",
    )
    shown = "".join(f"<b>{line.partition(' ')[0]}</b> {line.partition(' ')[2]}<br>" for line in block)
    html = (
        f'<html><body><div id="9fb" dir="auto">{divs(typed)}<div id="signature-x">{foot}'
        f'</div></div><div id="quoted_header"><div style="border:none;border-top:solid #E1E1E1 1.0pt;">{shown}'
        f"</div></div><div>{without_styles(report.page)}</div></body></html>"
    )
    plain = "\n".join((*typed, "", foot, "", "________________________________", *block, "")) + as_text(report.page)
    return Answer(both(report, "nine", plain, html, cte="base64"), typed, talk=(foot,))


@shape("Xiaomi's mail: a name for the sender and a Chinese date above an unmarked quote.", *SHORT)
def xiaomi(report: Report, typed: Lines) -> Answer:
    foot = "发自我的小米手机"
    said = f"在 {report.sender}，2026年8月22日 下午8:00写道："
    html = (
        f'<div id="ddmb">{divs(typed)}</div><br><font color="#6B6B6B">{foot}'
        f'</font><div class="quote">{said}</div><blockquote class="quote">{without_styles(report.page)}'
        f"</blockquote>"
    )
    plain = "\n".join((*typed, "", foot, said, as_text(report.page)))
    return Answer(both(report, "xiaomi", plain, html, cte="base64", prefix="回复："), typed, talk=(foot,))


@shape("Huawei's mail: a ruler of words, bold labels.")
def huawei(report: Report, typed: Lines) -> bytes:
    block = (
        "-------- Original message --------",
        f"From: {report.sender}",
        "Date: Sat, Aug 22, 2026, 14:00",
        "To: ann@example.test",
        f"Subject: {report.subject}",
    )
    html = (
        f'<html><head></head><body>{"<br>".join(typed)}<br><br><div style="line-height:1.5">'
        f"{'<br>'.join(block)}<br></div><blockquote>{without_styles(report.page)}"
        f"</blockquote></body></html>"
    )
    plain = "\n".join((*typed, "", *block)) + as_text(report.page)
    return both(report, "huawei", plain, html, cte="base64")


@shape("A telephone turned three dashes into one long one in what it quotes, and dots into an ellipsis.")
def phone_long_dashes(report: Report, typed: Lines) -> bytes:
    old = report.text.replace("---", "—").replace("...", "…").replace("'", "’").replace('"', "”")
    body = "\n".join(typed) + f"\n\nOn 22 Aug 2026, at 14:00, {report.sender} wrote:\n" + quoted(old)
    return send(report, "phone_long_dashes", text(body, charset="windows-1252"))


@shape("The telephone's keyboard: capitals at the start, a blank behind each line.")
def phone_keyboard(report: Report, typed: Lines) -> Answer:
    lines = tuple(line[0].upper() + line[1:] for line in typed)
    body = (
        "\n".join(f"{line} " for line in lines)
        + f"\n\n\n\nOn Sat, 22 Aug 2026, 14:00 {report.sender}, <{report.sender}> wrote:\n\n"
        + quoted(report.text)
    )
    return Answer(send(report, "phone_keyboard", text(body)), lines)
