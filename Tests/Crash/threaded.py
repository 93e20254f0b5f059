"""All points of one scenario where the agent has its threads, and its self-tests run beside it.

No two runs make the same calls in the same order. So a kill comes at a number counted over all threads, an error at a
number in each thread and process, and what is looked at afterwards is the same: the old or the new, and convergence.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import time

import model
import run
import trace

KILLER = os.path.join(os.path.dirname(__file__), "killer.py")
# If a fault hits only a self-test, the agent survives.
ENDS = (-9, 0, 1, 3)


class ThreadedRun(run.Run):
    """All points of one scenario, with threads."""

    def all(self):
        started = time.monotonic()
        calls, disk = self.enumerate()
        changing = [n for n, call in enumerate(calls) if call.changes]
        chosen = self.sample(changing)
        threads = len({call.thread for call in calls})
        kills = range(1, self.kill(0)["calls"] + 1)
        # The same call with the same number in several threads is one fault.
        faults = {(call.name, call.when): call for call in map(calls.__getitem__, changing)}
        waits = [call for call in faults.values() if call.name in ("fsync", "fdatasync")]
        faults = self.sample(list(faults.values()))
        print(f"{self.scenario.name}, {threads} threads: {len(changing)} calls change the disk, "
              f"{len(chosen)} of them tried", flush=True)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            self.count("killed at a call of any thread", pool.map(self.killed, self.sample(kills)))
            for error in ("EIO", "ENOSPC"):
                self.count(f"{error} in every thread and self-test",
                           pool.map(self.failing, [(call, error) for call in faults]))
            self.count("EIO from fsync, then a power cut",
                       pool.map(self.failing_disk, self.sample(waits)))
            self.count("killed, polled, then a power cut", pool.map(self.late_power_cut, faults))
            states = list(self.power_cuts(disk, calls, set(chosen)))
            self.count("power cut", pool.map(self.power_cut, states))
        print(f"  {time.monotonic() - started:.0f} seconds", flush=True)

    def enumerate(self):
        place = self.place()
        disk = model.Disk(place)
        command = self.scenario.world.agent(f"{place}/state", *self.scenario.command)
        status, log, result = trace.record(
            command, f"{self.folder}/log", self.scenario.world.environment, threads=True)
        if status:
            raise SystemExit(f"crash-test: {self.scenario.name}: {result.stderr.decode()}")
        calls = trace.Reader(place, threads=True).read(log)
        shutil.rmtree(place)
        return calls, disk

    def kill(self, number, place=None):
        """Kills the agent at a call; how it ended, and how many calls there were."""
        own = place or self.place()
        command = self.scenario.world.agent(f"{own}/state", *self.scenario.command)
        result = subprocess.run(
            [sys.executable, KILLER, str(number), *command], env=self.scenario.world.environment,
            capture_output=True, check=True)
        if not place:
            shutil.rmtree(own)
        return json.loads(result.stdout)

    def killed(self, number):
        """Kills the agent at a call of any of its threads; what was wrong, or nothing."""
        place = self.place()
        end = self.kill(number, place)
        problem = None
        if end["left"]:
            problem = "something that it started goes on"
        elif end["status"] not in (-9, 0):
            problem = f"ended with {end['status']} instead of being killed"
        problem = problem or self.check(place)
        shutil.rmtree(place)
        return f"killed at call {number}: {problem}" if problem else None

    def failing(self, case):
        """Gives one error to every thread and process that comes to a call; what was wrong, or nothing."""
        call, error = case
        place = self.place()
        log = f"{place}.log"
        command = self.scenario.world.agent(f"{place}/state", *self.scenario.command)
        status = trace.inject(
            command, log, self.scenario.world.environment, call, f"error={error}", threads=True)
        problem = f"ended with {status}" if status not in ENDS[1:] else self.check(place)
        shutil.rmtree(place)
        os.remove(log)
        return f"{error} at {call}: {problem}" if problem else None

    def failing_disk(self, call):
        return self.replayed(call, "error=EIO", ENDS[1:], [self.scenario.command], threads=True)

    def late_power_cut(self, call):
        return self.replayed(
            call, "signal=SIGKILL", ENDS, [self.scenario.command, ["poll"]], threads=True)
