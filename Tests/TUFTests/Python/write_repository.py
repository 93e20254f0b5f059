"""Writes a repository with python-tuf into a folder: write_repository.py FOLDER

Ed25519 and ECDSA keys, thresholds, three roots, delegations by path, by hash prefix and in succinct
form. Its last state has root 3 and version 2 of everything else.
"""

import copy
import datetime
import hashlib
import pathlib
import sys

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import (
    DelegatedRole,
    Delegations,
    Metadata,
    MetaFile,
    Root,
    Snapshot,
    SuccinctRoles,
    TargetFile,
    Targets,
    Timestamp,
)

folder = pathlib.Path(sys.argv[1])
expires = datetime.datetime(2036, 1, 1, tzinfo=datetime.timezone.utc)
signers = {
    "root": [CryptoSigner.generate_ed25519(), CryptoSigner.generate_ecdsa()],
    "timestamp": [CryptoSigner.generate_ecdsa()],
    "snapshot": [CryptoSigner.generate_ed25519()],
    "targets": [CryptoSigner.generate_ecdsa(), CryptoSigner.generate_ed25519()],
    "seasons/2025": [CryptoSigner.generate_ecdsa()],
    "hashed": [CryptoSigner.generate_ed25519()],
    "bins": [CryptoSigner.generate_ed25519()],
}


def write(metadata, name, keys):
    metadata.signatures.clear()
    for signer in keys:
        metadata.sign(signer, append=True)
    path = folder / "metadata" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    metadata.to_file(str(path))
    return path.read_bytes()


def target(path, content):
    base, _, name = path.rpartition("/")
    place = folder / "targets" / base
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{hashlib.sha256(content).hexdigest()}.{name}").write_bytes(content)
    return TargetFile.from_data(path, content, ["sha256", "sha512"])


def write_roots():
    root = Root(version=1, expires=expires, consistent_snapshot=True)
    root.unrecognized_fields["x-note"] = "kept, é \\ \" \u2028"
    for role in ["root", "timestamp", "snapshot", "targets"]:
        for signer in signers[role]:
            root.add_key(signer.public_key, role)
        root.roles[role].threshold = len(signers[role])
    write(Metadata(root), "1.root.json", signers["root"])

    # The timestamp's key, then one of root's own.
    root.version = 2
    root.revoke_key(signers["timestamp"][0].public_key.keyid, "timestamp")
    signers["timestamp"] = [CryptoSigner.generate_ed25519()]
    root.add_key(signers["timestamp"][0].public_key, "timestamp")
    write(Metadata(root), "2.root.json", signers["root"])

    root.version = 3
    old = signers["root"]
    root.revoke_key(old[0].public_key.keyid, "root")
    signers["root"] = [old[1], CryptoSigner.generate_ecdsa()]
    root.add_key(signers["root"][1].public_key, "root")
    write(Metadata(root), "3.root.json", [*old, signers["root"][1]])


def delegated(name, path, delegations=None):
    role = Targets(version=2, expires=expires, delegations=delegations)
    if path:
        role.targets[path] = target(path, f"content of {path}".encode())
    quoted = name.replace("/", "%2F")
    return write(Metadata(role), f"2.{quoted}.json", signers[name])


def write_targets():
    hashed = "old/2024.zip"
    keys = {s.public_key.keyid: s.public_key for r in ("seasons/2025", "hashed", "bins") for s in signers[r]}
    role = lambda name, **scope: DelegatedRole(
        name, [s.public_key.keyid for s in signers[name]], 1, False, **scope
    )
    prefix = hashlib.sha256(hashed.encode()).hexdigest()[:3]
    targets = Targets(version=2, expires=expires)
    targets.targets["f1/2026/bundle.zip"] = target("f1/2026/bundle.zip", b"a season")
    targets.targets["f1/2026/bundle.zip"].unrecognized_fields["custom"] = {"year": 2026}
    targets.delegations = Delegations(
        keys,
        {
            "seasons/2025": role("seasons/2025", paths=["f1/2025/*.zip"]),
            "hashed": role("hashed", path_hash_prefixes=[prefix]),
            "bins": role("bins", paths=["bin/*"]),
        },
    )
    files = {"targets.json": write(Metadata(targets), "2.targets.json", signers["targets"])}
    files["seasons/2025.json"] = delegated("seasons/2025", "f1/2025/bundle.zip")
    files["hashed.json"] = delegated("hashed", hashed)

    bin_signer = CryptoSigner.generate_ecdsa()
    succinct = SuccinctRoles([bin_signer.public_key.keyid], 1, 5, "bin")
    files["bins.json"] = delegated(
        "bins", None, Delegations({bin_signer.public_key.keyid: bin_signer.public_key}, None, succinct)
    )
    name = succinct.get_role_for_target("bin/in one")
    signers[name] = [bin_signer]
    files[f"{name}.json"] = delegated(name, "bin/in one")
    return files


def write_rest(files):
    meta = {name: MetaFile.from_data(2, content, ["sha256"]) for name, content in files.items()}
    snapshot = write(
        Metadata(Snapshot(version=2, expires=expires, meta=copy.copy(meta))),
        "2.snapshot.json",
        signers["snapshot"],
    )
    timestamp = Timestamp(
        version=2, expires=expires, snapshot_meta=MetaFile.from_data(2, snapshot, ["sha256"])
    )
    write(Metadata(timestamp), "timestamp.json", signers["timestamp"])


write_roots()
write_rest(write_targets())
