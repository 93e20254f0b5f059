"""A publish with python-tuf: hash the files of a folder as targets, sign all four roles, write.

usage: tuf_publish.py FOLDER SITE
"""
import os
import shutil
import sys
from datetime import datetime, timedelta, timezone

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import (
    Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp)

folder, site = sys.argv[1:3]
expires = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=90)
signer = CryptoSigner.generate_ed25519()

targets = Targets(version=1, expires=expires)
for name in sorted(os.listdir(folder)):
    target = TargetFile.from_file(name, os.path.join(folder, name))
    targets.targets[name] = target
    os.makedirs(os.path.join(site, "targets"), exist_ok=True)
    shutil.copy(os.path.join(folder, name), os.path.join(site, "targets", target.hashes["sha256"] + "." + name))

root = Root(version=1, expires=expires, consistent_snapshot=True)
for role in ("root", "timestamp", "snapshot", "targets"):
    root.add_key(signer.public_key, role)
snapshot = Snapshot(version=1, expires=expires, meta={"targets.json": MetaFile(1)})
timestamp = Timestamp(version=1, expires=expires, snapshot_meta=MetaFile(1))

os.makedirs(os.path.join(site, "metadata"), exist_ok=True)
for name, signed in [("1.targets", targets), ("1.snapshot", snapshot), ("1.root", root), ("timestamp", timestamp)]:
    metadata = Metadata(signed)
    metadata.sign(signer)
    metadata.to_file(os.path.join(site, "metadata", name + ".json"))
