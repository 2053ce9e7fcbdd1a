"""Mail programs and webmail of China, Japan and Korea, in the charsets they still write."""

from __future__ import annotations

from .base import LONG, Answer, Lines, Report, head, send, shape
from .phone import both
from .quote import as_text, breaks, divs, quoted, without_styles
from .wire import Part, message, multipart, text, token


def qq_block(report: Report) -> Lines:
    """QQ Mail's header block."""
    return (
        "------------------ 原始邮件 ------------------",
        f'发件人: "{report.sender}" <{report.sender}>;',
        "发送时间: 2026年8月22日(星期六) 晚上8:00",
        '收件人: "ann"<ann@example.test>;',
        f"主题: {report.subject}",
    )


@shape("QQ Mail: gb18030, base64, a ruler with Chinese words.")
def qq_mail(report: Report, typed: Lines) -> bytes:
    seed = "qq_mail"
    plain = "\n".join((*typed, "", "", "&nbsp;", *qq_block(report), "", "")) + as_text(report.page)
    shown = "<br>".join(line.replace("<", "&lt;") for line in qq_block(report))
    html = (
        f'<meta http-equiv="Content-Type" content="text/html; charset=GB18030">'
        f'<div style="min-height:22px;">{"</div><div>".join(typed)}'
        f'</div><div><br></div><div style="position: relative;"><!--emptysign-->'
        f"</div><div>&nbsp;</div><div><includetail><!--<![endif]-->"
        f'</includetail></div><div style="font-size: 12px;padding:2px 0;">{shown}'
        f"</div><div><br></div>{without_styles(report.page)}"
    )
    parts = (text(plain, charset="gb18030", cte="base64"), text(html, "html", charset="gb18030", cte="base64"))
    part = multipart(
        "alternative", f"----=_NextPart_{token(seed)}", *parts, preamble="This is a multi-part message in MIME format.\n"
    )
    return message(
        head(
            report, seed, prefix="回复：", charset="gb18030", agent=("X-Mailer", "QQMail 2.x"), mid="tencent_{upper}@qq.com"
        ),
        part,
    )


@shape("163: `At 2026-08-22 20:00:00, x wrote:` above a quote that only HTML marks.")
def netease_163(report: Report, typed: Lines) -> bytes:
    seed, said = "netease_163", f'At 2026-08-22 20:00:00, "{report.sender}" <{report.sender}> wrote:'
    plain = "\n".join(typed) + "\n\n\n\n\n\n\n\n\n\n" + said + "\n\n" + quoted(as_text(report.page), mark=">", blank=">")
    shown = said.replace("<", "&lt;").replace(">", "&gt;")
    html = (
        f'<div style="line-height:1.7;color:#000000;font-size:14px;font-family:Arial">{"<br>".join(typed)}'
        f'<br><br><div style="zoom:1"></div><div id="divNeteaseMailCard">'
        f'</div><br><pre>{shown}</pre><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex; MARGIN: 0px 0p'
        f'x 0px 0.8ex; BORDER-LEFT: #ccc 1px solid">{without_styles(report.page)}'
        f"</blockquote></div>"
    )
    parts = (text(plain, charset="GBK", cte="base64"), text(html, "html", charset="GBK", cte="base64"))
    part = multipart("alternative", f"----=_Part_{token(seed)}", *parts)
    return message(head(report, seed, prefix="Re:", charset="gbk", agent=("X-Mailer", "Coremail Webmail Server")), part)


@shape("163's app in Chinese: 发自我的手机, and an attribution that ends in a full-width colon.")
def netease_app(report: Report, typed: Lines) -> Answer:
    foot = "发自我的网易邮箱手机智能版"
    body = "\n".join((*typed, "", foot, "", f"在 2026年8月22日，{report.sender} 写道：", "")) + quoted(
        report.text, mark=">", blank=">"
    )
    return Answer(
        send(report, "netease_app", text(body, charset="gb18030", cte="base64"), prefix="回复："), typed, talk=(foot,)
    )


@shape("Foxmail: its header block in plain text, nothing marked.")
def foxmail(report: Report, typed: Lines) -> Answer:
    talk = ("Ann",)
    block = ("发件人： " + report.sender, "发送时间： 2026-08-22 20:00", "收件人： ann", f"主题： {report.subject}")
    plain = "\n".join((*typed, "", "", "", "Ann", " ", *block)) + "\n" + as_text(report.page)
    html = (
        f'<html><head><meta http-equiv="content-type" content="text/html; charset=GB2312">'
        f'</head><body><div>{divs(typed)}</div><hr style="width: 210px; height: 1px;" color="#b5c4df" size="1"'
        f' align="left"><div><span>Ann</span></div><blockquote style="margin-Top: 0px;">'
        f'<div>&nbsp;</div><div style="border:none;border-top:solid #B5C4DF 1.0pt;">{divs(block)}'
        f"</div>{without_styles(report.page)}</blockquote></body></html>"
    )
    return Answer(
        both(report, "foxmail", plain, html, cte="base64", prefix="回复: ", agent=("X-Mailer", "Foxmail 7.2.25.259[cn]")),
        typed,
        talk=talk,
    )


@shape("Naver: a ruler of its own, labels in English, quote not marked.")
def naver(report: Report, typed: Lines) -> bytes:
    seed = "naver"
    block = (
        "-----Original Message-----",
        f'From: "{report.sender}" <{report.sender}>',
        "To: <ann@example.test>;",
        "Cc: ",
        "Sent: 2026-08-22 (토) 21:00:00 (GMT+09:00)",
        f"Subject: {report.subject}",
    )
    html = (
        f"<html><head><style>p{{margin-top:0px;margin-bottom:0px;}}"
        f'</style></head><body><div style="font-size:10pt; font-family:Gulim;">'
        f'<p>{"</p><p>".join(typed)}</p><p>&nbsp;</p><p style="font-family: Gulim">'
        f"<b>{block[0]}</b><br>{'<br>'.join(line.replace('<', '&lt;') for line in block[1:])}"
        f"<br><br></p>{without_styles(report.page)}</div></body></html>"
    )
    plain = "\n".join((*typed, "", *block, " ", as_text(report.page)))
    part = multipart(
        "alternative", f"----Boundary-WM=_{token(seed)}", text(plain, cte="base64"), text(html, "html", cte="base64")
    )
    return message(head(report, seed, prefix="RE: ", mid="{hash}@cweb001.nm"), part)


@shape("Daum: euc-kr, its attribution below a ruler of hyphens.")
def daum(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + (
        f"\n\n--------- 원본 메일 ---------\n보낸사람 : {report.sender}\n"
        f"받는사람 : ann@example.test\n날짜 : 2026년 8월 22일 토요일, 21시 00분 00초 +0900\n"
        f"제목 : {report.subject}\n\n{report.text}"
    )
    return send(report, "daum", text(body, charset="euc-kr", cte="base64"), charset="euc-kr", prefix="RE: ", name="앤 아처")


@shape("A Japanese program: iso-2022-jp, ruler and marks without a blank.")
def becky(report: Report, typed: Lines) -> bytes:
    body = (
        "\n".join(typed)
        + f"\n\nOn Sat, 22 Aug 2026 21:00:00 +0900\n{report.sender} wrote:\n\n"
        + quoted(report.text.replace("▶", ">"), blank="> ")
    )
    return send(
        report,
        "becky",
        text(body, charset="iso-2022-jp", cte="7bit"),
        agent=("X-Mailer", "Becky! ver. 2.81 [ja]"),
        charset="iso-2022-jp",
        name="アン",
    )


@shape("A Japanese telephone: full-width letters and blanks in the orders.")
def japanese_full_width(report: Report, typed: Lines) -> bytes:
    wide = tuple(line.replace(" ", "\u3000") for line in typed)
    body = "\n".join(wide) + f"\n\n2026年8月22日(土) 21:00 {report.sender} <{report.sender}>:\n\n" + quoted(report.text)
    return send(report, "japanese_full_width", text(body, charset="iso-2022-jp", cte="7bit"), charset="iso-2022-jp")


@shape("Yahoo! Japan: headers with a name in Japanese, long lines sent whole, quote marked `> `.")
def yahoo_japan(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    said = (
        f"----- Original Message -----\nFrom: {report.sender}\nTo: ann@example.test\n"
        f"Date: 2026/08/22 土 21:00\nSubject: {report.subject}\n"
    )
    body = "\n".join(typed) + f"\n\n{said}\n" + quoted(report.text)
    return Answer(send(report, "yahoo_japan", text(body, cte="base64"), name="アン・アーチャー"), typed)


@shape("HTML in Shift_JIS with its meta saying so, the header naming none.")
def shift_jis_meta(report: Report, typed: Lines) -> bytes:
    html = (
        f'<html><head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">'
        f"</head><body>{breaks(typed)}<br>差出人: {report.sender}<br>送信日時: 2026年8月22日 21:00"
        f"<br>宛先: ann@example.test<br>件名: {report.subject}<br>"
        f"<br>{without_styles(report.page)}</body></html>"
    )
    part = Part(
        (("Content-Type", "text/html"), ("Content-Transfer-Encoding", "8bit")),
        html.encode("shift_jis", "xmlcharrefreplace").replace(b"\n", b"\r\n"),
    )
    return message(head(report, "shift_jis_meta", charset="shift_jis", name="アン"), part)
