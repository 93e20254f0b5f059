"""The scenarios to interrupt: each is a state folder and one command."""

import json
import os
import shutil
import subprocess

import verify

SEASONS = os.path.join(os.path.dirname(__file__), "..", "..", "bundles")
# No server listens there, so the agent uses the seasons inside the program.
NOWHERE = "http://127.0.0.1:1"


class World:
    """A publisher's folder and a machine's state folder, driven by the real programs."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.seasons, self.site = f"{folder}/seasons", f"{folder}/site"
        self.environment = {
            # Makes the calls the same, in the same order, each time.
            "SWIFT_DETERMINISTIC_HASHING": "1",
            "BUNDLE_AGENT_CONFIG": "none",
            "PATH": f"{programs}:/usr/bin:/bin",
            "HOME": folder,
        }
        shutil.copytree(SEASONS, self.seasons)
        self.publisher("init", "--no-passphrase", "--home", f"{folder}/home")
        self.edit("2018", "one")
        self.publish()

    def publisher(self, *arguments):
        result = subprocess.run([f"{self.programs}/bundle-publish", *arguments],
                                env=self.environment, capture_output=True, text=True)
        if result.returncode:
            raise SystemExit(f"bundle-publish {arguments[0]}: {result.stderr}")

    def publish(self):
        self.publisher("publish", "--bundles", self.seasons, "--home", f"{self.folder}/home",
                       "--in", self.site)

    def edit(self, year, word):
        """Changes what a season shows, so that its content has another version."""
        path = f"{self.seasons}/{year}/match.yaml"
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith("title:"))
        lines[at] = f"title: {year} {word}"
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.publisher("check", year, "--update", "--bundles", self.seasons)

    def agent(self, state, *command, repository=None):
        """The command line of the agent on a state folder."""
        return [f"{self.programs}/bundle-agent", *command, "--state", state,
                "--repository", repository or self.site,
                "--root", f"{self.folder}/home/metadata/1.root.json"]

    def run(self, state, *command, repository=None):
        return subprocess.run(
            self.agent(state, *command, repository=repository), env=self.environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def polled(self, state):
        result = self.run(state, "poll")
        if result.returncode:
            raise SystemExit(f"crash-test: a poll to prepare failed: {result.stderr}")


class Scenario:
    """A command and the state it starts from; what may be served on the way and what must be in the end."""

    def __init__(self, name, world, base, command, also=()):
        self.name, self.world, self.base, self.command = name, world, base, command
        self.allowed = [*also]
        if os.path.isdir(f"{base}/state"):
            self.allowed.append(verify.served(f"{base}/state"))
        else:
            self.allowed.append(None)
        after = f"{base}.after"
        shutil.copytree(base, after, symlinks=True)
        result = world.run(f"{after}/state", *command)
        if result.returncode:
            raise SystemExit(f"crash-test: {name}: {result.stderr or result.stdout}")
        world.polled(f"{after}/state")
        self.wanted = verify.served(f"{after}/state")
        self.allowed.append(self.wanted)


def first_install(world, folder):
    """From nothing: what is inside the program first, then what is published."""
    base = f"{folder}/first"
    os.makedirs(base)
    world.run(f"{folder}/embedded/state", "poll", repository=NOWHERE)
    embedded = verify.served(f"{folder}/embedded/state")
    return Scenario("first install", world, base, ["poll"], [embedded])


def update(world, folder):
    """One year is published anew."""
    base = f"{folder}/update"
    os.makedirs(base)
    world.polled(f"{base}/state")
    world.edit("2024", "two")
    world.publish()
    return Scenario("update of a year", world, base, ["poll"])


def gone_back(world, folder):
    """The publisher goes back to what was published before."""
    base = f"{folder}/back"
    os.makedirs(base)
    world.polled(f"{base}/state")
    world.edit("2024", "three")
    world.publish()
    world.polled(f"{base}/state")
    world.edit("2024", "two")
    world.publish()
    return Scenario("the publisher goes back", world, base, ["poll"])


def rolled_back(world, folder):
    """A person goes back to the set before; None where this agent has no such command."""
    base = f"{folder}/rollback"
    os.makedirs(base)
    world.polled(f"{base}/state")
    if "bundle-agent rollback" not in world.run(f"{base}/state", "rollback", "--help").stdout:
        return None
    world.edit("2024", "four")
    world.publish()
    world.polled(f"{base}/state")
    return Scenario("rollback", world, base, ["rollback", "2024"])


def reap(world, folder):
    """Nothing is new, but the disk is full of what earlier runs left."""
    base = f"{folder}/reap"
    state = f"{base}/state"
    os.makedirs(base)
    world.polled(state)
    for word in ("five", "six", "seven"):
        world.edit("2024", word)
        world.publish()
        world.polled(state)
    current = int(os.path.basename(os.readlink(f"{state}/current")))
    whole = os.path.realpath(f"{state}/current/2024")
    year = os.path.dirname(whole)
    # Sets older than those kept, a set that was never switched to, half a bundle, an unpacked one,
    # one that no set names, one whose files are not as its manifest says, a zip half fetched.
    for number in (*range(1, current - 2), current + 1):
        shutil.copytree(f"{state}/sets/{current}", f"{state}/sets/{number}", symlinks=True,
                        dirs_exist_ok=True)
    shutil.copytree(whole, f"{year}/{'a' * 64}")
    shutil.copytree(whole, f"{state}/downloads/2024-{'b' * 64}")
    shutil.copytree(f"{state}/sets/{current}", f"{state}/downloads/set-9", symlinks=True)
    for path in (f"downloads/{'c' * 64}.partial", "metadata/.tmp-1-0", ".tmp-1-0", "sets/.tmp-2-1"):
        with open(f"{state}/{path}", "wb") as file:
            file.write(b"half")
    os.remove(f"{year}/{'a' * 64}/manifest.json")
    with open(f"{state}/sets/{current}/set.json", encoding="utf-8") as file:
        json.load(file)
    return Scenario("reap", world, base, ["poll"])


ALL = [first_install, update, gone_back, rolled_back, reap]
