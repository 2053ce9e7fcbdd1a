"""Webmail of the big providers, apart from Google's and Microsoft's."""

from __future__ import annotations

from .base import NAME, SHORT, Answer, Lines, Report, head, send, shape
from .phone import both
from .quote import Style, as_text, cleaned, divs, flowed, quoted, without_styles, wrapped
from .wire import message, multipart, text, token

YAHOO = Style(bullet="   - ", number="   {}. ", cell=" |  ")


def yahoo_html(report: Report, typed: Lines, said: str, foot: str = "") -> str:
    """Yahoo's composer: ids for everything, and div.yahoo_quoted."""
    lines = divs(typed, ' dir="ltr" data-setdir="false"')
    return (
        '<html><head></head><body><div class="ydp1a2b3c4dyahoo-style-wrap" style="font-family:Helvetica N'
        'eue, Helvetica, Arial, sans-serif;font-size:13px;">'
        f'{lines}<div><br></div>{foot}</div><div id="ydp5e6f7a8byahoo_quoted_1234567890" class="ydp5e6f7a8byahoo_quoted">'
        f'<div style="font-size:13px;color:#26282a;"><div>{said}</div><div><br></div><div><br></div>'
        f'<div><div id="ydp9c0d1e2fyiv0123456789">{cleaned(report.page)}</div></div></div></div></body></html>'
    )


@shape("Yahoo on the web: the plain part's quote is indented, not marked.")
def yahoo_web(report: Report, typed: Lines) -> bytes:
    said = f"On Saturday, August 22, 2026 at 02:00:00 PM GMT+2, {report.sender} wrote:"
    old = "\n".join(f" {line}" if line else " " for line in f"{said} \n\n{as_text(report.page, YAHOO)}".split("\n"))
    html = yahoo_html(report, typed, said.replace("<", "&lt;"))
    return both(report, "yahoo_web", " " + "\n".join(typed) + "\n\n   " + old, html, mid="{hash}@mail.yahoo.com")


@shape("Yahoo's plain text: not marked, not indented.")
def yahoo_plain(report: Report, typed: Lines) -> bytes:
    said = f"On Saturday, August 22, 2026 at 02:00:00 PM GMT+2, {report.sender} <{report.sender}> wrote: "
    body = "\n".join(typed) + f"\n\n\n{said}\n\n\n\n{report.text}"
    return send(report, "yahoo_plain", text(body, charset="UTF-8"), mid="{hash}@mail.yahoo.com")


@shape("Yahoo's app: Sent from Yahoo Mail, then an attribution over two lines.")
def yahoo_app(report: Report, typed: Lines) -> Answer:
    foot, said = (
        "Yahoo Mail: Search, Organize, Conquer",
        f"On Sat, Aug 22, 2026 at 2:00 PM, {report.sender}<{report.sender}> wrote:",
    )
    link = f'<div id="ymail_android_signature"><a href="https://mail.onelink.me/107872968">{foot}</a></div>'
    html = yahoo_html(report, typed, said.replace("<", "&lt;"), link)
    plain = "\n".join(typed) + f"\n\n{foot} \n \n  {said}   " + as_text(report.page, YAHOO)
    return Answer(both(report, "yahoo_app", plain, html, mid="{hash}@mail.yahoo.com"), typed, talk=(foot,))


@shape("Yahoo in Italian, HTML only.", *SHORT)
def yahoo_italian(report: Report, typed: Lines) -> bytes:
    html = yahoo_html(report, typed, f"Il sabato 22 agosto 2026 alle ore 14:00:00 CEST, {report.sender} ha scritto:")
    return send(report, "yahoo_italian", text(html, "html"), prefix="Re: ", mid="{hash}@mail.yahoo.com")


@shape("AOL: the header block in a rule of hyphens.")
def aol(report: Report, typed: Lines) -> bytes:
    block = (
        "-----Original Message-----",
        f"From: {report.sender}",
        "To: ann@example.test",
        "Sent: Sat, Aug 22, 2026 2:00 pm",
        f"Subject: {report.subject}",
    )
    plain = "\n".join((*typed, "", "", *block, "")) + as_text(report.page)
    html = (
        f'<div style="color:black;font: 10pt arial">{"<br>".join(typed)}'
        f'<br><br><div id="yiv_aol">{"<br>".join(block)}<br><br>{without_styles(report.page)}'
        f"</div></div>"
    )
    return both(report, "aol", plain, html, mid="{hash}@mail.aol.com", agent=("X-Mailer", "MAILER 1.1"))


@shape("Proton: `On Sunday, ... wrote:` and marks; its advertisement above.")
def proton(report: Report, typed: Lines) -> Answer:
    seed, foot = "proton", "Sent with Proton Mail secure email."
    said = f"On Saturday, August 22nd, 2026 at 14:00, {report.sender} <{report.sender}> wrote:"
    shown = said.replace("<", "&lt;").replace(">", "&gt;")
    html = (
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{divs(typed)}'
        f'</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent wi'
        f'th <a href="https://proton.me/mail/home">Proton Mail</a> secure email.'
        f'</div></div><div class="protonmail_quote">{shown}<br><blockquote class="protonmail_quote" type="cite'
        f'">{cleaned(report.page)}</blockquote><br></div>'
    )
    plain = (
        "\n".join((*typed, "", foot.replace("Proton Mail", "[Proton Mail](https://proton.me/mail/home)"), "", said, ""))
        + "\n"
        + quoted(as_text(report.page), blank="> ")
    )
    return Answer(
        both(report, seed, plain, html, cte="base64", mid="{hash}=@proton.me"),
        typed,
        talk=("Sent with Proton Mail secure email.",),
    )


@shape("ProtonMail as it was: seven hyphens around Original Message, and marks.")
def proton_old(report: Report, typed: Lines) -> bytes:
    said = f"On Saturday, August 22nd, 2026 at 2:00 PM, {report.sender} <{report.sender}> wrote:"
    body = "\n".join(typed) + f"\n\n------- Original Message -------\n{said}\n\n\n" + quoted(report.text, blank="> ")
    return send(report, "proton_old", text(body, cte="base64"), mid="{hash}=@protonmail.com")


@shape("Tuta: HTML only, a date and the address above the quote.")
def tuta(report: Report, typed: Lines) -> Answer:
    foot = "Sent with Tuta; enjoy secure & ad-free emails"
    html = (
        f'<html><body>{divs(typed)}<div dir="auto"><br></div><div dir="auto">-- '
        f'<br>{foot.replace("&", "&amp;")}:<br><a href="https://tuta.com">https://tuta.com'
        f'</a></div><div dir="auto"><br></div><div dir="auto">Aug 22, 2026, 14:00 by {report.sender}:'
        f'<br></div><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8;">'
        f"{without_styles(report.page)}</blockquote></body></html>"
    )
    return Answer(send(report, "tuta", text(html, "html", cte="base64"), mid="{hash}----9@tuta.com"), typed, talk=(foot,))


@shape("Zoho: a rule of its own, `---- On ... wrote ----`.")
def zoho(report: Report, typed: Lines) -> Answer:
    said = f"---- On Sat, 22 Aug 2026 14:00:00 +0200 {report.sender} <{report.sender}> wrote ---"
    shown = said.replace("<", "&lt;").replace(">", "&gt;")
    html = (
        f'<!DOCTYPE html><html><body><div style="font-family: Verdana; font-size: 10pt;">{divs(typed)}'
        f'<div id="Zm-_Id_-Sgn" data-zbluepencil-ignore="true">Sent using '
        f'<a href="https://www.zoho.com/mail/">Zoho Mail</a></div>'
        f'<div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204);">'
        f'</div><div class="zmail_extra"><div id="Zm-_Id_-Sgn1">{shown}'
        f'<br></div><blockquote id="blockquote_zmail" style="margin: 0px;">{without_styles(report.page)}'
        f"</blockquote></div></div></body></html>"
    )
    plain = "\n".join((*typed, "", "Sent using https://www.zoho.com/mail/", "", said, "")) + "\n" + as_text(report.page)
    raw = both(report, "zoho", plain, html, agent=("X-Mailer", "Zoho Mail"))
    return Answer(raw, typed, talk=("Sent using Zoho Mail",))


@shape("Fastmail, plain and HTML.")
def fastmail(report: Report, typed: Lines) -> bytes:
    said = f"On Sat, 22 Aug 2026, at 2:00 PM, {report.sender} wrote:"
    html = (
        f"<!DOCTYPE html><html><head><title></title></head><body>{divs(typed)}"
        f'<div><br></div><div>{said}</div><blockquote type="cite" id="qt" style="">{without_styles(report.page)}'
        f"</blockquote></body></html>"
    )
    plain = "\n".join(typed) + f"\n\n{said}\n" + quoted(wrapped(as_text(report.page), 78), blank=">")
    return both(report, "fastmail", plain, html, agent=("User-Agent", "Cyrus-JMAP/3.13.0"), mid="{hash}@app.fastmail.com")


@shape("Roundcube: the attribution in ISO dates, plain text flowed.")
def roundcube(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + f"\n\n\nOn 2026-08-22 14:00, {report.sender} wrote:\n" + flowed(report.text.rstrip(), depth=1)
    return send(
        report,
        "roundcube",
        text(body, charset="UTF-8", cte="7bit", params=";\r\n format=flowed"),
        agent=("User-Agent", "Roundcube Webmail/1.6.9"),
    )


@shape("Horde: `Quoting ...:`, text marked.")
def horde(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + f"\n\nQuoting {report.sender}:\n\n" + quoted(report.text)
    return send(
        report,
        "horde",
        text(body, charset="UTF-8", params="; format=flowed; DelSp=Yes", cte="7bit"),
        agent=("User-Agent", "Horde Application Framework 5"),
    )


@shape("SquirrelMail: no date in its attribution.")
def squirrelmail(report: Report, typed: Lines) -> bytes:
    said = f"> On Sat, August 22, 2026 2:00 pm, {report.sender} wrote:"
    body = "\n".join(typed) + f"\n\n\n{said}\n{quoted(report.text)}\n\n"
    return send(
        report, "squirrelmail", text(body, charset="iso-8859-1", cte="8bit"), agent=("User-Agent", "SquirrelMail/1.4.23")
    )


@shape("SOGo: `On Saturday, ... CEST, x wrote:` above a marked quote.")
def sogo(report: Report, typed: Lines) -> bytes:
    said = f"On Saturday, August 22, 2026 14:00 CEST, {report.sender} wrote:"
    html = (
        f"<html>{'<br />'.join(typed)}<br /><br />{said}<br />&nbsp;"
        f'<blockquote type="cite" cite="{report.message_id.strip("<>")}">{without_styles(report.page)}'
        f"</blockquote></html>"
    )
    return both(
        report,
        "sogo",
        "\n".join(typed) + f"\n\n{said}\n \n" + quoted(as_text(report.page)),
        html,
        agent=("User-Agent", "SOGoMail 5.11.0"),
    )


@shape("HEY: HTML only, trix editor.")
def hey(report: Report, typed: Lines) -> bytes:
    html = (
        f'<html><body><div class="trix-content"><div>{"<br>".join(typed)}'
        f"</div></div><div><br>On August 22, 2026, {report.sender} &lt;{report.sender}&gt; wrote:"
        f"<br></div><blockquote>{without_styles(report.page)}</blockquote>"
        f"</body></html>"
    )
    return send(report, "hey", text(html, "html"), mid="{hash}@haystack", name=NAME)


@shape(
    "Front and other desks of companies: plain text from HTML, with a marker `##- Please type your reply "
    "above this line -##`."
)
def help_desk(report: Report, typed: Lines) -> Answer:
    seed, talk = "help_desk", "##- Please type your reply above this line -##"
    body = (
        "\n".join(typed)
        + f"\n\n{talk}\n\nOn Sat, Aug 22, 2026 at 2:00 PM, {report.sender} wrote:\n\n"
        + as_text(report.page)
    )
    part = multipart("mixed", f"fr_{token(seed)}", text(body))
    return Answer(message(head(report, seed), part), typed, talk=(talk,))
