"""What publishing, polling and trusting cost, from a real nginx."""
import os

from measuring import Case, Nginx, ROOT, SCRATCH, fresh, peer, program, quietly, table

HOME, SITE, STATE = (os.path.join(SCRATCH, name) for name in ("home", "site", "state"))
ROOT_METADATA = os.path.join(SITE, "metadata/1.root.json")


def publishing(runs):
    """The seasons as they are: nothing changed, and from nothing."""
    prepare_site()
    archive, folder = os.path.join(SCRATCH, "all.zip"), os.path.join(SCRATCH, "zips")
    make_targets(folder)
    table("publish with nothing changed", [
        Case("bundle-publish", publish(SITE)),
        Case("zip -r && sha256sum", ["sh", "-c", f"cd {ROOT}; rm -f {archive}; zip -qr {archive} bundles && sha256sum {archive}"]),
    ], runs)
    cold, other = os.path.join(SCRATCH, "cold"), os.path.join(SCRATCH, "tuf-site")
    table("publish from nothing", [
        Case("bundle-publish, checks and signatures verified", publish(cold), prepare=fresh(cold)),
        Case("python-tuf, the same zips signed", peer("tuf_publish.py", folder, other), prepare=fresh(other)),
    ], max(5, runs // 5))


def polling(runs):
    """A poll with nothing changed, and the first one of a new machine."""
    prepare_site()
    with Nginx(SITE) as server:
        poll = agent(server, STATE)
        quietly(poll)
        cases = [
            Case("bundle-agent poll", poll),
            Case("curl, the same two requests", curl(server, STATE + ".tag")),
        ]
        table("poll with nothing changed", cases, runs)
        print("\n".join(map(server.traffic, cases)) + "\n")
        new = STATE + "-new"
        table("first poll: the embedded set, then the repository", [
            Case("bundle-agent poll", agent(server, new), prepare=fresh(new))], max(5, runs // 5))


def trusting(runs):
    """TUF's refresh and a first download of every bundle, beside python-tuf and plain curl."""
    prepare_site()
    state, other = os.path.join(SCRATCH, "tuf"), os.path.join(SCRATCH, "python-tuf")
    names = [f"f1/{year}/bundle.zip" for year in sorted(os.listdir(os.path.join(SITE, "targets/f1")))]
    with Nginx(SITE) as server:
        def client(folder, *more):
            return [program("tuf-client"), "--metadata-dir", folder, "--metadata-url", server.address + "/metadata/", *more]

        def start():
            fresh(state)()
            os.makedirs(os.path.join(state, "targets"))
            quietly(client(state, "init", ROOT_METADATA))

        start()
        python = peer("tuf_client.py", server.address, other, ROOT_METADATA)
        for command in (client(state, "refresh"), python):
            quietly(command)
        cases = [Case("tuf-client refresh", client(state, "refresh")),
                 Case("curl, the same two requests", curl(server, state + ".tag")),
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
    if not os.path.exists(SITE):
        quietly([program("bundle-publish"), "init", "--no-passphrase", "--home", HOME])
        quietly(publish(SITE))


def publish(site):
    return [program("bundle-publish"), "publish", "--bundles", os.path.join(ROOT, "bundles"), "--home", HOME, "--to", site]


def agent(server, state):
    return [program("bundle-agent"), "poll", "--repository", server.address, "--state", state, "--root", ROOT_METADATA]


def curl(server, tag):
    """Root N+1, which is not there, and timestamp.json, which has not changed."""
    quietly(["curl", "-s", "-o", os.devnull, "--etag-save", tag, server.address + "/metadata/timestamp.json"])
    return ["curl", "-s", "-o", os.devnull, server.address + "/metadata/2.root.json", "--next",
            "-s", "-o", os.devnull, "--etag-compare", tag, server.address + "/metadata/timestamp.json"]


def make_targets(folder):
    """The published zips under plain names, for a publisher that knows no seasons."""
    os.makedirs(folder, exist_ok=True)
    for year in os.listdir(os.path.join(SITE, "targets/f1")):
        source = os.path.join(SITE, "targets/f1", year)
        with open(os.path.join(source, os.listdir(source)[0]), "rb") as zip, open(os.path.join(folder, year + ".zip"), "wb") as copy:
            copy.write(zip.read())
