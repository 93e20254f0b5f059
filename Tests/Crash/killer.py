"""Kills a program at a system call of any of its threads; calls are counted over all threads.

usage: killer.py COUNT COMMAND…

It kills the program before the COUNT-th call that changes the disk; 0 means never. The processes that the
program started continue. It prints the result as JSON: the exit status (negative for a signal), the number of
calls, and whether a process of the program was still there at the end of its time.
"""

import ctypes
import json
import os
import signal
import sys

# ptrace(2).
TRACEME, CONT, SYSCALL = 0, 7, 24
SETOPTIONS, GETEVENTMSG, GET_SYSCALL_INFO = 0x4200, 0x4201, 0x420E
SYSGOOD, FORK, VFORK, CLONE, EXEC, EXITKILL = 1, 2, 4, 8, 16, 1 << 20
WALL = 0x40000000
O_CREAT = 0o100
# Numbers for x86-64: write, openat, the calls that change names, ftruncate, chmod, fchmod, fsync, fdatasync.
CHANGING = {1, 257, 82, 264, 316, 87, 263, 84, 83, 258, 88, 266, 77, 90, 91, 74, 75}
OPENAT = 257
# Seconds after which a remaining process is an error.
LONGEST = 60


class Entry(ctypes.Structure):
    """struct ptrace_syscall_info at the entry of a call."""

    _fields_ = [("op", ctypes.c_uint8), ("pad", ctypes.c_uint8 * 3), ("arch", ctypes.c_uint32),
                ("ip", ctypes.c_uint64), ("sp", ctypes.c_uint64), ("nr", ctypes.c_uint64),
                ("args", ctypes.c_uint64 * 6), ("rest", ctypes.c_uint64 * 4)]


libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def start(command):
    """Starts the command, stopped at its first instruction."""
    process = os.fork()
    if process == 0:
        nothing = os.open("/dev/null", os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        libc.ptrace(TRACEME, 0, None, None)
        os.execv(command[0], command)
    os.waitpid(process, WALL)
    libc.ptrace(SETOPTIONS, process, None, SYSGOOD | FORK | VFORK | CLONE | EXEC | EXITKILL)
    libc.ptrace(SYSCALL, process, None, None)
    return process


def changes(thread):
    """Whether a thread is entering a call that changes the disk."""
    info = Entry()
    libc.ptrace(GET_SYSCALL_INFO, thread, ctypes.sizeof(info), ctypes.byref(info))
    if info.op != 1 or info.nr not in CHANGING:
        return False
    return info.nr != OPENAT or bool(info.args[2] & O_CREAT)


def follow(main, count):
    """Runs the program to its end; its status, and the calls counted."""
    calls, status, threads = 0, None, {main}
    while True:
        try:
            process, how = os.waitpid(-1, WALL)
        except ChildProcessError:
            return status, calls
        if not os.WIFSTOPPED(how):
            if process == main:
                status = os.waitstatus_to_exitcode(how)
            threads.discard(process)
            continue
        stop, event, deliver = os.WSTOPSIG(how), how >> 16, 0
        if event:
            made = ctypes.c_ulong()
            libc.ptrace(GETEVENTMSG, process, None, ctypes.byref(made))
            if process in threads and os.path.exists(f"/proc/{main}/task/{made.value}"):
                threads.add(made.value)
        elif stop == signal.SIGTRAP | 0x80:
            if process in threads and changes(process):
                calls += 1
                if calls == count:
                    os.kill(main, signal.SIGKILL)
                    continue
        elif stop == signal.SIGSTOP:
            # The first stop of a new thread or process.
            if os.path.exists(f"/proc/{main}/task/{process}"):
                threads.add(process)
        else:
            deliver = stop
        libc.ptrace(SYSCALL if process in threads else CONT, process, None, deliver)


def main():
    if os.uname().machine != "x86_64":
        raise SystemExit("killer.py: knows the system calls of x86-64 alone")

    def end(*_):
        # Traced processes end with their tracer.
        print(json.dumps({"status": None, "calls": 0, "left": True}), flush=True)
        os._exit(0)

    signal.signal(signal.SIGALRM, end)
    signal.alarm(LONGEST)
    status, calls = follow(start(sys.argv[2:]), int(sys.argv[1]))
    print(json.dumps({"status": status, "calls": calls, "left": False}))


if __name__ == "__main__":
    main()
