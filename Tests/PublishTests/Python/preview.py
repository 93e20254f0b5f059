"""Works with `bundle-publish preview` as a person does: a real terminal or a page, real saves.

usage: preview.py terminal|page PROGRAM BUNDLES    (BUNDLES/2027 has samples qm1 and qm2)
Ends with status 0 and prints what the slowest save took, in milliseconds.
"""
import ctypes, fcntl, os, pty, re, select, signal, struct, subprocess, sys, termios, time

SECONDS = 60  # to begin, or to react, on a machine that does a hundred things beside


def main():
    kind, program, bundles = sys.argv[1:]
    times = {"terminal": terminal, "page": page}[kind](program, bundles)
    print(max(int(1000 * t) for t in times))


def saves(bundles):
    """The ways in which editors save: each makes the title what it is called."""
    path = f"{bundles}/2027/match.yaml"
    text = open(path).read()

    def changed(title):
        return re.sub("title: .*", f"title: {title}", text, count=1)

    def in_place(title):
        with open(path, "w") as file:
            file.write(changed(title))

    def by_rename(title):
        with open(f"{bundles}/2027/.match.yaml.swp", "w") as file:
            file.write(changed(title))
        os.rename(file.name, path)

    def with_backup(title):
        os.rename(path, path + "~")
        in_place(title)

    def replaced_folder(title):
        season = f"{bundles}/2027"
        subprocess.run(["cp", "-R", season, f"{bundles}/.next"], check=True)
        with open(f"{bundles}/.next/match.yaml", "w") as file:
            file.write(changed(title))
        os.rename(season, f"{bundles}/.last")
        os.rename(f"{bundles}/.next", season)

    return [("In Place", in_place), ("By Rename", by_rename), ("With Backup", with_backup),
            ("Replaced Folder", replaced_folder), ("After That", in_place)], path


class Terminal:
    def __init__(self, program, bundles, rows=40, columns=90):
        self.master, slave = pty.openpty()
        self.resize(rows, columns)
        self.slave = slave
        self.before = termios.tcgetattr(slave)
        self.seen = ""
        self.process = subprocess.Popen(
            [program, "preview", "2027", "--bundles", bundles], stdin=slave, stdout=slave,
            stderr=slave, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def expect(self, text):
        start = time.monotonic()
        while text not in self.seen:
            left = start + SECONDS - time.monotonic()
            assert left > 0, f"expected {text!r}, found {self.seen[-3000:]!r}"
            if select.select([self.master], [], [], left)[0]:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
        self.seen = self.seen.split(text, 1)[1]
        return time.monotonic() - start

    def type(self, keys):
        os.write(self.master, keys.encode())

    def ends_with(self, status):
        self.expect("\x1b[?1049l")
        assert self.process.wait(SECONDS) == status, self.process.returncode
        assert termios.tcgetattr(self.slave) == self.before, "the terminal is as it was"


def terminal(program, bundles):
    window = Terminal(program, bundles)
    window.expect("\x1b[?1049h")
    window.expect("sample 1 of 2 · 2027abc_qm1 · no mistakes")
    window.expect("2027 Score Breakdown")
    times = []
    ways, path = saves(bundles)
    for title, save in ways:
        window.seen = ""
        save(title)
        times.append(window.expect(title))
    good = open(path).read()
    with open(path, "w") as file:
        file.write(good.replace("field: points", "feild: points"))
    window.expect("1 error")
    window.expect("unknown key `feild`")
    window.expect("^~~~~")
    window.expect("As it was before the mistake:")
    window.expect("After That")
    with open(path, "w") as file:
        file.write(good)
    window.expect("no mistakes")
    window.type("n")
    window.expect("sample 2 of 2 · 2027abc_qm2")
    window.type("p")
    window.expect("sample 1 of 2")
    window.seen = ""
    window.resize(8, 70)
    # A scrolled line leaves one less below; rows that are as before are not drawn again.
    window.expect("4 more lines below")
    window.type("\x1b[B")
    window.expect("3 more lines below")
    window.type("q")
    window.ends_with(0)
    for name, status in [(signal.SIGTERM, 128 + 15), (signal.SIGHUP, 128 + 1)]:
        window = Terminal(program, bundles)
        window.expect("sample 1 of 2")
        window.process.send_signal(name)
        window.ends_with(status)
    window = Terminal(program, bundles)
    window.expect("sample 1 of 2")
    window.type("\x03")
    window.ends_with(0)
    return times


class Page:
    """The file of a page, as a browser finds it at each change."""

    def __init__(self, path):
        self.path = path
        self.changes = ctypes.CDLL(None).inotify_init1(os.O_CLOEXEC)
        moved_to = 0x80
        ctypes.CDLL(None).inotify_add_watch(self.changes, os.path.dirname(path).encode(), moved_to)

    def expect(self, *texts):
        start = time.monotonic()
        text = ""
        while not all(wanted in text for wanted in texts):
            left = start + SECONDS - time.monotonic()
            assert left > 0, f"expected {texts!r}, found {text!r}"
            if select.select([self.changes], [], [], left)[0]:
                os.read(self.changes, 65536)
                with open(self.path) as file:
                    text = file.read()
                assert text.endswith("</html>\n"), "a browser never reads a part of a page"
        return text, time.monotonic() - start


def page(program, bundles):
    folder = os.path.dirname(bundles)
    shown = Page(f"{folder}/a page.html")
    # Also for writing, so that the pipe stays open.
    opened = os.open(with_xdg_open(f"{folder}/bin"), os.O_RDWR)
    process = subprocess.Popen(
        [program, "preview", "2027", "--bundles", bundles, "--html", shown.path], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "WAYLAND_DISPLAY": "wayland-0"})
    try:
        text, _ = shown.expect("2027 Score Breakdown")
        assert "2027abc_qm1" in text and "2027abc_qm2" in text and "Nothing to say." in text
        assert select.select([opened], [], [], SECONDS)[0], "xdg-open is not called"
        told = os.read(opened, 4096).decode()
        assert told == f"{shown.path} in a group of its own: no signal blocked\n", told
        times = []
        ways, path = saves(bundles)
        for title, save in ways:
            save(title)
            times.append(shown.expect(f"{title}</p>")[1])
        with open(path) as file:
            good = file.read()
        with open(path, "w") as file:
            file.write(good.replace("field: points", "feild: <script>"))
        text, _ = shown.expect("unknown key")
        assert 'class="error"' in text and "&lt;script&gt;" in text and "<script>" not in text
        assert "as it was before the mistake" in text and "After That" in text
    finally:
        process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 0, process.returncode
    assert not select.select([opened], [], [], 0)[0], "xdg-open is called once"
    assert not [name for name in os.listdir(folder) if name.startswith(".")], "no temporary file is left"
    return times


def with_xdg_open(folder):
    """A program of this name, which tells what it is called with; returns the pipe that it tells in."""
    os.mkdir(folder)
    os.mkfifo(f"{folder}/told")
    with open(f"{folder}/xdg-open", "w") as file:
        file.write(f"""#!{sys.executable}
import os, signal, sys
group = "a group of its own" if os.getpgrp() == os.getpid() else "the group of the terminal"
blocked = signal.pthread_sigmask(signal.SIG_BLOCK, []) or "no signal"
with open({folder!r} + "/told", "w") as told:
    told.write(f"{{sys.argv[1]}} in {{group}}: {{blocked}} blocked\\n")
""")
    os.chmod(file.name, 0o755)
    return f"{folder}/told"


main()
