"""A repository in memory that python-tuf signs: change it, publish, and see what is asked for."""

import copy
import datetime

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
from tuf.api.serialization.json import JSONSerializer

ROLES = ["root", "timestamp", "snapshot", "targets"]
NOW = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
DAY = datetime.timedelta(days=1)


def quote(name):
    """One segment of an address."""
    kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return "".join(c if c in kept else "".join(f"%{b:02X}" for b in c.encode()) for c in name)


def unpublished(kind, **members):
    """Metadata whose first published version is 1."""
    signed = kind(expires=NOW + 30 * DAY, **members)
    signed.version = 0
    return signed


class Repository:
    """What is signed, and what is served of it; the two differ until something is published."""

    def __init__(self, consistent=True):
        self.hashes = False
        self.signed = {
            "root": unpublished(Root, consistent_snapshot=consistent),
            "timestamp": unpublished(Timestamp),
            "snapshot": unpublished(Snapshot),
            "targets": unpublished(Targets),
        }
        self.signers = {}
        # By path below the repository's address: bytes, or what answers a request by itself.
        self.files = {}
        # Paths as they were asked for, `metadata/` left out.
        self.requests = []
        for role in ROLES:
            self.replace_keys(role)
        self.publish_all()

    def __getattr__(self, role):
        """`root`, `timestamp`, `snapshot` and `targets`, to be changed."""
        if role not in ROLES:
            raise AttributeError(role)
        return self.signed[role]

    # Keys

    def add_key(self, role, signer=None):
        signer = signer or CryptoSigner.generate_ecdsa()
        self.root.add_key(signer.public_key, role)
        self.signers.setdefault(role, []).append(signer)
        return signer

    def replace_keys(self, role, signers=None, threshold=1):
        for keyid in list(self.root.roles[role].keyids):
            self.root.revoke_key(keyid, role)
        self.signers[role] = []
        for signer in signers or [CryptoSigner.generate_ecdsa()]:
            self.add_key(role, signer)
        self.root.roles[role].threshold = threshold

    # Publishing

    def sign(self, role, signers=None):
        metadata = Metadata(copy.deepcopy(self.signed[role]))
        for signer in self.signers[role] if signers is None else signers:
            metadata.sign(signer, append=True)
        return metadata.to_bytes(JSONSerializer(compact=False))

    def publish(self, *roles, signers=None, bump=True):
        """Signs roles, each one version on, serves them, and lists them where they are listed."""
        for role in roles:
            signed = self.signed[role]
            signed.version += 1 if bump else 0
            content = self.sign(role, signers)
            self.serve(role, content)
            listing = (
                MetaFile.from_data(signed.version, content, ["sha256", "sha512"])
                if self.hashes
                else MetaFile(signed.version)
            )
            if role == "snapshot":
                self.timestamp.snapshot_meta = listing
            elif role not in ("root", "timestamp"):
                self.snapshot.meta[f"{role}.json"] = listing

    def publish_all(self, *roles):
        self.publish("root", *roles, "targets", "snapshot", "timestamp")

    def publish_online(self, *roles):
        self.publish(*roles, "targets", "snapshot", "timestamp")

    def serve(self, role, content):
        self.files[f"metadata/{self.file_name(role)}"] = content

    def file_name(self, role, version=None):
        is_versioned = role == "root" or (role != "timestamp" and self.root.consistent_snapshot)
        prefix = f"{version or self.signed[role].version}." if is_versioned else ""
        return f"{prefix}{quote(role)}.json"

    def content(self, role, version=None):
        return self.files[f"metadata/{self.file_name(role, version)}"]

    # Targets and delegations

    def add_target(self, path, content, role="targets", address=None):
        target = TargetFile.from_data(path, content, ["sha256"])
        self.signed[role].targets[path] = target
        folder, slash, name = (address or quote_path(path)).rpartition("/")
        prefix = f"{target.hashes['sha256']}." if self.root.consistent_snapshot else ""
        self.files[f"targets/{folder}{slash}{prefix}{name}"] = content
        return target

    def delegate(self, delegator, role, paths=("*",), terminating=False, **scope):
        """Adds a role behind those there already; one that is known keeps its keys."""
        signed = self.signed[delegator]
        if signed.delegations is None:
            signed.delegations = Delegations({}, {})
        if not scope:
            scope = {"paths": list(paths)}
        signed.delegations.roles[role] = DelegatedRole(role, [], 1, terminating, **scope)
        signers = self.signers.setdefault(role, [CryptoSigner.generate_ed25519()])
        for signer in signers:
            signed.add_key(signer.public_key, role)
        if role not in self.signed:
            self.signed[role] = unpublished(Targets)

    def delegate_bins(self, bits, prefix):
        signer = CryptoSigner.generate_ed25519()
        bins = SuccinctRoles([signer.public_key.keyid], 1, bits, prefix)
        keys = {signer.public_key.keyid: signer.public_key}
        self.targets.delegations = Delegations(keys, None, bins)
        for role in bins.get_roles():
            self.signers[role] = [signer]
            self.signed[role] = unpublished(Targets)
        return bins


def quote_path(path):
    return "/".join(quote(segment) for segment in path.split("/"))
