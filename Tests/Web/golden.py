"""The cases that native, Node, Chromium and Python must answer with the same bytes.

A case has a name, options of the module, the input and what `breakdown` answers to it: the output, or, if
it refuses the input, its sentence. `breakdown` itself makes the answers, so there is nothing to keep up to
date. The samples of bundles/ are always there; `matches` and `insights` of a folder of real data, where
there is one.
"""
from __future__ import annotations

import concurrent.futures, dataclasses, hashlib, json, os, pathlib, subprocess

ROOT = pathlib.Path(__file__).parents[2]
FORMATS = ["text", "html", "json", "svg", "markdown", "csv", "summary"]
#: `breakdown` puts at most so many matches into one picture.
PICTURE_MATCHES_MAX = 20
#: The program names its source; the module calls it input.
PREFIX = "breakdown: standard input: "


@dataclasses.dataclass
class Case:
    name: str
    options: dict
    data: bytes
    answer: str = ""
    refused: bool = False

    @property
    def sum(self) -> str:
        """What a host answers for this case: the hash of the output, or the sentence."""
        return f"refused: {self.answer}" if self.refused else hashlib.sha256(self.answer.encode()).hexdigest()


def cases(real: pathlib.Path | None) -> list[Case]:
    """All cases, without answers."""
    found = [*sample_cases(), *wording_cases(), *number_cases()]
    if real is not None:
        found += real_cases(real)
    return found


def sample_cases():
    folders = sorted((ROOT / "bundles").glob("[12]*"))
    for folder in folders:
        samples = [json.loads(path.read_text()) for path in sorted(folder.glob("samples/*.json"))]
        matches = [sample for sample in samples if "key" in sample]
        insights = [sample for sample in samples if "key" not in sample]
        year = int(folder.name)
        for name, entries in (("matches", matches), ("insights", insights)):
            if not entries:
                continue
            own = {} if name == "matches" else {"year": year}
            for form in FORMATS:
                yield case(f"{year} {name} {form}", entries, format=form, **own)
            for more in ({"width": 20}, {"width": 40}, {"width": 61}, {"width": 1000}, {"ascii": True},
                         {"ascii": True, "width": 38, "all": True}, {"colour": True}, {"all": True},
                         {"format": "html", "all": True}, {"format": "json", "all": True},
                         {"format": "csv", "wide": True}, {"format": "svg", "theme": "dark"},
                         {"format": "svg", "theme": "light"}):
                words = " ".join(f"{key}={value}" for key, value in more.items())
                yield case(f"{year} {name} {words}", entries, **more, **own)
        for match in [match for match in matches if isinstance(match.get("score_breakdown"), dict)][:1]:
            yield case(f"{year} bare breakdown", match["score_breakdown"], year=year)
            yield case(f"{year} in a webhook's message", {"message_data": {"match": match}})
            yield case(f"{year} generic", {**match, "key": f"2031{match['key'][4:]}", "event_key": "2031abc"})
            yield case(f"{year} of another year", match, year=2024 if year != 2024 else 2019)
            for name, damage in DAMAGES.items():
                yield case(f"{year} {name}", {**match, "score_breakdown": damage(match["score_breakdown"])})
            yield case(f"{year} without a breakdown", {**match, "score_breakdown": None})


def each_value(change):
    return lambda both: {side: {key: change(value) for key, value in (fields if isinstance(fields, dict) else {}).items()}
                         for side, fields in both.items()}


#: What a description may meet where it expects something else; rows say so, and nothing stops.
DAMAGES = {
    "texts": each_value(str),
    "nulls": each_value(lambda _: None),
    "lists": each_value(lambda value: [value]),
    "large numbers": each_value(lambda value: 10 ** 18 if type(value) is int else value),
    "fractions": each_value(lambda value: value / 3 if type(value) is int else value),
    "no fields": lambda both: {side: {} for side in both},
    "one side": lambda both: {"red": both.get("red")},
    "signs": each_value(lambda value: "\u001b[31m\u202e<b>&é́👩‍🚀中\t" if type(value) is str else value),
}

WORDINGS = {
    "empty": b"", "spaces": b" \n\t", "an open object": b"{", "an open list": b"[1", "a text": b'"x"', "a number": b"3",
    "an empty list": b"[]", "no JSON": b"nul", "HTML": b"<!DOCTYPE html><title>x</title>", "a wrong key": b'{"key":3}',
    "no match": b'{"a":1}', "a list for alliances": b'{"key":"2024x_qm1","alliances":[]}',
    "wrong insights": b'{"qual":1}', "a wrong side": b'{"key":"2024x_qm1","score_breakdown":{"red":1}}',
    "a key twice": b'{"key":"2024x_qm1","key":"2024x_qm2"}', "no UTF-8": b'{"key":"\xff\xfe"}',
    "too deep": b'{"key":"2024x_qm1","a":' + b"[" * 200 + b"]" * 200 + b"}", "half a pair": b'{"key":"\\ud800"}',
    "a large number": b'{"key":"2024x_qm1","match_number":1' + b"0" * 400 + b"}", "text behind": b'{"key":"2024x_qm1"} x',
    "two matches": b'{"key":"2024x_qm1"}\n{"key":"2024x_qm2"}', "an unplayed match": b'{"key":"2024x_qm1"}',
    "controls": '{"key":"2024x_qm1\\u001b[31m","event_key":"\\u202e\u0301"}'.encode(),
    # Composed and decomposed letters, and the sign for kelvin, which has the letter K as its other spelling.
    "equivalent spellings": json.dumps({
        "key": "2031abc_qm1", "score_breakdown": {
            "red": {"\u00e9t\u00e9": 1, "e\u0301t\u00e9": 2, "\u212a": 3, "K": 4, "places": ["\u00e9", "e\u0301", "K", "\u212a"],
                    "\ud55c": 5, "\u1112\u1161\u11ab": 6, "Robot1\u00e9": 7, "Robot1e\u0301": 8, "Robot2\u00e9": 9},
            "blue": {"e\u0301t\u00e9": 1, "\u00e9t\u00e9": 2, "K": "\u212a", "\u212a": "K", "places": ["K", "\u212a", "e\u0301", "b"]},
        }}, ensure_ascii=False).encode(),
}


#: Around the ends of 31, 32, 53 and 63 bits: no host's own integer may show.
NUMBERS = [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 41, 2 ** 53 + 1, 2 ** 63 - 1, -(2 ** 31) - 1, 98.0, 2.0 ** 40]


def numbered_match(number: int | float) -> list:
    """A match with its event and its source, with the same number wherever a number may stand."""
    side = {"rp": number, "autoPoints": number, "list": [number], "inner": {"a": number, "b": 1}}
    return [
        {"key": "2031abc", "event_code": "abc", "timezone": "America/New_York", "playoff_type": number},
        {"retrieved": {"source": "T", "address": "https://t.example/", "age_seconds": max(0, number), "is_stored": True}},
        {"key": "2031abc_qm1", "comp_level": "qm", "match_number": 1, "time": number, "alliances": {
            "red": {"score": number, "team_keys": ["frc1"]}, "blue": {"score": 41, "team_keys": ["frc2"]}},
         "score_breakdown": {"red": side, "blue": {**side, "rp": 1}}},
    ]


def number_cases():
    for number in NUMBERS:
        for form in FORMATS:
            yield case(f"numbers: {number} as {form}", numbered_match(number), format=form)
        yield case(f"numbers: {number} as columns", numbered_match(number), format="csv", wide=True)


def wording_cases():
    for name, data in WORDINGS.items():
        for form in ("text", "json", "html"):
            yield Case(f"words: {name} as {form}", {"format": form}, data)
    data = WORDINGS["equivalent spellings"]
    yield Case("words: equivalent spellings as columns", {"format": "csv", "wide": True}, data)
    yield Case("words: equivalent spellings, all", {"all": True}, data)


def real_cases(folder: pathlib.Path):
    for kind in ("matches", "insights"):
        for path in sorted((folder / kind).rglob("*.json")):
            data = path.read_bytes()
            name = str(path.relative_to(folder))
            own = {} if kind == "matches" else {"year": int(path.stem)}
            for form in FORMATS:
                if form == "svg":
                    entries = json.loads(data)
                    part = entries[:PICTURE_MATCHES_MAX] if isinstance(entries, list) else entries
                    yield case(f"{name} svg", part, format=form, **own)
                else:
                    yield Case(f"{name} {form}", {"format": form, **own}, data)
            yield Case(f"{name} all", {"all": True, "width": 50, "ascii": True, **own}, data)


def case(name: str, value: object, **options) -> Case:
    return Case(name, options, json.dumps(value, ensure_ascii=False).encode())


def ask(breakdown: str, found: list[Case]) -> None:
    """Fills in what the native program answers."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda case: ask_one(breakdown, case), found))


def ask_one(breakdown: str, case: Case) -> None:
    options = {"format": "text", "width": 80, **case.options}
    words = ["--format", options["format"], "--color", "always" if options.get("colour") else "never"]
    words += [word for name in ("width", "year", "theme") if name in options for word in (f"--{name}", str(options[name]))]
    words += [f"--{name}" for name in ("ascii", "all", "wide") if options.get(name)]
    # Nothing of this machine may change the answer.
    surroundings = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "BUNDLE_AGENT_STATE": "/nonexistent"}
    done = subprocess.run([breakdown, *words], input=case.data, capture_output=True, env=surroundings)
    complaints = done.stderr.decode()
    if complaints == "":
        case.answer = done.stdout.decode()
    else:
        case.refused = True
        case.answer = complaints.splitlines()[0].replace(PREFIX, "input: ", 1).removeprefix("breakdown: ")


def write(found: list[Case], folder: pathlib.Path) -> None:
    """What the hosts read: cases.json and a file for each input."""
    folder.mkdir(parents=True)
    listed = []
    for index, case in enumerate(found):
        (folder / f"{index}.data").write_bytes(case.data)
        options = {"width": 80, **case.options}
        if options.get("format") == "html":
            options["document"] = True
        listed.append({"name": case.name, "options": options, "data": f"{index}.data"})
    (folder / "cases.json").write_text(json.dumps(listed))
