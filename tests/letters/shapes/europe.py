"""Webmail of Germany, France, Italy and Russia."""

from __future__ import annotations

from .base import LONG, Answer, Lines, Report, send, shape
from .phone import both
from .quote import as_text, divs, quoted, without_styles, wrapped
from .wire import text


@shape("GMX: Gesendet, Von, An, Betreff in bold, plain part made of HTML.")
def gmx(report: Report, typed: Lines) -> bytes:
    block = (
        "Gesendet: Samstag, 22. August 2026 um 14:00 Uhr",
        f"Von: {report.sender}",
        "An: ann@example.test",
        f"Betreff: {report.subject}",
    )
    shown = "<br/>\n".join(f"<b>{line.partition(': ')[0]}:</b>&nbsp;{line.partition(': ')[2]}" for line in block)
    html = (
        f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">{divs(typed)}'
        f'<div>&nbsp;<div style="margin: 10.0px 5.0px 5.0px 10.0px;border-left: 2.0px solid rgb(195,217,229);"'
        f"><div>{shown}</div><div>{without_styles(report.page)}</div>"
        f"</div></div></div></body></html>"
    )
    return send(report, "gmx", text(html, "html"), prefix="Aw: ", mid="trinity-{hash}@3c-app-gmx-bap01")


@shape("Web.de, both parts; the block stands in a quote of its own.")
def web_de(report: Report, typed: Lines) -> bytes:
    block = (
        "Gesendet: Samstag, 22. August 2026 um 14:00",
        f"Von: {report.sender}",
        "An: ann@example.test",
        f"Betreff: {report.subject}",
    )
    plain = "\n".join(typed) + "\n \n \n\n" + "\n".join(block) + "\n\n" + as_text(report.page)
    html = (
        f'<div>{divs(typed)}</div><blockquote style="margin:0 0 20px 0;">'
        f"<div>{'<br>'.join(block)}</div>{without_styles(report.page)}"
        f"</blockquote>"
    )
    return both(report, "web_de", plain, html, prefix="Aw: ", mid="trinity-{hash}@webde")


@shape("GMX's app in German: Diese Nachricht wurde ... gesendet, and an attribution.")
def gmx_app(report: Report, typed: Lines) -> Answer:
    foot = "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet."
    said = f"Am 22.08.26, 14:00 schrieb {report.sender}:"
    html = (
        f'<html><body>{divs(typed)}<br>-- <br>{foot}<div class="mail_android_quote" style="line-height: 1; pad'
        f'ding: 0.3em">{said}<blockquote class="gmail_quote">{without_styles(report.page)}'
        f"</blockquote></div></body></html>"
    )
    plain = "\n".join((*typed, "-- ", foot, said)) + "\n" + quoted(as_text(report.page), blank="> ")
    return Answer(both(report, "gmx_app", plain, html, prefix="AW: "), typed, talk=(foot,))


@shape("T-Online, plain text wrapped at 72 and its own ruler.")
def t_online(report: Report, typed: Lines) -> bytes:
    block = (
        "-----Original-Nachricht-----",
        f"Betreff: {report.subject}",
        "Datum: 2026-08-22T14:00:00+0200",
        f'Von: "{report.sender}" <{report.sender}>',
        "An: ann@example.test",
    )
    body = wrapped("\n".join((*typed, "", "", *block, "", as_text(report.page))), 72)
    return send(report, "t_online", text(body, charset="iso-8859-15", cte="8bit"), prefix="AW: ")


@shape("Roundcube in German, HTML with its blockquote, order below the quote.")
def roundcube_german(report: Report, typed: Lines) -> bytes:
    said = f"Am 22.08.2026 14:00, schrieb {report.sender}:"
    html = (
        f"<html><body style='font-size: 10pt; font-family: Verdana,Geneva,sans-serif'>"
        f'<p id="reply-intro">{said}</p>\n<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010f'
        f'f 2px solid; margin: 0">\n<div id="replybody1">{without_styles(report.page)}'
        f"</div></blockquote>\n<p>{'<br />'.join(typed)}</p></body>"
        f"</html>"
    )
    plain = f"{said}\n\n" + quoted(wrapped(as_text(report.page), 72), blank=">") + "\n" + "\n".join(typed)
    return both(report, "roundcube_german", plain, html, prefix="Re: ", agent=("User-Agent", "Roundcube Webmail"))


@shape("Horde in German: `Zitat von`, and its own HTML beside.")
def horde_german(report: Report, typed: Lines) -> bytes:
    said = f"Zitat von {report.sender}:"
    html = (
        f'<p>{"<br />".join(typed)}</p>\n<p>{said}</p>\n<blockquote style="border-left:2px solid blue;margin-l'
        f'eft:2px;padding-left:12px;" type="cite">{without_styles(report.page)}'
        f"</blockquote>"
    )
    return both(report, "horde_german", "\n".join(typed) + f"\n\n{said}\n\n" + quoted(as_text(report.page)), html)


@shape("Mail.ru: the date and the sender above an unmarked quote in HTML.")
def mail_ru(report: Report, typed: Lines) -> Answer:
    foot = "Отправлено из мобильной Почты Mail"
    said = f"суббота, 22 августа 2026 г., 14:00 +02:00 от {report.sender}:"
    html = (
        f'<HTML><BODY>{divs(typed)}<div>&nbsp;</div><div data-signature-widget="container">--'
        f'<br>{foot}</div><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">'
        f'{said}<br>&nbsp;<div id="">{without_styles(report.page)}'
        f"</div></blockquote></BODY></HTML>"
    )
    plain = "\n".join(typed) + f"\n \n--\n{foot}\n \n" + quoted(f"{said}\n \n" + as_text(report.page), mark=">")
    return Answer(both(report, "mail_ru", plain, html, cte="base64", mid="{hash}@f720.i.mail.ru"), typed, talk=(foot,))


@shape("Yandex: HTML only, attribution as text before the blockquote, koi8-r.")
def yandex(report: Report, typed: Lines) -> bytes:
    html = (
        f'{divs(typed)}<div> </div><div>22.08.2026, 14:00, "{report.sender}" &lt;{report.sender}&gt;:'
        f"</div><blockquote>{without_styles(report.page)}</blockquote>"
    )
    return send(
        report,
        "yandex",
        text(html, "html", charset="koi8-r"),
        agent=("X-Mailer", "Yamail [ http://yandex.ru ] 5.0"),
        charset="koi8-r",
        name="Анна Арчер",
    )


@shape("Libero in Italian: Il ... ha scritto, quote not marked in the plain part.")
def libero(report: Report, typed: Lines) -> bytes:
    said = f"Il 22/08/2026 14:00 CEST {report.sender} ha scritto:"
    html = (
        f'<!DOCTYPE html><html><body>{divs(typed)}<blockquote type="cite">'
        f"<div>{said}</div><div>{without_styles(report.page)}</div>"
        f"</blockquote></body></html>"
    )
    return both(
        report,
        "libero",
        "\n".join(typed) + f"\n\n\n{said}\n\n\n" + as_text(report.page),
        html,
        agent=("X-Mailer", "Open-Xchange Mailer v7.10.6"),
    )


@shape("Orange in French: a ruler of words, `De :`, and long lines wrapped.")
def orange_french(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    block = (
        "> Message du 22/08/26 14:00",
        f"> De : {report.sender}",
        "> A : ann@example.test",
        "> Copie à : ",
        f"> Objet : {report.subject}",
        "> ",
    )
    body = wrapped("\n".join(typed), 74) + "\n\n\n" + "\n".join(block) + "\n" + quoted(wrapped(report.text, 74), blank="> ")
    return Answer(send(report, "orange_french", text(body, charset="UTF-8")), typed)
