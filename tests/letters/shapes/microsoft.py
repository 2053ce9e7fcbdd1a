"""Outlook on the web, on phones, the new Outlook, Windows Mail: Exchange makes their plain text."""

from __future__ import annotations

from html import escape

from .base import PLAYER, SHORT, Answer, Lines, Report, head, send, shape
from .outlook import block_lines
from .outlook_words import LANGUAGES, Words
from .quote import Style, as_text, cleaned, divs, without_styles
from .wire import Headers, Part, message, multipart, text, token

EXCHANGE = Style(bullet="  *   ", number="  {}.  ", gap=1)
RULER = "_" * 32
MID = "AM0PR0{upper}@AM0PR02MB1234.eurprd02.prod.example.test"


def graph(seed: str, report: Report) -> Headers:
    """What Exchange Online adds."""
    index = f"AQHc{token(seed, report.name, 'index', length=22)}=="
    return [
        ("Thread-Topic", report.subject),
        ("Thread-Index", index),
        ("Accept-Language", "en-GB, en-US"),
        ("Content-Language", "en-GB"),
        ("X-MS-Has-Attach", ""),
        ("X-MS-Exchange-Organization-SCL", "1"),
        ("X-OriginatorOrg", "outlook.com"),
    ]


def old_html(report: Report, words: Words, *, hr: bool = True) -> str:
    """The header block of Outlook on the web, and the old letter."""
    sender = f"{report.sender} &lt;{report.sender}&gt;"
    fields = (
        (words.sender, sender),
        (words.sent, words.date),
        (words.to, f"{PLAYER} &lt;{PLAYER}&gt;"),
        (words.subject, report.subject),
    )
    rows = "<br>\n".join(f"<b>{label}{words.colon}</b> {value}" for label, value in fields)
    rule = '<hr style="display:inline-block;width:98%" tabindex="-1">\n' if hr else ""
    return (
        f'<div id="appendonsend"></div>\n{rule}<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" '
        f'style="font-size:11pt" color="#000000">{rows}</font>\n<div>&nbsp;</div>\n</div>\n'
        f'<div class="BodyFragment"><div>{cleaned(report.page)}</div></div>'
    )


def old_plain(report: Report, words: Words, ruler: str = RULER) -> str:
    """The same as text."""
    sender = f"{report.sender} <{report.sender}>"
    return "\n".join((ruler, *block_lines(report, words, mail=sender), "", as_text(report.page, EXCHANGE)))


def web(
    report: Report, seed: str, typed: Lines, words: Words, *, foot: str = "", ruler: str = RULER, hr: bool = True
) -> bytes:
    """A message of Outlook on the web; `foot` stands between the orders and the ruler."""
    style = ' class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"'
    html = '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\n'
    html += (
        '<style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} '
        '</style>\n</head>\n<body dir="ltr">\n'
    )
    html += divs(typed, style) + f"<div{style}><br></div>\n" + (f"<div>{foot}</div>\n" if foot else "")
    html += old_html(report, words, hr=hr) + "\n</body>\n</html>\n"
    plain = "\n".join(typed) + "\n\n" + (f"{foot}\n" if foot else "") + old_plain(report, words, ruler)
    charset = words.charset if words.charset != "us-ascii" else "iso-8859-1"
    parts = (text(plain, charset=charset), text(html, "html", charset=charset))
    part = multipart("alternative", f"_000_{token(seed, report.name, length=24).upper()}_", *parts)
    prefix = "Re: " if words.prefix in ("RE: ", "AW: ") else words.prefix
    return message(head(report, seed, prefix=prefix, charset=charset, mid=MID, more=graph(seed, report)), part)


@shape("Outlook.com: a ruler of underscores above the header block.")
def outlook_com(report: Report, typed: Lines) -> bytes:
    return web(report, "outlook_com", typed, LANGUAGES["english"])


@shape("Outlook on the web in German.")
def outlook_web_german(report: Report, typed: Lines) -> bytes:
    return web(report, "outlook_web_german", typed, LANGUAGES["german"])


@shape("Outlook on the web in French, blanks before its colons.", *SHORT)
def outlook_web_french(report: Report, typed: Lines) -> bytes:
    return web(report, "outlook_web_french", typed, LANGUAGES["french"])


@shape("Outlook on the web in Portuguese, without a ruler.", *SHORT)
def outlook_web_portuguese(report: Report, typed: Lines) -> bytes:
    return web(report, "outlook_web_portuguese", typed, LANGUAGES["portuguese"], ruler="", hr=False)


@shape("Outlook on the web, HTML only: what a program sees that asks for HTML.")
def outlook_web_html_only(report: Report, typed: Lines) -> bytes:
    seed, words = "outlook_web_html_only", LANGUAGES["english"]
    html = f'<html><body dir="ltr">{divs(typed)}{old_html(report, words)}</body></html>'
    return send(report, seed, text(html, "html", cte="base64"), mid=MID, more=graph(seed, report))


@shape("The new Outlook with a signature of its own, between orders and rule.")
def outlook_new(report: Report, typed: Lines) -> Answer:
    seed, words = "outlook_new", LANGUAGES["english"]
    sign = ("Ann Archer", "Sent from Outlook for Windows")
    html = f'<html><body>{divs(typed)}<div id="Signature">{divs(("", *sign))}</div>{old_html(report, words)}</body></html>'
    plain = "\n".join((*typed, "", *sign)) + "\n\n" + old_plain(report, words)
    part = multipart("alternative", f"_000_{token(seed)}_", text(plain, cte="base64"), text(html, "html", cte="base64"))
    return Answer(message(head(report, seed, mid=MID, more=graph(seed, report)), part), typed, talk=sign)


def _mobile(report: Report, seed: str, typed: Lines, words: Words, foot: str, link: str) -> bytes:
    auto, anchor = ' dir="auto"', f'<a href="https://aka.ms/o0ukef">{link}</a>'
    html = f'<html><head></head><body>{divs(typed, auto)}<div id="ms-outlook-mobile-signature"><div><br></div>'
    html += f"{foot.replace(link, anchor)}</div>{old_html(report, words)}</body></html>"
    linked = foot.replace(link, f"{link}<https://aka.ms/o0ukef>")
    plain = "\n".join(typed) + f"\n\n{linked}\n" + old_plain(report, words)
    part = multipart("alternative", f"_000_{token(seed, report.name)}_", text(plain), text(html, "html"))
    return message(head(report, seed, mid=MID, more=graph(seed, report)), part)


@shape("Outlook for iOS.")
def outlook_ios(report: Report, typed: Lines) -> Answer:
    raw = _mobile(report, "outlook_ios", typed, LANGUAGES["english"], "Get Outlook for iOS", "Outlook for iOS")
    return Answer(raw, typed, talk=("Get Outlook for iOS",))


@shape("Outlook for Android.", *SHORT)
def outlook_android(report: Report, typed: Lines) -> Answer:
    raw = _mobile(report, "outlook_android", typed, LANGUAGES["english"], "Get Outlook for Android", "Outlook for Android")
    return Answer(raw, typed, talk=("Get Outlook for Android",))


@shape("Outlook for iOS in German.", *SHORT)
def outlook_ios_german(report: Report, typed: Lines) -> Answer:
    foot = "Outlook für iOS beziehen"
    raw = _mobile(report, "outlook_ios_german", typed, LANGUAGES["german"], foot, "Outlook für iOS")
    return Answer(raw, typed, talk=(foot,))


@shape("Windows 10 Mail: header block under a thin rule, Sent from Mail for Windows.")
def windows_mail(report: Report, typed: Lines) -> Answer:
    seed, words = "windows_mail", LANGUAGES["english"]
    foot = "Sent from Mail for Windows"
    lines = "".join(f"<p class=MsoNormal>{escape(line, quote=False)}</p>" for line in typed)
    html = (
        f"<html><body lang=EN-GB><div class=WordSection1>{lines}<p class=MsoNormal>Sent from "
        f'<a href="https://go.microsoft.com/fwlink/?LinkId=550986">Mail'
        f"</a> for Windows</p>"
    )
    html += (
        "<div style='mso-element:para-border-div;border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm"
        " 0cm 0cm'><p class=MsoNormal style='border:none;padding:0cm'>"
    )
    html += "<br>".join(
        f"<b>{line.partition(' ')[0]} </b>{escape(line.partition(' ')[2])}" for line in block_lines(report, words)
    )
    html += f"</p></div>{without_styles(report.page)}</div></body></html>"
    plain = (
        "\n\n".join((*typed, foot))
        + "\n\n"
        + "\n".join(block_lines(report, words))
        + "\n\n"
        + as_text(report.page, EXCHANGE)
    )
    part = multipart("alternative", f"_{token(seed, report.name).upper()}_", text(plain), text(html, "html"))
    return Answer(
        message(head(report, seed, prefix="RE: ", refs=False, more=graph(seed, report)), part), typed, talk=(foot,)
    )


@shape("Outlook for Mac: its own header block in one paragraph, address in angle brackets.")
def outlook_mac(report: Report, typed: Lines) -> bytes:
    seed = "outlook_mac"
    block = (
        f"From: {report.sender} <{report.sender}>\nDate: Saturday, 22 August 2026 at 14:00\n"
        f"To: {PLAYER} <{PLAYER}>\nSubject: {report.subject}"
    )
    rows = "".join(f"<b>{line.partition(' ')[0]} </b>{escape(line.partition(' ')[2])}<br>" for line in block.split("\n"))
    html = (
        f'<html><body><div class="WordSection1">{divs(typed)}<div style="border:none;border-top:solid #B5C4DF '
        f'1.0pt"><p class="MsoNormal">{rows}</p></div>'
    )
    html += f"{without_styles(report.page)}</div></body></html>"
    plain = "\n\n".join(typed) + f"\n\n{block}\n\n" + as_text(report.page, EXCHANGE)
    part = multipart("alternative", f"_000_{token(seed, report.name)}_", text(plain), text(html, "html"))
    return message(
        head(report, seed, mid=MID, more=[("User-Agent", "Microsoft-MacOutlook/16.89.24091630"), *graph(seed, report)]), part
    )


@shape("Outlook 2003 behind a server that makes plain text of everything, a blank in each blank line.")
def exchange_converted(report: Report, typed: Lines) -> bytes:
    part: Part = text(
        "\n \n".join(typed) + "\n \n\n" + old_plain(report, LANGUAGES["english"]), charset="Windows-1252", cte="8bit"
    )
    return send(report, "exchange_converted", part, prefix="RE: ", refs=False, more=graph("exchange_converted", report))
