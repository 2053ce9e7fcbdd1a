"""Outlook for Windows: Word's HTML, and plain text in which the old letter is not marked at all."""

from __future__ import annotations

from collections.abc import Callable

from .base import ALL, PLAYER, SHORT, Answer, Lines, Report, add, head, shape
from .outlook_words import LANGUAGES, Words
from .quote import Style, as_text, word_html, word_lines, wrapped
from .wire import Headers, Part, file, message, multipart, text, token

SHAPE = Style(bullet="*\t", number="{}.\t", gap=1)
# Languages in which all four reports are answered; the others have the two short ones.
OFTEN = ("english", "german", "french", "spanish", "russian", "chinese")
MAILER = ("X-Mailer", "Microsoft Outlook 16.0")
HEAD = (
    '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>'
    '<meta http-equiv="Content-Type" content="text/html; charset={charset}">'
    '<meta name="Generator" content="Microsoft Word 15 (filtered medium)"><style><!--\n'
    "/* Font Definitions */\n@font-face\n\t{{font-family:Calibri;\n\tpanose-1:2 15 5 2 2 2 4 3 2 4;}}\n"
    "/* Style Definitions */\np.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{{margin:0cm;\n\tfont-size:11.0pt;\n"
    '\tfont-family:"Calibri",sans-serif;}}\n--></style><!--[if gte mso 9]><xml>\n'
    '<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]--></head>\n'
    '<body lang="EN-US" link="#0563C1" vlink="#954F72" style="word-wrap:break-word"><div class="WordSection1">\n'
)
BLANK = '<p class="MsoNormal"><o:p>&nbsp;</o:p></p>'


def exchange(report: Report, seed: str, *, refs: bool = True) -> Headers:
    """The headers Exchange adds; Thread-Index is what it threads by."""
    index = "AQHc" + token(seed, report.name, "thread", length=24)
    found = [MAILER, ("Thread-Index", f"{index}=="), ("Thread-Topic", report.subject), ("Content-Language", "en-us")]
    return found + ([("X-MS-Has-Attach", ""), ("X-MS-TNEF-Correlator", "")] if not refs else [])


def block_lines(report: Report, words: Words, *, mail: str = "") -> Lines:
    """The header block, a line for each field."""
    sender = mail or f"{report.sender} <{report.sender}> "
    fields = ((words.sender, sender), (words.sent, words.date), (words.to, PLAYER), (words.subject, report.subject))
    return tuple(f"{label}{words.colon} {value}" for label, value in fields)


def html_block(report: Report, words: Words, lang: str = "EN-US") -> str:
    """The header block below its thin rule."""
    sender = f'{report.sender} &lt;<a href="mailto:{report.sender}">{report.sender}</a>&gt; '
    fields = ((words.sender, sender), (words.sent, words.date), (words.to, PLAYER), (words.subject, report.subject))
    rows = "<br>".join(f"<b>{label}{words.colon.replace(chr(160), '&nbsp;')}</b> {value}" for label, value in fields)
    return (
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal"><span lang="{lang}">{rows}<o:p></o:p></span></p></div></div>\n{BLANK}\n'
    )


def both(
    report: Report, seed: str, typed: Lines, words: Words, *, above: str = "", plain_above: str = "", below: str = ""
) -> Part:
    """text/plain and text/html as Word makes them: a blank line behind every paragraph of the plain text."""
    html = HEAD.format(charset=words.charset) + above + word_lines(typed) + f"\n{BLANK}\n{BLANK}\n"
    html += html_block(report, words) + word_html(report.page) + below + "\n</div></body></html>"
    plain = plain_above + "\n\n".join(typed) + "\n\n \n\n" + "\n".join(block_lines(report, words)) + "\n\n \n\n"
    plain += as_text(report.page, SHAPE) + "\n\n"
    charset = words.charset if words.charset != "us-ascii" else "utf-8"
    boundary = f"----=_NextPart_000_{token(seed, report.name, length=4).upper()}_01DC137E.5BA62C10"
    parts = (text(plain, charset=charset, cte=_cte(charset)), text(html, "html", charset=charset, cte="quoted-printable"))
    return multipart("alternative", boundary, *parts, preamble="This is a multipart message in MIME format.\n")


def _cte(charset: str) -> str:
    return {"iso-2022-jp": "7bit", "gb18030": "base64", "euc-kr": "base64"}.get(charset, "quoted-printable")


def _desktop(language: str, words: Words) -> Callable[[Report, Lines], bytes]:
    def write(report: Report, typed: Lines) -> bytes:
        seed = f"outlook_{language}"
        more = exchange(report, seed)
        fields = head(
            report, seed, prefix=words.prefix, charset=words.charset, mid="00{hash}$abcd1234$@example.test", more=more
        )
        return message(fields, both(report, seed, typed, words))

    return write


def _plain(language: str, words: Words) -> Callable[[Report, Lines], bytes]:
    def write(report: Report, typed: Lines) -> bytes:
        seed = f"outlook_plain_{language}"
        body = "\n".join(typed) + f"\n\n-----{words.ruler}-----\n" + "\n".join(block_lines(report, words))
        charset = words.charset if words.charset != "us-ascii" else "utf-8"
        part = text(wrapped(f"{body}\n\n{as_text(report.page, SHAPE)}\n"), charset=charset, cte=_cte(charset))
        fields = head(report, seed, prefix=words.prefix, charset=charset, more=exchange(report, seed))
        return message(fields, part)

    return write


for _language, _words in LANGUAGES.items():
    add(
        f"outlook_{_language}",
        f"Outlook for Windows in {_language.title()}: header block, quote not marked.",
        _desktop(_language, _words),
        ALL if _language in OFTEN else SHORT,
    )
for _language in (*OFTEN, "dutch", "polish", "swedish", "italian"):
    _why = f"Outlook for Windows, plain text in {_language.title()}: a ruler with words, quote not marked, wrapped by force."
    add(f"outlook_plain_{_language}", _why, _plain(_language, LANGUAGES[_language]))


@shape("Outlook with its text only: the Exchange server wrote no References, only a Thread-Index.")
def outlook_no_references(report: Report, typed: Lines) -> bytes:
    words = LANGUAGES["english"]
    seed = "outlook_no_references"
    fields = head(report, seed, prefix="RE: ", refs=False, more=exchange(report, seed, refs=False))
    body = "\n\n".join(typed) + "\n\n" + "\n".join(block_lines(report, words)) + "\n\n" + as_text(report.page, SHAPE)
    return message(fields, text(body, charset="Windows-1252", cte="8bit"))


@shape("Outlook: the company's gateway puts a banner above and a disclaimer below.")
def outlook_company(report: Report, typed: Lines) -> Answer:
    seed, words = "outlook_company", LANGUAGES["english"]
    banner = (
        "[EXTERNAL] CAUTION: This email originated from outside of the organization. Do not click links or open attachments."
    )
    small = (
        "This e-mail and any attachments are confidential and intended solely for the addressee. If you are n"
        "ot the intended recipient, please delete it."
    )
    above = f'<div style="background-color:#FFEB9C"><p><strong>{banner}</strong></p></div>\n'
    part = both(report, seed, typed, words, above=above, plain_above=f"{banner}\n\n", below=f"<p>{small}</p>")
    raw = message(head(report, seed, prefix="RE: [EXTERNAL] ", more=exchange(report, seed)), part)
    return Answer(raw, typed, talk=(banner,))


@shape("Outlook: a disclaimer stands between the orders and the quote, a banner right above the orders.")
def outlook_disclaimer_between(report: Report, typed: Lines) -> Answer:
    seed, words = "outlook_disclaimer_between", LANGUAGES["german"]
    small = (
        "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der ri"
        "chtige Adressat sind, informieren Sie bitte sofort den Absender."
    )
    banner = "ACHTUNG: Diese E-Mail kommt von extern. Klicken Sie nicht auf Links."
    body = f"{banner}\n\n" + "\n\n".join(typed) + f"\n\nMit freundlichen Grüßen\n\nAnn Archer\n\n{small}\n\n"
    body += "\n".join(block_lines(report, words)) + "\n\n" + as_text(report.page, SHAPE)
    fields = head(report, seed, prefix="AW: ", charset="iso-8859-1", more=exchange(report, seed))
    return Answer(message(fields, text(body, charset="iso-8859-1")), typed, talk=(banner, "Mit freundlichen Grüßen", small))


@shape("Outlook: rich text to strangers, so a winmail.dat comes beside the plain text.")
def outlook_winmail(report: Report, typed: Lines) -> bytes:
    seed, words = "outlook_winmail", LANGUAGES["english"]
    body = "\n".join(typed) + "\n\n-----Original Message-----\n" + "\n".join(block_lines(report, words))
    plain = text(wrapped(f"{body}\n\n{as_text(report.page, SHAPE)}\n"), charset="us-ascii", cte="7bit", codec="cp1252")
    tnef = b"\x78\x9f\x3e\x22\x01\x00\x06\x90\x08\x00\x04\x00\x00\x00\x00\x00\x01\x00\x01\x00" * 8
    part = multipart(
        "mixed", f"----_=_NextPart_001_{token(seed, report.name)}", plain, file("winmail.dat", "application/ms-tnef", tnef)
    )
    return message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), part)


@shape("Outlook: the signature's logo is a picture shown by cid, and leaves [cid:...] in the plain text.")
def outlook_logo(report: Report, typed: Lines) -> Answer:
    seed, words = "outlook_logo", LANGUAGES["english"]
    cid = "image001.png@01DC137E.5BA62C10"
    sign = ("Kind regards,", "Ann Archer", "Archer & Sons Ltd | 12 High Street, Ludlow", "T: +44 1584 000000")
    html = (
        HEAD.format(charset="utf-8")
        + word_lines((*typed, "", *sign))
        + f'<p class="MsoNormal"><img width="96" height="48" src="cid:{cid}"></p>'
    )
    html += html_block(report, words) + word_html(report.page) + "</div></body></html>"
    plain = (
        "\n\n".join((*typed, " ", *sign))
        + f"\n\n[cid:{cid}]\n\n"
        + "\n".join(block_lines(report, words, mail=f"{report.sender}<mailto:{report.sender}>"))
    )
    plain += "\n\n" + as_text(report.page, SHAPE)
    inner = multipart("alternative", f"_000_{token(seed)}_", text(plain), text(html, "html"))
    picture = file("image001.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(60), inline=cid)
    part = multipart("related", f"_004_{token(seed)}_", inner, picture, params='type="multipart/alternative"; ')
    return Answer(message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), part), typed, talk=sign)


@shape("Outlook, HTML only and double-spaced, in a company's Polish.", *ALL)
def outlook_html_only(report: Report, typed: Lines) -> bytes:
    seed, words = "outlook_html_only", LANGUAGES["polish"]
    spaced = tuple(line for order in typed for line in (order, ""))
    html = HEAD.format(charset="iso-8859-2") + word_lines(spaced) + html_block(report, words, "PL") + word_html(report.page)
    fields = head(report, seed, prefix="ODP: ", charset="iso-8859-2", more=exchange(report, seed))
    return message(fields, text(html + "</div></body></html>", "html", charset="iso-8859-2"))


@shape("Outlook marks what it quotes in plain text, its header block too, if it is told to.")
def outlook_prefixed(report: Report, typed: Lines) -> bytes:
    seed, words = "outlook_prefixed", LANGUAGES["english"]
    old = "\n".join(("-----Original Message-----", *block_lines(report, words), "", as_text(report.page, SHAPE)))
    body = "\n".join(typed) + "\n\n" + "\n".join(f"> {line}".rstrip(" ") for line in wrapped(old, 70).split("\n"))
    return message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), text(body, charset="iso-8859-1"))


@shape("Outlook collapsed the blank lines and put a trailing blank behind each line.")
def outlook_collapsed(report: Report, typed: Lines) -> bytes:
    seed, words = "outlook_collapsed", LANGUAGES["english"]
    old = "\n".join(line + " " for line in as_text(report.page, SHAPE).split("\n") if line.strip())
    body = "\n".join(f"{line} " for line in typed) + "\n" + "\n".join(block_lines(report, words)) + "\n" + old
    return message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), text(body, charset="Windows-1252"))
