"""Runs the client under test; each call is a process of its own."""

import datetime
import json
import os
import pathlib
import shutil
import subprocess
import tempfile


class Client:
    def __init__(self, program, address):
        self.program = program
        # What the program is run under.
        self.tracer = []
        self.address = address
        self.base = tempfile.TemporaryDirectory()
        self.metadata = pathlib.Path(self.base.name, "metadata")
        self.targets = pathlib.Path(self.base.name, "targets")
        self.metadata.mkdir()
        self.targets.mkdir()

    def close(self):
        self.base.cleanup()

    def run(self, arguments, now=None, fake=None, may_die=False):
        """The exit status, which is 0 or 1: anything else is a crash."""
        command = [*self.tracer, self.program, *map(str, arguments)]
        environment = {"PATH": os.environ["PATH"]}
        if now:
            environment["TUF_NOW"] = now if isinstance(now, str) else now.isoformat()
        if fake:
            command = ["faketime", str(fake + datetime.timedelta(microseconds=123456)), *command]
        result = subprocess.run(command, env=environment, capture_output=True, timeout=30)
        self.message = result.stderr.decode()
        assert may_die or result.returncode in (0, 1), f"{result.returncode}: {self.message}"
        return result.returncode

    def init(self, root):
        path = pathlib.Path(self.base.name, "trusted.json")
        path.write_bytes(root)
        return self.run(["--metadata-dir", self.metadata, "init", path])

    def refresh(self, url="/metadata/", **clock):
        return self.run(
            ["--metadata-url", self.address + url, "--metadata-dir", self.metadata, "refresh"],
            **clock,
        )

    def download(self, *names, urls=("/metadata/", "/targets/"), **clock):
        arguments = ["--target-base-url", self.address + urls[1], "--target-dir", self.targets]
        for name in names:
            arguments += ["--target-name", name]
        arguments += ["--metadata-dir", self.metadata, "--metadata-url", self.address + urls[0]]
        return self.run(arguments + ["download"], **clock)

    @property
    def stored(self):
        """`root 1, timestamp 1` of everything in the folder, delegated roles at the end."""
        found = {}
        for path in self.metadata.iterdir():
            assert path.suffix == ".json", f"{path.name} is no metadata"
            found[path.stem] = json.loads(path.read_bytes())["signed"]["version"]
        order = ["root", "timestamp", "snapshot", "targets"]
        names = [name for name in order if name in found] + sorted(set(found) - set(order))
        return ", ".join(f"{name} {found[name]}" for name in names)

    def file(self, name):
        return (self.metadata / name).read_bytes()

    @property
    def downloaded(self):
        """The targets' contents, the oldest first."""
        files = [path for path in self.targets.rglob("*") if path.is_file()]
        files.sort(key=lambda path: path.stat().st_mtime_ns)
        return [path.read_bytes() for path in files]


def faketime():
    """Whether the machine has it."""
    return shutil.which("faketime") is not None
