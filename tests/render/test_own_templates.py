"""The moderator's own templates: what takes the place of what, and what is found wrong with them before a player's mail."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.doctor.proofreading import proofread
from pbem.doctor.samples import NOTICES, SEAT, lookahead
from pbem.games import GAMES
from pbem.moderator.core.desk import Desk
from pbem.render.notice import render_notice
from pbem.render.report import render_report, write_report
from pbem.render.templates.page import Page
from tests.render.tables import ROOT, about_norfolk, arrayed, fought, names_at, report

TEMPLATES = ROOT / "templates"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "my-templates"
    folder.mkdir()
    return folder


def put(own: Path, name: str, text: str) -> None:
    path = own / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def changed(name: str, old: str, new: str) -> str:
    """A template of the project's with one thing changed."""
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1)


# What takes the place of what


@pytest.mark.parametrize("with_own", [False, True])
def test_a_version_that_is_installed_meanwhile_is_for_the_next_start(tmp_path: Path, own: Path, *, with_own: bool) -> None:
    """Its templates ask for facts that the code which runs does not give."""
    installed = tmp_path / "templates"
    shutil.copytree(TEMPLATES, installed)
    page = Page(installed, own if with_own else None)
    for each in (*installed.rglob("*.j2"), *installed.rglob("*.toml")):
        each.write_text("{{ a.fact.of.the.next.version }}")
    assert render_report(page, report(arrayed(), "york")) == render_report(Page(TEMPLATES), report(arrayed(), "york"))
    assert render_notice(page, "too_long", **SEAT) == render_notice(Page(TEMPLATES), "too_long", **SEAT)
    assert page.take_faults() == []


def test_a_template_takes_the_place_of_the_projects_and_the_rest_stays(own: Path) -> None:
    put(own, "common/footer.txt.j2", "Vivat {{ report.player }}!\n")
    text, html = render_report(Page(TEMPLATES, own), report(arrayed(), "york"))
    ordinary = render_report(Page(TEMPLATES), report(arrayed(), "york"))[0]
    assert "Vivat Anne!" in text
    assert "Vivat Anne!" in html
    assert text.split("Vivat")[0] == ordinary.split("Reply with one order")[0]
    assert "Reply with one order" in ordinary
    assert "How to write" not in text


def test_the_subject_is_a_template_too(own: Path) -> None:
    put(own, "common/subject.txt.j2", "{{ reader }} of {{ report.about.game }}\n")
    assert write_report(Page(TEMPLATES, own), report(arrayed(), "york")).subject == "York of bosworth-1"


def test_a_row_takes_the_place_of_the_projects_and_the_others_stay(own: Path) -> None:
    put(own, "common/notices.toml", '[over]\nsubject = "Over"\ntext = "{{ game }} is done with."\n')
    page = Page(TEMPLATES, own)
    assert render_notice(page, "over", **SEAT)[:2] == ("Over", "war-1 is done with.\n")
    assert render_notice(page, "too_long", **SEAT) == render_notice(Page(TEMPLATES), "too_long", **SEAT)


def test_a_phrase_in_a_file_of_any_name_takes_the_place_of_the_projects(own: Path) -> None:
    put(own, "plantagenet/phrases_mine.toml", '[flees]\ntext = "{{ name(lord) }} runs!"\n')
    told = Page(TEMPLATES, own).phrases("plantagenet")
    assert told.tell(about_norfolk("flees"), names_at(arrayed())) == "Norfolk runs!"


def test_a_named_section_takes_the_place_of_the_one_of_that_name(own: Path) -> None:
    put(own, "common/orders.toml", '[[section]]\nname = "ask"\ntitle = "Ask away"\nwords = ["questions"]\ntext = "Ask."\n')
    sections = Page(TEMPLATES, own).read_toml("common", "orders.toml")["section"]
    delivered = Page(TEMPLATES).read_toml("common", "orders.toml")["section"]
    assert [each["name"] for each in sections] == [each["name"] for each in delivered]
    assert next(each["title"] for each in sections if each["name"] == "ask") == "Ask away"


# One that fails


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("common/report.txt.j2", "{{ report.plaeyr }}"),
        ("common/report.html.j2", "{% if %}"),
        ("common/report.txt.j2", "{{ 1 // 0 }}"),
        ("plantagenet/phrases_mine.toml", '[round_begins]\ntext = "{{ nobody }}"\n'),
        ("plantagenet/phrases_mine.toml", "no TOML"),
        ("locale/en/LC_MESSAGES/pbem.po", 'msgid "unfinished\n'),
    ],
)
def test_a_mail_goes_out_with_the_projects_where_ones_own_fails(own: Path, name: str, text: str) -> None:
    put(own, name, text)
    page, made = Page(TEMPLATES, own), report(fought(), "york")
    assert write_report(page, made) == write_report(Page(TEMPLATES), made)
    (fault,) = page.take_faults()
    assert name.endswith((".toml", ".po")) or fault.file == name
    assert page.take_faults() == []


def test_a_fault_of_the_projects_own_is_none_of_the_moderators(own: Path) -> None:
    page = Page(TEMPLATES, own)
    with pytest.raises(ZeroDivisionError):
        page.surely(lambda _: 1 // 0)
    assert page.take_faults() == []


# What the doctor finds


@pytest.fixture
def desk(own: Path) -> Iterator[Desk]:
    """A desk whose moderator has templates of their own."""
    asked = Desk(
        db=None,
        games=GAMES,
        scenarios=ROOT / "scenarios",
        page=Page(TEMPLATES, own),
        mailbox="pbem@example.org",
        secret=b"s" * 16,
        now=lambda: datetime(2026, 11, 21, tzinfo=UTC),
    )
    with lookahead(asked) as made:
        yield made


def faults(desk: Desk) -> list[str]:
    return [str(fault) for fault in proofread(desk)]


@pytest.mark.long
def test_good_templates_have_no_faults(own: Path, desk: Desk) -> None:
    for path in sorted(TEMPLATES.rglob("*.*")):
        put(own, str(path.relative_to(TEMPLATES)), path.read_text(encoding="utf-8"))
    put(own, "common/mine.txt.j2", "{% macro bold(text) %}*{{ text }}*{% endmacro %}")
    put(own, "common/footer.txt.j2", '{% import "common/mine.txt.j2" as mine %}{{ mine.bold(report.about.game) }}')
    put(own, ".git/config", "not ours")
    block = "{% block title %}{{ super() }}{{ self.body() }}{% endblock %}"
    title = "{% block title %}{{ subject }}{% endblock %}"
    put(own, "common/notice.html.j2", changed("common/notice.html.j2", title, block))
    assert faults(desk) == []


@pytest.mark.long
def test_every_slip_is_named_with_file_and_line_whether_or_not_it_comes_up(own: Path, desk: Desk) -> None:
    put(own, "common/report.txt.j2", changed("common/report.txt.j2", "{{ about|fill }}", "{{ report.plaeyr|fill }}"))
    put(
        own, "common/footer.txt.j2", "\n{% if report.position.winner and report.seat == 'nobody' %}{{ sumary }}{% endif %}\n"
    )
    put(own, "common/notice.html.j2", "{% block body %}\n{{ subject|uper }}\n{% endblock %}")
    put(own, "common/form.txt.j2", "{% for line in report.receipt.mend %}\n{% endif %}")
    put(own, "common/repotr.html.j2", "")
    put(
        own,
        "common/opening.txt.j2",
        "{% if report.extras.final %}\n{{ report.extras.final.storry }}{% endif %}{% include 'common/oops.txt.j2' %}",
    )
    line = (TEMPLATES / "common/report.txt.j2").read_text().splitlines().index("{{ about|fill }}") + 1
    told = faults(desk)
    assert "common/footer.txt.j2, line 2: 'sumary' is not known; did you mean 'summary'?" in told
    assert "common/notice.html.j2, line 2: No filter named 'uper'." in told
    assert any(fault.startswith("common/form.txt.j2, line 2: Encountered unknown tag 'endif'") for fault in told)
    assert (
        "common/repotr.html.j2: it takes the place of no file of the project; did you mean 'common/report.html.j2'?" in told
    )
    assert "common/opening.txt.j2, line 2: nothing has a 'storry'; did you mean 'story'?" in told
    assert f"common/report.txt.j2, line {line}: nothing has a 'plaeyr'; did you mean 'player'?" in told
    assert any("there is no template 'common/oops.txt.j2'" in fault for fault in told)


@pytest.mark.long
def test_what_only_filling_shows_is_named_with_file_and_line(own: Path, desk: Desk) -> None:
    put(own, "common/footer.txt.j2", "\n\n{{ report.notes.lines.title }}")
    put(own, "plantagenet/battle.txt.j2", "\n{{ report.player + 1 }}")
    told = faults(desk)
    assert "common/footer.txt.j2, line 3: UndefinedError: 'tuple object' has no attribute 'title'" in told
    assert any(fault.startswith("plantagenet/battle.txt.j2, line 2: TypeError: ") for fault in told)
    assert len(told) == 2


@pytest.mark.long
def test_slips_in_rows_and_words_are_named_with_file_and_line(own: Path, desk: Desk) -> None:
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    put(own, "locale/de/LC_MESSAGES/pbem.po", head + '#, python-format\nmsgid "%s wins"\nmsgstr "%d siegt"\n')
    put(own, "locale/xq/LC_MESSAGES/pbem.po", head)
    put(own, "locale/fr/words.po", head)
    put(own, "common/notices.toml", '[over]\nsubject = "{{ gaem }}"\n\n[ovre]\nsubject = ""\ntext = ""\n')
    put(
        own,
        "plantagenet/phrases.toml",
        '\n[flees]\ntext = "{{ name(lrod) }}"\n[taxes]\ntxet = "x"\n[sails]\ntext="{{ lords|nmae }}"\n',
    )
    put(own, "plantagenet/phrases_march.toml", "[marches\n")
    told = faults(desk)
    assert "common/notices.toml, line 1: [over] lacks 'text'" in told
    assert "common/notices.toml, line 1: [over] subject: 'gaem' is not known; did you mean 'game'?" in told
    assert "common/notices.toml, line 4: [ovre] takes the place of no row of the project; did you mean 'over'?" in told
    assert "plantagenet/phrases.toml, line 2: [flees] text: 'lrod' is not known; did you mean 'lord'?" in told
    assert "plantagenet/phrases.toml, line 6: [sails] text: No filter named 'nmae'." in told
    assert "plantagenet/phrases.toml, line 4: [taxes] has an unknown key 'txet'; did you mean 'text'?" in told
    assert any(fault.startswith("plantagenet/phrases_march.toml, line 1: it is no TOML file") for fault in told)
    assert any(fault.startswith("locale/de/LC_MESSAGES/pbem.po, line 5: ") for fault in told)
    assert any("'xq' is not the code of a language" in fault for fault in told)
    assert "locale/fr/words.po: words stand in locale/LANGUAGE/LC_MESSAGES/pbem.po" in told


def test_there_is_a_sample_for_every_notice() -> None:
    assert sorted(NOTICES) == sorted(Page(TEMPLATES).read_toml("common", "notices.toml"))
