"""What the service costs while nothing happens, after a hundred polls of a real nginx; and what its schedule does."""
import os
import re
import signal
import socket
import subprocess
import time

from measuring import Nginx, SCRATCH, program, quietly

import delivery

POLLS = 100
WATCHED_SECONDS = 20


def idle(_):
    """Memory and wake-ups of `run` between two polls, its watchdog fed as the package's unit has it."""
    delivery.prepare_site()
    address = os.path.join(SCRATCH, "notify")
    with Nginx(delivery.SITE) as server, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(60)
        command = [program("bundle-agent"), "run", "--interval", "1h", "--repository", server.address,
                   "--state", os.path.join(SCRATCH, "service"), "--root", delivery.ROOT_METADATA]
        agent = subprocess.Popen(command, env={"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "600000000"},
                                 stderr=subprocess.DEVNULL)
        try:
            polled(manager)
            first = memory(agent.pid)
            for _ in range(POLLS):
                agent.send_signal(signal.SIGHUP)
                polled(manager)
            last = memory(agent.pid)
            time.sleep(1)  # the report is told before the loop waits again
            before = wake_ups(agent.pid)
            time.sleep(WATCHED_SECONDS)
            woken = wake_ups(agent.pid) - before
        finally:
            agent.terminate()
            agent.wait()
    print("### the service, idle\n\n| | resident MiB | of it own pages | threads |\n|---|--:|--:|--:|")
    print(f"| when ready | {first[0]:.1f} | {first[1]:.1f} | {first[2]} |")
    print(f"| after {POLLS} polls | {last[0]:.1f} | {last[1]:.1f} | {last[2]} |")
    print(f"\nWake-ups in {WATCHED_SECONDS} s between two polls: {woken}.\n")


def fleet(_):
    """Ten thousand machines on the real schedule."""
    print(subprocess.run([program("agent-simulation")], check=True, capture_output=True, text=True).stdout)


def polled(manager):
    """Waits until a poll of the repository is over."""
    while not re.search(rb"^STATUS=serving \d+ years; (up-to-date|updated) ", manager.recv(4096)):
        pass


def memory(pid):
    """Resident MiB, those that are no file's, and threads."""
    with open(f"/proc/{pid}/status") as file:
        status = dict(line.split(":", 1) for line in file)
    return *(int(status[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon")), status["Threads"].strip()


def wake_ups(pid):
    """Times that the kernel has given it the processor."""
    with open(f"/proc/{pid}/status") as file:
        return sum(int(line.split(":")[1]) for line in file if "ctxt_switches" in line)
