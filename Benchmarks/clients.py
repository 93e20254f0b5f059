"""What the npm package's client costs under Node, beside python-tuf's: one repository, one nginx, the same keys."""
import os
import statistics
import subprocess

from delivery import ROOT_METADATA, SITE, prepare_site, publish
from measuring import Case, Nginx, PEERS, PYTHON, ROOT, SCRATCH, aside, peer, quietly
from publishing import change
from updating import TREE, prepare_tree


def clients(runs):
    """Nothing new, everything, and one season that changed: in a process of its own, and in one that runs on."""
    prepare_site()
    prepare_tree()
    quietly(publish(SITE, TREE))
    with Nginx(SITE) as server:
        both = [Client("BundleClient, Node", node, server), Client("python-tuf", python, server)]
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
    quietly(publish(SITE, TREE))


def node(server, state, *more):
    package = os.environ.get("PACKAGE", os.path.join(ROOT, ".build/web/package"))
    return ["node", os.path.join(PEERS, "client-node.mjs"), package, server.address, state, ROOT_METADATA, *more]


def python(server, state, *more):
    return peer("tuf_client.py", server.address, state, ROOT_METADATA,
                *(f"f1/{year}/bundle.zip" for year in sorted(os.listdir(TREE))), *more)


class Client:
    """A client twice: as a new process each time, and as one that waits for the next line."""

    def __init__(self, name, command, server):
        state = os.path.join(SCRATCH, command.__name__)
        self.name, self.server, self.clear = name, server, aside(state)
        self.alone = Case(name, command(server, state))
        self.process = subprocess.Popen(command(server, state + "-on", "--each"), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

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
