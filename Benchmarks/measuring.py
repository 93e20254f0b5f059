"""How figures are taken: whole processes in turn with their peers, medians and ratios."""
import itertools
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PEERS = os.path.join(ROOT, "Benchmarks/peers")
PYTHON = os.path.join(ROOT, ".venv/bin/python3")
SCRATCH = tempfile.mkdtemp()
os.chmod(SCRATCH, 0o755)  # nginx's workers are another user


def program(name):
    return os.path.join(os.environ.get("PROGRAMS", os.path.join(ROOT, ".build/release")), name)


def peer(name, *arguments):
    return [PYTHON, os.path.join(PEERS, name), *arguments]


class Case:
    """A command and what its runs cost; `prepare` is done before each run and not measured."""

    def __init__(self, name, command, prepare=None, stdin="/dev/null"):
        self.name, self.command, self.prepare, self.stdin = name, command, prepare, stdin
        self.seconds, self.kilobytes = [], []

    def run(self):
        if self.prepare:
            self.prepare()
        done = subprocess.run([measure(), self.stdin, *self.command], stdout=subprocess.PIPE, text=True, check=True)
        nanoseconds, kilobytes, status = map(int, done.stdout.split())
        if status != 0:
            sys.exit(f"{self.name}: exit status {os.waitstatus_to_exitcode(status)}")
        self.seconds.append(nanoseconds / 1e9)
        self.kilobytes.append(kilobytes)

    @property
    def median(self):
        return statistics.median(self.seconds)


def table(title, cases, runs):
    """Runs the cases in turn and prints a row for each; the first is ours."""
    for _ in range(runs):
        for case in cases:
            case.run()
    print(f"### {title}\n\n| | median ms | fastest ms | ours / this | resident MiB |\n|---|--:|--:|--:|--:|")
    for case in cases:
        print(f"| {case.name} | {case.median * 1e3:.2f} | {min(case.seconds) * 1e3:.2f} "
              f"| {cases[0].median / case.median:.2f} | {max(case.kilobytes) / 1024:.1f} |")
    print(flush=True)


def measure():
    """The launcher that takes time and memory, compiled at its first use."""
    path = os.path.join(SCRATCH, "measure")
    if not os.path.exists(path):
        compile_c(os.path.join(ROOT, "Benchmarks/measure.c"), path)
    return path


def compile_c(source, target):
    quietly(["cc", "-O2", "-o", target, source])


def quietly(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def fresh(path):
    """Something that makes a folder not be there."""
    return lambda: shutil.rmtree(path, ignore_errors=True)


def aside(path, numbers=itertools.count()):
    """Something that makes a folder not be there, without deleting a file.

    Where ext4 has no journal it takes no inode that was deleted within the last minute: each new file would
    search past those of the runs before, which does not happen in a real publish.
    """
    def move():
        if os.path.lexists(path):
            os.rename(path, f"{SCRATCH}/aside-{next(numbers)}")
    return move


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Nginx:
    """A real nginx on loopback for one folder; its log counts requests and bytes."""

    def __init__(self, root, encrypted=False):
        self.log = os.path.join(SCRATCH, "access.log")
        self.port = free_port()
        self.ports, more = {"http": self.port}, ""
        if encrypted:
            # Its own authority is the file that agents get by --ca-file.
            self.authority = os.path.join(SCRATCH, "server.pem")
            quietly(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                     SCRATCH + "/server.key", "-out", self.authority, "-subj", "/CN=test", "-addext",
                     "subjectAltName=IP:127.0.0.1", "-days", "2"])
            for name, protocols in (("https, HTTP/2", "ssl http2"), ("https, HTTP/1.1", "ssl")):
                self.ports[name] = free_port()
                more += f"""server {{ listen 127.0.0.1:{self.ports[name]} {protocols}; root {root};
                    ssl_protocols TLSv1.3; ssl_certificate {self.authority}; ssl_certificate_key {SCRATCH}/server.key; }}"""
        self.address = f"http://127.0.0.1:{self.port}"
        self.configuration = os.path.join(SCRATCH, "nginx.conf")
        with open(self.configuration, "w") as file:
            file.write(f"""
                daemon off; worker_processes 1; pid {SCRATCH}/nginx.pid; error_log {SCRATCH}/error.log;
                events {{ }}
                http {{
                    log_format bytes '$bytes_sent $body_bytes_sent $status'; access_log {self.log} bytes;
                    client_body_temp_path {SCRATCH}/t1; proxy_temp_path {SCRATCH}/t2;
                    fastcgi_temp_path {SCRATCH}/t3; uwsgi_temp_path {SCRATCH}/t4; scgi_temp_path {SCRATCH}/t5;
                    server {{ listen 127.0.0.1:{self.port}; root {root}; }} {more}
                }}""")

    def __enter__(self):
        self.process = subprocess.Popen(["nginx", "-c", self.configuration], stderr=subprocess.DEVNULL)
        for _ in range(1000):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.01)
        sys.exit("nginx did not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def traffic(self, case):
        """Requests and bytes, headers included, that one more run of the case costs the server."""
        before = self.position()
        case.run()
        sizes = [sent for sent, _, _ in self.since(before)]
        return f"{case.name}: {len(sizes)} requests, {sum(sizes):,} bytes down"

    def position(self):
        """The place of the next answer in the log."""
        return os.path.getsize(self.log)

    def since(self, position):
        """The answers from there on: bytes, bytes of the body, status."""
        with open(self.log) as log:
            log.seek(position)
            return [tuple(map(int, line.split())) for line in log]
