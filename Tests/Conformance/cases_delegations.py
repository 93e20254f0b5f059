"""Which roles are asked for a target, and under which names."""

import hashlib

from cases_basic import _variants
from repository import quote
from securesystemslib.signer import CryptoSigner


@_variants({
    # delegator>role, `!` for terminating, `:` before a pattern; then the roles asked for.
    "one": ("targets>A", "A"),
    "two": ("targets>A targets>B", "A B"),
    "order of appearance": ("targets>B targets>A", "B A"),
    "depth first": ("targets>A targets>B A>C A>D", "A C D B"),
    "three levels": ("targets>A targets>B A>C C>D", "A C D B"),
    "terminating": ("targets>A targets>B A>C! A>D", "A C"),
    "terminating, with its own": ("targets>A targets>B A>C! C>D", "A C D"),
    "other paths": ("targets>A:*.py targets>B A>C", "B"),
    "other paths below": ("targets>A targets>B A>C:*.py C>D", "A B"),
    "cycle": ("targets>A targets>B B>C C>D D>B", "A B C D"),
    "diamond": ("targets>A targets>B B>C A>C", "A C B"),
    "diamond with other paths": ("targets>A targets>B B>C A>C:*.py", "A B C"),
})
def order(client, repository, graph):
    edges, visited = graph
    roles = []
    for edge in edges.split():
        delegator, _, rest = edge.partition(">")
        rest, _, pattern = rest.partition(":")
        role = rest.rstrip("!")
        repository.delegate(delegator, role, [pattern or "*"], rest.endswith("!"))
        roles.append(role)
    repository.publish_online(*dict.fromkeys(roles))
    assert client.download("missing") == 1
    assert repository.requests[4:] == [f"1.{role}.json" for role in visited.split()]
    # All of it is stored now.
    repository.requests.clear()
    assert client.download("missing") == 1
    assert repository.requests == ["2.root.json", "timestamp.json"]


@_variants({
    "top": ("file", True, ""),
    "wildcard": ("README.md", True, "A"),
    "below": ("releases/x/x_v1", True, "B C"),
    "with an extension": ("releases/y/y_v1.zip", True, "B D"),
    "not for everyone on the way": ("releases/z/z_v1.zip", False, "B"),
})
def search(client, repository, case):
    path, is_found, visited = case
    repository.delegate("targets", "A", ["*.md", "*.doc"])
    repository.delegate("targets", "B", ["releases/*/*"])
    repository.delegate("B", "C", ["releases/x/*"])
    repository.delegate("B", "D", ["releases/y/*.zip"])
    owners = {"file": "targets", "README.md": "A", "releases/x/x_v1": "C",
              "releases/y/y_v1.zip": "D", "releases/z/z_v1.zip": "D"}
    for name, owner in owners.items():
        repository.add_target(name, name.encode(), owner)
    repository.publish_online("A", "B", "C", "D")
    assert client.download(path) == (0 if is_found else 1)
    assert client.downloaded == ([path.encode()] if is_found else [])
    metadata = [r for r in repository.requests[4:] if not r.startswith("targets/")]
    assert metadata == [f"1.{role}.json" for role in visited.split()]


NAMES = ["?", "#", "/role", "../role", "a b", "é🦀", "%2F", "..", ".", "&=+;", "a\\b", "a\nb",
         "root.json", "1.root", "r" * 150]


@_variants({name.replace("\n", "\\n"): name for name in NAMES})
def unusual_role(client, repository, role):
    repository.delegate("targets", role)
    repository.publish_online(role)
    assert client.download("missing") == 1
    assert repository.requests[4:] == [f"1.{quote(role)}.json"]
    assert len(list(client.metadata.iterdir())) == 5
    assert len(list(client.metadata.parent.iterdir())) == 3
    # All five are metadata.
    assert client.stored.startswith("root 1, timestamp 2, snapshot 2, targets 2, ")


@_variants({role: role for role in ["root", "timestamp", "snapshot", "targets"]})
def role_named_like_a_top_level_one(client, repository, role):
    content = repository.content("targets")
    client.refresh()
    signed = repository.targets
    repository.delegate("targets", "x", ["*"])
    repository.publish("x")
    signed.delegations.roles["x"].name = role
    repository.publish_online()
    assert client.refresh() == 1
    assert client.file("targets.json") == content


def hash_prefixes(client, repository):
    digest = hashlib.sha256(b"a/file").hexdigest()
    repository.delegate("targets", "A", path_hash_prefixes=["ffff", "0000"])
    repository.delegate("targets", "B", path_hash_prefixes=[digest[:4]])
    repository.add_target("a/file", b"content", "B")
    repository.publish_online("A", "B")
    assert client.download("a/file") == 0
    assert repository.requests[4] == "1.B.json"


@_variants({"2": 1, "16": 4, "256": 8})
def succinct_roles(client, repository, bits):
    bins = repository.delegate_bins(bits, "bin")
    role = bins.get_role_for_target("a/file")
    repository.add_target("a/file", b"content", role)
    repository.publish_online(*bins.get_roles())
    assert client.download("a/file") == 0
    assert repository.requests[4] == f"1.{role}.json"


@_variants({"one run": True, "two runs": False})
def one_role_under_two_delegators(client, repository, in_one_run):
    # A and B both delegate to C, B by a key that C is not signed with.
    repository.delegate("targets", "A", ["a/*"])
    repository.delegate("targets", "B", ["b/*"])
    repository.delegate("A", "C", ["a/*"])
    own = repository.signers["C"]
    repository.signers["C"] = [CryptoSigner.generate_ed25519()]
    repository.delegate("B", "C", ["b/*"])
    repository.signers["C"] = own
    repository.add_target("a/file", b"trusted", "C")
    repository.add_target("b/file", b"not trusted", "C")
    repository.publish_online("A", "B", "C")
    if in_one_run:
        assert client.download("a/file", "b/file") == 1
    else:
        assert client.download("a/file") == 0
        assert client.download("b/file") == 1
    assert client.downloaded == [b"trusted"]
    assert client.download("b/file", "a/file") == 1


@_variants({"unsigned": "unsigned", "absent": "absent", "other version": "version"})
def role_that_cannot_be_trusted(client, repository, how):
    repository.delegate("targets", "A")
    repository.delegate("targets", "B")
    repository.add_target("file", b"content", "B")
    repository.publish("B")
    repository.publish("A", signers=[] if how == "unsigned" else None)
    if how == "version":
        repository.snapshot.meta["A.json"].version = 2
        repository.files["metadata/2.A.json"] = repository.files.pop("metadata/1.A.json")
    repository.publish_online()
    if how == "absent":
        del repository.files["metadata/1.A.json"]
    assert client.download("file") == 1
    assert client.downloaded == []
    assert "A" not in client.stored
