"""Refreshes and downloads with python-tuf's client: read_repository.py REPOSITORY STATE ROOT PATH...

Prints a line of role and version for each top-level role, then `PATH SHA256` for each target.
"""

import hashlib
import json
import pathlib
import sys
import urllib.parse

from tuf.api.exceptions import DownloadHTTPError
from tuf.ngclient import Updater
from tuf.ngclient.fetcher import FetcherInterface


class FolderFetcher(FetcherInterface):
    """Answers from a folder as a web server would."""

    def _fetch(self, url):
        path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(url).path))
        if not path.is_file():
            raise DownloadHTTPError("not found", 404)
        return iter([path.read_bytes()])


repository, state, root, *paths = sys.argv[1:]
pathlib.Path(state, "targets").mkdir(parents=True, exist_ok=True)
updater = Updater(
    metadata_dir=state,
    metadata_base_url=f"file://{repository}/metadata/",
    target_dir=f"{state}/targets",
    target_base_url=f"file://{repository}/targets/",
    fetcher=FolderFetcher(),
    bootstrap=pathlib.Path(root).read_bytes(),
)
updater.refresh()
for role in ["root", "timestamp", "snapshot", "targets"]:
    signed = json.loads(pathlib.Path(state, f"{role}.json").read_bytes())["signed"]
    print(role, signed["version"])
for path in paths:
    info = updater.get_targetinfo(path)
    if info is None:
        sys.exit(f"{path}: expected a target, found none")
    content = pathlib.Path(updater.download_target(info)).read_bytes()
    print(path, hashlib.sha256(content).hexdigest())
