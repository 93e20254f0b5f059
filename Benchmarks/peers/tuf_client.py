"""python-tuf's client as a whole process.

usage: tuf_client.py URL STATE ROOT [TARGET …]      refreshes, then downloads the targets
"""
import os
import sys

from tuf.ngclient import Updater

url, state, root = sys.argv[1:4]
os.makedirs(os.path.join(state, "metadata"), exist_ok=True)
os.makedirs(os.path.join(state, "targets"), exist_ok=True)
with open(root, "rb") as file:
    bootstrap = file.read()
updater = Updater(
    os.path.join(state, "metadata"), url + "/metadata/",
    os.path.join(state, "targets"), url + "/targets/", bootstrap=bootstrap)
updater.refresh()
for name in sys.argv[4:]:
    updater.download_target(updater.get_targetinfo(name), os.path.join(state, "targets", name.replace("/", "_")))
