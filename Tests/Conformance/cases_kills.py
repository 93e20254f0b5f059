"""Killed at every write of a refresh and a download, and many at once: the next run succeeds."""

import concurrent.futures
import json
import shutil

from cases_basic import _variants
from client import Client

LAST = {"root": 4, "timestamp": 3, "snapshot": 3, "targets": 3}


def _publish(repository):
    for _ in range(2):
        repository.publish("root")
    repository.add_target("a", b"content")
    repository.publish_online()
    repository.replace_keys("timestamp")
    repository.publish_all()


def _versions(client):
    files = client.metadata.glob("*.json")
    return {file.stem: json.loads(file.read_bytes())["signed"]["version"] for file in files}


@_variants({"rename": "rename,renameat,renameat2", "fsync": "fsync,fdatasync", "write": "write"})
def at_every(client, repository, calls):
    if shutil.which("strace") is None:
        return
    _publish(repository)
    for count in range(1, 1000):
        other = Client(client.program, client.address)
        assert other.init(repository.content("root", 1)) == 0
        tracer = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}"]
        other.tracer = [*tracer, "-e", f"inject={calls}:signal=KILL:when={count}"]
        is_killed = other.download("a", may_die=True) != 0
        other.tracer = []
        # Whole files, whatever they are.
        _versions(other)
        # A temporary file begins with a dot.
        assert all(path.name.startswith(".") or path.read_bytes() == b"content"
                   for path in other.targets.iterdir())
        assert other.download("a") == 0, other.message
        assert _versions(other) == LAST
        other.close()
        if not is_killed:
            assert count > 5
            return


def many_at_once(client, repository):
    _publish(repository)
    with concurrent.futures.ThreadPoolExecutor(8) as executor:
        results = list(executor.map(lambda _: client.download("a"), range(24)))
    assert results == [0] * 24
    assert _versions(client) == LAST
    assert client.downloaded == [b"content"]
