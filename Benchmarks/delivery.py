"""What trusting costs, from a real nginx."""
import os
import shutil

from measuring import Case, Nginx, PEERS, ROOT, SCRATCH, fresh, peer, program, quietly, table

HOME, SITE, TREE = (os.path.join(SCRATCH, name) for name in ("home", "site", "seasons-to-publish"))
ROOT_METADATA = os.path.join(SITE, "metadata/1.root.json")


def trusting(runs):
    """TUF's refresh and a first download of every bundle, beside python-tuf and plain curl."""
    prepare_site()
    state, other = os.path.join(SCRATCH, "tuf"), os.path.join(SCRATCH, "python-tuf")
    names = bundles()
    with Nginx(SITE) as server:
        def client(folder, *more):
            return [program("tuf-client"), "--metadata-dir", folder, "--metadata-url", server.address + "/metadata/", *more]

        def start():
            fresh(state)()
            os.makedirs(os.path.join(state, "targets"))
            quietly(client(state, "init", ROOT_METADATA))

        start()
        python = python_tuf(server.address, other)
        for command in (client(state, "refresh"), python):
            quietly(command)
        cases = [Case("tuf-client refresh", client(state, "refresh")),
                 Case("curl, the same two requests", curl(server.address)),
                 Case("python-tuf", python)]
        table("refresh with nothing changed", cases, max(10, runs // 2))
        print("\n".join(map(server.traffic, cases)) + "\n")

        targets = [word for name in names for word in ("--target-name", name)]
        download = client(state, *targets, "--target-dir", os.path.join(state, "targets"),
                          "--target-base-url", server.address + "/targets/", "download")
        cases = [Case("tuf-client download", download, prepare=start),
                 Case("python-tuf", python + names, prepare=fresh(other))]
        table(f"first download of {len(names)} bundles", cases, max(5, runs // 5))
        print("\n".join(map(server.traffic, cases)) + "\n")


def prepare_site():
    """The seasons as they are, from outside the checkout: after a commit, publish refuses a folder in no checkout."""
    if not os.path.exists(SITE):
        quietly([program("bundle-publish"), "init", "--no-passphrase", "--home", HOME])
        shutil.copytree(os.path.join(ROOT, "bundles"), TREE)
        publish()


def publish():
    quietly([program("bundle-publish"), "publish", "--bundles", TREE, "--home", HOME, "--in", SITE])


def bundles():
    """The targets of the site."""
    return [f"f1/{year}/bundle.zip" for year in sorted(os.listdir(os.path.join(SITE, "targets/f1")))]


def agent(address, state):
    return [program("bundle-agent"), "poll", "--repository", address, "--state", state, "--root", ROOT_METADATA]


def python_tuf(address, state):
    return peer("tuf_client.py", address, state, ROOT_METADATA)


def node(address, state):
    package = os.environ.get("PACKAGE", os.path.join(ROOT, ".build/web/package"))
    return ["node", os.path.join(PEERS, "client-node.mjs"), package, address, state, ROOT_METADATA]


def curl(address):
    """Root N+1, which is not there, and timestamp.json."""
    return ["curl", "-s", "-o", os.devnull, address + "/metadata/2.root.json", "--next",
            "-s", "-o", os.devnull, address + "/metadata/timestamp.json"]
