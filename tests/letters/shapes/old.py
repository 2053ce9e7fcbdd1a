"""Programs of offices and of the past: Notes, GroupWise, The Bat!, Eudora, Pegasus, Incredimail."""

from __future__ import annotations

from .base import Answer, Lines, Report, head, send, shape
from .phone import both
from .quote import Style, as_text, divs, quoted, without_styles, wrapped
from .wire import bare, message, multipart, text, token

NOTES = Style(bullet="* ", number="{}. ", cell="        ")


@shape("Lotus Notes: `-----x/org wrote: -----`, then To, From, Date, Subject.")
def notes(report: Report, typed: Lines) -> bytes:
    block = (
        "-----moderator/example/TEST wrote: -----",
        "To: ann@example.test",
        f"From: {report.sender}",
        "Date: 08/22/2026 02:00PM",
        f"Subject: {report.subject}",
    )
    plain = "\n".join(typed) + "\n\n" + "\n".join(block) + "\n\n" + as_text(report.page, NOTES)
    shown = "<br>".join(block)
    html = (
        f'<font face="Default Sans Serif,Verdana,Arial,Helvetica,sans-serif" size="2">{divs(typed)}'
        f'<div><br></div><font color="#990099">{shown}</font><br><br>{without_styles(report.page)}'
        f"</font>"
    )
    return both(
        report,
        "notes",
        plain,
        html,
        agent=("X-Mailer", "HCL Domino Web Server Release 12.0.2"),
        mid="OF{upper}.0041@example.test",
    )


@shape("Notes' client: a table of From, To, Date and Subject, below it the quote; text wrapped.")
def notes_table(report: Report, typed: Lines) -> bytes:
    table = (
        f"From:   {report.sender}\nTo:     ann@example.test\nDate:   22/08/2026 14:00\nSubject:        {report.subject}\n"
    )
    rows = "".join(
        f'<tr><td><font color="#5F5F5F">{line.partition(":")[0]}:</font></td><td>{line.partition(":")[2].strip()}</td></tr>'
        for line in table.strip().split("\n")
    )
    html = (
        f'<br><font size=2 face="sans-serif">{"<br>".join(typed)}</font>'
        f"<br><br><table width=100%>{rows}</table><br><hr noshade>{without_styles(report.page)}"
    )
    plain = wrapped("\n".join(typed) + f"\n\n\n\n{table}\n\n\n" + as_text(report.page, NOTES), 74)
    return both(
        report, "notes_table", plain, html, agent=("X-Mailer", "Lotus Notes Release 9.0.1"), mid="OF{upper}@example.test"
    )


@shape("Notes in German: the sender's address on a line of its own, the table at the bottom of the letter.")
def notes_bottom(report: Report, typed: Lines) -> bytes:
    table = f"Von: {report.sender}\nAn: ann@example.test\nDatum: 22.08.2026 14:00\nBetreff: {report.subject}"
    body = "\n".join(typed) + "\n\n" + as_text(report.page, NOTES) + f"\n\n{table}\n"
    return send(report, "notes_bottom", text(body, charset="iso-8859-1"), prefix="Antwort: ")


@shape("GroupWise: `>>> x date >>>` above a quote that is not marked.")
def groupwise(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + f"\n\n\n>>> <{report.sender}> 22.08.2026 14:00 >>>\n" + report.text
    html = (
        f"<HTML><BODY>{divs(typed)}<BR><BR>&gt;&gt;&gt; &lt;{report.sender}&gt; 22.08.2026 14:00 &gt;&gt;&gt;"
        f"<BR>{without_styles(report.page)}</BODY></HTML>"
    )
    return both(
        report,
        "groupwise",
        body,
        html,
        prefix="Antw: ",
        agent=("X-Mailer", "Novell GroupWise Internet Agent 18.4.2"),
        mid="{upper}020000A1000ABCDE@example.test",
    )


@shape("The Bat!: initials before each mark.")
def the_bat(report: Report, typed: Lines) -> bytes:
    body = (
        (
            f"Hello moderator,\n\nSaturday, August 22, 2026, 2:00:00 PM, you wrote:\n"
            f"\n{quoted(report.text, mark='m> ', blank='m> ')}\n\n"
        )
        + "\n".join(typed)
        + "\n\n-- \nBest regards,\n Ann                            mailto:ann@example.test\n"
    )
    return send(
        report,
        "the_bat",
        text(body, charset="us-ascii", cte="7bit"),
        agent=("X-Mailer", "The Bat! (v10.5) Professional"),
        mid="1{hash}.20260822@example.test",
    )


@shape("The Bat! in Russian, orders above, koi8-r.")
def the_bat_russian(report: Report, typed: Lines) -> Answer:
    talk = ("Здравствуйте, moderator.", "С уважением,")
    body = (
        f"{talk[0]}\n\n"
        + "\n".join(typed)
        + (
            f"\n\nВы писали 22 августа 2026 г., 14:00:00:\n\n{quoted(report.text, mark='mt> ', blank='mt> ')}"
            f"\n\n-- \n{talk[1]}\n Ann\n"
        )
    )
    raw = send(
        report,
        "the_bat_russian",
        text(body, charset="koi8-r", cte="8bit"),
        agent=("X-Mailer", "The Bat! (v9.3)"),
        charset="koi8-r",
        name="Анна",
    )
    return Answer(raw, typed, talk=talk)


@shape("Eudora: bars for the quote in HTML, `At 14:00 2026-08-22, you wrote:`.")
def eudora(report: Report, typed: Lines) -> bytes:
    said = f"At 02:00 PM 8/22/2026, {report.sender} wrote:"
    html = (
        f"<html>\n<body>\n{'<br>'.join(typed)}<br><br>\n{said}<br>\n"
        f'<blockquote type=cite class=cite cite="">{without_styles(report.page)}'
        f"</blockquote></body>\n</html>"
    )
    plain = "\n".join(typed) + f"\n\n{said}\n" + quoted(report.text, mark=">", blank=">")
    return both(
        report,
        "eudora",
        plain,
        html,
        agent=("X-Mailer", "QUALCOMM Windows Eudora Version 7.1.0.9"),
        mid="7.1.0.9.2.{hash}@example.test",
    )


@shape("Eudora Light: bars in the plain text.")
def eudora_bars(report: Report, typed: Lines) -> bytes:
    body = (
        "\n".join(typed)
        + f"\n\nAt 14:00 22/08/2026 +0200, {report.sender} wrote:\n"
        + quoted(report.text, mark="|", blank="|")
    )
    return send(report, "eudora_bars", bare(body), agent=("X-Mailer", "QUALCOMM Windows Eudora Light Version 3.0.6"))


@shape("Pegasus Mail: `On 22 Aug 2026 at 12:00, x wrote:`, and no MIME.")
def pegasus(report: Report, typed: Lines) -> bytes:
    body = (
        f"On 22 Aug 2026 at 12:00, {report.sender} wrote:\n\n{quoted(report.text, blank='> ')}\n\n" + "\n".join(typed) + "\n"
    )
    return send(report, "pegasus", bare(body), agent=("X-mailer", "Pegasus Mail for Windows (4.81)"))


@shape("Incredimail: tables for layout, and the header block in words of its own.")
def incredimail(report: Report, typed: Lines) -> bytes:
    seed = "incredimail"
    block = (
        "-------Original Message-------",
        f"From: {report.sender}",
        "Date: 22/08/2026 14:00:00",
        "To: ann@example.test",
        f"Subject: {report.subject}",
    )
    html = (
        f'<HTML><BODY><TABLE id=INCREDIMAINTABLE cellSpacing=0 cellPadding=2 width="100%">'
        f"<TBODY><TR><TD id=INCREDITEXTREGION vAlign=top><DIV>{'</DIV><DIV>'.join(typed)}"
        f"</DIV><DIV>&nbsp;</DIV><DIV id=IncrediOriginalMessage><I>{'</I></DIV><DIV><I>'.join(block)}"
        f"</I></DIV><DIV>&nbsp;</DIV>{without_styles(report.page)}"
        f"</TD></TR></TBODY></TABLE></BODY></HTML>"
    )
    plain = "\n".join((*typed, " ", *block, " ", as_text(report.page)))
    part = multipart(
        "related",
        f"------------Boundary-00={token(seed)}",
        multipart(
            "alternative", f"------------Boundary-01={token(seed)}", text(plain), text(html, "html", charset="iso-8859-1")
        ),
        params='type="multipart/alternative"; ',
    )
    return message(head(report, seed, agent=("X-Mailer", "IncrediMail (6052710)")), part)


@shape("Zimbra: a rule, From, To, Sent, Subject.")
def zimbra(report: Report, typed: Lines) -> bytes:
    block = (
        f"From: {report.sender}",
        "To: ann@example.test",
        "Sent: Saturday, August 22, 2026 2:00:00 PM",
        f"Subject: {report.subject}",
    )
    shown = "<br>".join(f"<b>{line.partition(': ')[0]}: </b>{line.partition(': ')[2]}" for line in block)
    html = (
        f'<html><body><div style="font-family: arial, helvetica, sans-serif; font-size: 12pt;">{divs(typed)}'
        f'<div><br></div><hr id="zwchr" data-marker="__DIVIDER__">'
        f'<div data-marker="__HEADERS__">{shown}<br></div><div><br>'
        f'</div><div data-marker="__QUOTED_TEXT__">{without_styles(report.page)}'
        f"</div></div></body></html>"
    )
    plain = "\n".join((*typed, "", "", *block, "", as_text(report.page)))
    return both(
        report,
        "zimbra",
        plain,
        html,
        agent=("X-Mailer", "Zimbra 8.8.15_GA_4652 (ZimbraWebClient)"),
        mid="{hash}.JavaMail.zimbra@example.test",
    )


@shape("Zimbra's plain text: ----- Original Message -----, and bars or nothing.")
def zimbra_plain(report: Report, typed: Lines) -> bytes:
    block = (
        "----- Original Message -----",
        f'From: "{report.sender}" <{report.sender}>',
        'To: "ann" <ann@example.test>',
        "Sent: Saturday, August 22, 2026 2:00:00 PM",
        f"Subject: {report.subject}",
    )
    body = "\n".join((*typed, "", *block, "", report.text))
    return send(report, "zimbra_plain", text(body, charset="utf-8", cte="7bit"), agent=("X-Mailer", "Zimbra 8.8.15"))


@shape("Outlook Express: ----- Original Message -----, labels in bold, nothing but dashes before.")
def outlook_express(report: Report, typed: Lines) -> bytes:
    block = (
        "----- Original Message ----- ",
        f"From: <{report.sender}>",
        "To: <ann@example.test>",
        "Sent: Saturday, August 22, 2026 2:00 PM",
        f"Subject: {report.subject}",
    )
    body = "\n".join((*typed, *block, "", "", quoted(wrapped(report.text, 74), blank="> ")))
    return send(
        report,
        "outlook_express",
        text(body, charset="iso-8859-1", cte="7bit"),
        agent=("X-Mailer", "Microsoft Outlook Express 6.00.2900.5931"),
        mid="00{hash}$01@host",
    )


@shape("Windows Live Mail: HTML only, labels in a shaded box, quote not marked.")
def windows_live_mail(report: Report, typed: Lines) -> bytes:
    html = (
        f'<HTML><HEAD></HEAD><BODY dir=ltr><DIV dir=ltr><DIV style="FONT-SIZE: 12pt">{divs(typed)}'
        f'<DIV style="FONT: 10pt tahoma"><DIV>&nbsp;</DIV><DIV style="BACKGROUND: #f5f5f5">'
        f'<DIV style="font-color: black"><B>From:</B> <A title={report.sender} href="mailto:{report.sender}">'
        f"{report.sender}</A> </DIV><DIV><B>Sent:</B> Saturday, August 22, 2026 2:00 PM"
        f"</DIV><DIV><B>To:</B> ann@example.test</DIV><DIV><B>Subject:"
        f"</B> {report.subject}</DIV></DIV></DIV><DIV>&nbsp;</DIV>{without_styles(report.page)}"
        f"</DIV></DIV></BODY></HTML>"
    )
    return send(
        report,
        "windows_live_mail",
        text(html, "html", charset="iso-8859-1"),
        agent=("X-Mailer", "Microsoft Windows Live Mail 16.4.3528.331"),
    )
