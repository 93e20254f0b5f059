"""Targets: exactly what is listed, or nothing."""

from cases_basic import FIRST, _variants
from repository import quote_path
from server import broken, endless, hang_up
from tuf.api.metadata import TargetFile


def whole(client, repository):
    target = repository.add_target("path/to/a file.txt", b"content")
    repository.publish_online()
    assert client.refresh() == 0
    assert client.downloaded == []
    assert client.download("path/to/a file.txt") == 0
    assert repository.requests[-1] == f"targets/path/to/{target.hashes['sha256']}.a%20file.txt"
    assert client.downloaded == [b"content"]


def empty(client, repository):
    repository.add_target("nothing", b"")
    repository.publish_online()
    assert client.download("nothing") == 0
    assert client.downloaded == [b""]


def target_folder_is_made(client, repository):
    repository.add_target("a", b"content")
    repository.publish_online()
    client.targets.rmdir()
    assert client.download("a") == 0


def refresh_comes_first(client, repository):
    assert client.download("nowhere") == 1
    assert repository.requests == FIRST
    assert client.stored == "root 1, timestamp 1, snapshot 1, targets 1"


def not_fetched_again(client, repository):
    repository.add_target("a", b"content")
    repository.publish_online()
    assert client.download("a") == 0
    repository.requests.clear()
    assert client.download("a") == 0
    assert repository.requests == ["2.root.json", "timestamp.json"]
    # A copy that was changed is fetched.
    [copy] = client.targets.iterdir()
    copy.write_bytes(b"CONTENT")
    assert client.download("a") == 0
    assert client.downloaded == [b"content"]


def in_their_order_until_the_first_failure(client, repository):
    for name in ["a", "b", "c"]:
        repository.add_target(name, name.encode())
    repository.publish_online()
    assert client.download("b", "a") == 0
    assert client.downloaded == [b"b", b"a"]
    assert client.download("c", "missing", "b") == 1
    assert client.downloaded == [b"b", b"a", b"c"]
    assert client.download("missing", "c") == 1


def one_refresh_for_all(client, repository):
    for name in ["a", "b", "c"]:
        repository.add_target(name, name.encode())
    repository.publish_online()
    assert client.download("a", "b", "c") == 0
    assert [r for r in repository.requests if not r.startswith("targets/")] == [
        "2.root.json", "timestamp.json", "2.snapshot.json", "2.targets.json"]


def changing_content(client, repository):
    for at in range(5):
        content = f"version {at}".encode()
        target = repository.add_target("a", content)
        repository.add_target(f"other-{at}", content + b"!")
        repository.publish_online()
        assert client.download("a") == 0
        assert client.downloaded == [content]
        address = f"targets/{target.hashes['sha256']}.a"
        repository.files[address] = b"malicious"
        client.download("a")
        assert client.downloaded == [content]


@_variants({
    "other content": b"CONTENT", "shorter": b"conten", "longer": b"content!", "nothing": b"",
    "not there": None, "a server error": broken(500), "no answer": hang_up, "endless": endless,
})
def not_what_is_listed(client, repository, answer):
    target = repository.add_target("a", b"content")
    repository.publish_online()
    repository.files[f"targets/{target.hashes['sha256']}.a"] = answer
    assert client.download("a") == 1
    assert list(client.targets.iterdir()) == []
    repository.files[f"targets/{target.hashes['sha256']}.a"] = b"content"
    assert client.download("a") == 0
    repository.targets.targets["a"].hashes["sha256"] = "0" * 64
    repository.publish_online()
    assert client.download("a") == 1
    assert client.downloaded == [b"content"]


def a_wrong_hash_beside_a_right_one(client, repository):
    target = repository.add_target("a", b"content")
    target.hashes["sha512"] = "0" * 128
    repository.publish_online()
    assert client.download("a") == 1
    assert client.downloaded == []


@_variants({"256": ["sha256"], "512": ["sha512"], "both": ["sha256", "sha512"]})
def hash_algorithms(client, repository, algorithms):
    target = TargetFile.from_data("a", b"content", algorithms)
    repository.targets.targets["a"] = target
    for digest in target.hashes.values():
        repository.files[f"targets/{digest}.a"] = b"content"
    repository.publish_online()
    assert client.download("a") == 0
    [request] = [name for name in repository.requests if name.startswith("targets/")]
    assert request in [f"targets/{digest}.a" for digest in target.hashes.values()]
    assert client.downloaded == [b"content"]


def hash_algorithm_that_nobody_knows(client, repository):
    target = repository.add_target("a", b"content")
    target.hashes["unknown"] = "0" * 64
    repository.publish_online()
    # Beside one that we can check it does no harm.
    assert client.download("a") == 0
    other = TargetFile.from_data("b", b"other content", ["sha512"])
    other.hashes = {"unknown": other.hashes["sha512"]}
    repository.targets.targets["b"] = other
    repository.files[f"targets/{other.hashes['unknown']}.b"] = b"other content"
    repository.publish_online()
    assert client.download("b") == 1
    assert client.downloaded == [b"content"]


ADDRESSES = {
    "a b": "a%20b", "a?b=c": "a%3Fb=c", "a#b": "a%23b", "a&b": "a&b", "a+b": "a+b",
    "a%41b": "a%41b", "a%": "a%25", "é": "%C3%A9", ".hidden": ".hidden", "a\\b": "a%5Cb",
    "-x": "-x", "~": "~",
    "[x]": "%5Bx%5D", "x" * 150: "x" * 150, "d/" * 60 + "x": "d/" * 60 + "x",
}


@_variants({name[:9]: name for name in ADDRESSES})
def unusual_name(client, repository, name):
    repository.add_target(name, b"content", address=ADDRESSES[name])
    repository.publish_online()
    assert client.download(name) == 0
    assert [path.parent for path in client.targets.iterdir()] == [client.targets]
    assert client.downloaded == [b"content"]
    repository.requests.clear()
    assert client.download(name) == 0
    assert len(repository.requests) == 2


@_variants({name: name for name in ["../evil", "a/../../evil", "/evil", "..", "%2e%2e/evil"]})
def name_that_leads_out(client, repository, name):
    repository.add_target(name, b"content", address=name)
    repository.publish_online()
    client.download(name)
    assert len(list(client.metadata.parent.iterdir())) == 3
    assert all(path.parent == client.targets for path in client.targets.rglob("*"))


def names_that_differ_keep_apart(client, repository):
    names = ["a/b", "a%2Fb", "a_b", "A/b", "\u00e9", "e\u0301"]
    for at, name in enumerate(names):
        repository.add_target(name, f"{at}".encode(), address=quote_path(name).replace("%25", "%"))
    repository.publish_online()
    assert client.download(*names) == 0
    assert client.downloaded == [f"{at}".encode() for at in range(len(names))]
