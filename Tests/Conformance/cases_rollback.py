"""Older metadata than was trusted before, and the way out where a key was stolen."""

from cases_basic import _variants

BOTH = _variants({"plain": False, "with hashes": True})


@BOTH
def timestamp(client, repository, hashes):
    repository.hashes = hashes
    old = repository.content("timestamp")
    repository.publish_online()
    assert client.refresh() == 0
    repository.serve("timestamp", old)
    assert client.refresh() == 1
    assert client.stored == "root 1, timestamp 2, snapshot 2, targets 2"


@BOTH
def snapshot_in_timestamp(client, repository, hashes):
    repository.hashes = hashes
    repository.publish_online()
    assert client.refresh() == 0
    repository.snapshot.version = 0
    repository.publish("snapshot", "timestamp")
    assert client.refresh() == 1
    assert repository.requests[-1] == "timestamp.json"
    assert client.stored == "root 1, timestamp 2, snapshot 2, targets 2"


@BOTH
def targets_in_snapshot(client, repository, hashes):
    repository.hashes = hashes
    repository.publish_online()
    assert client.refresh() == 0
    repository.targets.version = 0
    repository.publish_online()
    assert client.refresh() == 1
    assert repository.requests[-1] == "3.snapshot.json"
    assert client.stored == "root 1, timestamp 3, snapshot 2, targets 2"


def delegated_in_snapshot(client, repository):
    repository.delegate("targets", "a")
    repository.publish_online("a")
    repository.publish_online("a")
    assert client.refresh() == 0
    repository.signed["a"].version = 0
    repository.publish_online("a")
    assert client.refresh() == 1
    repository.signed["a"].version = 1
    repository.publish_online("a")
    assert client.refresh() == 0


def role_left_out_of_snapshot(client, repository):
    repository.delegate("targets", "a")
    repository.publish_online("a")
    assert client.refresh() == 0
    del repository.snapshot.meta["a.json"]
    repository.publish("snapshot", "timestamp")
    assert client.refresh() == 1
    assert client.stored == "root 1, timestamp 3, snapshot 2, targets 2"


def old_snapshot_at_its_own_address(client, repository):
    repository.publish_online()
    assert client.refresh() == 0
    repository.snapshot.version = 0
    repository.publish("snapshot")
    assert client.refresh() == 0
    assert repository.requests[-1] == "timestamp.json"
    assert client.stored == "root 1, timestamp 2, snapshot 2, targets 2"


@_variants({
    "timestamp": ["timestamp"], "snapshot": ["snapshot"], "both": ["timestamp", "snapshot"],
})
def fast_forward_recovery(client, repository, rotated):
    for role in ["timestamp", "snapshot", "targets"]:
        repository.signed[role].version = 99_999
    repository.publish_online()
    assert client.refresh() == 0
    for role in rotated:
        repository.replace_keys(role)
    for role in ["timestamp", "snapshot", "targets"]:
        repository.signed[role].version = 0
    repository.publish_all()
    assert client.refresh() == 0
    assert client.stored == "root 2, timestamp 1, snapshot 1, targets 1"


def no_recovery_without_rotation(client, repository):
    repository.timestamp.version = 99_999
    repository.publish("timestamp")
    assert client.refresh() == 0
    repository.timestamp.version = 0
    repository.publish("timestamp")
    repository.publish("root")
    assert client.refresh() == 1
    assert client.stored == "root 2, timestamp 100000, snapshot 1, targets 1"
