"""What `breakdown` and its expressions cost."""
import os
import re
import subprocess

from measuring import Case, ROOT, SCRATCH, compile_c, peer, program, quietly, table


def cold_start(runs):
    """One match from a file to a table on standard output, in a fresh process."""
    match = sample("2024")
    source, hello = os.path.join(SCRATCH, "hello.c"), os.path.join(SCRATCH, "hello")
    with open(source, "w") as file:
        file.write('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
    compile_c(source, hello)
    table("`breakdown` on one match, a fresh process", [
        Case("breakdown", [program("breakdown"), match]),
        Case("C hello", [hello]),
        Case("mlr --ijson --oxtab cat", ["mlr", "--ijson", "--oxtab", "cat", match]),
        Case("jq . \\| column", ["sh", "-c", f"jq . {match} | column"]),
    ], runs)


def throughput(runs):
    """1,000 matches as NDJSON in one process, beside what one would write in Python."""
    matches = stream(1_000)
    cases = [Case(f"breakdown --format {form}", [program("breakdown"), "--format", form], stdin=matches)
             for form in ("text", "json")]
    cases += [Case(f"Python, {name}", peer("tables.py", name), stdin=matches)
              for name in ("plain", "jinja2", "rich")]
    table("1,000 matches, one process", cases, max(3, runs // 20))
    print("Matches a second: " + ", ".join(f"{case.name} {1_000 / case.median:,.0f}" for case in cases) + ".\n")


def memory(_):
    """Resident memory must not grow with the number of matches."""
    print("### memory by number of matches\n\n| matches | resident MiB |\n|--:|--:|")
    for count in (1, 1_000, 100_000):
        case = Case(str(count), [program("breakdown")], stdin=stream(count))
        case.run()
        print(f"| {count:,} | {case.kilobytes[0] / 1024:.1f} |", flush=True)
    print()


def instructions(_):
    """Counts that do not move with the machine."""
    counted = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={SCRATCH}/callgrind", program("breakdown"), sample("2024")],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True).stderr
    count = int(re.search(r"refs:\s+([\d,]+)", counted)[1].replace(",", ""))
    print(f"### instructions\n\n`breakdown` on one match under callgrind: {count / 1e6:.2f} million.\n", flush=True)


def expressions(_):
    """One compiled expression, evaluated many times, in one run with the engines of PyPI."""
    expression = "a.b + a.c * 2 > 10 ? 'x' : 'y'"
    ours = float(quietly([program("cel-benchmark"), expression, "200000"]))
    cpp, python = map(float, quietly(peer("cel.py", expression)).split())
    print(f"### `{expression}`, compiled once\n\n| engine | ns an evaluation | ours / this |\n|---|--:|--:|")
    for name, cost in [("CEL of this project", ours), ("cel-expr-python (cel-cpp)", cpp), ("cel-python", python)]:
        print(f"| {name} | {cost:,.0f} | {ours / cost:.4f} |")
    print(flush=True)


def sample(year):
    """A qualification match of the season."""
    folder = os.path.join(ROOT, "bundles", year, "samples")
    return os.path.join(folder, sorted(n for n in os.listdir(folder) if n.endswith(".json") and "_qm" in n)[0])


def stream(count):
    """A file of `count` matches, one a line: the samples of three seasons in turn."""
    path = os.path.join(SCRATCH, f"{count}.ndjson")
    if not os.path.exists(path):
        lines = [quietly(["jq", "-c", ".", sample(year)]) for year in ("2018", "2024", "2026")]
        with open(path, "w") as file:
            for at in range(count):
                file.write(lines[at % 3])
    return path
