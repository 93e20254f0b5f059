"""Drives a TUF client as a process against repositories signed by python-tuf.

run.py --list            the cases, one a line
run.py CLIENT [NAME...]  runs all of them, or the groups and cases of those names; 1 where one fails
"""

import inspect
import sys
import traceback

import cases_basic
import cases_delegations
import cases_downloads
import cases_expiry
import cases_keys
import cases_kills
import cases_rollback
from client import Client
from repository import Repository
from server import Server

MODULES = [
    cases_basic, cases_rollback, cases_expiry, cases_keys, cases_delegations, cases_downloads,
    cases_kills,
]


def cases():
    for module in MODULES:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                for variant in getattr(function, "variants", [None]):
                    suffix = "" if variant is None else f"[{variant}]"
                    yield f"{module.__name__[6:]}.{name}{suffix}", function, variant


def run(program, server, number, function, variant):
    repository = Repository()
    client = Client(program, server.address(f"case-{number}", repository))
    try:
        assert client.init(repository.content("root")) == 0, client.message
        function(client, repository, *([] if variant is None else [function.variants[variant]]))
        return None
    except Exception:
        return traceback.format_exc() + f"requests: {repository.requests}\n{client.message}"
    finally:
        client.close()


def main(arguments):
    if arguments == ["--list"]:
        for name, _, _ in cases():
            print(name)
        return 0
    server = Server()
    failures = 0
    for number, (name, function, variant) in enumerate(cases()):
        if arguments[1:] and not {name, name.split(".")[0]} & set(arguments[1:]):
            continue
        problem = run(arguments[0], server, number, function, variant)
        print("ok" if problem is None else "FAILED", name, flush=True)
        if problem is not None:
            failures += 1
            print(problem, flush=True)
    return 1 if failures else 0


sys.exit(main(sys.argv[1:]))
