"""Runs a program on a terminal of its own and answers each question with a line of standard input.

usage: terminal.py PROGRAM ARGUMENT…   prints all that the terminal showed; exits as the program did
"""

import os
import pty
import sys

answers = sys.stdin.read().split("\n")
process, terminal = pty.fork()
if process == 0:
    os.execv(sys.argv[1], sys.argv[1:])

shown = b""
asked = 0
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:  # the program has ended
        break
    if not piece:
        break
    shown += piece
    # A question ends with a colon and a space, and the program waits.
    if shown.endswith(b": ") and asked < len(answers):
        # Control-C and Control-D end a line, too.
        ends = answers[asked].endswith(("\x03", "\x04"))
        os.write(terminal, answers[asked].encode() + (b"" if ends else b"\r"))
        asked += 1
sys.stdout.buffer.write(shown)
sys.stdout.flush()
_, status = os.waitpid(process, 0)
sys.exit(os.waitstatus_to_exitcode(status))
