#!/usr/bin/env python3
"""Writes Sources/CELStandard/Time/TimeZoneTable.swift from this machine's copy of the tz database.

Usage: scripts/time-zone-table.py > Sources/CELStandard/Time/TimeZoneTable.swift

For each zone the table has the rule that holds now and the first year from which on that rule gives
the offset of every day; what was before is left out, and the evaluator refuses to guess it.
"""

import os
import re
import sys
import textwrap
import zoneinfo
from datetime import datetime, timedelta, timezone

ROOT = "/usr/share/zoneinfo"
NAME = r"(?:<[^>]+>|[A-Za-z]+)"
RULE = re.compile(
    rf"^{NAME}(?P<standard>[-+:\d]+)(?:{NAME}(?P<summer>[-+:\d]*)"
    r",M(?P<start>[\d.]+)(?:/(?P<start_time>[-:\d]+))?"
    r",M(?P<end>[\d.]+)(?:/(?P<end_time>[-:\d]+))?)?$"
)


def minutes(text):
    """Minutes of `-5:30`; POSIX counts zones westwards, which the caller turns round."""
    sign = -1 if text.startswith("-") else 1
    parts = [int(part) for part in text.lstrip("+-").split(":")]
    return sign * (parts[0] * 60 + (parts[1] if len(parts) > 1 else 0))


def parsed(footer):
    """(standard, None) or (standard, summer, start, start minute, end, end minute)."""
    match = RULE.match(footer)
    if not match:
        sys.exit(f"unknown rule {footer}")
    standard = -minutes(match["standard"])
    if not match["start"]:
        return (standard,)
    summer = -minutes(match["summer"]) if match["summer"] else standard + 60
    start = tuple(int(part) for part in match["start"].split("."))
    end = tuple(int(part) for part in match["end"].split("."))
    return (
        standard, summer,
        start, minutes(match["start_time"] or "2"), end, minutes(match["end_time"] or "2"),
    )


def switch(year, rule, minute, offset):
    """When clocks are changed, in UTC."""
    month, week, weekday = rule
    first = datetime(year, month, 1, tzinfo=timezone.utc)
    day = first + timedelta(days=(weekday - first.isoweekday()) % 7 + 7 * (week - 1))
    while day.month != month:
        day -= timedelta(days=7)
    return day + timedelta(minutes=minute - offset)


def offset(rule, when, cache):
    """Minutes ahead of UTC by the rule."""
    if len(rule) == 1:
        return rule[0]
    standard, summer, start, start_minute, end, end_minute = rule
    year = (when + timedelta(minutes=standard)).year
    if (rule, year) not in cache:
        cache[rule, year] = (
            switch(year, start, start_minute, standard), switch(year, end, end_minute, summer))
    begins, ends = cache[rule, year]
    is_summer = begins <= when < ends if begins < ends else not ends <= when < begins
    return summer if is_summer else standard


def first_year(name, rule):
    """The first year from which on the rule gives the offset of every day; 1 where it always did."""
    zone = zoneinfo.ZoneInfo(name)
    when = datetime(2099, 12, 31, 12, tzinfo=timezone.utc)
    cache = {}
    while when.year >= 1900:
        if when.astimezone(zone).utcoffset() != timedelta(minutes=offset(rule, when, cache)):
            return when.year + 1
        when -= timedelta(days=1)
    return 1


def main():
    rules = {}
    for name in sorted(zoneinfo.available_timezones()):
        path = os.path.join(ROOT, name)
        if not os.path.isfile(path) or name in ("Factory", "localtime", "posixrules"):
            continue
        with open(path, "rb") as file:
            rule = parsed(file.read().rstrip(b"\n").split(b"\n")[-1].decode())
        rules.setdefault(rule, []).append(f"{name}={first_year(name, rule)}")
    lines = []
    for rule, names in sorted(rules.items(), key=str):
        text = str(rule[0])
        if len(rule) > 1:
            start, end = (".".join(map(str, part)) for part in (rule[2], rule[4]))
            text += f" {rule[1]} {start}/{rule[3]} {end}/{rule[5]}"
        lines.append(f"{text}:")
        lines += textwrap.wrap(
            " ".join(names), 90, initial_indent="  ", subsequent_indent="  ",
            break_on_hyphens=False)
    version = open(f"{ROOT}/tzdata.zi").readline().split()[-1]
    print(f'''// Written by scripts/time-zone-table.py from release {version} of the tz database (public domain).

extension TimeZone {{
    /// The zones by rule: minutes ahead of UTC, or in winter and in summer with the two changes as
    /// `month.week.weekday/minute` of local time; below it each name with the first year of the rule.
    static let table = """''')
    print("\n".join("        " + line for line in lines))
    print('        """\n}')


main()
