"""What the npm package's client costs under Node, beside python-tuf's: one repository, one nginx, the same keys."""
import os
import statistics
import subprocess

from delivery import SITE, TREE, bundles, node, publish, python_tuf
from measuring import Case, Nginx, PYTHON, SCRATCH, aside
from publishing import change
from updating import prepare_tree


def clients(runs):
    """Nothing new, everything, and one season that changed: in a process of its own, and in one that runs on."""
    prepare_tree()
    publish()
    with Nginx(SITE) as server:
        both = [Client("BundleClient, Node", node, [], server), Client("python-tuf", python_tuf, bundles(), server)]
        rounds = [("first fetch of everything", lambda: [client.clear() for client in both], "new"),
                  ("nothing new", lambda: None, "again"), ("one season changed", offer, "again")]
        print("| | | own process, ms | running on, ms | requests | bytes of files | bytes with headers |\n"
              "|---|---|--:|--:|--:|--:|--:|")
        for title, prepare, line in rounds:
            for client in both:
                client.begin()
            # The first round loads what later ones have in memory.
            for round in range(max(3, runs // 10) + 1):
                prepare()
                for client in both if round % 2 else reversed(both):
                    client.run(line, counts=round > 0)
            for client in both:
                print(f"| {title} | {client} |", flush=True)
        for client in both:
            client.process.stdin.close()
            client.process.wait()
    floors = [Case("node", ["node", "-e", "0"]), Case("tuf", [PYTHON, "-c", "import tuf.ngclient"])]
    for _ in range(max(3, runs // 10)):
        for case in floors:
            case.run()
    print(f"\nA Node that does nothing takes {floors[0].median * 1e3:.0f} ms, a Python that imports python-tuf "
          f"{floors[1].median * 1e3:.0f} ms.\n", flush=True)


def offer():
    change(TREE)()
    publish()


class Client:
    """A client twice: as a new process each time, and as one that waits for the next line."""

    def __init__(self, name, command, targets, server):
        state = os.path.join(SCRATCH, "client-" + command.__name__)
        self.name, self.server, self.clear = name, server, aside(state)
        self.alone = Case(name, command(server.address, state) + targets)
        self.process = subprocess.Popen(command(server.address, state + "-on") + targets + ["--each"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def begin(self):
        self.alone.seconds, self.milliseconds, self.traffic = [], [], []

    def run(self, line, counts):
        before = self.server.position()
        self.alone.run()
        self.traffic = self.server.since(before)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        milliseconds = float(self.process.stdout.readline())
        if counts:
            self.milliseconds.append(milliseconds)
        else:
            self.alone.seconds.clear()

    def __str__(self):
        files = sum(body for _, body, status in self.traffic if status == 200)
        return (f"{self.name} | {self.alone.median * 1e3:.0f} | {statistics.median(self.milliseconds):.0f} "
                f"| {len(self.traffic)} | {files:,} | {sum(sent for sent, _, _ in self.traffic):,}")
