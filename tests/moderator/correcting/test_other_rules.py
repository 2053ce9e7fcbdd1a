"""Games put right whose rules were wrong when they were played: the code is corrected, and their letters are read again."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.components import assets
from pbem.games.plantagenet.components.box import CARTS, Lord
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.levy import levy
from pbem.moderator.correcting.by_hand import CannotCorrect
from pbem.moderator.correcting.correction import rework
from tests.moderator.correcting.test_correction import ia, is_exact, log_of, mats, play, played
from tests.support.conversation import Conversation, to
from tests.support.database import file_of

__all__ = ["ia"]

WHY = "Carts were counted wrongly"


def with_too_many_carts(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game played while Levy Transport gave five Carts, which all could see; now it gives two."""
    with monkeypatch.context() as then:
        then.setattr(levy, "CARTS_LEVIED", 5)
        play(talk)


def with_silent_carts(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, but nobody was told of the other three: they stood in the positions only."""
    right = levy.levy_carts

    def wrong(s: State, lord: Lord) -> bool:
        done = right(s, lord)
        s.mats[lord].assets[CARTS] += 3
        return done

    with monkeypatch.context() as then:
        then.setattr(levy, "levy_carts", wrong)
        play(talk)


def test_it_goes_back_to_where_the_rules_differ(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    with_too_many_carts(ia, monkeypatch)
    found = rework(ia.desk, ia.name, WHY)
    assert (found.gone, found.come) == (("York gains 5 Carts.",), ("York gains 2 Carts.",))
    assert found.struck is not None
    assert found.notes[0].startswith("the present rules differ from entry 13 on: the state after it is ")
    told = {each.reader: each.untrue for each in found.told}
    assert told == {"york": ("York gains 5 Carts.",), "lancaster": ("York gains 5 Carts.",)}


def test_the_position_that_was_is_taken_from_the_reports(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    with_silent_carts(ia, monkeypatch)
    found = rework(ia.desk, ia.name, WHY)
    carts = "york's report: YORK at Peterborough: Provender 1, Coin 2, Carts"
    assert found.position[:2] == (f"- {carts} 7", f"+ {carts} 4")
    assert "compared is what the last reports showed of it" in found.text()
    assert "The position is the same" not in found.text()


def test_it_is_done_with_one_letter_to_everybody(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    with_too_many_carts(ia, monkeypatch)
    assert not is_exact(ia)
    ia.new_mails()
    rework(ia.desk, ia.name, WHY, commit=True)
    assert mats(ia, "york", "carts") == 4
    assert is_exact(ia)
    mails = ia.new_mails()
    assert sorted(mail.to for mail in mails) == ["ann@example.test", "bob@example.test"]
    assert all(WHY in to(seat, mails).flat for seat in ("york", "lancaster"))


def test_an_answer_that_is_not_legal_any_more_falls(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    played(ia)
    monkeypatch.setattr(levy, "transport_options", lambda _s, _lord: [])
    found = rework(ia.desk, ia.name, WHY)
    assert "the answer is not legal: 'levy carts' is not open to you now" in found.notes[0]
    assert [(each.letter_id, each.line) for each in found.again.fallen][:2] == [(3, "levy carts"), (3, "done")]
    assert "mats, York, assets, Carts: 4 -> 2" in found.position


def test_what_was_refused_wrongly_is_not_carried_out_all_at_once(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    """York could Levy no Carts, and went on otherwise: the line that was refused then stays refused."""
    right = levy.transport_options
    with monkeypatch.context() as then:
        then.setattr(levy, "transport_options", lambda _s, _lord: [])
        then.setattr(levy, "CARTS_LEVIED", 5)
        ia.write("york", "assign york\n")
        ia.write("lancaster", "assign henry\nassign somerset\n")
        ia.write("york", "muster york\nlevy carts\ndone\n")
        then.setattr(levy, "transport_options", right)
        ia.desk.tables.take(ia.game().id)
        ia.write("york", "levy carts\ndone\n")
        before = [line for line in log_of(ia) if line[1] == "york"]
    rework(ia.desk, ia.name, WHY, commit=True)
    assert mats(ia, "york", "carts") == 4
    assert [line for line in log_of(ia) if line[1] == "york"] == before


def test_news_that_are_told_otherwise_are_a_difference_too(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(assets, "tell_own", lambda *_, **__: None)
        play(ia)
    found = rework(ia.desk, ia.name, WHY)
    assert "is told otherwise" in found.notes[0]
    assert found.come
    assert found.position == ()


@pytest.mark.faults
@pytest.mark.sqlite
def test_rules_that_fail_are_told_in_a_line(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    played(ia)

    def wrong(*_: object) -> bool:
        raise KeyError("carts")

    monkeypatch.setattr(levy, "levy_carts", wrong)
    before = file_of(ia.db).read_bytes()
    with pytest.raises(CannotCorrect, match="the present rules fail at letter 3: KeyError: 'carts'"):
        rework(ia.desk, ia.name, WHY, commit=True)
    assert file_of(ia.db).read_bytes() == before
