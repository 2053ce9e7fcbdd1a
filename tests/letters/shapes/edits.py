"""The reply form itself: changed in place, cut, sent back as it stands, or left alone below nothing."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from . import apple, gmail
from .base import BEGIN, END, WITH_FORM, Answer, Lines, Report, head, send, shape
from .outlook import BLANK, HEAD, SHAPE, block_lines, exchange, html_block
from .outlook_words import LANGUAGES
from .quote import as_text, cleaned, quoted, word_html
from .wire import message, multipart, text, token

SAID = "On Sat, 22 Aug 2026 at 14:00, {} wrote:"
CHANGES = {
    "opening": ("assign York", "assign March"),
    "card": ("pass", "tax Ely"),
    "battle": ("culverins Norfolk, Northumberland", "culverins none"),
}
ADDED = {
    "opening": ("assign York", "parley Cambridge spend 1"),
    "card": ("# forage", "march Lynn with all"),
    "battle": ("flee none", "centre left"),
}
FREED = {"opening": ("# muster York", "# levy troops"), "card": ("# forage",), "battle": ("# standing flee none",)}


def live(form: Lines) -> Lines:
    """The lines of a form that are orders: without markers, comments and blank lines."""
    found = (" ".join(line.partition("#")[0].split()) for line in form)
    return tuple(line for line in found if line and line not in (BEGIN, END))


def changed(report: Report) -> Lines:
    """The form with one line changed."""
    old, new = CHANGES[report.name]
    return tuple(new if line == old else line for line in report.form)


def added(report: Report, mark: str = "") -> Lines:
    """The form with one line added behind another."""
    after, new = ADDED[report.name]
    return tuple(line for old in report.form for line in ((old, mark + new) if old == after else (old,)))


def freed(report: Report) -> Lines:
    """The form with the comment signs before some of its suggestions taken away, each once."""
    form = list(report.form)
    for line in FREED[report.name]:
        form[form.index(line)] = line.removeprefix("# ")
    return tuple(form)


def with_form(report: Report, form: Lines) -> Report:
    """The report with another form in it, in text and HTML."""
    old, new = "\n".join(report.form), "\n".join(form)
    assert old in report.text
    assert escape(old, quote=False) in report.html
    page = report.html.replace(escape(old, quote=False), escape(new, quote=False))
    return replace(report, text=report.text.replace(old, new), html=page)


def marked(report: Report, form: Lines, own: Lines = ()) -> str:
    """The quoted report with another form; the lines of the form that are in `own` have no quote mark."""
    before = report.text.partition(BEGIN)[0]
    lines = "\n".join(line if line in own else f"> {line}" for line in form)
    return f"{SAID.format(report.sender)}\n{quoted(before)}\n{lines}\n"


@shape("A line of the form changed under its quote mark.", *WITH_FORM)
def edit_under_marks(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    return Answer(send(report, "edit_under_marks", text(marked(report, form))), live(form))


@shape("A line of the form written anew without its quote mark.", *WITH_FORM)
def edit_unmarked_line(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    raw = send(report, "edit_unmarked_line", text(marked(report, form, (CHANGES[report.name][1],)), cte="8bit"))
    return Answer(raw, live(form))


@shape("A line added between quoted ones of the form.", *WITH_FORM)
def edit_added(report: Report, _typed: Lines) -> Answer:
    form = added(report)
    return Answer(send(report, "edit_added", text(marked(report, form, (ADDED[report.name][1],)))), live(form))


@shape("Suggestions of the form freed of their comment signs, quote marks kept.", *WITH_FORM)
def edit_uncommented(report: Report, _typed: Lines) -> Answer:
    form = freed(report)
    return Answer(send(report, "edit_uncommented", text(marked(report, form))), live(form))


@shape("Suggestions of the form freed of comment signs and quote marks.", *WITH_FORM)
def edit_uncommented_unmarked(report: Report, _typed: Lines) -> Answer:
    form = freed(report)
    own = tuple(line.removeprefix("# ") for line in FREED[report.name])
    return Answer(send(report, "edit_uncommented_unmarked", text(marked(report, form, own))), live(form))


@shape("Nothing left but the form, changed, not marked.", *WITH_FORM)
def edit_form_only(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    return Answer(send(report, "edit_form_only", text("\n".join(form) + "\n")), live(form))


@shape("Nothing left but the form, changed, marked, without attribution.", *WITH_FORM)
def edit_form_only_marked(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    return Answer(send(report, "edit_form_only_marked", text(quoted("\n".join(form)) + "\n", cte="base64")), live(form))


@shape("All quote marks taken away, the form changed.", *WITH_FORM)
def edit_all_unmarked(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    return Answer(send(report, "edit_all_unmarked", text(with_form(report, form).text, cte="8bit")), live(form))


@shape("The end marker cut off together with what stood below.", *WITH_FORM)
def edit_end_cut(report: Report, _typed: Lines) -> Answer:
    form = changed(report)[:-1]
    return Answer(send(report, "edit_end_cut", text(marked(report, form))), live(form))


@shape("The end marker cut off, signature behind two dashes right below the form.", *WITH_FORM)
def edit_end_cut_signature(report: Report, _typed: Lines) -> Answer:
    form = changed(report)[:-1]
    body = marked(report, form) + "\n-- \nAnn Archer\nLudlow\n"
    return Answer(send(report, "edit_end_cut_signature", text(body)), live(form), talk=("Ann Archer", "Ludlow"))


@shape("A changed line with a comment of the player behind it.", *WITH_FORM)
def edit_with_comment(report: Report, _typed: Lines) -> Answer:
    old, new = CHANGES[report.name]
    form = tuple(f"{new}   # better so" if line == old else line for line in report.form)
    return Answer(send(report, "edit_with_comment", text(marked(report, form))), live(form))


@shape("Two lines of the form deleted.", "battle")
def edit_deleted(report: Report, _typed: Lines) -> Answer:
    form = tuple(line for line in report.form if line not in ("vanguard no", "charge no"))
    return Answer(send(report, "edit_deleted", text(marked(report, form))), live(form))


@shape("A line of the form moved to its top.", "battle")
def edit_moved(report: Report, _typed: Lines) -> Answer:
    form = (report.form[0], "reroll all", *(line for line in report.form[1:] if line != "reroll all"))
    return Answer(send(report, "edit_moved", text(marked(report, form))), live(form))


@shape("Gmail: the form changed inside the blockquote, in HTML and in the plain part.", *WITH_FORM)
def edit_gmail(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    new = with_form(report, form)
    html = f'<div dir="ltr"><br></div>{gmail.quote_html(new)}'
    return Answer(gmail.both(new, "edit_gmail", f"\n{gmail.quote_plain(new)}", html), live(form))


@shape("Gmail: the player's Enter put a div into the pre of the form.", *WITH_FORM)
def edit_gmail_div(report: Report, _typed: Lines) -> Answer:
    after, new = ADDED[report.name]
    form = added(report)
    page = cleaned(report.page).replace(f"\n{after}\n", f"\n{after}<div>{new}</div>")
    plain = f"\n{gmail.quote_plain(with_form(report, form))}"
    return Answer(
        gmail.both(report, "edit_gmail_div", plain, f"<div><br></div>{gmail.quote_html(report, old=page)}"), live(form)
    )


@shape("Apple Mail: the quote split in two around the added line.", *WITH_FORM)
def edit_split_quote(report: Report, _typed: Lines) -> Answer:
    after, new = ADDED[report.name]
    form = added(report)
    split = f'\n{after}\n</pre></div></blockquote></div><div>{new}</div><div><blockquote type="cite"><div><pre>\n'
    html = apple.cite(report).replace(f"\n{after}\n", split)
    return Answer(apple.both(report, "edit_split_quote", marked(report, form, (new,)), html), live(form))


@shape("Apple Mail: the form changed in the quote, with no-break spaces in the new line.", *WITH_FORM)
def edit_apple(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    new = CHANGES[report.name][1]
    odd = tuple(new.replace(" ", "\xa0") if line == new else line for line in form)
    other = with_form(report, odd)
    html = f"<div><br></div>{apple.cite(other)}"
    return Answer(apple.both(report, "edit_apple", f"\n{apple.marked(other)}", html), live(form))


@shape("Outlook: the form changed in place far below the header block; nothing is marked.", *WITH_FORM)
def edit_outlook(report: Report, _typed: Lines) -> Answer:
    seed, words, form = "edit_outlook", LANGUAGES["english"], changed(report)
    new = with_form(report, form)
    html = HEAD.format(charset="utf-8") + BLANK + html_block(report, words) + word_html(new.page) + "</div></body></html>"
    plain = " \n\n" + "\n".join(block_lines(report, words)) + "\n\n \n\n" + as_text(new.page, SHAPE).replace("\n", "\n\n")
    part = multipart("alternative", f"----=_NextPart_{token(seed)}", text(plain), text(html, "html"))
    return Answer(message(head(report, seed, prefix="RE: ", more=exchange(report, seed)), part), live(form))


@shape("Outlook, plain text: the form changed in place, nothing marked.", *WITH_FORM)
def edit_outlook_plain(report: Report, _typed: Lines) -> Answer:
    seed, words, form = "edit_outlook_plain", LANGUAGES["german"], freed(report)
    old = as_text(with_form(report, form).page, SHAPE)
    body = f"\n\n-----{words.ruler}-----\n" + "\n".join(block_lines(report, words)) + f"\n\n{old}\n"
    fields = head(report, seed, prefix="AW: ", charset="iso-8859-1", more=exchange(report, seed))
    return Answer(message(fields, text(body, charset="iso-8859-1")), live(form))


@shape("HTML only: the form copied out of the page into an empty answer, changed, a div for each line.", *WITH_FORM)
def edit_html_copied(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    html = "<html><body>" + "".join(f"<div>{escape(line)}</div>" for line in form) + "</body></html>"
    return Answer(send(report, "edit_html_copied", text(html, "html")), live(form))


@shape("A thread: an older letter's form below, changed by then too; only the newest form counts.", *WITH_FORM)
def edit_newest(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    older = f"On Fri, 21 Aug 2026, ann@example.test wrote:\n> {BEGIN}\n> status\n> {END}"
    body = marked(report, form) + quoted(older) + "\n"
    return Answer(send(report, "edit_newest", text(body)), live(form))


@shape("The form with blanks at both ends of its lines and a blank line behind each.", *WITH_FORM)
def edit_spaced(report: Report, _typed: Lines) -> Answer:
    form = changed(report)
    body = "\n\n".join(f"  {line}  " for line in form)
    return Answer(send(report, "edit_spaced", text(f"{body}\n", cte="base64")), live(form))
