"""What keeping a machine up to date costs, from one nginx, beside what people would use instead."""
import os

from delivery import TREE, agent, bundles, curl, node, prepare_site, publish, python_tuf
from measuring import Case, Nginx, PEERS, SCRATCH, aside, quietly, table
from publishing import change


def polling(runs):
    """Nothing changed, a first install, and one year that changed."""
    prepare_tree()
    # Everything below one folder, so that one server serves all.
    with Nginx(SCRATCH) as server:
        tools = [Agent(server), NodeClient(server), PythonTUF(server), OSTree(server), Casync(server), Curl(server)]
        if old := os.environ.get("OLD_PROGRAMS"):
            tools.insert(1, OldAgent(server, old))
        for tool in tools:
            tool.clear()
            tool.offer()
            quietly(tool.command)
        cases = [Case(tool.name, tool.command) for tool in tools]
        cases.append(Case("curl, the agent's two requests", curl(server.address + "/site")))
        show("poll with nothing changed", cases, server, runs)
        show("first install of twelve seasons",
             [Case(tool.name, tool.command, prepare=tool.clear) for tool in tools], server, max(5, runs // 4))
        show("update of one year",
             [Case(tool.name, tool.command, prepare=tool.change) for tool in tools], server, max(5, runs // 4))


def show(title, cases, server, runs):
    table(title, cases, runs)
    print("\n".join(map(server.traffic, cases)) + "\n", flush=True)


def prepare_tree():
    """The site, and seasons to publish next, none of which is the one inside the program."""
    prepare_site()
    for year in os.listdir(TREE):
        change(os.path.join(TREE, year), "samples/*.json")()


class Tool:
    def change(self):
        change(TREE)()
        self.offer()


class Agent(Tool):
    name = "bundle-agent poll"

    def __init__(self, server):
        self.state = os.path.join(SCRATCH, "agent")
        self.clear = aside(self.state)
        self.command = agent(server.address + "/site", self.state)

    def offer(self):
        publish()


class OldAgent(Agent):
    name = "bundle-agent poll, old"

    def __init__(self, server, programs):
        self.state = os.path.join(SCRATCH, "agent-old")
        self.clear = aside(self.state)
        self.command = agent(server.address + "/site", self.state)
        self.command[0] = os.path.join(programs, "bundle-agent")


class PythonTUF(Agent):
    name = "python-tuf (does not unpack)"

    def __init__(self, server):
        state = os.path.join(SCRATCH, "agent-python-tuf")
        self.clear = aside(state)
        self.command = python_tuf(server.address + "/site", state) + bundles()


class NodeClient(Agent):
    name = "the npm package's client in Node"

    def __init__(self, server):
        state = os.path.join(SCRATCH, "agent-node")
        self.clear = aside(state)
        self.command = node(server.address + "/site", state)


class OSTree(Tool):
    name = "ostree pull && checkout (unsigned)"

    def __init__(self, server):
        self.served, self.local = (os.path.join(SCRATCH, name) for name in ("ostree-served", "ostree-local"))
        quietly(["ostree", f"--repo={self.served}", "init", "--mode=archive"])
        self.remote = server.address + "/ostree-served"
        self.command = ["sh", "-c", f"ostree --repo={self.local} pull o main && "
                        f"ostree --repo={self.local} checkout --union -U o:main {self.local}-out"]

    def clear(self):
        aside(self.local)()
        aside(self.local + "-out")()
        quietly(["ostree", f"--repo={self.local}", "init", "--mode=bare-user"])
        quietly(["ostree", f"--repo={self.local}", "remote", "add", "--no-gpg-verify", "o", self.remote])

    def offer(self):
        quietly(["ostree", f"--repo={self.served}", "commit", "-b", "main", f"--tree=dir={TREE}"])
        quietly(["ostree", f"--repo={self.served}", "summary", "-u"])


class Casync(Tool):
    name = "casync extract (unsigned)"

    def __init__(self, server):
        self.served, self.local = (os.path.join(SCRATCH, name) for name in ("casync-served", "casync-local"))
        os.makedirs(self.served)
        self.command = ["casync", "extract", f"--seed={self.local}", server.address + "/casync-served/tree.caidx", self.local]

    def clear(self):
        aside(self.local)()
        os.makedirs(self.local)

    def offer(self):
        quietly(["casync", "make", "--store", self.served + "/default.castr", self.served + "/tree.caidx", TREE])


class Curl(Tool):
    name = "curl && unzip of changed years (unsigned)"

    def __init__(self, server):
        self.served, self.local = (os.path.join(SCRATCH, name) for name in ("zips-served", "zips-local"))
        self.second = 1_700_000_000
        os.makedirs(self.served)
        self.command = ["sh", os.path.join(PEERS, "curl_update.sh"), server.address + "/zips-served", self.local, *sorted(os.listdir(TREE))]

    def clear(self):
        aside(self.local)()
        os.makedirs(self.local)

    def offer(self):
        for year in os.listdir(TREE):
            zipped = os.path.join(self.served, year + ".zip")
            before = content(zipped)
            quietly(["zip", "-qrFS", zipped, year], cwd=TREE)
            if content(zipped) != before:
                # nginx tells files apart by length and second: two changes in one second are one to curl.
                self.second += 1
                os.utime(zipped, (self.second, self.second))


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()
