"""The same job as `breakdown matches.ndjson`, as one would write it in Python: every key, side by side.

usage: tables.py plain|jinja2|rich < matches.ndjson
"""
import io
import json
import sys


def rows(match):
    red, blue = match["score_breakdown"]["red"], match["score_breakdown"]["blue"]
    return [(key, red[key], blue.get(key)) for key in red]


def plain():
    for line in sys.stdin:
        match = json.loads(line)
        print(match["key"])
        for key, red, blue in rows(match):
            print(f"{red!s:>20} | {key:^36} | {blue!s:<20}")


def jinja2():
    from jinja2 import Environment

    template = Environment().from_string(
        "{{ match.key }}\n{% for key, red, blue in rows %}"
        "{{ '%20s' % red }} | {{ '%-36s' % key }} | {{ '%-20s' % blue }}\n{% endfor %}")
    for line in sys.stdin:
        match = json.loads(line)
        print(template.render(match=match, rows=rows(match)))


def rich():
    from rich.console import Console
    from rich.table import Table

    console = Console(file=io.TextIOWrapper(sys.stdout.buffer), width=100)
    for line in sys.stdin:
        match = json.loads(line)
        table = Table("red", match["key"], "blue")
        for key, red, blue in rows(match):
            table.add_row(str(red), key, str(blue))
        console.print(table)


{"plain": plain, "jinja2": jinja2, "rich": rich}[sys.argv[1]]()
