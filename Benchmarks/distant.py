"""What polls cost over a long and lossy line, through a proxy that behaves as one."""
import os
import random
import selectors
import shutil
import socket
import threading
import time

from delivery import SITE, TREE, agent, publish
from measuring import Nginx, SCRATCH, aside, quietly
from publishing import change
from updating import prepare_tree

ROUND_TRIP = 0.3
SEGMENT = 1460
FIRST_WINDOW = 10  # segments, RFC 6928


def distant(runs):
    """Twelve changed seasons at 300 ms, without loss and with 2 %; old programs in $OLD_PROGRAMS beside ours."""
    prepare_tree()
    state = os.path.join(SCRATCH, "distant")
    before = state + "-before"
    # A machine that has polled once: a first poll gives up after a second, to serve what is in the program meanwhile.
    quietly(agent(SITE, before))
    publish()
    programs = both_programs()
    print("### twelve changed seasons, 300 ms away\n\n"
          "| | loss | median s | round trips | connections |\n|---|--:|--:|--:|--:|")
    with Nginx(SCRATCH) as server:
        for loss in (0, 0.02):
            for name, path in programs:
                times, connections = [], 0
                for seed in range(max(3, runs // 8) if loss else 3):
                    aside(state)()
                    shutil.copytree(before, state, symlinks=True)
                    with Line(server.port, loss, seed) as line:
                        command = agent(f"http://127.0.0.1:{line.port}/site", state)
                        if path:
                            command[0] = path
                        start = time.monotonic()
                        quietly(command)
                        times.append(time.monotonic() - start)
                        connections = line.connections
                median = sorted(times)[len(times) // 2]
                print(f"| {name} | {loss:.0%} | {median:.2f} | {median / ROUND_TRIP:.1f} | {connections} |", flush=True)
    print()


def both_programs():
    """Our program, and an old one from $OLD_PROGRAMS."""
    programs = [("bundle-agent poll", None)]
    if old := os.environ.get("OLD_PROGRAMS"):
        programs.append(("bundle-agent poll, old", os.path.join(old, "bundle-agent")))
    return programs


def distant_polls(runs):
    """A poll with nothing new and an update of one year at 300 ms, from servers with and without encryption."""
    prepare_tree()
    publish()
    print("### polls, 300 ms away\n\n| | server | nothing new: s | update of one year: s | connections |\n|---|---|--:|--:|--:|")
    with Nginx(SCRATCH, encrypted=True) as server:
        for kind, port in server.ports.items():
            times = {name: ([], []) for name, _ in both_programs()}
            connections = {}
            for name, path in both_programs():
                state = os.path.join(SCRATCH, f"distant-polls-{port}-{'old' if path else 'new'}")
                # Its first poll puts everything in place, from nearby.
                quietly(agent(SITE, state))
                for _ in range(max(3, runs // 8)):
                    for at in (0, 1):
                        if at == 1:
                            change(TREE)()
                            publish()
                        with Line(port, 0, 0) as line:
                            command = agent(f"{kind.split(',')[0]}://127.0.0.1:{line.port}/site", state)
                            if kind != "http":
                                command += ["--ca-file", server.authority]
                            if path:
                                command[0] = path
                            start = time.monotonic()
                            quietly(command)
                            times[name][at].append(time.monotonic() - start)
                            connections[name] = line.connections
            for name, (nothing, update) in times.items():
                medians = (sorted(each)[len(each) // 2] for each in (nothing, update))
                print(f"| {name} | {kind} | " + " | ".join(f"{median:.2f}" for median in medians)
                      + f" | {connections[name]} |", flush=True)
    print()


class Line:
    """A proxy on loopback. Each connection costs a round trip; its bytes come half a round trip later, in windows of
    TCP's slow start. A lost segment and what follows it come a round trip later (a fast retransmission), and its window
    halves. All connections share a speed that has no limit, so only distance and loss count."""

    def __init__(self, port, loss, seed):
        self.target, self.loss, self.dice = port, loss, random.Random(seed)
        self.connections = 0

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            far = socket.create_connection(("127.0.0.1", self.target))
            for side in (near, far):
                side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # SYN and its answer: the first request starts a round trip later.
            opened = time.monotonic() + ROUND_TRIP
            threading.Thread(target=self.carry, args=(near, far, opened), daemon=True).start()
            threading.Thread(target=self.carry, args=(far, near, 0), daemon=True).start()

    def carry(self, source, sink, opened):
        """Carries one direction of a connection until it closes."""
        waiting, window, in_flight = [], FIRST_WINDOW, 0
        ready = selectors.DefaultSelector()
        ready.register(source, selectors.EVENT_READ)
        last = 0.0
        acknowledged = []  # when segments are acknowledged
        try:
            while True:
                now = time.monotonic()
                while acknowledged and acknowledged[0] <= now:
                    acknowledged.pop(0)
                    in_flight -= 1
                    window += 1
                while waiting and waiting[0][0] <= now:
                    sink.sendall(waiting.pop(0)[1])
                moments = [waiting[0][0]] if waiting else []
                if in_flight >= window:
                    moments.append(acknowledged[0])
                    time.sleep(max(0, min(moments) - time.monotonic()))
                    continue
                if not ready.select(max(0, min(moments) - now) if moments else None):
                    continue
                piece = source.recv(SEGMENT)
                if not piece:
                    break
                sent = max(time.monotonic(), opened)
                arrival = sent + ROUND_TRIP / 2
                if self.dice.random() < self.loss:
                    arrival += ROUND_TRIP
                    window = max(2, window // 2)
                last = arrival = max(arrival, last)
                waiting.append((arrival, piece))
                in_flight += 1
                acknowledged.append(arrival + ROUND_TRIP / 2)
            for moment, piece in waiting:
                time.sleep(max(0, moment - time.monotonic()))
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            for side in (source, sink):
                side.close()
