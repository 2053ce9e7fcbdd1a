"""What in a page nobody sees, in ways to say so that are not in `letters/cases`."""

from __future__ import annotations

import pytest

from pbem.mail.reading import sheets
from pbem.mail.reading.html import html_to_text
from pbem.mail.reading.limits import Limits

UNSEEN = [
    "transform:scale(0,0)",
    "transform: scaleY(0)",
    "scale:0",
    "transform:translateX(-9999px)",
    "translate:-9999px",
    "clip-path:circle(0)",
    "position:absolute;clip:rect(1px,1px,1px,1px)",
    "color:rgb(255 255 255)",
    "color:rgb(0 0 0 / 0)",
    "color:hsl(0 0% 100%)",
    "color:whitesmoke",
    "opacity:0.05",
    "position:absolute;inset:0 0 0 -9999px",
    "margin:0 0 0 -9999px",
    "text-indent:100%;white-space:nowrap;overflow:hidden",
    "background:#fff no-repeat;color:#fff",
    "background-image:none;color:#fff",
    "background:currentcolor;color:red",
    "background:#000",
    "color:#00000005",
    "color:oklch(1 0 0)",
    "color:hwb(0 100% 0%)",
    "color:var(--no, #fff)",
    "--c:white;color:var(--c)",
    "transform:matrix(0,0,0,0,0,0)",
    "font-size:max(0px,1px)",
    "line-height:0;overflow:hidden",
    "display:none;display:nonsense",
    "d\\69splay:n\\6fne",
    "margin:0;" * 200 + "display:none",
]
SEEN = [
    "transform:scale(0.5)",
    "transform:scale(10)",
    "transform:translateX(-10px)",
    "translate:10px",
    "clip-path:circle(50%)",
    "color:rgb(0 0 0)",
    "color:rgb(0 0 0 / 50%)",
    "color:rgba(0,0,0,1)",
    "color:#ccc",
    "opacity:0.5",
    "transform:matrix(1,0,0,1,0,0)",
    "line-height:1;overflow:hidden",
    "color:windowtext",
    "font:12pt/1.2 Arial",
    "font:11px Calibri;font-size:0.9em",
    "font-size:calc(12px + 1vw)",
    "font-size:clamp(1rem,2vw,3rem)",
    "max-height:100%;overflow:hidden",
    "background:#000;color:#eee",
]


@pytest.mark.parametrize("style", UNSEEN)
def test_what_nobody_sees_is_not_read(style: str) -> None:
    page = html_to_text(f'<p style="{style}">march york</p><p>pass</p>', Limits())
    assert (page.text, page.unseen) == ("pass", ("march york",))


@pytest.mark.parametrize("style", SEEN)
def test_what_is_seen_is_read(style: str) -> None:
    assert html_to_text(f'<p style="{style}">march york</p>', Limits()).text == "march york"


HIDING = {
    "descendant": (".a .b{display:none}", "<div class=a><i><p class=b>X</p></i></div>"),
    "child": ("div > p{display:none}", "<div><p>X</p></div>"),
    "attribute": ("[data-x]{display:none}", "<p data-x=1>X</p>"),
    "everything": (".a *{display:none}", "<div class=a><p>X</p></div>"),
    "grouped": ("h1,.x , #y{display:none}", "<p id=y>X</p>"),
    "large letters": ("#Y{display:none}", "<p id=y>X</p>"),
    "elements that are not written": ("html > body > p.x{display:none}", "<p class=x>X</p>"),
    "next": ("h1 + p{display:none}", "<h1></h1><p>X</p>"),
    "later": ("h1 ~ p.x{display:none}", "<h1></h1><div></div><p class=x>X</p>"),
    "first": ("p.x:first-child{display:none}", "<div><p class=x>X</p></div>"),
    "last": ("div.a :last-child{display:none}", "<div class=a><p>X</p></div>"),
    "counted": ("div.a p:nth-of-type(2n+1){display:none}", "<div class=a><p>X</p></div>"),
    "not": ("p:not(.y){display:none}", "<p>X</p>"),
    "has": ("p:has(b){display:none}", "<p><b>X</b></p>"),
    "an older name": (":-webkit-any(p,div).x{display:none}", "<p class=x>X</p>"),
    "of all elements": ("p.x:defined{display:none}", "<p class=x>X</p>"),
    "wide screens": ("@media (min-width:1px){.x{display:none}}", "<p class=x>X</p>"),
    "conditions within another": ("@media screen{@media (min-width:1px){.x{display:none}}}", "<p class=x>X</p>"),
    "light screens": ("@media (prefers-color-scheme: light){.x{color:#fff}}", "<p class=x>X</p>"),
    "screens that are not dark": ("@media not (prefers-color-scheme: dark){.x{color:#fff}}", "<p class=x>X</p>"),
    "supported": ("@supports (display:block){.x{display:none}}", "<p class=x>X</p>"),
    "a layer shows in vain": ("@layer a{#i{display:block}} .x{display:none}", "<p class=x id=i>X</p>"),
    "rules within another": (".a{.x{display:none}}", "<div class=a><p class=x>X</p></div>"),
    "and": (".x{&.y{display:none}}", "<p class='x y'>X</p>"),
    "a rule that browsers leave out": (".x{display:none} .x, :nonsense{display:block}", "<p class=x>X</p>"),
    "more exact": ("p.x{display:none} p{display:block}", "<p class=x>X</p>"),
    "important": (".x{display:none!important}", "<p class=x style='display:block'>X</p>"),
    "inherited": (".w{color:white}", "<div class=w><p style='color:inherit'>X</p></div>"),
    "a cell": ("table.h td{font-size:0;line-height:0}", "<table class=h><tr><td>X</td></tr></table>"),
    "its first line": ("p.x::first-line{font-size:0}", "<p class=x>X</p>"),
    "a variable": (":root{--n:none} p.x{display:var(--n)}", "<p class=x>X</p>"),
    "little by little": (".o{opacity:.3}", "<div class=o><p class=o>X</p></div>"),
}
SHOWING = {
    "dark screens": ("@media (prefers-color-scheme: dark){p{color:#fff!important}}", "<p>X</p>"),
    "print": ("@media print{p{display:none}}", "<p>X</p>"),
    "a pointer": ("p:hover{display:none}", "<p>X</p>"),
    "what stands before": ("p::before{display:none}", "<p>X</p>"),
    "visible within": (".h{visibility:hidden} .v{visibility:visible}", "<div class=h><p class=v>X</p></div>"),
    "elsewhere": (".a .b{display:none}", "<p class=b>X</p>"),
    "more exact": ("p{display:none} p.x{display:block}", "<p class=x>X</p>"),
    "its own": ("p{display:none}", "<p style='display:block'>X</p>"),
    "white on dark": ("body{background:#111;color:#eee}", "<body><p>X</p></body>"),
    "other programs": (
        "u + .body .x{display:none} .ExternalClass *{display:none} [data-ogsc] p{display:none}",
        "<p class=x>X</p>",
    ),
}


@pytest.mark.parametrize("name", HIDING)
def test_what_a_sheet_hides_is_not_read(name: str) -> None:
    sheet, html = HIDING[name]
    page = html_to_text(f"<style>{sheet}</style>{html}<div style='display:block'>pass</div>", Limits())
    assert (page.text.strip(), page.unseen) == ("pass", ("X",))


@pytest.mark.parametrize("name", SHOWING)
def test_what_a_sheet_shows_is_read(name: str) -> None:
    sheet, html = SHOWING[name]
    assert html_to_text(f"<style>{sheet}</style>{html}", Limits()).text.strip() == "X"


ELEMENTS = "<p class='a b' id=c title=x><b>x</b></p>" * 4_900
TOO_MUCH = {
    "words": "<style>" + "u+" * 32_000 + "</style>x",
    "selectors": "<style>" + "".join(f".c{i} p{{color:red}}" for i in range(500)) + "</style>x",
    "selectors that are not known": "<style>" + "".join(f".c{i}:foo{{color:red}}" for i in range(2_000)) + "</style>x",
    "tests": "<style>" + "".join(f"*{{color:#{i:06x}}}" for i in range(400)) + "</style>" + ELEMENTS,
    "ancestors": "<style>u b b b b i{color:red}</style>" + "<b>" * 500 + "<i>x</i>" * 500,
    "siblings": "<style>p:last-of-type{color:red}</style>" + "<p>x</p>" * 4_000,
    "children": "<style>div:has(i){color:red}</style>" + "<div>" * 4_000,
    "conditions": "<style>" + "".join(f"@media (min-width:{i}px){{p{{color:red}}}}" for i in range(20)) + "</style>x",
    "rules within rules": "<style>" + ".a{" * 4_000 + "</style>x",
    "one selector": "<style>" + "a " * 2_000 + "{color:red}</style>x",
    "styles": "".join(f"<p style='color:#{i:06x};font-size:12px;margin:0 0 1px'>x</p>" for i in range(3_000)),
    "attributes": "<style>"
    + "".join(f"[class~=a{i}]{{color:red}}" for i in range(300))
    + "</style><p class='"
    + "a " * 99_000
    + "'>x",
    "a sheet behind the end": ELEMENTS + "<p>x</p>" * 9_000 + "<style>p{display:none}</style>",
    "variables": "<p style='" + ";".join(f"--a{i}:x" for i in range(200)) + "'>x",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_of_a_page_with_more_styles_than_are_read_nothing_is(name: str) -> None:
    page = html_to_text(TOO_MUCH[name], Limits())
    assert (page.is_doubtful, page.text) == (True, "")


def test_the_steps_of_matching_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many elements and selectors as are allowed: no element is looked at that is not counted."""
    taken: list[int] = []
    take = sheets._Steps.take

    def counted(self: sheets._Steps, steps: int) -> None:
        taken.append(steps)
        take(self, steps)

    monkeypatch.setattr(sheets._Steps, "take", counted)
    html_to_text(TOO_MUCH["ancestors"], Limits())
    assert sheets.MAX_STEPS <= sum(taken) <= sheets.MAX_STEPS + 20_000
