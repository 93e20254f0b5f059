"""Works with `bundle-publish preview` as a person does: a real terminal or browser, real saves.

usage: preview.py terminal|browser PROGRAM BUNDLES    (BUNDLES/2027 has samples qm1 and qm2)
Ends with status 0 and prints what the slowest save took, in milliseconds.
"""
import fcntl, http.client, os, pty, re, select, signal, socket, struct, subprocess, sys, termios, threading, time

SECONDS = 60  # to begin, or to react, on a machine that does a hundred things beside


def main():
    kind, program, bundles = sys.argv[1:]
    times = {"terminal": terminal, "browser": browser}[kind](program, bundles)
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
    window.expect("2 errors")
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


def browser(program, bundles):
    process = subprocess.Popen(
        [program, "preview", "2027", "--bundles", bundles, "--serve"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        line = process.stdout.readline()
        port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", line)[1])
        times = look(port, bundles)
    finally:
        process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 0, process.returncode
    return times


def get(port, path, host=None, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode()


def look(port, bundles):
    status, headers, page = get(port, "/")
    assert status == 200 and "2027 Score Breakdown" in page, page
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "2027abc_qm1" in page and "2027abc_qm2" in page and "Nothing to say." in page
    assert get(port, "/preview.js")[2].startswith('"use strict";')
    assert get(port, "/other")[0] == 404
    assert get(port, "/", method="POST")[0] == 405
    # Somebody else's name for this address, and none of ours.
    for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}"]:
        assert get(port, "/", host)[0] == 403, host
    assert get(port, "/", f"localhost:{port}")[0] == 200
    for address in others():
        with socket.socket() as stranger:
            stranger.settimeout(2)
            assert stranger.connect_ex((address, port)) != 0, f"{address} is answered"
    number = int(re.search(r'data-number="(\d+)"', page)[1])
    times = []
    ways, path = saves(bundles)
    for title, save in ways:
        # A save may be told in two parts: what counts is when its title is there.
        start = time.monotonic()
        waiting = []
        thread = threading.Thread(target=lambda: waiting.append(get(port, f"/changes?after={number}")))
        thread.start()
        while not thread.is_alive():
            pass
        save(title)
        thread.join()
        while f"{title}</p>" not in waiting[-1][2]:
            assert time.monotonic() - start < SECONDS, waiting[-1][2]
            number = int(waiting[-1][1]["Preview-Number"])
            waiting.append(get(port, f"/changes?after={number}"))
        number = int(waiting[-1][1]["Preview-Number"])
        times.append(time.monotonic() - start)
    with open(path) as file:
        good = file.read()
    with open(path, "w") as file:
        file.write(good.replace("field: points", "feild: <script>"))
    html = ""
    while "unknown key" not in html:
        _, headers, html = get(port, f"/changes?after={number}")
        number = int(headers["Preview-Number"])
    assert 'class="error"' in html and "&lt;script&gt;" in html and "<script>" not in html
    assert "as it was before the mistake" in html and "After That" in html
    return times


def others():
    """This machine's addresses beside the loopback."""
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        found = set()
    return {address for address in found if not address.startswith("127.")}


main()
