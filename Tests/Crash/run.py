"""All points of one scenario where the agent has one thread: each call has its number."""

import concurrent.futures
import itertools
import os
import shutil
import time

import model
import trace
import verify

FAULTS = {"killed": "signal=SIGKILL", "EIO": "error=EIO", "ENOSPC": "error=ENOSPC"}


class Run:
    """All points of one scenario."""

    def __init__(self, scenario, folder, options):
        self.scenario, self.folder, self.options = scenario, folder, options
        self.points = self.failed = 0
        self.numbers = itertools.count()

    def all(self):
        started = time.monotonic()
        calls, disk = self.enumerate()
        changing = sorted((n for n, call in enumerate(calls) if call.changes))
        chosen = self.sample(changing)
        print(f"{self.scenario.name}: {len(changing)} calls change the disk, "
              f"{len(chosen)} of them tried", flush=True)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for fault in FAULTS:
                cases = [(calls[n], fault) for n in chosen]
                self.count(fault, pool.map(self.fault, *zip(*cases)))
            synchronizing = [call for call in map(calls.__getitem__, changing)
                             if call.name in ("fsync", "fdatasync")]
            step = max(1, len(synchronizing) // (self.options.sample or len(synchronizing)))
            self.count("EIO from fsync, then a power cut",
                       pool.map(self.failing_disk, synchronizing[::step]))
            self.count("killed, polled, then a power cut",
                       pool.map(self.late_power_cut, [calls[n] for n in chosen]))
            states = list(self.power_cuts(disk, calls, set(chosen)))
            self.count("power cut", pool.map(self.power_cut, states))
        print(f"  {time.monotonic() - started:.0f} seconds", flush=True)

    def sample(self, points):
        """Those of some points that are tried: all, or as many as were asked for, evenly spread."""
        if not self.options.sample:
            return points
        step = max(1, len(points) // self.options.sample)
        return points[step // 2 :: step][: self.options.sample]

    def count(self, what, problems):
        problems = list(problems)
        bad = [problem for problem in problems if problem]
        self.points += len(problems)
        self.failed += len(bad)
        print(f"  {what}: {len(problems)} points, {len(bad)} failed", flush=True)
        for problem in bad[:20]:
            print(f"    {problem}", flush=True)

    def enumerate(self):
        """The calls of a run in which nothing goes wrong, and the disk before it."""
        place = self.place()
        disk = model.Disk(place)
        command = self.scenario.world.agent(f"{place}/state", *self.scenario.command)
        status, log, result = trace.record(
            command, f"{self.folder}/log", self.scenario.world.environment)
        if status:
            raise SystemExit(f"crash-test: {self.scenario.name}: {result.stderr.decode()}")
        calls = trace.Reader(place).read(log)
        shutil.rmtree(place)
        return calls, disk

    def place(self):
        """A new copy of what the scenario starts from."""
        place = f"{self.folder}/run-{next(self.numbers)}"
        shutil.copytree(self.scenario.base, place, symlinks=True)
        return place

    def fault(self, call, fault):
        """Runs the agent with one fault; what was wrong, or nothing."""
        place = self.place()
        log = f"{place}.log"
        command = self.scenario.world.agent(f"{place}/state", *self.scenario.command)
        status = trace.inject(
            command, log, self.scenario.world.environment, call, FAULTS[fault])
        problem = None
        if fault == "killed" and status != -9:
            problem = f"ended with {status} instead of being killed"
        elif fault != "killed" and status not in (0, 1, 3):
            problem = f"ended with {status}"
        problem = problem or trace.missed(log, call, place) or self.check(place)
        shutil.rmtree(place)
        os.remove(log)
        return f"{fault} at {call}: {problem}" if problem else None

    def failing_disk(self, call):
        """Lets one fsync fail, and cuts the power after the run."""
        return self.replayed(call, "error=EIO", (0, 1, 3), [self.scenario.command])

    def late_power_cut(self, call):
        """Kills the agent, lets it poll, and cuts the power then: has it relied on what was never brought
        to the disk?"""
        return self.replayed(call, "signal=SIGKILL", (-9,), [self.scenario.command, ["poll"]])

    def replayed(self, call, fault, expected, commands, threads=False):
        """Runs commands, a fault in the first, then cuts the power; what is wrong, or nothing."""
        place, log = self.place(), f"{self.folder}/log-{next(self.numbers)}"
        world, disk = self.scenario.world, model.Disk(place)
        options = ["-e", f"inject={call.name}:{fault}:when={call.when}"]
        said = f"{fault} at {call}, then a power cut"
        try:
            for command in commands:
                status, lines, _ = trace.record(
                    world.agent(f"{place}/state", *command), log, world.environment, *options,
                    threads=threads)
                if status not in expected:
                    return f"{said}: ended with {status}"
                for done in trace.Reader(place, threads).read(lines):
                    disk.do(done)
                disk.ended()
                options, expected = [], (0,)
        finally:
            shutil.rmtree(place)
            os.remove(log)
        for name, state in disk.final_states():
            problem = self.power_cut((name, state))
            if problem:
                return f"{said}: {problem}"
        return None

    def power_cuts(self, disk, calls, chosen):
        """Each different disk that a power cut at a chosen call may leave."""
        seen = set()
        for number, call in enumerate(calls + [None]):
            if call is None or number in chosen:
                for name, state in disk.states(number, 1 if self.options.sample else None):
                    key = model.digest(state)
                    if key not in seen:
                        seen.add(key)
                        yield f"{name}, before {call or 'the end'}", state
            if call and not (self.options.ignore_fsync and call.name in ("fsync", "fdatasync")):
                disk.do(call)

    def power_cut(self, case):
        name, state = case
        place = f"{self.folder}/run-{next(self.numbers)}"
        model.write(state, place)
        problem = self.check(place)
        shutil.rmtree(place)
        return f"power cut: {name}: {problem}" if problem else None

    def check(self, place):
        """What is wrong with what was left, or with what a clean poll makes of it."""
        state, scenario = f"{place}/state", self.scenario
        try:
            served = verify.served(state)
            if served not in scenario.allowed:
                return f"serves {served}"
            result = scenario.world.run(state, "poll")
            if result.returncode:
                return f"the next poll ends with {result.returncode}: {result.stderr}"
            served = verify.served(state)
            # A command that was stopped before its first durable write has had no effect.
            if served != scenario.wanted and scenario.command == ["poll"]:
                return f"after the next poll serves {served}"
            if served not in scenario.allowed:
                return f"after the next poll serves {served}"
            left = verify.leftovers(state)
            return f"left behind: {', '.join(left)}" if left else None
        except verify.Wrong as wrong:
            return str(wrong)
