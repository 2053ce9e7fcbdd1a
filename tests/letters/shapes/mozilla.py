"""Thunderbird and its relatives, and what other desks run: eM Client, Mailspring, Postbox, Spark, Newton."""

from __future__ import annotations

from .base import LONG, NAME, SHORT, Answer, Lines, Report, head, send, shape
from .quote import as_text, breaks, cleaned, divs, flowed, quoted, without_styles, wrapped
from .wire import Part, message, multipart, text, token

AGENT = ("User-Agent", "Mozilla Thunderbird")
MID = "{hash}-4e7b-9d3a-0c1f@example.test"
FLOWED = "; format=flowed"


def cite_prefix(report: Report, words: str) -> str:
    """div.moz-cite-prefix and the blockquote behind it."""
    return (
        f'<div class="moz-cite-prefix">{words.format(report.sender)}<br></div>\n'
        f'<blockquote type="cite" cite="mid:{report.message_id.strip("<>")}">\n{cleaned(report.page)}\n</blockquote>\n'
    )


def flowed_reply(report: Report, typed: Lines, words: str, *, below: bool = False) -> str:
    """Orders and marked quote, flowed."""
    own, old = flowed("\n".join(typed)), f"{words.format(report.sender)}\n{flowed(report.text.rstrip(), depth=1)}"
    return f"{old}\n\n{own}\n" if below else f"{own}\n\n{old}\n"


@shape("Thunderbird, plain text, flowed.")
def thunderbird_plain(report: Report, typed: Lines) -> bytes:
    body = flowed_reply(report, typed, "On 22.08.26 14:00, {} wrote:")
    return send(report, "thunderbird_plain", text(body, charset="UTF-8", cte="8bit", params=FLOWED), agent=AGENT, mid=MID)


@shape("Thunderbird's default: the reply starts below the quote.")
def thunderbird_below(report: Report, typed: Lines) -> bytes:
    body = flowed_reply(report, typed, "On 8/22/26 2:00 PM, {} wrote:", below=True)
    return send(report, "thunderbird_below", text(body, charset="UTF-8", cte="7bit", params=FLOWED), agent=AGENT, mid=MID)


@shape("Thunderbird, plain text: long lines of the player broken softly.")
def thunderbird_plain_long(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    body = flowed_reply(report, typed, "On 22.08.26 14:00, {} wrote:")
    part = text(body, charset="UTF-8", cte="8bit", params=FLOWED)
    return Answer(send(report, "thunderbird_plain_long", part, agent=AGENT, mid=MID), typed)


@shape("Thunderbird, HTML and plain text.")
def thunderbird_html(report: Report, typed: Lines) -> bytes:
    seed, words = "thunderbird_html", "On 22/08/2026 14:00, {} wrote:"
    html = (
        f'<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">'
        f"</head><body><p>{breaks(typed)}</p>{cite_prefix(report, words)}"
        f"</body></html>"
    )
    plain = flowed_reply(report, typed, words)
    parts = (text(plain, charset="UTF-8", params=FLOWED), text(html, "html", charset="UTF-8"))
    part = multipart(
        "alternative",
        f"------------{token(seed, report.name, length=24)}",
        *parts,
        preamble="This is a multi-part message in MIME format.",
    )
    return message(head(report, seed, agent=AGENT, mid=MID), part)


@shape("Thunderbird in German, HTML only.", *SHORT)
def thunderbird_german_html(report: Report, typed: Lines) -> bytes:
    html = f"<html><body><p>{breaks(typed)}</p>{cite_prefix(report, 'Am 22.08.26 um 14:00 schrieb {}:')}</body></html>"
    return send(report, "thunderbird_german_html", text(html, "html", cte="8bit"), agent=AGENT, mid=MID, prefix="Re: ")


@shape("Thunderbird in Polish with an old charset.")
def thunderbird_polish(report: Report, typed: Lines) -> bytes:
    body = flowed_reply(report, typed, "W dniu 22.08.2026 o\xa014:00, {} pisze:")
    part = text(body, charset="iso-8859-2", cte="8bit", params=FLOWED)
    return send(report, "thunderbird_polish", part, agent=AGENT, mid=MID, prefix="Odp: ")


@shape("Thunderbird with the signature above the quote.")
def thunderbird_signature(report: Report, typed: Lines) -> Answer:
    body = flowed_reply(report, (*typed, "", "-- ", "Ann Archer", "White Rose Wargamers"), "On 22.08.26 14:00, {} wrote:")
    raw = send(report, "thunderbird_signature", text(body, cte="8bit", params=FLOWED), agent=AGENT, mid=MID)
    return Answer(raw, typed, talk=("Ann Archer", "White Rose Wargamers"))


@shape("Postbox: a card above the quote instead of an attribution.", *SHORT)
def postbox(report: Report, typed: Lines) -> bytes:
    seed = "postbox"
    card = (
        f'<div class="__pbConvHr" style="margin:30px 25px 10px 25px;">'
        f'<div style="display:table;width:100%;border-top:1px solid #EDEEF0;">'
        f'<div class="__pbConvAvatar"><a href="mailto:{report.sender}">{report.sender}'
        f"</a></div><div>August 22, 2026 at 14:00</div></div></div>"
    )
    html = (
        f'<html><body>{divs(typed)}<blockquote style="border: 0px none;" cite="mid:'
        f'{report.message_id.strip("<>")}" type="cite">{card}<div class="__pbConvBody">{without_styles(report.page)}'
        f"</div></blockquote></body></html>"
    )
    plain = "\n".join(typed) + f"\n\n> {report.sender}\n> August 22, 2026 at 14:00\n>\n" + flowed(report.text, depth=1)
    part = multipart(
        "alternative", f"------------{token(seed, report.name)}", text(plain, params=FLOWED), text(html, "html")
    )
    return message(head(report, seed, agent=("User-Agent", "Postbox 7.0.65 (Macintosh)")), part)


@shape("eM Client: a header block in a rule of its own, From / To / Date / Subject.")
def em_client(report: Report, typed: Lines) -> bytes:
    seed = "em_client"
    block = (
        "------ Original Message ------",
        f'From "{report.sender}" <{report.sender}>',
        "To ann@example.test",
        "Date 22/08/2026 14:00:00",
        f"Subject {report.subject}",
    )
    html = (
        f'<html><body><div id="composed">{divs(typed)}</div><div id="signature_old">'
        f"</div><div><br /></div><div>{'<br>'.join(line.replace('<', '&lt;') for line in block)}"
        f'</div><div><br /></div><div id="x1" style="color:#000">{without_styles(report.page)}'
        f"</div></body></html>"
    )
    plain = "\n".join(typed) + "\n\n" + "\n".join(block) + "\n\n" + as_text(report.page)
    part = multipart("alternative", f"------=_{token(seed)}", text(plain, params=FLOWED), text(html, "html"))
    return message(head(report, seed, agent=("User-Agent", "eM_Client/10.1.4828.0")), part)


@shape("Mailspring: HTML only, gmail_quote_attribution.")
def mailspring(report: Report, typed: Lines) -> bytes:
    said = f"On Aug 22 2026, at 2:00 pm, {report.sender} wrote:"
    html = (
        f'{divs(typed)}<br/><div class="gmail_quote_attribution">{said}'
        f'</div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{without_styles(report.page)}'
        f"</blockquote>"
    )
    return send(report, "mailspring", text(html, "html"), mid="{hash}@getmailspring.com", agent=("X-Mailer", "Mailspring"))


@shape("Spark on the Mac.")
def spark(report: Report, typed: Lines) -> bytes:
    seed, said = "spark", f"On 22 Aug 2026 at 14:00 +0200, {report.sender}, wrote:"
    html = (
        f'<html><body><div name="messageBodySection">{divs(typed)}'
        f'</div><div name="messageSignatureSection"><br></div><div name="messageReplySection">{said}'
        f'<br><blockquote type="cite" style="border-left-style:solid">{without_styles(report.page)}'
        f"</blockquote></div></body></html>"
    )
    plain = "\n".join(typed) + f"\n\n{said}\n" + quoted(as_text(report.page))
    part = multipart("alternative", f"68a8_{token(seed)}", text(plain, cte="8bit"), text(html, "html"))
    return message(head(report, seed, agent=("X-Readdle-Message-ID", f"{token(seed)}@Spark"), mid="{hash}@Spark"), part)


@shape("Newton Mail.")
def newton(report: Report, typed: Lines) -> bytes:
    said = f"On Sat, Aug 22, 2026 at 2:00 PM, {report.sender} <{report.sender}> wrote:"
    shown = said.replace("<", "&lt;").replace(">", "&gt;")
    html = (
        f'<div id="cm_signature_wrap">{divs(typed)}</div><div class="cm_quote">'
        f'<div>{shown}</div><blockquote class="cm_quote">{without_styles(report.page)}'
        f"</blockquote></div>"
    )
    return send(report, "newton", text(html, "html"), agent=("X-Mailer", "Newton/1.0"))


@shape("Superhuman: HTML and plain text, its advertisement below the name.")
def superhuman(report: Report, typed: Lines) -> Answer:
    seed, said = "superhuman", f"On Sat, Aug 22, 2026 at 2:00 PM, {report.sender} <{report.sender}> wrote:"
    sign = ("Ann", "Sent via Superhuman")
    shown = said.replace("<", "&lt;").replace(">", "&gt;")
    html = (
        f'<html><body><div>{divs(typed)}<br><div class="gmail_signature">{divs(sign)}'
        f'</div><br><div class="gmail_quote">{shown}<br><blockquote class="gmail_quote">{without_styles(report.page)}'
        f"</blockquote></div></div></body></html>"
    )
    plain = (
        "\n".join((*typed, "", "Ann", "", "Sent via Superhuman ( https://sprh.mn/?vip=ann )"))
        + f"\n\n{wrapped(said)}\n\n"
        + quoted(wrapped(as_text(report.page)), blank="> ")
    )
    part = multipart("alternative", f"b_{token(seed)}", text(plain), text(html, "html"))
    return Answer(
        message(head(report, seed, mid="{hash}@we.are.superhuman.com"), part), typed, talk=("Ann", "Sent via Superhuman")
    )


@shape("Evolution: `On Sat, 2026-08-22 at 12:00 +0000`.")
def evolution(report: Report, typed: Lines) -> bytes:
    body = (
        "\n".join(typed)
        + f"\n\nOn Sat, 2026-08-22 at 12:00 +0000, {report.sender} wrote:\n"
        + quoted(report.text, blank="> ")
    )
    return send(report, "evolution", text(body), agent=("User-Agent", "Evolution 3.56.2"), mid="{hash}.camel@example.test")


@shape("Evolution, HTML: its blockquote and its comments.")
def evolution_html(report: Report, typed: Lines) -> bytes:
    seed, said = "evolution_html", f"On Sat, 2026-08-22 at 12:00 +0000, {report.sender} wrote:"
    html = (
        f"<html><head><style>pre,code,address {{ margin: 0px; }}</style>"
        f"</head><body>{divs(typed)}<div><br></div><div><span></span>"
        f'</div><div>{said}</div><blockquote type="cite" style="margin:0 0 0 .8ex; border-left:2px #729fcf sol'
        f'id;padding-left:1ex">{without_styles(report.page)}</blockquote>'
        f"</body></html>"
    )
    plain = "\n".join(typed) + f"\n\n{said}\n" + quoted(wrapped(as_text(report.page), 71))
    part = multipart("alternative", f"=-{token(seed)}", text(plain), text(html, "html"))
    return message(head(report, seed, agent=("User-Agent", "Evolution 3.56.2")), part)


@shape("KMail, below the quote, with its own attribution.")
def kmail(report: Report, typed: Lines) -> bytes:
    body = f"On Saturday, 22 August 2026 14:00:00 Central European Summer Time {report.sender} wrote:\n"
    body += quoted(report.text, blank="> ") + "\n\n" + "\n".join(typed) + "\n\n\n"
    return send(report, "kmail", text(body, charset="utf-8"), mid="{hash}@kmail", agent=("X-KMail-Identity", "1"))


@shape("KMail signs with OpenPGP: multipart/signed around plain text.")
def kmail_signed(report: Report, typed: Lines) -> bytes:
    seed = "kmail_signed"
    body = text(
        "\n".join(typed) + f"\n\nOn Saturday, 22 August 2026 {report.sender} wrote:\n" + quoted(report.text, blank="> ")
    )
    armour = f"-----BEGIN PGP SIGNATURE-----\r\n\r\niQIz{token(seed, length=40)}\r\n=abcd\r\n-----END PGP SIGNATURE-----\r\n"
    sig = Part(
        (
            ("Content-Type", 'application/pgp-signature; name="signature.asc"'),
            ("Content-Description", "This is a digitally signed message part."),
        ),
        armour.encode(),
    )
    part = multipart(
        "signed", f"nextPart{token(seed)}", body, sig, params='micalg="pgp-sha512"; protocol="application/pgp-signature"; '
    )
    return message(head(report, seed, mid="{hash}@kmail"), part)


@shape("Betterbird in Swedish, its attribution with the name and address in brackets.")
def thunderbird_swedish(report: Report, typed: Lines) -> bytes:
    body = flowed_reply(report, typed, "Den 2026-08-22 kl. 14:00, skrev {}:")
    part = text(body, charset="ISO-8859-1", cte="8bit", params=FLOWED)
    return send(report, "thunderbird_swedish", part, agent=AGENT, mid=MID, prefix="Sv: ", name=NAME)
