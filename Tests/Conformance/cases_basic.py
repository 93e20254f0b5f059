"""What is asked for, in which order, and what is stored of it."""

import hashlib
import json

from client import Client
from repository import DAY, NOW, ROLES
from securesystemslib.formats import encode_canonical
from securesystemslib.signer import CryptoSigner
from server import broken, endless, hang_up, marked

FIRST = ["2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json"]
ALL_1 = "root 1, timestamp 1, snapshot 1, targets 1"


def _variants(table):
    def decorate(function):
        function.variants = table
        return function

    return decorate


def first_refresh_asks_for_each_role_once(client, repository):
    assert client.refresh() == 0
    assert repository.requests == FIRST


def bytes_are_stored_as_received(client, repository):
    for role in ROLES[1:]:
        repository.serve(role, repository.content(role) + b" \n")
    assert client.refresh() == 0
    for role in ROLES:
        assert client.file(f"{role}.json") == repository.content(role)
    assert client.stored == ALL_1


def second_refresh_is_two_requests(client, repository):
    client.refresh()
    repository.requests.clear()
    assert client.refresh() == 0
    assert repository.requests == FIRST[:2]


def no_request_asks_whether_a_file_has_changed(client, repository):
    conditions = []

    def publish():
        repository.publish_online()
        repository.files["metadata/timestamp.json"] = marked(repository.content("timestamp"), conditions)

    publish()
    assert client.refresh() == 0
    # The mark outlives the change, as of a server whose files all have one time and one length.
    publish()
    assert client.refresh() == 0
    assert client.stored == "root 1, timestamp 3, snapshot 3, targets 3"
    assert conditions == [[], []]


@_variants({"none": ("/metadata", "/targets"), "two": ("/metadata//", "/targets//")})
def final_slashes(client, repository, urls):
    repository.add_target("a", b"a")
    repository.publish_online()
    assert client.refresh(urls[0]) == 0
    assert client.download("a", urls=urls) == 0


@_variants({
    "no version": lambda root: root["signed"].pop("version"),
    "other signature": lambda root: root["signatures"][0].update(sig="3045" * 20),
    "no signature": lambda root: root["signatures"].clear(),
})
def root_that_is_none(client, repository, change):
    root = json.loads(repository.content("root"))
    change(root)
    other = Client(client.program, client.address)
    assert other.init(json.dumps(root).encode()) == 1
    assert other.refresh() == 1
    # Whatever puts it there.
    (other.metadata / "root.json").write_text(json.dumps(root))
    assert other.refresh() == 1
    assert repository.requests == []
    other.close()


def root_behind_a_link(client, repository):
    (client.metadata / "root.json").rename(client.metadata.parent / "1.root.json")
    (client.metadata / "root.json").symlink_to("../1.root.json")
    assert client.refresh() == 0
    repository.publish("root")
    assert client.refresh() == 0
    assert client.file("root.json") == repository.content("root")
    assert (client.metadata.parent / "1.root.json").read_bytes() == repository.content("root", 1)


def second_init_begins_anew(client, repository):
    client.refresh()
    repository.publish("root")
    client.refresh()
    assert client.init(repository.content("root", 1)) == 0
    assert client.stored == ALL_1
    assert client.refresh() == 0
    assert client.stored == ALL_1.replace("root 1", "root 2")


@_variants({
    "root": ("root", "root 1"),
    "timestamp": ("timestamp", "root 2"),
    "snapshot": ("snapshot", "root 2, timestamp 2"),
    "targets": ("targets", "root 2, timestamp 2, snapshot 2"),
})
def unsigned(client, repository, expected):
    role, stored = expected
    repository.signers[role].clear()
    repository.publish_all()
    assert client.refresh() == 1
    assert client.stored == stored


@_variants({
    "root": ("root", "root 1"),
    "snapshot": ("snapshot", "root 2, timestamp 2"),
    "targets": ("targets", "root 2, timestamp 2, snapshot 2"),
})
def address_of_another_version(client, repository, expected):
    role, stored = expected
    repository.publish("root", "targets", "snapshot")
    # Version 3 where version 2 is asked for.
    repository.publish(role)
    repository.files[f"metadata/2.{role}.json"] = repository.content(role)
    if role == "snapshot":
        repository.timestamp.snapshot_meta.version = 2
    if role == "targets":
        repository.snapshot.meta["targets.json"].version = 2
        repository.publish("snapshot", bump=False)
    if role == "root":
        del repository.files["metadata/3.root.json"]
    repository.publish("timestamp")
    assert client.refresh() == 1
    assert client.stored == stored


@_variants({
    "timestamp": ("root 1", "timestamp.json"),
    "snapshot": ("root 1, timestamp 1", "1.snapshot.json"),
    "targets": ("root 1, timestamp 1, snapshot 1", "1.targets.json"),
})
def missing(client, repository, expected):
    stored, name = expected
    content = repository.files.pop(f"metadata/{name}")
    for answer in [None, broken(403), broken(500), hang_up, b"", b"{", b"[]", b"\xff", endless]:
        repository.files[f"metadata/{name}"] = answer
        assert client.refresh() == 1
        assert repository.requests[-1] == name
        assert client.stored == stored
    # What was half done is finished by the next refresh.
    repository.files[f"metadata/{name}"] = content
    assert client.refresh() == 0
    assert client.stored == ALL_1


@_variants({"not found": None, "forbidden": broken(403), "gone": broken(410)})
def no_next_root(client, repository, answer):
    repository.files["metadata/2.root.json"] = answer
    assert client.refresh() == 0


@_variants({"server error": broken(503), "no answer": hang_up, "endless": endless})
def unclear_next_root(client, repository, answer):
    repository.files["metadata/2.root.json"] = answer
    assert client.refresh() == 1
    assert repository.requests == ["2.root.json"]
    assert client.stored == "root 1"


def snapshot_missing_at_an_update(client, repository):
    client.refresh()
    repository.publish_online()
    content = repository.files.pop("metadata/2.snapshot.json")
    for _ in range(2):
        assert client.refresh() == 1
        assert repository.requests[-1] == "2.snapshot.json"
        assert client.stored == "root 1, timestamp 2, snapshot 1, targets 1"
    repository.files["metadata/2.snapshot.json"] = content
    assert client.refresh() == 0
    assert client.stored == "root 1, timestamp 2, snapshot 2, targets 2"


def targets_missing_at_an_update(client, repository):
    client.refresh()
    repository.publish_online()
    content = repository.files.pop("metadata/2.targets.json")
    for _ in range(2):
        assert client.refresh() == 1
        assert repository.requests[-1] == "2.targets.json"
        assert client.stored == "root 1, timestamp 2, snapshot 2, targets 1"
    repository.files["metadata/2.targets.json"] = content
    assert client.refresh() == 0
    assert client.stored == "root 1, timestamp 2, snapshot 2, targets 2"


def same_version_of_other_content(client, repository):
    client.refresh()
    before = client.file("timestamp.json")
    repository.timestamp.snapshot_meta.version = 100
    repository.publish("timestamp", bump=False)
    assert client.refresh() == 0
    assert repository.requests[-1] == "timestamp.json"
    assert client.file("timestamp.json") == before


def new_targets_that_no_snapshot_lists(client, repository):
    client.refresh()
    repository.publish("targets")
    assert client.refresh() == 0
    assert repository.requests[-1] == "timestamp.json"
    assert client.stored == ALL_1


def hashes_and_lengths_are_checked(client, repository):
    repository.hashes = True
    repository.publish_online()
    assert client.refresh() == 0
    for change in [
        lambda listing: listing.hashes.update(sha256="0" * 64),
        lambda listing: listing.hashes.update(sha512="0" * 128),
        lambda listing: setattr(listing, "length", listing.length - 1),
        lambda listing: setattr(listing, "length", listing.length + 1),
    ]:
        repository.publish("targets")
        change(repository.snapshot.meta["targets.json"])
        repository.publish("snapshot", "timestamp")
        assert client.refresh() == 1
        assert client.stored.endswith(f"snapshot {repository.snapshot.version}, targets 2")
    for change in ["snapshot"]:
        repository.publish("targets", "snapshot")
        repository.timestamp.snapshot_meta.hashes["sha256"] = "0" * 64
        repository.publish("timestamp")
        assert client.refresh() == 1
        assert client.stored.endswith(f"snapshot {repository.snapshot.version - 1}, targets 2")
    repository.publish_online()
    assert client.refresh() == 0


def another_type_of_metadata(client, repository):
    # A snapshot that could be a timestamp, signed by the timestamp's key.
    repository.add_key("snapshot", repository.signers["timestamp"][0])
    repository.publish("root")
    listed = repository.snapshot.meta
    repository.snapshot.meta = {"snapshot.json": listed["targets.json"]}
    repository.publish("snapshot")
    repository.files["metadata/timestamp.json"] = repository.files.pop("metadata/2.snapshot.json")
    assert client.refresh() == 1
    assert client.stored == "root 2"


def unknown_members(client, repository):
    for role in ROLES:
        repository.signed[role].unrecognized_fields["x"] = {"é\u2028": [1, -1, None, True, "\\\""]}
    repository.root.roles["root"].unrecognized_fields["y"] = "z"
    key = next(iter(repository.root.keys.values()))
    key.unrecognized_fields["keyid_hash_algorithms"] = ["md5"]
    repository.publish_all()
    assert client.refresh() == 0
    assert client.stored == ALL_1.replace("1", "2")


def a_repository_with_the_marks_of_its_tools(client, repository):
    # Signatures that are empty because their people have not signed, an older writing of the
    # specification's version, and members of the tools' own in keys, roles and signed parts.
    repository.hashes = True
    for role in ROLES:
        signed = repository.signed[role]
        signed.spec_version = "1.0"
        signed.unrecognized_fields["x-tool-expiry-period"] = 365
        repository.root.roles[role].unrecognized_fields["x-tool-signing-period"] = 60
        signer = CryptoSigner.generate_ecdsa()
        key = signer.public_key
        key.unrecognized_fields["keyid_hash_algorithms"] = ["sha256", "sha512"]
        key.unrecognized_fields["x-tool-keyowner"] = "@somebody"
        key.keyid = hashlib.sha256(encode_canonical(key.to_dict()).encode()).hexdigest()
        repository.add_key(role, signer)
    repository.delegate("targets", "a", ["a/*"], terminating=True)
    repository.signed["a"].unrecognized_fields["x-tool-expiry-period"] = 365
    target = repository.add_target("a/file", b"content", "a")
    target.unrecognized_fields = {"custom": {"tool": {"status": "Active", "uri": "https://x/y"}}}
    repository.publish("root", "a", "targets", "snapshot", "timestamp")
    for role in ["root", "timestamp"]:
        metadata = json.loads(repository.content(role))
        metadata["signatures"].append({"keyid": "e" * 64, "sig": ""})
        repository.serve(role, json.dumps(metadata, indent=1).encode())
    assert client.refresh() == 0, client.message
    assert client.download("a/file") == 0
    assert client.downloaded == [b"content"]


def without_consistent_snapshots(client, repository):
    repository.root.consistent_snapshot = False
    repository.add_target("a/b", b"content")
    repository.publish_all()
    assert client.download("a/b") == 0
    assert repository.requests == [
        "2.root.json", "3.root.json", "timestamp.json", "snapshot.json", "targets.json",
        "targets/a/b",
    ]
