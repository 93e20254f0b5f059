"""What a disk may hold after a power cut: a folder replayed with and without what no fsync has made durable.

POSIX promises little: a file's bytes are on the disk after fsync of the file, its name after fsync of
the folder it is in. What was not asked for may be there or not, in any order; a rename is there as a
whole or not at all.
"""

import hashlib
import os
import random
from typing import NamedTuple


class Link(NamedTuple):
    target: bytes


class Folder:
    """A folder's identity; the names in it depend on what was lost."""


class File:
    """A file's bytes: as written, and as the last fsync made them durable."""

    def __init__(self, content=b"", durable=b""):
        self.content = content
        self.durable = durable
        self.is_broken = False

    def after(self, loss):
        """Its bytes where those not yet durable are kept, lost, cut in half or zero."""
        if self.is_broken:
            return bytes(len(self.content))
        if self.durable == self.content or loss == "kept":
            return self.content
        if loss == "zero":
            return bytes(len(self.content))
        if loss == "half":
            return self.content[: len(self.content) // 2]
        return self.durable


class Disk:
    """The folder during a run: every change of a name in order, and which of them are durable."""

    def __init__(self, folder):
        self.root = Folder()
        self.prefix = folder.encode()
        self.start = {}  # folder → name → what is there
        self.scan(self.root, self.prefix)
        self.now = copy(self.start)
        self.changes = []  # (folder, name, what, folder before, name before); None: nothing
        self.durable = []
        self.open = {}
        self.begun = {}  # thread → what it waits for: the file's bytes, how many changes of names

    def scan(self, folder, path):
        names = self.start[folder] = {}
        for entry in os.scandir(path):
            if entry.is_symlink():
                names[entry.name] = Link(os.readlink(entry.path))
            elif entry.is_dir():
                names[entry.name] = Folder()
                self.scan(names[entry.name], entry.path)
            else:
                with open(entry.path, "rb") as file:
                    content = file.read()
                names[entry.name] = File(content, content)

    def place(self, path):
        """The folder that a path's last part is in, and that part."""
        parts = path[len(self.prefix):].split(b"/")[1:]
        folder = self.root
        for part in parts[:-1]:
            folder = self.now[folder][part]
            if isinstance(folder, Link):
                raise SystemExit(f"crash-test: {path} leads through a link, which is not modelled")
        return folder, parts[-1] if parts else b""

    def at(self, path):
        folder, name = self.place(path)
        return self.now[folder].get(name) if name else folder

    def change(self, folder, name, what, before=(None, None)):
        change = (folder, name, what, *before)
        self.changes.append(change)
        self.durable.append(False)
        apply(self.now, change)

    def do(self, call):
        """Replays one call; those that failed changed nothing, unless it was the disk that failed."""
        name, arguments = call.name, call.arguments
        if name == "begin":
            node = self.open[arguments[0]]
            self.begun[call.thread] = getattr(node, "content", None), len(self.changes)
            return
        begun = self.begun.pop(call.thread, None)
        if call.answer < 0:
            if name in ("fsync", "fdatasync"):
                self.fail(self.open[arguments[0]])
            return
        if name == "openat":
            path, makes = arguments
            if self.through_link(path):
                return
            if makes and self.at(path) is None:
                self.change(*self.place(path), File())
            self.open[call.answer] = self.at(path)
        elif name == "close":
            self.open.pop(arguments[0], None)
        elif name == "write":
            self.open[arguments[0]].content += arguments[1][: call.answer]
        elif name == "ftruncate":
            file = self.open[arguments[0]]
            file.content = file.content[: arguments[1]].ljust(arguments[1], b"\0")
        elif name in ("fsync", "fdatasync"):
            self.synchronize(self.open[arguments[0]], begun)
        elif name.startswith("mkdir"):
            self.change(*self.place(arguments[0]), Folder())
        elif name.startswith("symlink"):
            self.change(*self.place(arguments[1]), Link(arguments[0]))
        elif name.startswith("rename"):
            before = self.place(arguments[0])
            self.change(*self.place(arguments[1]), self.now[before[0]][before[1]], before)
        elif name in ("unlink", "unlinkat", "rmdir"):
            self.change(*self.place(arguments[0]), None)

    def through_link(self, path):
        """Whether a path is opened through `current`: only to read, or the replay would stop."""
        parts = path[len(self.prefix):].split(b"/")[1:]
        folder = self.root
        for part in parts:
            if isinstance(folder, Link) or folder is None:
                return True
            folder = self.now.get(folder, {}).get(part)
        return isinstance(folder, Link)

    def synchronize(self, node, begun=None):
        """Makes durable what was there when the wait began; what came while it lasted may be or not."""
        content, changes = begun or (getattr(node, "content", None), len(self.changes))
        if isinstance(node, File):
            node.durable = content
        for number, change in enumerate(self.changes[:changes]):
            if change[0] is node:
                self.durable[number] = True

    def fail(self, node):
        """What was to be made durable is not: bytes never will be, though later calls say that all is well
        (Linux does so), names by a later call that succeeds."""
        if isinstance(node, File):
            node.is_broken = node.durable != node.content

    def ended(self):
        """The process is gone; what it did not make durable is still to be."""
        self.open, self.begun = {}, {}

    def final_states(self):
        """What is left after a power cut behind the end of a run."""
        everything = range(len(self.changes))
        yield "all names", self.state(everything, "lost")
        yield "only what is synchronized", self.state(
            [n for n in everything if self.durable[n]], "lost")

    def states(self, seed, single_max=None):
        """What the disk may hold if the power goes now: what the case is called, and the names by path.

        Each change that is pending is lost alone, and made alone; `single_max` bounds how many are.
        """
        everything = range(len(self.changes))
        pending = [number for number in everything if not self.durable[number]]
        kept = [number for number in everything if self.durable[number]]
        yield "only what is synchronized", self.state(kept, "lost")
        for loss in ("kept", "lost", "half", "zero"):
            yield f"all names, bytes {loss}", self.state(everything, loss)
        for lost in pending[:single_max]:
            name = self.changes[lost][1].decode()
            yield f"all but {name}", self.state([n for n in everything if n != lost], "lost")
            yield f"of what is pending only {name}", self.state(sorted([*kept, lost]), "zero")
        dice = random.Random(seed)
        for _ in range(2 if len(pending) > 1 else 0):
            some = [n for n in everything if self.durable[n] or dice.random() < 0.5]
            yield "some names", self.state(some, dice.choice(["lost", "half", "zero"]))

    def state(self, changes, loss):
        names = copy(self.start)
        for number in changes:
            apply(names, self.changes[number])
        found = {}
        self.walk(names, self.root, b"", loss, found)
        return found

    def walk(self, names, folder, path, loss, found):
        for name, node in names.get(folder, {}).items():
            below = path + b"/" + name
            if isinstance(node, File):
                found[below] = node.after(loss)
            else:
                found[below] = node if isinstance(node, Link) else None
                if isinstance(node, Folder):
                    self.walk(names, node, below, loss, found)


def copy(names):
    return {folder: dict(inside) for folder, inside in names.items()}


def apply(names, change):
    """Makes one change of a name, whether or not those before it were made."""
    folder, name, what, folder_before, name_before = change
    if folder_before is not None:
        if names.get(folder_before, {}).get(name_before) is what:
            del names[folder_before][name_before]
    if what is None:
        names.setdefault(folder, {}).pop(name, None)
    else:
        names.setdefault(folder, {})[name] = what
        if isinstance(what, Folder):
            names.setdefault(what, {})


def digest(state):
    """The same for the same state."""
    text = hashlib.sha256()
    for path in sorted(state):
        node = state[path]
        content = node.target if isinstance(node, Link) else node or b""
        text.update(b"%s\0%s\0%d\0" % (path, type(node).__name__.encode(), len(content)))
        text.update(content)
    return text.hexdigest()


def write(state, folder):
    """Writes a state into a new folder."""
    os.mkdir(folder)
    for path in sorted(state):
        node, place = state[path], folder.encode() + path
        if node is None:
            os.mkdir(place, 0o755)
        elif isinstance(node, Link):
            os.symlink(node.target, place)
        else:
            with open(place, "wb") as file:
                file.write(node)
