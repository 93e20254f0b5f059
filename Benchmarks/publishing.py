"""What a publish costs, on three trees, beside what people would use instead."""
import glob
import itertools
import json
import os
import random
import shutil
import subprocess
import time

from measuring import Case, ROOT, SCRATCH, aside, peer, program, quietly, table


def publishing(runs):
    """The twelve seasons as they are."""
    tree = os.path.join(SCRATCH, "seasons")
    shutil.copytree(os.path.join(ROOT, "bundles"), tree, dirs_exist_ok=True)
    compare("12 seasons as they are", tree, runs)


def publishing_50_megabytes(runs):
    """200 seasons of 12 files, 50 MB."""
    compare("50 MB in 2,400 files", grown("50mb", seasons=200, samples=5, bytes_each=50_000), max(3, runs // 10))


def publishing_gigabyte(runs):
    """1,000 seasons of 24 files, 1 GB."""
    compare("1 GB in 24,000 files", grown("1gb", seasons=1_000, samples=11, bytes_each=90_000), max(3, runs // 50))


def compare(title, tree, runs):
    tools = [bundle_publish(tree), zip_all(tree), ostree(tree), casync(tree), python_tuf(tree)]
    if old := os.environ.get("OLD_PROGRAMS"):
        tools.insert(1, bundle_publish(tree, os.path.join(old, "bundle-publish"), "-old", ", old"))
    # python-tuf's zips are made before it starts: the fair peer has checked and packed before, too.
    ours, theirs = tools[0], tools[-1]
    ours.run()
    table(f"publish {title}, checked and packed before, into an empty place",
          [Case("bundle-publish (signs, verifies, pages)", ours.command, prepare=aside(ours.result)),
           Case(theirs.name, theirs.command, prepare=theirs.clear)], max(3, runs // 2))
    for step, prepare, count in [("from nothing", lambda tool: tool.clear, runs // 4),
                                 ("one line changed", lambda tool: change(tree), runs // 2),
                                 ("nothing changed", lambda tool: None, runs)]:
        before = {tool: size(tool.result) for tool in tools}
        cases = [Case(tool.name, tool.command, prepare=prepare(tool)) for tool in tools]
        table(f"publish {title}, {step}", cases, max(3, count))
        added = (f"{tool.name} {(size(tool.result) - before[tool]) // max(3, count):,}" for tool in tools)
        if step == "one line changed":
            print("Bytes added by each publish: " + ", ".join(added) + "\n", flush=True)


class Tool:
    """A way to publish a tree: its command, what it writes, and how to start over."""

    def __init__(self, name, command, result, clear):
        self.name, self.command, self.result, self.clear = name, command, result, clear

    def run(self):
        self.clear()
        quietly(self.command)


def bundle_publish(tree, path=program("bundle-publish"), suffix="", age=""):
    home, site = tree + "-home" + suffix, tree + "-site" + suffix
    quietly([path, "init", "--no-passphrase", "--home", home])
    # Programs before 0.9 name the directory by --to.
    usage = subprocess.run([path, "publish", "--help"], check=True, capture_output=True, text=True).stdout
    place = "--to" if "--to" in usage else "--in"

    def clear():
        aside(site)()
        aside(home + "/seen")()
    return Tool(f"bundle-publish{age} (checks, signs, verifies)",
                [path, "publish", "--bundles", tree, "--home", home, place, site], site, clear)


def zip_all(tree):
    archive = tree + ".zip"
    return Tool("zip -r && sha256sum", ["sh", "-c", f"rm -f {archive}; cd {tree} && zip -qr {archive} . && sha256sum {archive}"],
                archive, lambda: None)


def ostree(tree):
    repository = tree + "-ostree"

    def clear():
        aside(repository)()
        quietly(["ostree", f"--repo={repository}", "init", "--mode=archive"])
    clear()
    return Tool("ostree commit && summary (archive, unsigned)",
                ["sh", "-c", f"ostree --repo={repository} commit -b main --tree=dir={tree} && ostree --repo={repository} summary -u"],
                repository, clear)


def casync(tree):
    store = tree + "-casync"

    def clear():
        aside(store)()
        os.makedirs(store)
    clear()
    return Tool("casync make (unsigned)", ["casync", "make", "--store", store + "/store", store + "/tree.caidx", tree], store, clear)


def python_tuf(tree):
    """Hashes and signs zips that are there already: the least a publish with python-tuf can be."""
    zips, site = tree + "-zips", tree + "-python-tuf"
    os.makedirs(zips, exist_ok=True)
    for year in sorted(os.listdir(tree)):
        quietly(["zip", "-qr", os.path.join(zips, year + ".zip"), year], cwd=tree)
    return Tool("python-tuf (zips made before)", peer("tuf_publish.py", zips, site), site, aside(site))


def change(tree, samples="*/samples/*.json"):
    """Something that adds a member to one sample, in a line of its own; what people see stays as it is."""
    sample = sorted(glob.glob(os.path.join(tree, samples)))[-1]

    def add(numbers=itertools.count()):
        with open(sample) as file:
            text = file.read().rstrip()
        with open(sample, "w") as file:
            file.write(f'{text[:-1].rstrip()},\n"change {time.time_ns()}-{next(numbers)}": 1}}\n')
    return add


def grown(name, seasons, samples, bytes_each):
    """Seasons with many large samples: a real season's description and match, with text that no description shows."""
    tree = os.path.join(SCRATCH, name)
    source = os.path.join(ROOT, "bundles/2024")
    with open(sorted(glob.glob(os.path.join(source, "samples/*_qm*.json")))[0]) as file:
        match = json.load(file)
    rng = random.Random(1)
    for year in range(1992, 1992 + seasons):
        folder = os.path.join(tree, str(year))
        os.makedirs(os.path.join(folder, "samples"))
        with open(os.path.join(source, "match.yaml")) as file, open(os.path.join(folder, "match.yaml"), "w") as copy:
            copy.write(file.read())
        match["event_key"] = f"{year}big"
        for number in range(1, samples + 1):
            match["key"], match["match_number"] = f"{year}big_qm{number}", number
            match["remarks"] = rng.randbytes(bytes_each // 2).hex()
            with open(os.path.join(folder, "samples", match["key"] + ".json"), "w") as file:
                json.dump(match, file, indent=1)
    quietly([program("bundle-publish"), "check", "--update", "--bundles", tree])
    return tree


def size(path):
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)
