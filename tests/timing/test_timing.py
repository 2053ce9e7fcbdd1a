"""Durations, zones, schedules and days of absence as people write them, and clocks that change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbem.timing.days import read_absence
from pbem.timing.duration import in_words, read_duration, short
from pbem.timing.errors import BadTime
from pbem.timing.schedule import read_schedule
from pbem.timing.terms import STANDARD, described, read_terms, usual_terms
from pbem.timing.zones import find_zone, local_time, zone_name

LONDON = ZoneInfo("Europe/London")
TODAY = date(2026, 11, 20)


def at(text: str, zone: ZoneInfo = LONDON) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def due(schedule: str, asked: str, zone: ZoneInfo = LONDON) -> datetime:
    found = read_schedule(schedule, zone)
    assert found is not None
    return found.first(at(asked, zone).astimezone(UTC))


@pytest.mark.parametrize(
    ("text", "hours"),
    [("24h", 24), ("2d", 48), ("2 days", 48), ("1 week", 168), ("1d 12h", 36), ("90m", 1.5), ("36 Hours", 36), ("none", 0)],
)
def test_durations(text: str, hours: float) -> None:
    assert read_duration(text) == timedelta(hours=hours)
    assert read_duration(short(read_duration(text))) == timedelta(hours=hours)


@pytest.mark.parametrize(
    "text",
    ["", "24", "h", "24 lightyears", "24h or so", "-3h", "x 2d", "24h, 48h", "1 week, 7 days", "7 days 1 week", "1d 24h"],
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(BadTime):
        read_duration(text)


@pytest.mark.parametrize(
    ("hours", "words"), [(71.9, "71 hours"), (96, "4 days"), (1, "1 hour"), (0.5, "30 minutes"), (-1, "0 minutes")]
)
def test_durations_in_words(hours: float, words: str) -> None:
    assert in_words(timedelta(hours=hours)) == words


@pytest.mark.parametrize("asked", ["2026-03-27T20:00", "2026-10-23T20:00", "2028-02-27T20:00"])
def test_seventy_two_hours_are_seventy_two_hours_when_clocks_change(asked: str) -> None:
    assert due("72h", asked) - at(asked).astimezone(UTC) == timedelta(hours=72)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("2026-03-26T21:00", "2026-03-30T20:00"),  # forward on Sunday the 29th
        ("2026-10-22T21:00", "2026-10-26T20:00"),  # back on Sunday the 25th
        ("2026-11-23T07:00", "2026-11-23T20:00"),
        ("2026-11-23T09:00", "2026-11-26T20:00"),  # less than twelve hours are none
        ("2028-02-28T20:00", "2028-03-02T20:00"),  # over the 29th of February
    ],
)
def test_a_weekday_evening_stays_that_evening(asked: str, expected: str) -> None:
    assert due("Mon Thu 20:00 Europe/London", asked) == at(expected)


def test_a_leap_day_can_be_a_deadline() -> None:
    assert due("daily 20:00", "2028-02-28T21:00") == at("2028-02-29T20:00")


def test_a_local_time_that_is_jumped_over_and_one_that_comes_twice() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert due("sunday 02:30", "2026-03-28T12:00", berlin) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert due("sunday 02:30", "2026-10-24T12:00", berlin) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("72H", "72h"),
        ("3 days", "72h"),
        ("thursday, monday 20:00 london", "Mon Thu 20:00 Europe/London"),
        ("Mon-Fri 8.30", "Mon Tue Wed Thu Fri 08:30 Europe/London"),
        ("Fri-Mon 20:00 UTC", "Mon Fri Sat Sun 20:00 UTC"),
        ("daily 20:00 america/new york", "daily 20:00 America/New_York"),
        ("Sun 8pm Europe/London", "Sun 20:00 Europe/London"),
        ("Sundays at 8:30 p.m.", "Sun 20:30 Europe/London"),
        ("every Monday and Thursday at noon", "Mon Thu 12:00 Europe/London"),
        ("Mon - Fri 20:00 New York", "Mon Tue Wed Thu Fri 20:00 America/New_York"),
        ("montag bis mittwoch 20 Uhr", "Mon Tue Wed 20:00 Europe/London"),
        ("weekdays 12:30am UTC", "Mon Tue Wed Thu Fri 00:30 UTC"),
        ("Sun 20:00 GMT-5", "Sun 20:00 UTC-5"),
        ("Sun 20:00 UTC + 1", "Sun 20:00 UTC+1"),
    ],
)
def test_schedules_are_written_as_they_are_read(text: str, written: str) -> None:
    schedule = read_schedule(text, LONDON)
    assert schedule is not None
    assert schedule.written() == written
    assert read_schedule(written, ZoneInfo("UTC")) == schedule


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("soon", 'write "72h", "Mon Thu 20:00 Europe/London" or "none"'),
        ("Mon Thu", 'needs a time of day, such as "Mon Thu 20:00"'),
        ("Mon 25:00", "not a time of day"),
        ("20:00", "write days, one time and a zone"),
        ("Mon 20:00 21:00", "write days, one time and a zone"),
        ("5m", "between 1 hour and 90 days"),
        ("Mon 20:00 Europe/Lodnon", "did you mean Europe/London"),
    ],
)
def test_what_is_no_schedule_is_told_with_what_would_do(text: str, problem: str) -> None:
    with pytest.raises(BadTime, match=problem.replace("?", r"\?")):
        read_schedule(text, LONDON)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("europe/london", "Europe/London"),
        ("New York", "America/New_York"),
        ("utc", "UTC"),
        ("Z", "UTC"),
        ("(UTC-5)", "Etc/GMT+5"),
    ],
)
def test_zones_by_any_case_and_by_the_town(name: str, key: str) -> None:
    assert find_zone(name).key == key


def test_a_zone_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(BadTime, match="no time zone") as bad:
        find_zone("Europe/Pariss")
    assert "Europe/Paris" in bad.value.nearest
    with pytest.raises(BadTime, match="Europe/London, America/New_York or UTC"):
        find_zone("Middle of nowhere")
    for name, zone in (("San Juan", "America/Argentina/San_Juan"), ("East", "Brazil/East")):
        with pytest.raises(BadTime) as bad:
            find_zone(name)
        assert bad.value.nearest == (zone,)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("Pacific time", ("America/Los_Angeles",)),
        ("Eastern", ("America/New_York",)),
        ("Eastern Daylight Time (US)", ("America/New_York",)),
        ("Mitteleuropäische Zeit", ("Europe/Berlin",)),
        ("(UTC+01:00) Central European Standard Time", ("Europe/Berlin",)),
        ("GMT+5.5", ()),
        ("UTC+05:30", ("Asia/Calcutta", "Asia/Colombo", "Asia/Kolkata")),
    ],
)
def test_what_is_named_for_a_zone_is_one_that_is_read(name: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(BadTime) as bad:
        find_zone(name)
    assert bad.value.nearest == nearest
    assert all(map(find_zone, nearest))


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("Europe/London", "Thu 26 Nov 2026 20:00 GMT (Europe/London)"),
        ("UTC", "Thu 26 Nov 2026 20:00 UTC"),
        ("America/Sao_Paulo", "Thu 26 Nov 2026 17:00 UTC-03 (America/Sao_Paulo)"),
    ],
)
def test_moments_are_told_in_a_zone(zone: str, text: str) -> None:
    assert local_time(datetime(2026, 11, 26, 20, tzinfo=UTC), ZoneInfo(zone)) == text


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-12-20 to 2027-01-03", (2026, 12, 20), (2027, 1, 3)),
        ("from 20 Dec 2026 until 3 January 2027", (2026, 12, 20), (2027, 1, 3)),
        ("until 2027-01-03", (2026, 11, 20), (2027, 1, 3)),
        ("20.12.2026", (2026, 12, 20), (2026, 12, 20)),
        ("tomorrow to 2026-11-25", (2026, 11, 21), (2026, 11, 25)),
        ("2026-11-01 to 2026-11-25", (2026, 11, 20), (2026, 11, 25)),
        ("2028-02-28 to 2028-02-29", (2028, 2, 28), (2028, 2, 29)),
    ],
)
def test_days_of_absence(text: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    assert read_absence(text, TODAY) == (date(*first), date(*last))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "from when to when"),
        ("2027-02-29", "is not a day"),
        ("2027-01-03 to 2026-12-20", "comes before"),
        ("2026-11-01", "is over already"),
        ("soon", "is not a day"),
    ],
)
def test_what_are_no_days_of_absence(text: str, problem: str) -> None:
    with pytest.raises(BadTime, match=problem) as bad:
        read_absence(text, TODAY)
    assert bad.value.nearest


def test_terms_are_read_as_they_are_written() -> None:
    texts = {"deadline": "Mon Thu 20:00 Europe/London", "grace": "none", "extensions": "2 x 3 days", "absence": "2 weeks"}
    terms = read_terms(texts)
    assert (terms.extensions, terms.extension, terms.absence_days) == (2, timedelta(days=3), 14)
    assert read_terms(terms.as_json()) == terms
    assert read_terms({}).as_json() == STANDARD


def test_a_calendar_with_a_zone_sets_that_of_the_game() -> None:
    assert read_terms({"deadline": "Thu 20:00 Europe/London"}).zone == LONDON
    assert read_terms({"deadline": "Thu 20:00 Europe/London", "zone": "Europe/Rome"}).zone.key == "Europe/Rome"


@pytest.mark.parametrize(
    ("term", "text", "problem"),
    [
        ("extensions", "many", "extensions: .* not an allowance"),
        ("no_show", "forfeit", "no-show: .* not among default, hold, standing"),
        ("grace", "60 days", "grace: .* more than 30 days"),
        ("absence", "36h", "absence: .* not a number of days"),
        ("zone", "Londn", "zone: .*Europe/London"),
        ("snack", "24h", "there is no term 'snack'"),
    ],
)
def test_a_term_that_cannot_be_read_is_named(term: str, text: str, problem: str) -> None:
    with pytest.raises(BadTime, match=problem):
        read_terms({term: text})


def test_terms_of_answers_windows_and_silence_are_written_where_they_are_not_usual() -> None:
    texts = {"deadline": "72h", "answer": "24h", "window": "none", "absence_does": "delegate", "regency": "3"}
    terms = read_terms(texts)
    assert (terms.answer, terms.window, terms.regency) == (timedelta(hours=24), timedelta(0), 3)
    assert {name: terms.as_json()[name] for name in texts} == texts
    assert read_terms(terms.as_json()) == terms
    usual = {"answer": "deadline", "window": "deadline", "absence_does": "wait", "regency": "none"}
    assert not {*usual} & {*read_terms({"deadline": "72h"} | usual).as_json()}


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ({"answer": "none"}, "an hour at least"),
        ({"window": "20m"}, "an hour at least"),
        ({"regency": "often"}, "is not a number of turns"),
        ({"absence_does": "stop"}, "is not among"),
        ({"deadline": "none", "window": "12h"}, "this one has none"),
    ],
)
def test_a_term_of_them_that_cannot_be_is_refused(texts: dict[str, str], told: str) -> None:
    with pytest.raises(BadTime, match=told):
        read_terms({"deadline": "72h"} | texts)


def test_what_is_usual_for_many_players() -> None:
    many = read_terms(usual_terms(3, {"deadline": "72h"}))
    assert (many.absence_does, many.regency) == ("delegate", 2)
    two = read_terms(usual_terms(2, {"deadline": "72h"}))
    assert (two.absence_does, two.regency) == ("wait", 0)
    assert read_terms(usual_terms(5, {"deadline": "72h", "regency": "none"})).regency == 0
    for texts in ({"deadline": "72h", "no_show": "hold"}, {"deadline": "none"}):
        assert read_terms(usual_terms(5, texts)).regency == 0


def test_a_window_has_a_length_of_its_own_in_a_game_that_has_any() -> None:
    def window(**texts: str) -> timedelta | None:
        return read_terms(usual_terms(3, texts, has_windows=True)).window

    assert window(deadline="72h") == window(deadline="Mon Thu 20:00 Europe/London") == timedelta(hours=12)
    assert window(deadline="72h", window="none") == timedelta(0)
    assert window(deadline="72h", window="deadline") is None
    assert window(deadline="8h") is None
    assert window(deadline="none") is None
    assert window() is None
    assert read_terms(usual_terms(3, {"deadline": "72h"})).window is None
    with pytest.raises(BadTime):
        window(deadline="soon")


def test_terms_are_told_to_players() -> None:
    assert described(read_terms({}))[0].startswith("There are no deadlines")
    told_terms = " ".join(described(read_terms({"deadline": "72h", "no_show": "hold"})))
    assert "within 72 hours of being asked" in told_terms
    assert "the game is put on hold" in told_terms


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("1.12.2026 - 3.12.2026", (2026, 12, 1), (2026, 12, 3)),
        ("2026-12-01..2026-12-03", (2026, 12, 1), (2026, 12, 3)),
        ("2026-12-01 2026-12-03", (2026, 12, 1), (2026, 12, 3)),
        ("1st Dec \u2013 3rd Dec", (2026, 12, 1), (2026, 12, 3)),
        ("20 Dec to 3 Jan", (2026, 12, 20), (2027, 1, 3)),
        ("Sept 1 to Sept 3", (2027, 9, 1), (2027, 9, 3)),
        ("monday to wednesday", (2026, 11, 23), (2026, 11, 25)),
        ("friday", (2026, 11, 20), (2026, 11, 20)),
        ("for 3 days", (2026, 11, 20), (2026, 11, 22)),
        ("a week", (2026, 11, 20), (2026, 11, 26)),
        ("24.12.2026-03.01.2027", (2026, 12, 24), (2027, 1, 3)),
        ("12/24/2026-1/3/2027", (2026, 12, 24), (2027, 1, 3)),
        ("2026-12-24/2027-01-03", (2026, 12, 24), (2027, 1, 3)),
        ("24 Dec -> 3 Jan", (2026, 12, 24), (2027, 1, 3)),
        ("24 Dec \u2192 3 Jan", (2026, 12, 24), (2027, 1, 3)),
        ("24.Dez-3.Jan", (2026, 12, 24), (2027, 1, 3)),
        ("Dec24-Jan3", (2026, 12, 24), (2027, 1, 3)),
        ("24-Dec to 3-Jan", (2026, 12, 24), (2027, 1, 3)),
        ("24-12 to 03-01", (2026, 12, 24), (2027, 1, 3)),
        ("2026-12-24 to 12-31", (2026, 12, 24), (2026, 12, 31)),
        ("24-Dec-26", (2026, 12, 24), (2026, 12, 24)),
        ("29./30. Dezember", (2026, 12, 29), (2026, 12, 30)),
        ("24 and 25 Dec", (2026, 12, 24), (2026, 12, 25)),
        ("Sat and Sun", (2026, 11, 21), (2026, 11, 22)),
        ("kommende Woche", (2026, 11, 23), (2026, 11, 29)),
        ("die nächsten zwei Wochen", (2026, 11, 20), (2026, 12, 3)),
        ("Mon to Fri next week", (2026, 11, 23), (2026, 11, 27)),
        ("all next week", (2026, 11, 23), (2026, 11, 29)),
        ("KW 53", (2026, 12, 28), (2027, 1, 3)),
        ("2026-12-24 + 14 days", (2026, 12, 24), (2027, 1, 6)),
        ("for a couple of weeks", (2026, 11, 20), (2026, 12, 3)),
        ("until the end of November", (2026, 11, 20), (2026, 11, 30)),
        ("bis Ende nächster Woche", (2026, 11, 20), (2026, 11, 29)),
        ("24 Dec to New Year's Day", (2026, 12, 24), (2027, 1, 1)),
        ("next friday", (2026, 11, 27), (2026, 11, 27)),
        ("from tomorrow for 3 days", (2026, 11, 21), (2026, 11, 23)),
        ("in 2 weeks for 3 days", (2026, 12, 4), (2026, 12, 6)),
        ("24, 25 and 26 December", (2026, 12, 24), (2026, 12, 26)),
        ("24. 25. 26. Dezember", (2026, 12, 24), (2026, 12, 26)),
        ("rest of the week", (2026, 11, 20), (2026, 11, 22)),
        ("bis einschl. 3.1.", (2026, 11, 20), (2027, 1, 3)),
        ("24./25.12.", (2026, 12, 24), (2026, 12, 25)),
        ("Mon, Tue, Wed", (2026, 11, 23), (2026, 11, 25)),
        ("24/12 > 3/1", (2026, 12, 24), (2027, 1, 3)),
        ("24 d\u00e9cembre au 3 janvier", (2026, 12, 24), (2027, 1, 3)),
        ("24 december tot 3 januari", (2026, 12, 24), (2027, 1, 3)),
        ("24 dicembre - 3 gennaio", (2026, 12, 24), (2027, 1, 3)),
        ("CW53", (2026, 12, 28), (2027, 1, 3)),
    ],
)
def test_days_of_absence_as_people_write_them(text: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    assert read_absence(text, TODAY) == (date(*first), date(*last))


@pytest.mark.parametrize(
    ("text", "problem", "nearest"),
    [
        ("2026-11-31", "is not a day: that month has 30", ("2026-11-30",)),
        ("2027-02-27 to 2027-02-29", "that month has 28", ("2027-02-27 to 2027-02-28",)),
        ("2026-12-20 to 2027-30-01", "there is no month 30", ("2026-12-20 to 2027-01-30",)),
        ("12/01/2027", "can be read in two ways", ("2027-01-12", "2027-12-01")),
        ("2027-01-03 to 2026-12-20", "comes before", ("2026-12-20 to 2027-01-03",)),
        ("2026-11-01", "is over already", ("2026-11-21 to 2026-11-27",)),
        ("9026-11-01", "too far away", ("2026-11-21 to 2026-11-27",)),
        ("for 99999 weeks", "too far away", ("2026-11-21 to 2026-11-27",)),
        ("over Christmas", "from which day to which", ("2026-12-24 to 2026-12-26",)),
        ("24 Dec, back on 3 Jan", "is not a day", ("2026-12-24 to 2027-01-02", "2026-12-24 to 2027-01-03")),
        ("24 Dec to 3 Jan (holidays)", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("(24 Dec to 3 Jan)", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("24 Dec to 3 Jan, back on the 4th", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("I am away from 24 Dec to 3 Jan", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("today and tomorrow", "is not a day", ("2026-11-20 to 2026-11-21",)),
        ("from: 24 Dec to: 3 Jan", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("24 Dec 18:00 to 3 Jan 12:00", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("24 Dec '26 to 3 Jan '27", "is not a day", ("2026-12-24 to 2027-01-03",)),
        ("until Monday 8am", "is not a day", ("2026-11-20 to 2026-11-23",)),
        ("Christmas to New Year", "is not a day", ("2026-12-24 to 2027-01-01",)),
        ("next month", "from which day to which", ("2026-12-01 to 2026-12-31",)),
        ("for one month", "from which day to which", ("2026-11-20 to 2026-12-19",)),
        ("24th to 31st", "which month", ("2026-12-24 to 2026-12-31",)),
        ("week of 9 Dec", "from which day to which", ("2026-12-07 to 2026-12-13",)),
        ("next sunday", "in two ways", ("2026-11-22", "2026-11-29")),
        ("31 Jun", "that month has 30", ("2027-06-30",)),
        ("until further notice", "until when", ("2026-11-20 to 2026-12-03",)),
        ("from Monday until further notice", "until when", ("2026-11-23 to 2026-12-06",)),
        ("back on the 5th", "is not a day", ("2026-11-20 to 2026-12-04", "2026-11-20 to 2026-12-05")),
        ("back in two weeks", "is not a day", ("2026-11-20 to 2026-12-03", "2026-11-20 to 2026-12-04")),
        ("back next week", "is not a day", ("2026-11-20 to 2026-11-22", "2026-11-20 to 2026-11-23")),
        ("24 Dec to 3 Jan - skiing!", "more than one last day", ("2026-12-24 to 2027-01-03",)),
        ("first week of January", "is not a day", ("2027-01-01 to 2027-01-31",)),
        ("until 9/10", "in two ways", ("2026-11-20 to 2027-10-09", "2026-11-20 to 2027-09-10")),
        ("until the 9th", "which month", ("2026-11-20 to 2026-12-09",)),
        ("from 1/2", "in two ways", ("2027-02-01 to 2027-02-07", "2027-01-02 to 2027-01-08")),
        ("24 Dec onwards", "until when", ("2026-12-24 to 2027-01-06",)),
        ("24 Dec (back 3 Jan)", "is not a day", ("2026-12-24 to 2027-01-02", "2026-12-24 to 2027-01-03")),
        ("from ca. 24 Dec", "is not a day", ("2026-12-24 to 2026-12-30",)),
        ("van 24 tot 31 december", "is not a day", ("2026-12-24 to 2026-12-31",)),
        ("1st week of January", "is not a day", ("2027-01-01 to 2027-01-31",)),
        ("early January 2028", "is not a day", ("2026-11-21",)),
        ("2026-12-20 to noon", '"noon" is not a day', ("2026-12-20 to 2026-12-21",)),
    ],
)
def test_a_day_that_is_none_is_told_why_and_what_would_do(text: str, problem: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(BadTime, match=problem) as bad:
        read_absence(text, TODAY)
    assert bad.value.nearest == nearest


def test_a_length_without_its_unit_is_asked_for() -> None:
    with pytest.raises(BadTime, match="24 hours, or 24 days") as bad:
        read_duration("24")
    assert bad.value.nearest == ("24h", "24d")
    assert read_duration("a day") == read_duration("one day") == timedelta(days=1)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        *(("EST", "America/New_York"), ("cet", "Europe/Berlin"), ("BST", "Europe/London"), ("EST/EDT", "America/New_York")),
        *(("AST", "America/Halifax"), ("MSK", "Europe/Moscow"), ("SGT", "Asia/Singapore"), ("SAST", "Africa/Johannesburg")),
        *(("IST", "Asia/Kolkata Asia/Jerusalem Europe/Dublin"), ("CST", "America/Chicago Asia/Shanghai")),
        *(("GMT/BST", ""), ("UK time", "Europe/London")),
    ],
)
def test_letters_that_are_many_zones_are_asked_about(name: str, nearest: str) -> None:
    with pytest.raises(BadTime) as bad:
        find_zone(name)
    assert " ".join(bad.value.nearest) == nearest
    assert not nearest or "can be more than one time zone" in str(bad.value)


@pytest.mark.parametrize("name", ["Israel", "Japan", "London time", "Etc/UTC+1"])
def test_a_name_that_is_one_zone_is_read(name: str) -> None:
    assert zone_name(find_zone(name)) == {"London time": "Europe/London", "Etc/UTC+1": "UTC+1"}.get(name, name)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("Sun 8pm EST", "Sun 20:00 America/New_York"),
        ("daily 20:00 Etc/GMT-5", "daily 20:00 UTC+5"),
        ("Sun 20:00 Etc/GMT+13", ""),
        ("Mon 20:00 Europe/Lodnon", "Mon 20:00 Europe/London"),
    ],
)
def test_what_is_offered_for_a_calendar_is_a_calendar(text: str, nearest: str) -> None:
    with pytest.raises(BadTime) as bad:
        read_schedule(text, LONDON)
    assert "".join(bad.value.nearest[:1]) == nearest
    for near in bad.value.nearest:
        assert read_schedule(near, LONDON) is not None


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("Asia/Kathmandu", "Fri 27 Nov 2026 01:45 UTC+05:45 (Asia/Kathmandu)"),
        ("Asia/Kolkata", "Fri 27 Nov 2026 01:30 IST (Asia/Kolkata)"),
        ("America/St_Johns", "Thu 26 Nov 2026 16:30 NST (America/St_Johns)"),
        ("Australia/Lord_Howe", "Fri 27 Nov 2026 07:00 UTC+11 (Australia/Lord_Howe)"),
    ],
)
def test_moments_in_zones_of_half_hours_and_quarters(zone: str, text: str) -> None:
    assert local_time(datetime(2026, 11, 26, 20, tzinfo=UTC), ZoneInfo(zone)) == text


def test_a_deadline_where_clocks_change_by_half_an_hour() -> None:
    lord_howe = ZoneInfo("Australia/Lord_Howe")  # forward by 30 minutes on Sunday, 4 October 2026
    assert due("daily 20:00", "2026-10-03T21:00", lord_howe) == datetime(2026, 10, 4, 9, tzinfo=UTC)
    assert due("daily 20:00", "2026-10-02T21:00", lord_howe) == datetime(2026, 10, 3, 9, 30, tzinfo=UTC)


WRITTEN_DAYS = {
    "24-31 Dec": "2026-12-24 2026-12-31",
    "Dec 24-31": "2026-12-24 2026-12-31",
    "24.12.-3.1.": "2026-12-24 2027-01-03",
    "24.-31.12.": "2026-12-24 2026-12-31",
    "24.12.26": "2026-12-24 2026-12-24",
    "Thu 24 Dec to Sun 3 Jan": "2026-12-24 2027-01-03",
    "24th of December to 3rd of January": "2026-12-24 2027-01-03",
    "December 24th through January 3rd": "2026-12-24 2027-01-03",
    "between 24 Dec and 3 Jan": "2026-12-24 2027-01-03",
    "for two weeks": "2026-11-20 2026-12-03",
    "a fortnight": "2026-11-20 2026-12-03",
    "24 Dec for 10 days": "2026-12-24 2027-01-02",
    "from 24 Dec for two weeks": "2026-12-24 2027-01-06",
    "for two weeks from monday": "2026-11-23 2026-12-06",
    "this weekend": "2026-11-21 2026-11-22",
    "this week": "2026-11-20 2026-11-22",
    "next week": "2026-11-23 2026-11-29",
    "24/12 to 3/1": "2026-12-24 2027-01-03",
    "24-31/12": "2026-12-24 2026-12-31",
    "24 - 31/12/2026": "2026-12-24 2026-12-31",
    "12/24 to 1/3": "2026-12-24 2027-01-03",
    "24/12/2026 to 3/1/2027": "2026-12-24 2027-01-03",
    "12/24/2026 to 12/28/2026": "2026-12-24 2026-12-28",
    "24-12-2026": "2026-12-24 2026-12-24",
    "24-Dec-2026": "2026-12-24 2026-12-24",
    "2026/12/24 - 2027/01/03": "2026-12-24 2027-01-03",
    "monday to monday": "2026-11-23 2026-11-30",
    "mon-fri": "2026-11-23 2026-11-27",
    "1 Nov to 25 Nov": "2026-11-20 2026-11-25",
    "29 Feb 2028": "2028-02-29 2028-02-29",
    "am Montag": "2026-11-23 2026-11-23",
    "vom 24.12. bis 3.1.": "2026-12-24 2027-01-03",
    "24. Dezember bis 3. Januar": "2026-12-24 2027-01-03",
    "bis Montag": "2026-11-20 2026-11-23",
    "morgen bis Mittwoch": "2026-11-21 2026-11-25",
    "zwei Wochen ab Montag": "2026-11-23 2026-12-06",
    "nächste Woche": "2026-11-23 2026-11-29",
}


def test_days_in_all_the_ways_that_people_write_them() -> None:
    read = {text: " ".join(map(str, read_absence(text, TODAY))) for text in WRITTEN_DAYS}
    assert read == WRITTEN_DAYS


REFUSED_DAYS = {
    "3/1": "can be read in two ways",
    "3/1 to 10/1": "can be read in two ways",
    "24 Dec to 3/1": "can be read in two ways",
    "next weekend": "can be read in two ways",
    "from 24 December": "until when",
    "until friday": "is today",
    "tomorrow to saturday": "is the first day itself",
    "December": "from which day to which",
    "Sat 24 Dec": "another day of the week",
    "24": "which month",
    "24-31": "which month",
    "36 hours": "whole days",
    "2026-12-24 to 2026-12-26 to 2026-12-28": "more than one last day",
    "10 Jan to 5 Jan": "comes before",
    "30 Feb to 2 Mar": "that month has 28",
    "0/5 to 3/5": "is not a day",
    "13/13": "is not a day",
    "0000-01-01": "is not a day",
    "24 Dec, 3 Jan": "is not a day",
    "\u0662\u0664 Dec": "is not a day",
    "\u00b2": "is not a day",
    **dict.fromkeys(
        ("until further notice", "bis auf weiteres", "from Monday indefinitely", "until I'm back"), "until when?"
    ),
    "to": "from when to when",
    "two weeks from monday": "can be read in two ways",
    "10 days on monday": "can be read in two ways",
    "Freitag in einer Woche": "can be read in two ways",
    "monday in 2 weeks": "can be read in two ways",
    "in a week": "can be read in two ways",
    "for the next week": "can be read in two ways",
    "mondays": "is not a day",
    "montags": "is not a day",
    "monday september": "is not a day",
    "monday 2027": "is not a day",
    "19 Nov": "of which year",
    "10-15 November": "of which year",
    "until 10 Nov": "of which year",
    "29 Feb": "of which year",
    "24h": "whole days",
    "72 hours": "whole days",
    "1 week 7 days": "is not a day",
}


def test_every_nearest_day_is_one_that_is_taken() -> None:
    for text, problem in REFUSED_DAYS.items():
        with pytest.raises(BadTime, match=problem) as bad:
            read_absence(text, TODAY)
        assert bad.value.nearest, text
        for near in bad.value.nearest:
            read_absence(near, TODAY)


@pytest.mark.parametrize(
    ("today", "text", "nearest"),
    [
        ("2026-11-21", "this week", ("2026-11-21 to 2026-11-22", "2026-11-23 to 2026-11-29")),
        ("2026-11-22", "the whole week", ("2026-11-22", "2026-11-23 to 2026-11-29")),
        ("2026-11-23", "next friday to sunday", ("2026-11-27 to 2026-11-29", "2026-12-04 to 2026-12-06")),
        ("2026-11-23", "tuesday to next friday", ("2026-11-24 to 2026-11-27", "2026-11-24 to 2026-12-04")),
        ("2026-11-20", "friday in a week", ("2026-11-27", "2026-11-20 to 2026-11-26")),
    ],
)
def test_days_that_two_people_take_for_others_are_asked_about(today: str, text: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(BadTime) as bad:
        read_absence(text, date.fromisoformat(today))
    assert bad.value.nearest == nearest


ZONES = {
    "GMT-5": "UTC-5",
    "UTC+1": "UTC+1",
    "gmt + 10": "UTC+10",
    "-03:00": "UTC-3",
    "UTC\u22124": "UTC-4",
    "UTC+0": "UTC",
    "UTC+14": "UTC+14",
    "GMT-5h": "UTC-5",
    "utc +2 hours": "UTC+2",
}


def test_an_offset_has_the_sign_that_people_mean() -> None:
    assert {text: zone_name(find_zone(text)) for text in ZONES} == ZONES
    assert {text: zone_name(find_zone(text)) for text in ZONES.values()} == {text: text for text in ZONES.values()}
    assert due("Sun 20:00 GMT-5", "2026-11-26T12:00") == datetime(2026, 11, 30, 1, tzinfo=UTC)
    assert local_time(datetime(2026, 11, 30, 1, tzinfo=UTC), find_zone("GMT-5")) == "Sun 29 Nov 2026 20:00 UTC-5"


@pytest.mark.parametrize(
    ("name", "nearest"), [("Etc/GMT-5", ("UTC+5",)), ("UTC+5:45", ("Asia/Kathmandu", "Asia/Katmandu")), ("UTC+15", ())]
)
def test_an_offset_that_is_no_zone_is_refused_with_what_would_do(name: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(BadTime) as bad:
        find_zone(name)
    assert bad.value.nearest == nearest


@pytest.mark.parametrize("text", ["Sun 13pm", "Sun 0am", "Sun 24:00", "Sun midnight", "Sun 20", "Sun \u00b20:00"])
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(BadTime, match="time of day"):
        read_schedule(text, LONDON)


@pytest.mark.parametrize(("text", "days"), [("two weeks", 14), ("zwei Tage", 2), ("3 Wochen", 21), ("a day", 1)])
def test_lengths_in_words(text: str, days: int) -> None:
    assert read_duration(text) == timedelta(days=days)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("12h daily", ("daily 12:00 Europe/London", "12h")),
        ("daily 20 hours", ("daily 20:00 Europe/London", "20h")),
        ("Mon 8 o'clock", ("Mon 08:00 Europe/London", "Mon 20:00 Europe/London")),
        ("Mon 8 o'clock in the evening", ("Mon 08:00 Europe/London", "Mon 20:00 Europe/London")),
        ("Mon 12 o'clock Europe/Berlin", ("Mon 00:00 Europe/Berlin", "Mon 12:00 Europe/Berlin")),
        ("every other Monday 20:00", ("Mon 20:00 Europe/London",)),
    ],
)
def test_a_deadline_that_can_be_two_is_asked_about(text: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(BadTime) as bad:
        read_schedule(text, LONDON)
    assert bad.value.nearest == nearest
    for near in nearest:
        assert read_schedule(near, LONDON) is not None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("every day at 8 pm", "daily 20:00 Europe/London"),
        ("jeden Tag 20 Uhr", "daily 20:00 Europe/London"),
        ("daily 20:00 h", "daily 20:00 Europe/London"),
        ("Mon/Wed/Fri 20:00", "Mon Wed Fri 20:00 Europe/London"),
        ("Sat+Sun 18 o'clock sharp", "Sat Sun 18:00 Europe/London"),
        ("Mon 8 Uhr", "Mon 08:00 Europe/London"),
        ("every 3 days", "72h"),
        ("alle zwei Tage", "48h"),
    ],
)
def test_deadlines_as_people_write_them(text: str, written: str) -> None:
    schedule = read_schedule(text, LONDON)
    assert schedule is not None
    assert schedule.written() == written
