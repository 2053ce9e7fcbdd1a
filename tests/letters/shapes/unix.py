"""Programs that mark what they quote, and whose users mostly know how to."""

from __future__ import annotations

from .base import LONG, Answer, Lines, Report, send, shape
from .quote import quoted, wrapped
from .wire import bare, text


def marked(report: Report, said: str, mark: str = "> ", blank: str = ">") -> str:
    """Attribution and marked quote."""
    return f"{said.format(report.sender)}\n{quoted(report.text, mark, blank)}\n"


@shape("mutt.")
def mutt(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + "\n\n" + marked(report, "On Sat, Aug 22, 2026 at 12:00:00PM +0000, {} wrote:", blank="> ")
    return send(
        report,
        "mutt",
        text(body, charset="us-ascii", cte="7bit"),
        agent=("User-Agent", "Mutt/2.2.13"),
        mid="20260822184107.{hash}@example.test",
    )


@shape("neomutt, orders below the quote, signature after two dashes.")
def neomutt_below(report: Report, typed: Lines) -> Answer:
    body = (
        marked(report, "On 26/08/22 12:00PM, {} wrote:")
        + "\n"
        + "\n".join(typed)
        + "\n\n-- \nAnn Archer\nLudlow, Shropshire\n"
    )
    raw = send(report, "neomutt_below", text(body, cte="8bit"), agent=("User-Agent", "NeoMutt/20240425"))
    return Answer(raw, typed, talk=("Ann Archer", "Ludlow, Shropshire"))


@shape("mutt with an indent string of another kind, and an order between pieces of the quote.")
def mutt_between(report: Report, typed: Lines) -> bytes:
    lines = report.text.rstrip().split("\n")
    middle = min(12, len(lines))
    first, rest = "\n".join(lines[:middle]), "\n".join(lines[middle:])
    body = f"* {report.sender} [2026-08-22 12:00 +0000]:\n{quoted(first)}\n\n" + "\n".join(typed) + f"\n\n{quoted(rest)}\n"
    return send(report, "mutt_between", text(body, cte="8bit"), agent=("User-Agent", "Mutt/2.2.9"))


@shape("Alpine.")
def alpine(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + "\n\n\n" + marked(report, "On Sat, 22 Aug 2026, {} wrote:\n")
    return send(
        report,
        "alpine",
        text(body, charset="US-ASCII", params="; format=flowed", cte="7bit"),
        mid="{hash}@example.test",
        agent=("X-X-Sender", "ann@localhost"),
    )


@shape("Claws Mail: date on one line, sender on the next.")
def claws(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + "\n\n" + marked(report, "On Sat, 22 Aug 2026 12:00:00 +0000\n{} wrote:\n", blank="> ")
    return send(
        report, "claws", text(body, charset="US-ASCII", cte="7bit"), agent=("X-Mailer", "Claws Mail 4.3.0 (GTK 3.24.43)")
    )


@shape("Claws Mail wraps what is typed as it is typed, at 72.")
def claws_long_lines(report: Report, typed: Lines) -> Answer:
    typed = LONG[report.name]
    body = (
        wrapped("\n".join(typed), 72)
        + "\n\n"
        + marked(report, "On Sat, 22 Aug 2026 12:00:00 +0000\n{} wrote:\n", blank="> ")
    )
    return Answer(send(report, "claws_long_lines", text(body, cte="7bit"), agent=("X-Mailer", "Claws Mail 4.3.0")), typed)


@shape("Sylpheed: marks without a blank behind them.")
def sylpheed(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + "\n\n" + marked(report, "On Sat, 22 Aug 2026 12:00:00 +0000\n{} wrote:", mark=">")
    return send(report, "sylpheed", text(body, charset="ISO-8859-15", cte="8bit"), agent=("X-Mailer", "Sylpheed 3.8.0beta1"))


@shape("Gnus: supercite's initials before each line.")
def gnus_supercite(report: Report, typed: Lines) -> bytes:
    said = '>>>>> "moderator" == {0} writes:\n'
    body = "\n".join(typed) + "\n\n" + marked(report, said, mark="    m> ", blank="    m> ")
    return send(
        report,
        "gnus_supercite",
        text(body, cte="7bit"),
        agent=("User-Agent", "Gnus/5.13 (Gnus v5.13)"),
        mid="87{hash}.fsf@example.test",
    )


@shape("Gnus: `x writes:` and marks.")
def gnus(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + "\n\n" + marked(report, "{} writes:\n")
    return send(report, "gnus", text(body, cte="7bit"), agent=("User-Agent", "Gnus/5.13"), mid="87{hash}.fsf@example.test")


@shape("The old mail command: a tilde's indent of a tab instead of a mark.")
def mailx_tab(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + f"\n\n{report.sender} wrote:\n" + quoted(report.text, mark="\t", blank="")
    return send(report, "mailx_tab", bare(body), agent=("User-Agent", "s-nail v14.9.24"))


@shape("aerc: below a quote cut down to the form.")
def aerc_cut_quote(report: Report, typed: Lines) -> bytes:
    old = "\n".join(report.form) or report.text.rstrip().rpartition("\n\n")[2]
    body = f"On Sat Aug 22, 2026 at 2:00 PM CEST, {report.sender} wrote:\n{quoted(old)}\n\n" + "\n".join(typed) + "\n"
    return send(report, "aerc_cut_quote", text(body, cte="8bit"), mid="D{upper}@example.test")


@shape("Geary: both marks and an attribution in long form.")
def geary(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + "\n\n" + marked(report, "On Sat, Aug 22 2026 at 12:00:00 PM +00:00:00, {} wrote:", blank="> ")
    return send(report, "geary", text(body, params="; format=flowed"), agent=("X-Mailer", "geary/46.0"))


@shape("Trojita and others with a curl of their own: bars in place of angle brackets.")
def bars(report: Report, typed: Lines) -> bytes:
    body = "\n".join(typed) + f"\n\n{report.sender} wrote on 22.08.2026 14:00:\n" + quoted(report.text, mark="| ", blank="|")
    return send(report, "bars", text(body, cte="8bit"))


@shape("A thread: the report inside the player's last answer inside this one, two and three deep.")
def deep_thread(report: Report, typed: Lines) -> bytes:
    older = f"preview\nmarch Nowhere\n\nOn Fri, 21 Aug 2026, {report.sender} wrote:\n" + quoted(report.text)
    new = f"On Sat, 22 Aug 2026, {report.sender} wrote:\n" + quoted(
        f"== Your letter ==\n\nOn Fri, 21 Aug 2026 at 20:00, ann@example.test wrote:\n{quoted(older)}"
    )
    return send(report, "deep_thread", text("\n".join(typed) + "\n\n" + new))
