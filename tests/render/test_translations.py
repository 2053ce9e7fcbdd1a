"""Templates in other languages: nothing left out, German complete where it is to be, facts in their places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from pbem.doctor.samples import NOTICES, SEAT
from pbem.engine.refusal import BadLine
from pbem.i18n import has_words
from pbem.render.notice import render_notice
from pbem.render.report import FORM_BEGIN, FORM_END, render_report, write_report
from pbem.render.templates.catalogue import NoLanguage, languages, po_file, read_catalogue, read_words
from pbem.render.templates.filters import WIDTH
from pbem.render.templates.messages import CODE, is_translated, slips, templates_of, update, words_of
from pbem.render.templates.page import Page
from tests.render.tables import ROOT, arrayed, fought, page, report
from tests.render.test_report import RECEIPT

TEMPLATES = ROOT / "templates"
MADE = [language for language in languages([TEMPLATES]) if language != "en"]
"""The files whose words there are all in German."""
LITERAL = re.compile(r"\b(hmac|openssl|dgst|dice|pbem|key|hexkey|mac|macopt|sha256|cut|printf|HMAC|verify)\b")
"""Words of programs in templates, which are the same in every language."""
REFUSALS = {BadLine.__name__, *(each.__name__ for each in BadLine.__subclasses__())}
REFUSING = ("games", "orders")
"""The packages whose refusals players are shown."""
RULINGS = "rulings"
"""So begin the names of the modules that read rulings: the game master alone writes those, and is refused in English."""


@cache
def words() -> Catalog:
    return words_of([TEMPLATES])


@cache
def catalogue(language: str) -> Catalog:
    return read_catalogue(po_file(TEMPLATES, language), language)


def messages(catalog: Catalog) -> dict[object, Message]:
    return {message.id: message for message in catalog if message.id}


def german() -> Page:
    return page().speaking("de")


# The files


@pytest.mark.parametrize("language", MADE)
def test_the_file_has_every_message_and_no_other(language: str) -> None:
    """`make messages` brings it up to date."""
    assert set(messages(catalogue(language))) == set(messages(words()))


@pytest.mark.parametrize("language", MADE)
def test_translations_have_their_facts_in_their_places(language: str) -> None:
    assert list(slips(catalogue(language))) == []


def test_german_is_complete() -> None:
    said = messages(catalogue("de"))
    wanted = [m for m in words() if m.id]
    assert len(wanted) > 1800
    assert [m.id for m in wanted if not is_translated(said[m.id])] == []


def test_no_sentence_stands_in_german_as_it_is_in_english() -> None:
    whole = [
        m
        for m in catalogue("de")
        if m.id and re.search(r"\b(the|your|you)\b.*\.$", str(m.id)) and not re.search(r"\{\w+\} ", str(m.id))
    ]
    assert len(whole) > 200
    assert [m.id for m in whole if m.string == m.id] == []


SOURCE = '''
"""A module with words."""

PAYS = Text("{lord} pays")


def why(name: str) -> str:
    """Why it is so."""
    if name:
        raise Illegal(Text("{name} is " "spent", name=name))
    return Text("; ").join([PAYS.filled(lord=name), "no text"])
'''


def test_the_templates_of_texts_are_found_by_the_calls() -> None:
    assert sorted(templates_of(SOURCE)) == [(4, "{lord} pays"), (10, "{name} is spent")]


def test_templates_stand_where_they_are_found() -> None:
    """In the call itself, and an f-string is no template."""
    wrong = []
    for path in sorted(CODE.rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        texts = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "Text"]
        wrong += [(path.name, node.lineno) for node in texts if not isinstance(node.args[0], ast.Constant)]
    assert [each for each in wrong if each[0] != "i18n.py"] == []


REFUSED = """
WRONG = "the sea is closed"
RIGHT = Text("the sea is open")


def check(name: str, nearest: str) -> None:
    if name:
        raise Illegal(Text("{name} is spent", name=name), [f"sail {nearest}"])
    if nearest:
        raise Illegal(f"{name} is spent")
    why = "it is too far" if name else Text("it is too near")
    closed = Text("{name} is closed")
    raise Misread(closed.filled(name=name)) if name else Ambiguous(why)


def problem(name: str) -> NotAsked:
    return NotAsked(problem=WRONG) if name else NotAsked(RIGHT)


def joined(name: str) -> Misread:
    raise Misread(name + ", which is nothing")
    raise Misread(", and ".join([name, name]))
    raise Misread("?")
"""


def test_refusals_that_nobody_can_translate_are_found() -> None:
    assert untranslated(REFUSED) == [10, 13, 17, 21, 22]


def test_each_refusal_of_rules_and_orders_is_a_text() -> None:
    """An f-string or a plain string is shown in English to all readers, and no test would miss its translation."""
    paths = [path for room in REFUSING for path in (CODE / room).rglob("*.py") if not path.name.startswith(RULINGS)]
    found = {path.relative_to(CODE).as_posix(): untranslated(path.read_text(encoding="utf-8")) for path in paths}
    assert len(found) > 200
    assert {name: lines for name, lines in found.items() if lines} == {}


def untranslated(source: str) -> list[int]:
    """The lines of a module where a refusal is given words that are no Text: in the call, or by a name in its reach."""
    module = ast.parse(source)
    everywhere = _values(module.body)
    lines = set()
    for scope in (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        values = everywhere | _values(ast.walk(scope))
        lines |= {call.lineno for call, given in _refusals(scope) if _has_plain_words(given, values)}
    return sorted(lines)


def _refusals(scope: ast.AST) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls that make a refusal, each with the problem it is given."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
            given = [*node.args[:1], *(each.value for each in node.keywords if each.arg == "problem")]
            yield from ((node, problem) for problem in given)


def _values(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """What names are given, without what assigns several at once."""
    values: dict[str, list[ast.expr]] = {}
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ):
                values.setdefault(name, []).append(value)
    return values


def _has_plain_words(given: ast.expr, values: Mapping[str, list[ast.expr]]) -> bool:
    match given:
        case ast.Constant(value=str(text)):
            return has_words(text)
        case ast.JoinedStr() | ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format" | "join")):
            return True
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return _has_plain_words(one, values) or _has_plain_words(other, values)
        case ast.NamedExpr(value=value):
            return _has_plain_words(value, values)
        case ast.Name(id=name):
            others = {each: value for each, value in values.items() if each != name}
            return any(_has_plain_words(value, others) for value in values.get(name, []))
    return False


def literal(text: str) -> str:
    """What stands in a template outside of Jinja2's braces, of translated blocks and of HTML's tags."""
    for inside in (r"\{#.*?#\}", r"\{% trans.*?\{% endtrans %\}", r"\{%.*?%\}", r"\{\{.*?\}\}", r"<[^>]*>", r"&\w+;"):
        text = re.sub(inside, " ", text, flags=re.DOTALL)
    return LITERAL.sub(" ", text)


@pytest.mark.parametrize("name", [str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*.j2"))])
def test_no_word_of_a_template_is_left_out_of_translation(name: str) -> None:
    assert re.findall(r"[A-Za-z]{2,}", literal((TEMPLATES / name).read_text(encoding="utf-8"))) == []


# What is told


def test_a_report_in_german() -> None:
    made = report(arrayed(), "york", opening=True, receipt=RECEIPT)
    content = write_report(german(), made)
    assert content.subject == "[bosworth-1 York round 1] Du bist am Zug"
    titles = re.findall(r"^== (.*) ==$", content.text, re.M)
    assert titles[:2] == ["Willkommen", "Deine Entscheidung"]
    assert titles[-1] == "Deine Antwort"
    assert '<html lang="de">' in content.html
    assert '<html lang="en">' in write_report(page(), made).html
    assert all(title in content.html for title in titles)


@pytest.mark.long
def test_german_keeps_to_the_columns() -> None:
    for made in (report(arrayed(), "york", opening=True, receipt=RECEIPT), report(fought(), "york")):
        assert [line for line in render_report(german(), made)[0].splitlines() if len(line) > WIDTH] == []
    for kind, facts in NOTICES.items():
        assert max(map(len, render_notice(german(), kind, **SEAT | facts)[1].splitlines())) <= WIDTH


def test_orders_and_markers_are_the_same_in_every_language() -> None:
    forms = []
    for speaking in (page(), german()):
        text = render_report(speaking, report(arrayed(), "york"))[0]
        form = text[text.index(FORM_BEGIN) : text.index(FORM_END) + len(FORM_END)]
        forms.append([line for line in form.splitlines() if not line.startswith("#")])
    assert forms[0] == forms[1]
    assert len(forms[0]) > 3


def test_more_than_one_is_told_by_the_languages_own_rule() -> None:
    words = german().words
    assert (
        words.ngettext("The enemy has %d Held Event.", "The enemy has %d Held Events.", 1) % 1
        == "Der Gegner hat 1 Held Event."
    )
    assert (
        words.ngettext("The enemy has %d Held Event.", "The enemy has %d Held Events.", 2) % 2
        == "Der Gegner hat 2 Held Events."
    )


def test_a_language_without_words_is_told_in_that_of_the_page() -> None:
    assert page().speaking("fr").language == "en"
    with pytest.raises(NoLanguage, match="there is no language 'fr'; there are en, de"):
        read_words("fr", [TEMPLATES])


# Words of the moderator's own


@pytest.mark.long
def test_a_file_of_ones_own_adds_a_language_and_what_it_lacks_is_english(tmp_path: Path) -> None:
    tally = update("fr", tmp_path, TEMPLATES)
    assert tally.messages == tally.new == tally.waiting == len(messages(words()))
    path = po_file(tmp_path, "fr")
    path.write_text(re.sub(r'(msgid "What happened"\nmsgstr) ""', r'\1 "Les faits"', path.read_text()))
    again = update("fr", tmp_path, TEMPLATES)
    assert (again.new, again.waiting) == (0, tally.waiting - 1)
    text = render_report(Page(TEMPLATES, tmp_path).speaking("fr"), report(arrayed(), "york"))[0]
    assert "== Les faits ==" in text
    assert "== Your reply ==" in text


def test_words_of_ones_own_templates_are_there_to_be_translated(tmp_path: Path) -> None:
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "footer.txt.j2").write_text('{{ _("Vivat rex!") }}')
    update("de", tmp_path, TEMPLATES)
    path = po_file(tmp_path, "de")
    assert "Vivat rex!" in messages(read_catalogue(path, "de"))
    path.write_text(path.read_text().replace('msgid "Vivat rex!"\nmsgstr ""', 'msgid "Vivat rex!"\nmsgstr "Hoch!"'))
    text = render_report(Page(TEMPLATES, tmp_path).speaking("de"), report(arrayed(), "york"))[0]
    assert "Hoch!" in text
    assert "== Deine Antwort ==" in text


@pytest.mark.parametrize("wrong", ["msgstr eins", 'msgstr "eins', 'msgstr "ei"ns"', "msgst", 'msgid "two"'])
def test_a_file_that_is_wrong_names_its_line(tmp_path: Path, wrong: str) -> None:
    path = po_file(tmp_path, "de")
    path.parent.mkdir(parents=True)
    path.write_text(f'msgid ""\nmsgstr ""\n\nmsgid "one"\n{wrong}\n')
    with pytest.raises(NoLanguage, match=r"pbem\.po, line [45]"):
        read_words("de", [tmp_path])


def test_a_code_that_is_no_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoLanguage, match="'klingon' is not the code of a language"):
        update("klingon", tmp_path, TEMPLATES)
