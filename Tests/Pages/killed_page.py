"""`match.html` is killed at each of its storage calls: a set of seasons is whole or not there.

At a chosen call the page makes a request that is never answered; meanwhile SIGKILL ends its process.
"""
import os, pathlib, signal, tempfile, threading, time

from offline_page import LIBRARY, SAMPLE, Tab, opened
from publisher import Publisher
from standin import StandIn

KILLS = int(os.environ.get("PAGE_KILLS", 300))
# A whole visit costs seconds; what is stored is looked at after each kill.
VISIT_EVERY = 10

STOPPING = """(() => {
    let left = %d;
    const stop = (kind, name) => {
        const own = kind.prototype[name];
        kind.prototype[name] = function (...all) {
            left -= 1;
            if (left !== 0) return own.apply(this, all);
            if (%s) own.apply(this, all);
            const request = new XMLHttpRequest();
            request.open("GET", "/stop", false);
            request.send();
        };
    };
    for (const name of ["put", "delete", "clear", "get", "getAll", "getAllKeys"]) stop(IDBObjectStore, name);
    stop(IDBDatabase, "transaction");
    stop(IDBFactory, "open");
    stop(Storage, "setItem");
})();"""

WHOLE = """async () => {
    const name = (await indexedDB.databases()).map(found => found.name).find(name => name.startsWith("match-breakdown "));
    if (!name) return "nothing";
    const wait = request => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });
    const database = await wait(indexedDB.open(name));
    try {
        if (![...database.objectStoreNames].includes("files")) return "nothing";
        const reading = database.transaction(["files", "bundles"]);
        const [set, keys] = await Promise.all([wait(reading.objectStore("files").get("set.json")), wait(reading.objectStore("bundles").getAllKeys())]);
        // Zips that passed their test are stored before the set that names them.
        if (!set) return "nothing";
        const {bundles} = JSON.parse(new TextDecoder().decode(set));
        const lost = Object.entries(bundles).filter(([year, {version, origin}]) => origin === "downloaded" && !keys.includes(`${year}-${version}`));
        return lost.length ? `lacks ${JSON.stringify(lost)}` : "whole";
    } finally {
        database.close();
    }
}"""


class Killing:
    """One browser whose pages are killed."""

    def __init__(self, browser, context, stand_in: StandIn, publisher: Publisher):
        self.context, self.stand_in, self.publisher = context, stand_in, publisher
        processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self.browser = next(process["id"] for process in processes if process["type"] == "browser")
        self.killed = threading.Event()
        stand_in.stops = self.kill
        self.kills, self.found = 0, {}

    def kill(self) -> None:
        """Ends all processes of pages; called by the server, in the middle of the page's request."""
        for process in renderers(self.browser):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.killed.set()

    def visit(self, call: int) -> bool:
        """Opens the page, which stops at a call; false if it came to rest before."""
        self.killed.clear()
        # Before the call, and right after it.
        tab = Tab(self.context, self.stand_in, STOPPING % (call, "true" if self.kills % 2 else "false"))
        try:
            try:
                tab.page.goto(self.stand_in.page + SAMPLE, wait_until="commit")
            except Exception:
                # Its process may be gone already.
                pass
            end = time.monotonic() + 60
            while time.monotonic() < end and not self.killed.is_set():
                try:
                    if tab.page.evaluate(f"async () => (await {LIBRARY}.open())?.status().checked && 'rest'") == "rest":
                        return False
                except Exception:
                    pass
                time.sleep(0.02)
            assert self.killed.is_set(), f"the page neither came to rest nor was it killed at call {call}"
            self.kills += 1
            return True
        finally:
            tab.page.close()

    def look(self, clears: bool) -> None:
        """Looks at what is stored, and clears it if the next visit is to be a first one."""
        page = self.context.new_page()
        page.goto(self.stand_in.address + "index.html")
        state = page.evaluate(WHOLE)
        self.found[state] = self.found.get(state, 0) + 1
        assert state in ("whole", "nothing"), f"after kill {self.kills}: {state}"
        if clears:
            self.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {
                "origin": self.stand_in.address.rstrip("/"), "storageTypes": "all"})
        page.close()
        if self.kills % VISIT_EVERY == 0 and not clears:
            with opened(self.context, self.stand_in) as tab:
                tab.shows("Auto Le")

    def run(self) -> None:
        words = ["Auto Leave", "Auto Left"]
        is_first = True
        while self.kills < KILLS:
            call = 1
            while self.kills < KILLS and self.visit(call):
                self.look(clears=is_first)
                call += 1
            # All calls had their turn. The next polls have news.
            with opened(self.context, self.stand_in) as tab:
                tab.ready()
            is_first = False
            self.publisher.correct(*words)
            words.reverse()
        print(f"{self.kills} kills at storage calls: {self.found}")


def renderers(browser: int) -> list[int]:
    """The processes of pages below a browser's process."""
    parents: dict[int, int] = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    found = []
    for process in parents:
        above = process
        while above in parents and above != browser:
            above = parents[above]
        try:
            if above == browser and b"--type=renderer" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
        except OSError:
            continue
    return found


def kill_page(browser, publisher: Publisher, looking) -> None:
    """Kills until `$PAGE_KILLS`, 300 without it."""
    with tempfile.TemporaryDirectory() as name:
        own = publisher.copy(pathlib.Path(name) / "publisher")
        with StandIn(own.site) as stand_in:
            stand_in.pack_all()
            context = browser.new_context()
            try:
                Killing(browser, context, stand_in, own).run()
            except Exception as error:
                looking.complain("kills at storage calls", str(error)[:1500])
            context.close()
            looking.looked += 1
