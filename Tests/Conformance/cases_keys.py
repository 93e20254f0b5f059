"""Kinds of keys, thresholds, rotations."""

import hashlib
import json

from cases_basic import ALL_1, _variants
from securesystemslib.formats import encode_canonical
from securesystemslib.signer import CryptoSigner, SSlibKey

SIGNERS = [CryptoSigner.generate_ed25519() for _ in range(10)]


def _keytype(name):
    """An ECDSA signer whose key says another type, as older writers do."""
    signer = CryptoSigner.generate_ecdsa()
    old = signer.public_key
    text = {"keytype": name, "scheme": old.scheme, "keyval": old.keyval}
    keyid = hashlib.sha256(encode_canonical(text).encode()).hexdigest()
    return CryptoSigner(signer._private_key, SSlibKey(keyid, name, old.scheme, old.keyval))


@_variants({
    "ed25519": CryptoSigner.generate_ed25519,
    "ecdsa": CryptoSigner.generate_ecdsa,
    "ecdsa-sha2-nistp256": lambda: _keytype("ecdsa-sha2-nistp256"),
    "rsa": lambda: CryptoSigner.generate_rsa(size=2048),
})
def kind(client, repository, make):
    signer = make()
    for role in ["root", "timestamp", "snapshot", "targets"]:
        repository.add_key(role, signer)
        repository.root.roles[role].threshold = 2
    repository.publish_all()
    assert client.refresh() == 0, client.message
    assert client.stored == ALL_1.replace("1", "2")
    # Another message's signature, a bit off, too short, nothing, no hexadecimal.
    good = json.loads(repository.content("root"))["signatures"]
    at = [s["keyid"] for s in good].index(signer.public_key.keyid)
    repository.publish("root")
    root = json.loads(repository.content("root"))
    right = root["signatures"][at]["sig"]
    flipped = right[:-1] + ("0" if right[-1] != "0" else "1")
    for wrong in [good[at]["sig"], flipped, right[:-2], right + "00", "", "zz", "3"]:
        root["signatures"][at]["sig"] = wrong
        repository.serve("root", json.dumps(root).encode())
        assert client.refresh() == 1, wrong
        assert client.stored == ALL_1.replace("1", "2")
    root["signatures"][at]["sig"] = right
    repository.serve("root", json.dumps(root).encode())
    assert client.refresh() == 0


def unknown_kinds_beside(client, repository):
    repository.publish_all()
    root = json.loads(repository.content("root"))
    for at, key in enumerate([
        {"keytype": "sigstore-oidc", "scheme": "Fulcio", "keyval": {"identity": "x"}},
        {"keytype": "rsa", "scheme": "rsa-pkcs1v15-sha256", "keyval": {"public": "-----BEGIN"}},
        {"keytype": "ecdsa", "scheme": "ecdsa-sha2-nistp256", "keyval": {"public": "no key"}},
        {"keytype": "", "scheme": "", "keyval": {}},
    ]):
        keyid = f"{at}" * 64
        root["signed"]["keys"][keyid] = key
        for role in root["signed"]["roles"].values():
            role["keyids"].insert(0, keyid)
        root["signatures"].insert(0, {"keyid": keyid, "sig": "00"})
    _resign(repository, root)
    assert client.refresh() == 0
    assert client.stored == ALL_1.replace("1", "2")


def _resign(repository, root):
    """Signs a root that python-tuf would not make."""
    message = encode_canonical(root["signed"]).encode()
    for signature in root["signatures"]:
        for signer in repository.signers["root"]:
            if signer.public_key.keyid == signature["keyid"]:
                signature["sig"] = signer.sign(message).signature
    repository.serve("root", json.dumps(root).encode())


@_variants({
    "one key": [([1], 1, [1]), ([2], 1, [2, 1]), ([2], 1, [2])],
    "strangers sign too": [([1], 1, [3, 1, 4]), ([2], 1, [3, 2, 1, 4]), ([2], 1, [3, 2, 4])],
    "three of five": [([0, 1, 2, 3, 4], 3, s) for s in ([0, 2, 4], [0, 4, 1], [0, 1, 3])],
    "one of five": [([0, 1, 2, 3, 4], 3, [0, 2, 4]), ([0, 1, 3, 4, 5], 3, [0, 4, 1])],
    "all of five": [
        ([0, 1, 2, 3, 4], 3, [0, 2, 4]), ([5, 6, 7, 8, 9], 3, [0, 2, 4, 5, 6, 7]),
        ([5, 6, 7, 8, 9], 3, [5, 6, 7]),
    ],
    "threshold up": [([1, 2, 3], 1, [1]), ([1, 2, 3], 2, [1, 2])],
    "threshold down": [([1, 2, 3], 2, [1, 2]), ([1, 2, 3], 1, [1, 2]), ([1, 2, 3], 1, [1])],
    "key and threshold up": [([1], 1, [1]), ([1, 2], 2, [1, 2])],
    "without the old key!": [([1], 1, [1]), ([2], 1, [2, 3, 4])],
    "without the new key!": [([1], 1, [1]), ([2], 1, [1, 3, 4])],
    "below the new threshold!": [([1, 2, 3], 1, [1]), ([1, 2, 3], 2, [2])],
    "below the old threshold!": [([1, 2, 3], 2, [1, 2]), ([1, 2, 3], 1, [1])],
    "too few of the new!": [([0, 1, 2, 3, 4], 3, [0, 2, 4]), ([0, 1, 3, 4, 5], 3, [0, 2, 4])],
    "too few of the old!": [([0, 1, 2, 3, 4], 3, [0, 2, 4]), ([0, 1, 3, 4, 5], 3, [0, 4, 5])],
})
def root_rotation(client, repository, steps):
    is_refused = [k for k, v in root_rotation.variants.items() if v is steps][0].endswith("!")
    repository.root.version = 0
    for keys, threshold, signers in steps:
        repository.replace_keys("root", [SIGNERS[at] for at in keys], threshold)
        repository.publish("root", signers=[SIGNERS[at] for at in signers])
    assert client.init(repository.content("root", 1)) == 0
    assert client.refresh() == (1 if is_refused else 0)
    last = len(steps) - (1 if is_refused else 0)
    assert client.file("root.json") == repository.content("root", last)


@_variants({
    "new key": ([2], 1, [2]), "strangers sign too": ([1], 1, [3, 1, 4]),
    "the old key only!": ([2], 1, [1, 3, 4]), "one is a stranger!": ([0, 1, 3, 4, 5], 3, [0, 2, 4]),
    "one is missing!": ([0, 1, 3, 4, 5], 3, [0, 4]),
    "three of five": ([0, 1, 2, 3, 4], 3, [4, 2, 0]),
    "one signs twice!": ([0, 1, 2], 2, [0, 0]),
})
def online_rotation(client, repository, step):
    is_refused = [k for k, v in online_rotation.variants.items() if v is step][0].endswith("!")
    keys, threshold, signers = step
    for role in ["timestamp", "snapshot", "targets"]:
        repository.replace_keys(role, [SIGNERS[at] for at in keys], threshold)
        own = [SIGNERS[at] for at in signers]
        repository.publish("root")
        for step_role in ["targets", "snapshot", "timestamp"]:
            if step_role == role:
                repository.publish(role, signers=own)
                if signers == [0, 0]:
                    metadata = json.loads(repository.content(role))
                    metadata["signatures"] *= 2
                    repository.serve(role, json.dumps(metadata).encode())
            else:
                repository.publish(step_role)
        if is_refused:
            assert client.refresh() == 1
            return
        repository.signers[role] = own
        assert client.refresh() == 0
        assert client.file(f"{role}.json") == repository.content(role)


def one_key_under_many_names(client, repository):
    signer = CryptoSigner.generate_ecdsa()
    repository.replace_keys("snapshot", [signer])
    for at in range(5):
        twin = SSlibKey(f"{at}" * 64, "ecdsa", signer.public_key.scheme, signer.public_key.keyval)
        repository.root.add_key(twin, "snapshot")
        repository.signers["snapshot"].append(CryptoSigner(signer._private_key, twin))
    repository.root.roles["snapshot"].threshold = 2
    repository.publish_all()
    assert client.refresh() == 1
    assert client.stored == "root 2, timestamp 2"


@_variants({
    "root": ("root", "root 1"),
    "timestamp": ("timestamp", "root 2"),
    "snapshot": ("snapshot", "root 2, timestamp 2"),
    "targets": ("targets", "root 2, timestamp 2, snapshot 2"),
})
def a_key_id_twice_in_signatures(client, repository, expected):
    role, stored = expected
    repository.add_key(role)
    repository.publish_all()
    regular = repository.content(role)
    signatures = json.loads(regular)["signatures"]
    stranger = {"keyid": "0" * 64, "sig": "00"}
    # The threshold of one is met without the second signature.
    for more in [
        [signatures[0]], [signatures[1]], signatures, [{**signatures[0], "sig": ""}],
        [stranger, stranger],
    ]:
        metadata = json.loads(regular)
        metadata["signatures"] += more
        repository.serve(role, json.dumps(metadata).encode())
        assert client.refresh() == 1, more
        assert client.stored == stored
        assert "keyid" in client.message
    repository.serve(role, regular)
    assert client.refresh() == 0
    # A stored file that is so counts as damaged, and is fetched anew.
    if role != "root":
        (client.metadata / f"{role}.json").write_text(json.dumps(metadata))
        assert client.refresh() == 0
        assert client.file(f"{role}.json") == regular


def a_key_id_twice_in_the_first_root(client, repository):
    root = json.loads(repository.content("root"))
    root["signatures"] *= 2
    assert client.init(json.dumps(root).encode()) == 1
    (client.metadata / "root.json").write_text(json.dumps(root))
    assert client.refresh() == 1
    assert repository.requests == []


def a_key_id_twice_in_a_delegated_role(client, repository):
    repository.delegate("targets", "a")
    repository.add_target("file", b"content", "a")
    repository.publish_online("a")
    regular = repository.content("a")
    role = json.loads(regular)
    role["signatures"] *= 2
    repository.serve("a", json.dumps(role).encode())
    assert client.refresh() == 0
    assert client.download("file") == 1
    assert client.stored.endswith("targets 2")
    repository.serve("a", regular)
    assert client.download("file") == 0


def one_key_many_times_in_a_role(client, repository):
    signer = repository.add_key("snapshot")
    for _ in range(8):
        repository.root.roles["snapshot"].keyids.append(signer.public_key.keyid)
    repository.root.roles["snapshot"].threshold = 6
    repository.publish_all()
    assert client.refresh() == 1
    assert "snapshot" not in client.stored
    snapshot = json.loads(repository.content("snapshot"))
    snapshot["signatures"] += [snapshot["signatures"][1]] * 8
    repository.serve("snapshot", json.dumps(snapshot).encode())
    assert client.refresh() == 1
    assert "snapshot" not in client.stored


def an_invalid_signature_beside_enough_valid_ones(client, repository):
    for role in ["root", "timestamp", "snapshot", "targets"]:
        repository.add_key(role)
    for wrong in [None, "", "00", "zz", "3045" * 20]:
        repository.publish_all()
        for role in ["timestamp", "snapshot", "targets"]:
            metadata = json.loads(repository.content(role))
            # A signature of other bytes, or something that is none.
            old = json.loads(repository.content("root"))["signatures"][0]["sig"]
            metadata["signatures"][0]["sig"] = old if wrong is None else wrong
            repository.serve(role, json.dumps(metadata).encode())
        assert client.refresh() == 0, client.message


def more_threshold_than_keys(client, repository):
    repository.root.roles["snapshot"].threshold = 2
    repository.publish_all()
    assert client.refresh() == 1
    assert client.stored == "root 2, timestamp 2"


def three_hundred_roots(client, repository):
    for _ in range(300):
        repository.publish("root", signers=repository.signers["root"][:1])
    assert client.refresh() == 1
    assert client.stored == "root 257"
    assert client.refresh() == 0
    assert client.stored == "root 301, timestamp 1, snapshot 1, targets 1"
