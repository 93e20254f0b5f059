"""Uses the installed wheel as its types and its errors say.

usage: wheel-test.py MATCH
"""
import concurrent.futures, hashlib, io, json, pathlib, subprocess, sys, tempfile, zipfile
from importlib import resources

import match_breakdown
from match_breakdown import Breakdown, BreakdownError, Renderer, render

TEXT = pathlib.Path(sys.argv[1]).read_text()
SEASON = {file.name: file.read_bytes() for file in resources.files("match_breakdown").joinpath("seasons/2024").iterdir()}
VERSION = hashlib.sha256(SEASON["manifest.json"]).hexdigest()


def refuses(code, action):
    try:
        action()
    except BreakdownError as error:
        assert error.code == code, (error.code, str(error))
    else:
        raise AssertionError(f"expected {code}")


def zip_of(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return packed.getvalue()


def test_a_text_bytes_and_a_dict_are_the_same_match():
    drawn = render(TEXT)
    assert "Total Score" in drawn
    assert render(TEXT.encode()) == render(bytearray(TEXT.encode())) == render(json.loads(TEXT)) == drawn
    assert render([json.loads(TEXT)]) == drawn
    (view,) = match_breakdown.view(TEXT)
    assert all(len(row["cells"]) == 2 for table in view["tables"] for row in table["rows"])


def test_a_notebook_shows_a_table():
    shown = Breakdown(TEXT)
    assert "<table>" in shown._repr_html_() and shown._repr_svg_().startswith("<svg") and "|" in shown._repr_markdown_()
    assert str(shown) == render(TEXT)


def test_what_is_no_json_or_no_option_is_refused():
    for value in (float("nan"), {1, 2}, "{", "\ud800"):
        refuses("invalid-json", lambda: render(value))
    refuses("invalid-options", lambda: render(TEXT, "pdf"))
    refuses("invalid-options", lambda: render(TEXT, colors=True))
    refuses("invalid-options", lambda: render(TEXT, width=object()))
    refuses("too-large", lambda: render(bytes((64 << 20) + 1)))


def test_a_season_is_loaded_by_files_zip_and_folder():
    renderer = Renderer(seasons=False)
    generic = renderer.render(TEXT)
    renderer.load_season(2024, match=SEASON["match.json"])
    assert renderer.render(TEXT) != generic
    assert renderer.load_bundle(zip_of(SEASON), version=VERSION) == 2024
    assert [(s["year"], s["version"], s["origin"]) for s in renderer.seasons()] == [(2024, VERSION, "downloaded")]
    with tempfile.TemporaryDirectory() as folder:
        for name, content in SEASON.items():
            (pathlib.Path(folder) / name).write_bytes(content)
        (pathlib.Path(folder) / "season.zip").write_bytes(zip_of(SEASON))
        assert renderer.load_bundle(f"{folder}/season.zip") == 2024
        (pathlib.Path(folder) / "season.zip").unlink()
        assert renderer.load_bundle(folder) == 2024
    refuses("damaged-bundle", lambda: renderer.load_bundle(zip_of(SEASON), version="0" * 64))
    refuses("damaged-bundle", lambda: renderer.load_bundle(zip_of({**SEASON, "match.json": b"{}"})))
    refuses("damaged-bundle", lambda: renderer.load_bundle(zip_of({"match.json": b"{}"})))
    refuses("damaged-bundle", lambda: renderer.load_bundle(zip_of({"manifest.json": bytes(9 << 20)})))
    refuses("damaged-bundle", lambda: renderer.load_bundle(b"PK"))
    packed = bytearray(zip_of(SEASON))
    drawn = renderer.render(TEXT)
    for place in range(0, len(packed), 11):
        changed = bytearray(packed)
        changed[place] ^= 0x55
        try:
            renderer.load_bundle(bytes(changed), version=VERSION)
        except BreakdownError as error:
            assert error.code == "damaged-bundle", (place, error.code, str(error))
        assert renderer.render(TEXT) == drawn


def test_an_error_of_a_worker_process_arrives():
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        refuses("invalid-json", lambda: pool.submit(render, "{").result(timeout=60))


def test_several_threads_use_one_renderer():
    drawn = render(TEXT)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: render(TEXT), range(200))) == {drawn}


def test_the_command_line():
    run = lambda *words, **more: subprocess.run([sys.executable, "-m", "match_breakdown", *words], capture_output=True, **more)
    for width in ["5", "0", "1001", "wide"]:
        wrong = run("--width", width, sys.argv[1])
        assert wrong.returncode == 2 and b"from 20 to 1000" in wrong.stderr, wrong
    assert run("--width", "20", sys.argv[1]).returncode == 0
    assert run(sys.argv[1]).stdout.decode() == render(TEXT)
    assert run("--ascii", input=TEXT.encode()).stdout.decode() == render(TEXT, ascii=True)
    wrong = run("/nonexistent", sys.argv[1])
    assert (wrong.returncode, wrong.stdout.decode()) == (1, render(TEXT)) and b"/nonexistent" in wrong.stderr
    assert run("--format", "pdf").returncode == 2


for name, test in [entry for entry in globals().items() if entry[0].startswith("test_")]:
    test()
print("wheel-test: good")
