"""What players write around their orders, and the marks they put before them."""

from __future__ import annotations

from collections.abc import Callable

from .base import ALL, Answer, Lines, Report, add, head, send, shape
from .quote import quoted
from .wire import Part, message, multipart, text

SAID = "On Sat, 22 Aug 2026 at 14:00, {} wrote:"

# Name: why, what stands above the orders, what stands below them.
AROUND: dict[str, tuple[str, Lines, Lines]] = {
    "greeting": ("Greeting and sign-off.", ("Hello moderator,",), ("Best regards,", "Ann")),
    "please_find": (
        "A polite sentence above, a name below.",
        ("Dear Sir or Madam,", "please find my orders below."),
        ("Thank you very much!", "Ann Archer"),
    ),
    "heading": ("`Orders for York:` above.", ("Orders for York:",), ()),
    "heading_turn": ("A heading of two lines.", ("Hi,", "here are my orders for this turn:"), ("Cheers,", "Ann")),
    "chatter": (
        "Talk with the other player above and below.",
        ("What a mess that was, I did not see it coming at all.", "Anyway, my orders this time are:"),
        ("Good luck, Bob! You will need it.", ":-)"),
    ),
    "postscript": (
        "A postscript with a question.",
        (),
        ("Ann", "PS: When is the next deadline? I am travelling on Friday."),
    ),
    "german": ("In German.", ("Hallo zusammen,", "anbei meine Befehle:"), ("Viele Grüße", "Anna")),
    "french": ("In French.", ("Bonjour,", "Voici mes ordres :"), ("Cordialement,", "Anne")),
    "spanish": ("In Spanish.", ("Hola:", "Aquí van mis órdenes."), ("Un saludo,", "Ana")),
    "polish": ("In Polish.", ("Dzień dobry,", "oto moje rozkazy:"), ("Pozdrawiam,", "Anna")),
    "russian": ("In Russian.", ("Здравствуйте!", "Вот мои приказы:"), ("С уважением,", "Анна")),
    "name_only": ("Only a first name below.", (), ("Ann",)),
    "signature": (
        "A signature without dashes.",
        (),
        ("Ann Archer", "White Rose Wargamers", "Tel. +44 1584 000000", "www.example.test"),
    ),
    "signature_dashes": (
        "A signature whose motto begins like an order.",
        (),
        ("-- ", "Ann Archer", "march on, march on, all hearts resolved"),
    ),
    "signature_underscores": ("A signature below a line of underscores.", (), ("_______________", "Ann Archer, Ludlow")),
    "apology": ("An apology that ends like a heading.", ("Sorry for the delay, it was a busy week:",), ("Ann",)),
    "banner": (
        "The gateway's banner.",
        ("*** This message originated from outside your organisation. Think before you click. ***",),
        (),
    ),
    "disclaimer": (
        "The company's disclaimer.",
        (),
        ("CONFIDENTIALITY NOTICE: This message may contain privileged information. Any disclosure is prohibited.",),
    ),
    "green": ("A plea for trees.", (), ("Please consider the environment before printing this email.",)),
    "virus_scanner": (
        "A virus scanner's advertisement.",
        (),
        ("Virus-free.www.avast.com <https://www.avast.com/sig-email>",),
    ),
    "scanned": (
        "A mail scanner's footer.",
        (),
        (
            "-- ",
            "This message has been scanned for viruses and",
            "dangerous content by MailScanner, and is",
            "believed to be clean.",
        ),
    ),
    "fences": ("A code fence around the orders.", ("```",), ("```",)),
    "thanks_first": ("Thanks first.", ("Thanks for the quick report!",), ("Thanks,", "A.")),
}


def _around(name: str, above: Lines, below: Lines, *, quote: bool) -> Callable[[Report, Lines], Answer]:
    def write(report: Report, typed: Lines) -> Answer:
        own = "\n".join((*above, *(("",) if above else ()), *typed, *(("",) if below else ()), *below))
        old = f"\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n" if quote else "\n"
        raw = send(report, f"talk_{name}", text(own + old))
        return Answer(raw, typed, talk=tuple(line for line in (*above, *below) if any(map(str.isalnum, line))))

    return write


for _number, (_name, (_why, _above, _below)) in enumerate(AROUND.items()):
    add(f"talk_{_name}", _why, _around(_name, _above, _below, quote=_number % 2 == 0), ALL[1:])

# Those of the shapes in this room that do not quote the report.
BARE = {f"talk_{name}" for name in list(AROUND)[1::2]}

# Name: why, what stands before line number n.
MARKS: dict[str, tuple[str, Callable[[int], str]]] = {
    "numbers": ("Numbered with full stops.", lambda n: f"{n}. "),
    "numbers_tight": ("Numbered with full stops, no blank behind them.", lambda n: f"{n}."),
    "numbers_brackets": ("Numbered with brackets.", lambda n: f"{n}) "),
    "letters": ("Lettered with brackets.", lambda n: f"{'abcdefgh'[n - 1]}) "),
    "both_brackets": ("Numbers between two brackets.", lambda n: f"({n}) "),
    "bullets": ("Bullets.", lambda _n: "• "),
    "bullets_tab": ("Word's bullets with a tab.", lambda _n: "·\t"),
    "hyphens": ("Hyphens.", lambda _n: "- "),
    "long_dashes": ("Long dashes.", lambda _n: "– "),
    "stars": ("Stars.", lambda _n: "* "),
    "arrows": ("Arrows.", lambda _n: "-> "),
    "emoji": ("Emoji.", lambda n: "⚔️ " if n % 2 else "➡️ "),
    "indented": ("Indented by a tab.", lambda _n: "\t"),
    "whatsapp": ("Pasted from WhatsApp on an iPhone.", lambda n: f"[22.08.26, 20:3{n}:07] Ann: "),
    "whatsapp_android": ("Pasted from WhatsApp on Android.", lambda n: f"22/08/2026, 20:3{n} - Ann: "),
    "invisible": ("Invisible signs before each line and in it.", lambda _n: "\u200b\ufeff"),
}


def _marked(name: str, mark: Callable[[int], str], *, quote: bool) -> Callable[[Report, Lines], bytes]:
    def write(report: Report, typed: Lines) -> bytes:
        own = "\n".join(f"{mark(n)}{line}" for n, line in enumerate(typed, 1))
        old = f"\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n" if quote else "\n"
        return send(report, f"mark_{name}", text(own + old, cte="base64" if name == "invisible" else "quoted-printable"))

    return write


for _number, (_name, (_why, _mark)) in enumerate(MARKS.items()):
    add(f"mark_{_name}", _why, _marked(_name, _mark, quote=_number % 4 == 0), ALL[1:])
BARE |= {f"mark_{name}" for number, name in enumerate(MARKS) if number % 4}


@shape("Bold by stars, as plain text from rich text has it.")
def mark_bold(report: Report, typed: Lines) -> bytes:
    return send(report, "mark_bold", text("\n".join(f"*{line}*" for line in typed) + "\n"))


@shape("Comments behind the orders and between them.")
def mark_comments(report: Report, typed: Lines) -> bytes:
    own = "# my orders\n" + "\n".join(f"{line}  # line {n}" for n, line in enumerate(typed, 1)) + "\n# that is all"
    return send(report, "mark_comments", text(f"{own}\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n"))


@shape("All orders on one line, parted by semicolons.")
def mark_semicolons(report: Report, typed: Lines) -> Answer:
    line = "; ".join(typed)
    return Answer(send(report, "mark_semicolons", text(f"{line}\n")), (line,))


@shape("Two blanks between words, blank lines between orders, blanks at the ends.")
def mark_blanks(report: Report, typed: Lines) -> bytes:
    own = "\n\n\n".join(f"  {line.replace(' ', '   ')}  " for line in typed)
    return send(report, "mark_blanks", text(f"\n\n{own}\n\n"))


@shape("Signed in the clear by OpenPGP: armour around, dashes escaped, quote inside.")
def pgp_clearsigned(report: Report, typed: Lines) -> bytes:
    signed = "\n".join(typed) + f"\n\n{SAID.format(report.sender)}\n{quoted(report.text)}"
    body = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{signed}\n"
        f"-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE0123456789abcdef\n"
        f"wsBcBAEBCAAQBQJm\n=Q1dF\n-----END PGP SIGNATURE-----\n"
    )
    return send(report, "pgp_clearsigned", text(body, cte="7bit"))


@shape(
    "Signed in the clear: the form copied in, its dashes escaped, and lines typed in place of its own.",
    "opening",
    "card",
    "battle",
)
def pgp_clearsigned_form(report: Report, typed: Lines) -> bytes:
    form = "\n".join(("- --- orders ---", *typed, "- --- end of orders ---"))
    body = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{form}\n"
        f"-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG v2.0.22\n\n"
        f"iQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
    )
    return send(report, "pgp_clearsigned_form", text(body, cte="7bit"))


@shape("Signed by S/MIME: multipart/signed.")
def smime_signed(report: Report, typed: Lines) -> bytes:
    body = text("\n".join(typed) + f"\n\n{SAID.format(report.sender)}\n{quoted(report.text)}\n")
    lines = (("Content-Type", 'application/pkcs7-signature; name="smime.p7s"'), ("Content-Transfer-Encoding", "base64"))
    sig = Part(
        (*lines, ("Content-Disposition", 'attachment; filename="smime.p7s"')),
        b"MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQME\r\n",
    )
    params = 'protocol="application/pkcs7-signature"; micalg=sha-256; '
    return message(head(report, "smime_signed"), multipart("signed", "----smime0001", body, sig, params=params))
