"""What a program did to a folder, from strace's log: every call that changes the disk, in order."""

import re
import subprocess

# Calls that change the disk; a call that is not modelled below ends the test, so that none is missed.
CHANGING = (
    "openat write rename renameat renameat2 unlink unlinkat rmdir mkdir mkdirat symlink symlinkat "
    "ftruncate chmod fchmod fsync fdatasync").split()
UNMODELLED = (
    "open creat writev pwrite64 pwritev link linkat truncate fallocate copy_file_range sendfile "
    "fchmodat setxattr mknod mknodat").split()
# Calls that tell which file a descriptor belongs to.
NAMING = "close dup dup2 dup3 fcntl".split()

# No thread is to be had: the agent waits for the disk itself then, one file after the other and each in its
# turn, which can be numbered and replayed. A process is made by other calls.
THREADS = "clone3"
NO_THREADS = ["-e", f"inject={THREADS}:error=EAGAIN"]

# Not a call: a wait for the disk has begun, and what is done from now on is not part of it.
BEGIN = "begin"

LINE = re.compile(r"^(?:(\d+) +)?(\w+)\((.*)\) += (-?\d+|\?)")
WAIT = re.compile(r"^\d+ +(?:fsync|fdatasync)\((\d+)")
RESUMED = re.compile(r"^(?:\d+ +)?<\.\.\. \w+ resumed>(.*)$", re.S)
STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')


class Call:
    """One system call that changed something below the folder."""

    def __init__(self, name, when, arguments, answer):
        self.thread = None
        self.name = name
        self.when = when  # the how-manieth of its name in the process: strace's `when=`
        self.arguments = arguments
        self.answer = answer

    @property
    def changes(self):
        """Whether a fault there is a case: an open that makes nothing, or a close, is none."""
        return self.name not in ("close", BEGIN) and (self.name != "openat" or self.arguments[1])

    def __str__(self):
        return f"{self.name} {self.when} {' '.join(str(a) for a in self.arguments)[:120]}"


def strings(text):
    """The strings among a call's arguments, as bytes."""
    found = []
    for match in STRING.finditer(text):
        if match[2]:
            raise SystemExit("crash-test: strace cut a string off")
        found.append(bytes.fromhex(match[1].replace("\\x", "")))
    return found


def record(command, log, environment, *options, threads=False):
    """Runs a command under strace; its exit status and the log's calls with their numbers.

    With options that inject a fault, the processes it starts are left alone: strace counts for each. With
    threads, a fault meets each thread and process that comes to its number.
    """
    form = ["-f"] if threads else NO_THREADS if options else ["-f", *NO_THREADS]
    result = subprocess.run(
        ["strace", *form, "-qq", "-xx", "-s", "16777216", "-o", log,
         "-e", "trace=" + ",".join(CHANGING + UNMODELLED + NAMING + [THREADS]), *options, "--", *command],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    return result.returncode, list(calls(log)), result


def calls(log):
    """Each finished call of the log: process, name, number among its process's, arguments, answer."""
    counts, unfinished = {}, {}
    with open(log, encoding="ascii", errors="replace") as lines:
        for line in lines:
            # If two processes make calls at the same time, strace prints a call in two parts.
            process = line.split(" ", 1)[0]
            if line.endswith("<unfinished ...>\n"):
                unfinished[process] = line[: -len("<unfinished ...>\n")].rstrip()
                match = WAIT.match(line)
                if match:
                    yield process, BEGIN, 0, match[1], 0
                continue
            resumed = RESUMED.match(line)
            if resumed:
                line = unfinished.pop(process) + resumed[1]
            match = LINE.match(line)
            if not match:
                continue
            process, name, arguments, answer = match.groups()
            number = counts[process, name] = counts.get((process, name), 0) + 1
            # A call during which the process was killed has had no effect.
            if answer != "?":
                yield process, name, number, arguments, int(answer)


class Reader:
    """Follows descriptors through a log and says what was done below one folder."""

    def __init__(self, folder, threads=False):
        self.folder = folder.encode()
        self.paths = {}  # descriptor → path when it was opened
        self.has_threads = threads
        self.threads = set()

    def inside(self, path):
        return path == self.folder or path.startswith(self.folder + b"/")

    def at(self, arguments, name):
        """The path of a name beside a folder's descriptor."""
        if name.startswith(b"/"):
            return name
        start = arguments.split(",")[0].strip()
        above = self.paths.get(int(start)) if start.lstrip("-").isdigit() else None
        return above + b"/" + name if above else name

    def read(self, log):
        """The calls below the folder that change it, descriptors named by paths."""
        found = []
        log = list(log)
        self.threads = {log[0][0]} if log else set()
        for process, name, _, arguments, answer in log:
            if name != THREADS or answer < 0 or process not in self.threads:
                continue
            if not self.has_threads:
                raise SystemExit("crash-test: a thread was made, whose calls are not followed")
            # A new process may make calls before the call that started it returns.
            if "CLONE_THREAD" in arguments:
                self.threads.add(str(answer))
        for process, name, number, arguments, answer in log:
            if name == THREADS:
                continue
            if process not in self.threads:
                if any(self.inside(path) for path in strings(arguments)) and (
                        name != "openat" or "O_CREAT" in arguments):
                    raise SystemExit(f"crash-test: another process writes there: {name}")
                continue
            call = self.meaning(name, number, arguments, answer)
            if call:
                call.thread = process
                found.append(call)
        return found

    def meaning(self, name, number, arguments, answer):
        if name in UNMODELLED and any(self.inside(path) for path in strings(arguments)):
            raise SystemExit(f"crash-test: {name} changes the disk and is not modelled")
        if name == "openat":
            (path,) = strings(arguments)
            path = self.at(arguments, path)
            if answer >= 0:
                self.paths[answer] = path
            if not self.inside(path) or not ("O_CREAT" in arguments or answer >= 0):
                return None
            return Call("openat", number, (path, "O_CREAT" in arguments), answer)
        descriptor = arguments.split(",")[0]
        if name in ("dup", "dup2", "dup3", "fcntl"):
            if name != "fcntl" or "F_DUPFD" in arguments:
                self.paths[answer] = self.paths.get(int(descriptor), b"")
            return None
        if name in NAMING + [BEGIN, "write", "ftruncate", "fchmod", "fsync", "fdatasync"] + UNMODELLED:
            path = self.paths.get(int(descriptor), b"") if descriptor.isdigit() else b""
            if name == "close":
                self.paths.pop(int(descriptor), None)
            if not self.inside(path):
                return None
            if name in UNMODELLED:
                raise SystemExit(f"crash-test: {name} changes the disk and is not modelled")
            if name == "close":
                return Call("close", number, (int(descriptor),), answer)
            more = strings(arguments) if name == "write" else []
            if name == "ftruncate":
                more = [int(arguments.split(",")[1])]
            return Call(name, number, (int(descriptor), *more), answer)
        paths = strings(arguments)
        if name.startswith("symlink"):
            place = self.at(arguments.split(",", 1)[1].strip(), paths[1])
            return Call(name, number, (paths[0], place), answer) if self.inside(place) else None
        if name.startswith("rename"):
            paths = [self.at(arguments, paths[0]), self.at(arguments.split(",", 2)[-1], paths[1])]
        else:
            paths = [self.at(arguments, paths[0])]
        if not self.inside(paths[-1]):
            return None
        call = Call(name, number, tuple(paths), answer)
        call.removes_folder = name == "rmdir" or "AT_REMOVEDIR" in arguments
        return call


def inject(command, log, environment, call, fault, threads=False):
    """Runs a command with a fault at one call; its exit status, negative for a signal."""
    return subprocess.run(
        ["strace", *(["-f"] if threads else NO_THREADS), "-qq", "-xx", "-s", "4096", "-o", log, "-e", f"trace={call.name},{THREADS}",
         "-e", f"inject={call.name}:{fault}:when={call.when}", "--", *command],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL).returncode


def missed(log, call, folder):
    """What is wrong with where a fault came: it must be the same call as in the run without."""
    with open(log, encoding="ascii", errors="replace") as lines:
        mine = [line for line in lines if line.startswith(f"{call.name}(")]
    if len(mine) < call.when:
        return f"the fault never came: {len(mine)} calls of {call.name}"
    return None
