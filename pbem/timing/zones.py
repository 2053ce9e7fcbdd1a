"""Time zones by their names in the tz database, and moments as people read them."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from functools import cache, partial
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import format_skeleton, get_timezone_name

from pbem.i18n import Text
from pbem.timing.errors import BadTime
from pbem.timing.words import table

UTC_ZONE = ZoneInfo("UTC")
ENGLISH = "en"
MAX_LENGTH = 100
"""Letters and signs of the name of a time zone."""
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY_TOLD = re.compile(rf"\b(?:{'|'.join(_DAYS)}) ([0-9]{{1,2}}) ({'|'.join(_MONTHS)}) ([0-9]{{4}})\b")
_MEANT = {
    "Europe/London": ("bst", "gb", "uk"),
    "Europe/Lisbon": ("wet", "west"),
    "Europe/Berlin": ("cet", "cest", "met", "mez", "mesz"),
    "Europe/Helsinki": ("eet", "eest"),
    "America/New_York": ("et", "est", "edt", "est5edt"),
    "America/Chicago": ("ct", "cst", "cdt", "cst6cdt"),
    "America/Denver": ("mt", "mst", "mdt", "mst7mdt"),
    "America/Los_Angeles": ("pt", "pst", "pdt", "pst8pdt"),
    "America/Anchorage": ("akst", "akdt", "akt"),
    "America/Halifax": ("ast", "adt"),
    "America/St_Johns": ("nst", "ndt"),
    "America/Sao_Paulo": ("brt", "brst"),
    "Pacific/Honolulu": ("hst",),
    "Europe/Moscow": ("msk", "msd"),
    "Europe/Istanbul": ("trt",),
    "Asia/Kolkata": ("ist",),
    "Asia/Jerusalem": ("ist", "idt"),
    "Europe/Dublin": ("ist",),
    "Asia/Dubai": ("gst",),
    "Asia/Karachi": ("pkt",),
    "Asia/Bangkok": ("ict",),
    "Asia/Jakarta": ("wib",),
    "Asia/Manila": ("pht", "phst"),
    "Asia/Singapore": ("sgt",),
    "Asia/Hong_Kong": ("hkt",),
    "Asia/Shanghai": ("cst",),
    "Asia/Seoul": ("kst",),
    "Asia/Tokyo": ("jst",),
    "Africa/Johannesburg": ("sast",),
    "Africa/Lagos": ("wat",),
    "Africa/Maputo": ("cat",),
    "Africa/Nairobi": ("eat",),
    "Australia/Perth": ("awst",),
    "Australia/Adelaide": ("acst", "acdt"),
    "Australia/Sydney": ("aest", "aedt"),
    "Pacific/Auckland": ("nzst", "nzdt", "nzt"),
}
"""What people write who mean the clocks of a place: several zones can have these letters, and "EST" has no summer."""


_OFFSET = re.compile(r"(?:(?:etc/)?utc|gmt|z)?_?([+-])_?([0-9]{1,2})(?::?([0-9]{2})|_?h(?:ours?|rs?)?)?")
_REVERSED = re.compile(r"etc/gmt([+-])([0-9]{1,2})")
_MAX_WEST, _MAX_EAST = 12, 14
_NO_PLACES = ("localtime", "Factory")
"""Names in the tz database of no time that anybody lives by."""
_HOUR = 60
_AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
"""What zones are named by that are named for a town."""


def find_zone(name: str) -> ZoneInfo:
    """The zone of this name, whatever its case, of the town alone, or its distance from UTC: `UTC-5`, `GMT+1`, `-05:00`,
    with the sign that people mean (behind UTC is minus). Raises BadTime with the nearest names.
    """
    if len(name) > MAX_LENGTH:
        raise BadTime(Text("this is too long for a time zone; write it like Europe/London, America/New_York or UTC"))
    bare = re.sub(r"[\u2010-\u2015\u2212]", "-", name.strip().casefold())
    plain = re.sub(r"^\((.*)\)$", r"\1", bare).replace(" ", "_")
    if plain == "z":
        return UTC_ZONE
    known = _known()
    if (offset := _OFFSET.fullmatch(plain)) is not None:
        return _so_far_from_utc(name.strip(), *offset.groups())
    if (turned := _REVERSED.fullmatch(plain)) is not None and turned[2] != "0":
        meant = _as_meant(turned)
        problem = Text('"{name}" has its sign the other way round: it is {as_meant}', name=name.strip(), as_meant=meant)
        raise BadTime(problem, (meant,) if _is_read(meant) else ())
    if places := _of_letters(plain) or (() if plain in known else _of_long_name(bare)):
        raise BadTime(
            Text(
                '"{name}" can be more than one time zone; name it by a place, such as {places}',
                name=name.strip(),
                places=places[0],
            ),
            places,
        )
    if plain in known:
        return ZoneInfo(known[plain])
    town = plain.removesuffix("_time")
    towns = sorted(zone for key, zone in known.items() if town and key.rpartition("/")[2] == town and "/" in key)
    if len(towns) == 1 and _is_town(towns[0]):
        return ZoneInfo(towns[0])
    near = towns or [zone for zone in _nearest(plain) if _is_read(zone)]
    raise BadTime(Text('there is no time zone "{name}"{or_}', name=name.strip(), or_=_or(near)), tuple(near))


def _is_town(zone: str) -> bool:
    """Whether the last word of a zone is a place that everybody knows by it: a country's zones can be its points of the
    compass, and those in a province are named like larger towns elsewhere (San Juan).
    """
    area, _, place = zone.partition("/")
    return area in _AREAS and "/" not in place


def _is_read(name: str) -> bool:
    """Whether a name is one that `find_zone` reads."""
    with suppress(BadTime):
        return bool(find_zone(name))
    return False


def _of_letters(plain: str) -> tuple[str, ...]:
    """The zones of letters such as `EST` or `EST/EDT`, of which somebody may mean any."""
    written = plain.removesuffix("_time").split("/")
    return tuple(zone for zone, letters in _MEANT.items() if all(each in letters for each in written))


def _of_long_name(name: str) -> tuple[str, ...]:
    """The zones of a name in words, in any language: `Pacific Time`, `Eastern`, `Mitteleuropäische Zeit`."""
    plain = re.sub(r"\([^)]*\)", " ", name).replace("_", " ")
    words = " ".join(word for word in plain.split() if word not in ("standard", "daylight", "summer"))
    known = _long_names()
    return known.get(words) or known.get(f"{words} time") or ()


@cache
def _long_names() -> dict[str, tuple[str, ...]]:
    """The zones of each name in words (CLDR), of which somebody may mean any."""
    zones: dict[str, tuple[str, ...]] = {}
    for zone in _MEANT:
        for language in table()["languages"]["read"]:
            name = get_timezone_name(ZoneInfo(zone), width="long", locale=language).casefold()
            zones[name] = (*zones.get(name, ()), zone)
    return zones


def _so_far_from_utc(name: str, sign: str, hours: str, minutes: str | None) -> ZoneInfo:
    """The zone at a fixed offset from UTC. The tz database has whole hours only, with the sign turned round."""
    ahead = (int(hours) * _HOUR + int(minutes or 0)) * (1 if sign == "+" else -1)
    if not ahead:
        return UTC_ZONE
    if ahead % _HOUR or not -_MAX_WEST * _HOUR <= ahead <= _MAX_EAST * _HOUR:
        places = _places_with(ahead)
        raise BadTime(Text('"{name}": name the time zone by a place{or_}', name=name, or_=_or(places)), tuple(places))
    return ZoneInfo(f"Etc/GMT{-ahead // _HOUR:+}")


def _places_with(ahead: int) -> list[str]:
    """A few zones with this time of the year round, in minutes ahead of UTC."""
    moments = [datetime(2026, month, 1, tzinfo=UTC_ZONE) for month in (1, 7)]
    places = []
    for name in _known().values():
        if "/" in name and not name.startswith("Etc/"):
            offsets = {moment.astimezone(ZoneInfo(name)).utcoffset() for moment in moments}
            if offsets == {timedelta(minutes=ahead)}:
                places.append(name)
    return places[:3]


def zone_name(zone: ZoneInfo) -> str:
    """A zone as people write it, and `find_zone` reads it: "Europe/London", "UTC-5"."""
    turned = _REVERSED.fullmatch(zone.key.casefold())
    if turned is None or turned[2] == "0":
        return zone.key
    return _as_meant(turned)


def _as_meant(turned: re.Match[str]) -> str:
    return f"UTC{'-' if turned[1] == '+' else '+'}{turned[2]}"


@cache
def _known() -> dict[str, str]:
    """Names by their small letters; what only copies another zone under an old prefix is left out."""
    names = (n for n in available_timezones() if not n.startswith(("posix/", "right/", "SystemV/")) and n not in _NO_PLACES)
    return {name.casefold(): name for name in sorted(names)}


def _nearest(plain: str) -> list[str]:
    known = _known()
    close = get_close_matches(plain, known, n=3, cutoff=0.7)
    by_town = {key.rpartition("/")[2]: key for key in known if "/" in key}
    close += [by_town[town] for town in get_close_matches(plain.rpartition("/")[2], by_town, n=3, cutoff=0.7)]
    return [known[key] for key in dict.fromkeys(close)][:3]


def _or(names: list[str]) -> str:
    return (
        Text("; did you mean {names}?", names=" or ".join(names))
        if names
        else Text("; write it like Europe/London, America/New_York or UTC")
    )


def local_time(moment: datetime, zone: ZoneInfo, language: str = ENGLISH) -> str:
    """A moment in local time, as letters show it: "Thu 26 Nov 2026 20:00 GMT (Europe/London)"; the day in the form of the
    language.
    """
    local = moment.astimezone(zone)
    return f"{local_day(moment, zone, language)} {local:%H:%M} {_abbreviation(local)}"


def local_day(moment: datetime, zone: ZoneInfo, language: str = ENGLISH) -> str:
    """The local day of a moment: "Thu 26 Nov 2026", in German "Do., 26. Nov. 2026"."""
    local = moment.astimezone(zone)
    if language != ENGLISH:
        return str(format_skeleton("yMMMEd", local, locale=language))
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"


def days_in(text: str, language: str) -> str:
    """A text with the days in it, as local_day tells them in English, as is usual in the language."""
    return text if language == ENGLISH else _DAY_TOLD.sub(partial(_local_day_in, language), text)


def _local_day_in(language: str, match: re.Match[str]) -> str:
    day = date(int(match[3]), _MONTHS.index(match[2]) + 1, int(match[1]))
    return str(format_skeleton("yMMMEd", day, locale=language))


def _abbreviation(local: datetime) -> str:
    """UTC alone, or the letters or offset of the zone with its name: letters alone are many zones'."""
    name, key = local.tzname() or "", str(local.tzinfo)
    if key in ("UTC", "Etc/UTC"):
        return "UTC"
    if isinstance(local.tzinfo, ZoneInfo) and (written := zone_name(local.tzinfo)) != key:
        return written
    if not name.isalpha():
        name = f"UTC{name[:3]}{f':{name[3:]}' if name[3:] else ''}"
    return f"{name} ({key})"
