"""usage: golden-python.py CASES: prints the answers of the installed wheel as JSON"""
import hashlib, json, pathlib, sys

from match_breakdown import BreakdownError, Renderer

folder = pathlib.Path(sys.argv[1])
renderer = Renderer()
answers = []
for case in json.loads((folder / "cases.json").read_text()):
    try:
        output = renderer.render((folder / case["data"]).read_bytes(), **case["options"])
        answers.append(hashlib.sha256(output.encode()).hexdigest())
    except BreakdownError as error:
        answers.append(f"refused: {'CRASHED ' if error.code == 'crashed' else ''}{error}")
print(json.dumps(answers))
