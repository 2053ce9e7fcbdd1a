"""HTML to the lines that its reader sees."""

from __future__ import annotations

import pytest

from pbem.mail.reading import Limits
from pbem.mail.reading.html import html_to_text, looks_like_html

LINES: dict[str, tuple[str, str]] = {
    "blocks": ("<div>march york</div><p>levy</p>pass", "march york\nlevy\npass"),
    "breaks": ("a<br>b<br/>c<BR>", "a\nb\nc"),
    "an empty line": ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
    "white space": ("<div>\n  march\n\t york </div>\n\n<div> levy</div>", "march york\nlevy"),
    "words in pieces": ("ma<b>rch</b> <i>york</i><span> now</span>", "march york now"),
    "entities": ("a &amp; b&nbsp;c &lt;d&gt; &#233; &#x4e2d; &unknown; &", "a & b\xa0c <d> é 中 &unknown; &"),
    "no characters": ("a&#0;b&#xD800;c&#99999999;d&#1114112;e", "abc&#99999999;de"),
    "less than": ("strength < 3 and <3", "strength < 3 and <3"),
    "rows": (
        "<table><tr><td>march</td><td>york</td></tr><tr><td>levy</td><td></td><td>troops</td></tr></table>",
        "march  york\nlevy  troops",
    ),
    "rows with blocks": ("<table><tr><td><p>march</p></td><td><p>york</p></td></tr></table>", "march  york"),
    "rows that are never closed": ("<table><tr><td>march<td>york<tr><td>pass</table>levy", "march  york\npass\nlevy"),
    "a table for layout": ("<table><tr><td><div>march</div><div>levy</div></td><td>x</td></tr></table>", "march\nlevy\nx"),
    "tables in tables": (
        "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr><tr><td>c</td></tr></table>",
        "a  b\nc",
    ),
    "quotes": ("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e", "a\n> b\n> > c\n> d\ne"),
    "words quoted": ("<p>a <q>b c</q> d<q> e </q></p><p><q>f</q></p>", 'a "b c" d" e"\n"f"'),
    "lines quoted": ("a <q>b<br>c<br>d</q> e", '> a "b\n> c\nd" e'),
    "Gmail": (
        '<div>a</div><div class="gmail_quote"><div class="gmail_attr">On Mon Ann wrote:<br></div>'
        '<blockquote class="gmail_quote" style="margin:0;border-left:1px solid">b</blockquote></div>',
        "a\nOn Mon Ann wrote:\n> b",
    ),
    "Yahoo": ('a<div id="yahoo_quoted_12">b</div><div class="x yahoo_quoted">c</div>d', "a\n> b\n> c\nd"),
    "indented, not quoted": (
        '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><div>march</div></blockquote>',
        "march",
    ),
    "Outlook's quote has a border": ('<blockquote style="border:none;border-left:solid #CCC 1pt">a</blockquote>', "> a"),
    "lists": ("<ul><li>march<li>levy</ul><ol><li>pass</li></ol>", "march\nlevy\npass"),
    "as it stands": ("<pre>\nmarch  york\n  levy\n</pre>pass", "march  york\n  levy\npass"),
    "white-space": ('<div style="white-space: pre-wrap">a\nb</div>c\nd', "a\nb\nc d"),
    "unseen": ("<style>p{}</style>a<script>b</script><title>c</title>d<!-- e -->f<![if !mso]>g<![endif]>", "adfg"),
    "hidden": (
        '<div style="DISPLAY : none">a</div><p hidden>b</p><span style="color:red;display:/**/none!important">c</span>'
        '<div style="mso-hide:all">d</div>e',
        "e",
    ),
    "hidden before the text, as newsletters do": (
        '<div style="opacity: 0">a</div><div style="max-height:0px; overflow:hidden">b</div>'
        '<div style="height:0;overflow:hidden">c</div><p style="opacity:0.0;color:red">d</p>e',
        "e",
    ),
    "seen after all": (
        '<div style="opacity:0.5">a</div><div style="max-height:10px;overflow:hidden">b</div>'
        '<div style="height:0">c</div><div style="font-size:0"><span style="font-size:12px">d</span></div>',
        "a\nb\nc\nd",
    ),
    "pictures": ('a<img alt="march" src="x">b', "ab"),
    "a head that never ends": ("<html><head><meta charset=utf-8><title>x</title>march", "march"),
    "quotes in attributes": ("<a title='>' href=\">\">a</a>", "a"),
    "no attributes": ('<p =a b"c / d>a', "a"),
    "tags closed wrongly": ("<div><b>a</div>b</b></div><i>c", "a\nbc"),
    "a tag that never ends": ("a<b", "a"),
    "a tag cut off": ("a<a href='x", "a"),
    "a comment that never ends": ("a<!-- b", "a"),
}


@pytest.mark.parametrize("name", LINES)
def test_lines(name: str) -> None:
    html, text = LINES[name]
    assert html_to_text(html, Limits()).text == text


@pytest.mark.parametrize(
    ("html", "text", "struck"),
    [
        ("<p><s>march york</s></p><p>levy</p>", "\nlevy", ("march york",)),
        ("<strike>march</strike><br><del>levy</del>", "\n", ("march", "levy")),
        ('<span style="text-decoration: line-through">march</span><br>pass', "\npass", ("march",)),
        ('<div style="text-decoration-line:line-through red"><div>a</div><div>b</div></div>c', "\n\nc", ("a", "b")),
        ("march <s>york</s> ely", "march ely", ("march york ely",)),
        ("<div><s>march</div><div>levy</s></div><div>pass</div>", "\n\npass", ("march", "levy")),
        ("<table><tr><td><s>march</td><td>york</td></tr></table>pass", "york\npass", ("march  york",)),
        ("<p style='text-decoration:line-through'>a<p>b</s>c", "\nbc", ("a",)),
        ("<p style='text-decoration:line-through'>a</s></p>b", "\nb", ("a",)),
        ("<blockquote><s>march</s></blockquote>", ">", ("march",)),
    ],
)
def test_what_is_struck_out_is_no_text(html: str, text: str, struck: tuple[str, ...]) -> None:
    page = html_to_text(html, Limits())
    assert [line.strip() for line in page.text.split("\n")] == [line.strip() for line in text.split("\n")]
    assert page.struck == struck


@pytest.mark.parametrize(
    ("text", "is_html"),
    [
        ("<html><body>march</body></html>", True),
        ("  <!DOCTYPE html>\nx", True),
        ("<div>march york</div>\n<div>levy</div>\n", True),
        ("<p class='a'>march</p>\nlevy\n<br>\n", True),
        ("march york\nlevy troops\n", False),
        ("<ann@example.net> wrote:\n> a\n", False),
        ("flee if strength < 3\n<b>\nmarch\n", False),
        ("", False),
    ],
)
def test_html_pasted_as_plain_text_is_known(text: str, is_html: bool) -> None:
    assert looks_like_html(text) == is_html
