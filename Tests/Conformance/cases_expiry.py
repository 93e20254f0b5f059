"""Metadata past its date, by the system's clock, by faketime and by TUF_NOW."""

import datetime

from cases_basic import ALL_1, _variants
from client import faketime
from repository import DAY, NOW


@_variants({
    "root": ("root", "root 2, timestamp 1, snapshot 1, targets 1"),
    "timestamp": ("timestamp", "root 2, timestamp 1, snapshot 1, targets 1"),
    "snapshot": ("snapshot", "root 2, timestamp 2, snapshot 1, targets 1"),
    "targets": ("targets", "root 2, timestamp 2, snapshot 2, targets 1"),
})
def new_but_expired(client, repository, expected):
    role, stored = expected
    client.refresh()
    repository.signed[role].expires = NOW - 5 * DAY
    repository.publish_all()
    repository.requests.clear()
    assert client.refresh() == 1
    assert client.stored == stored
    if role == "root":
        assert repository.requests == ["2.root.json", "3.root.json"]


def expired_roots_on_the_way(client, repository):
    repository.root.expires = NOW - DAY
    repository.publish("root")
    repository.root.expires = NOW + DAY
    repository.publish("root")
    assert client.refresh() == 0


@_variants({"faketime": "fake", "TUF_NOW": "now"})
def expired_locally(client, repository, clock):
    if clock == "fake" and not faketime():
        return
    repository.timestamp.expires = NOW + 7 * DAY
    repository.publish("timestamp")
    assert client.refresh() == 0
    assert client.refresh(**{clock: NOW + 18 * DAY}) == 1
    repository.timestamp.expires = NOW + 21 * DAY
    repository.publish_online()
    assert client.refresh(**{clock: NOW + 18 * DAY}) == 0
    assert client.stored == "root 1, timestamp 3, snapshot 2, targets 2"


@_variants({"root": "root", "timestamp": "timestamp", "snapshot": "snapshot", "targets": "targets"})
def expires_at_this_second(client, repository, role):
    moment = NOW + 2 * DAY
    repository.signed[role].expires = moment
    repository.publish_all()
    second = datetime.timedelta(seconds=1)
    assert client.refresh(now=moment) == 1
    assert client.refresh(now=moment - second) == 0
    assert client.refresh(now=moment) == 1


@_variants({"faketime": "fake", "TUF_NOW": "now"})
def delegated_role(client, repository, clock):
    if clock == "fake" and not faketime():
        return
    later = {clock: NOW + 18 * DAY}
    repository.delegate("targets", "a")
    repository.signed["a"].expires = NOW + 7 * DAY
    repository.add_target("first", b"first", "a")
    repository.add_target("second", b"second", "a")
    repository.publish_online("a")
    assert client.download("first") == 0
    assert client.download("second", **later) == 1
    assert client.downloaded == [b"first"]
    repository.signed["a"].expires = NOW + 21 * DAY
    repository.publish_online("a")
    assert client.download("second", **later) == 0
    assert client.downloaded == [b"first", b"second"]


def delegated_role_expired_from_the_start(client, repository):
    repository.delegate("targets", "a")
    repository.signed["a"].expires = NOW - DAY
    repository.add_target("first", b"first", "a")
    repository.publish_online("a")
    assert client.refresh() == 0
    assert client.download("first") == 1
    assert client.downloaded == []
    assert client.stored == ALL_1.replace("1", "2").replace("root 2", "root 1")


@_variants({
    "utc": "2026-01-01T00:00:00Z",
    "east": "2026-01-01T01:30:00+01:30", "west": "2025-12-31T19:00:00-05:00",
})
def written_clock(client, repository, now):
    moment = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
    second = datetime.timedelta(seconds=1)
    for role in ["timestamp", "snapshot", "targets", "root"]:
        repository.signed[role].expires = moment + second
    repository.publish_all()
    assert client.refresh(now=now) == 0
    repository.timestamp.expires = moment
    repository.publish("timestamp")
    assert client.refresh(now=now) == 1
    assert "found that it expired at 2026-01-01T00:00:00Z" in client.message
