"""python-tuf's client as a whole process.

usage: tuf_client.py URL STATE ROOT [TARGET …] [--each]      refreshes, then downloads the targets that it does not have

With --each, it does so for each line of standard input and prints the milliseconds; the line `new` begins with an empty
folder.
"""
import os
import sys
import time

from tuf.ngclient import Updater
from tuf.ngclient.urllib3_fetcher import Urllib3Fetcher

url, state, root, *names = sys.argv[1:]
with open(root, "rb") as file:
    bootstrap = file.read()
# One for all, so that connections are kept.
fetcher = Urllib3Fetcher()


def update(state):
    metadata, targets = (os.path.join(state, name) for name in ("metadata", "targets"))
    os.makedirs(metadata, exist_ok=True)
    os.makedirs(targets, exist_ok=True)
    updater = Updater(metadata, url + "/metadata/", targets, url + "/targets/", fetcher=fetcher, bootstrap=bootstrap)
    updater.refresh()
    for name in names:
        info, path = updater.get_targetinfo(name), os.path.join(targets, name.replace("/", "_"))
        updater.find_cached_target(info, path) or updater.download_target(info, path)


if "--each" not in names:
    update(state)
    sys.exit()
names.remove("--each")
places = 0
for line in sys.stdin:
    start = time.perf_counter()
    places += line == "new\n"
    update(f"{state}-{places}")
    print((time.perf_counter() - start) * 1e3, flush=True)
