"""Templates in other languages: nothing left out, German complete where it is to be, facts in their places."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from pbem.doctor.samples import NOTICES, SEAT
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
    with pytest.raises(NoLanguage, match="there are no words in 'fr'; there are en, de"):
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
