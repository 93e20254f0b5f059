"""`match.html` without a network, and while the publisher publishes: the page is an agent.

Every check has a publisher and a server of its own. Waiting asks again and again: the page's policy forbids `eval`.
"""
import json, pathlib, tempfile, time

from publisher import Publisher
from standin import SIGN_IN, StandIn

SAMPLE = "#sample/2024/2024necmp_f1m1"
LIBRARY = "(await import(document.querySelector('script[type=module]').src)).library"


class Tab:
    """One tab, and what goes wrong in it."""

    def __init__(self, context, stand_in, script: str | None = None):
        self.stand_in, self.troubles, self.page = stand_in, [], context.new_page()
        if script:
            self.page.add_init_script(script)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))

    def open(self, fragment: str = SAMPLE) -> "Tab":
        self.page.goto(self.stand_in.page + fragment)
        self.until("f => document.body.dataset.shown === f", fragment)
        return self

    def reload(self) -> None:
        self.page.reload()
        self.until("() => document.body.dataset.shown")

    def until(self, condition: str, argument=None, seconds: float = 20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.page.evaluate(condition.replace("LIBRARY", LIBRARY), argument)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"{condition} {argument!r}: not within {seconds} s; the page shows: {self.text()[:300]}")

    def text(self) -> str:
        return self.page.evaluate("""() => [document.querySelector("#news").innerText, document.querySelector("main").innerText,
            ...[...document.querySelectorAll(".tables")].map(host => host.shadowRoot.textContent)].join("\\n")""")

    def shows(self, words: str) -> None:
        self.until("""words => [...document.querySelectorAll(".tables")].some(host => host.shadowRoot.textContent.includes(words))
            || document.querySelector("main").innerText.includes(words)""", words)

    def news(self, words: str) -> None:
        self.until("words => document.querySelector('#news').innerText.includes(words)", words)

    def ready(self) -> "Tab":
        """Waits until the page works without a network: its files and its seasons are kept."""
        self.until("() => navigator.serviceWorker.getRegistration().then(found => found?.active?.state === 'activated')")
        self.until("async () => (await LIBRARY.open()).seasons.length > 0")
        return self

    def release(self) -> str:
        """The address of the script that this tab runs."""
        return self.page.evaluate("() => document.querySelector('script[type=module]').src")

    def becomes_visible(self) -> None:
        self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    def check(self) -> None:
        """Asks for news, as the button does."""
        self.page.evaluate(f"async () => {{ await {LIBRARY}.check(); }}")

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        self.page.close()
        assert any(error) or not self.troubles, self.troubles


def opened(context, stand_in, script: str | None = None) -> Tab:
    tab = Tab(context, stand_in, script).open()
    # Without its description a table has no title.
    tab.shows("2024 Crescendo")
    return tab


def it_installs_as_an_app(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        session = context.new_cdp_session(tab.page)
        manifest = session.send("Page.getAppManifest")
        assert not manifest["errors"], manifest["errors"]
        parsed = json.loads(manifest["data"])
        assert parsed["display"] == "standalone"
        # A context of a test counts as a private window, where nothing can be installed.
        problems = [found["errorId"] for found in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert set(problems) <= {"in-incognito"}, problems


def without_a_network_it_opens_and_draws_every_season(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        context.set_offline(True)
        tab.reload()
        tab.shows("Auto Leave")
        for year in (2015, 2026):
            tab.open("#")
            tab.page.click(f"summary:has-text('{year}')")
            tab.page.click("details[open] .chips a >> nth=0")
            tab.until("() => document.querySelector('.tables')?.shadowRoot.querySelector('table')")
        tab.open("#seasons")
        tab.shows("This page opens without a network.")


def an_open_page_keeps_the_seasons_that_it_began_with(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        publisher.correct("Auto Leave", "Auto Left")
        tab.check()
        tab.news("There are newer descriptions: 2024.")
        tab.open("#")
        tab.open()
        tab.shows("Auto Leave")
        tab.page.click("#news button")
        tab.shows("Auto Left")
        context.set_offline(True)
        tab.reload()
        tab.shows("Auto Left")


def an_open_page_keeps_its_own_release_until_a_button_is_pressed(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        # The worker serves the next visit.
        tab.reload()
        before = tab.release()
        publisher.release_page(files)
        tab.becomes_visible()
        tab.news("There is a newer version of this page.")
        tab.open("#")
        tab.open()
        tab.shows("Auto Leave")
        assert tab.release() == before
        tab.page.click("#news button")
        tab.until("before => document.querySelector('script[type=module]')?.src !== before", before)
        tab.shows("Auto Leave")
        tab.ready()
        assert not tab.page.inner_text("#news")


def a_new_release_is_looked_for_each_hour(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        tab.page.clock.install()
        tab.reload()
        tab.ready()
        publisher.release_page(files)
        tab.page.clock.run_for(3_600_000)
        tab.news("There is a newer version of this page.")


def the_next_start_shows_the_new_release(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        tab.reload()
        before = tab.release()
        publisher.release_page(files)
        tab.reload()
        tab.news("There is a newer version of this page.")
        tab.reload()
        assert tab.release() != before
        # Another tab goes on with what it has.
        publisher.release_page(files)
        with opened(context, stand_in) as other:
            other.news("There is a newer version of this page.")
            other.reload()
            assert other.release() != tab.release()
            context.set_offline(True)
            tab.open("#")
            tab.open()
            tab.shows("Auto Leave")
            context.set_offline(False)
            last = other.release()
    # When no tab needs them, the files of earlier releases go.
    with opened(context, stand_in) as tab:
        assert tab.release() == last
        names = tab.until("async () => { const names = await caches.keys(); return names.length === 1 && names; }")
        assert last.split("/")[-2] in names[0]


def without_a_worker_a_new_release_is_told(context, stand_in, publisher, files):
    with opened(context, stand_in, DENIED) as tab:
        tab.news("This browser stores nothing now")
        publisher.release_page(files)
        tab.becomes_visible()
        tab.news("There is a newer version of this page.")


def a_page_behind_a_redirect_opens_again(context, stand_in, publisher, files):
    for status in (301, 302, 307, 308):
        stand_in.faults["match.html"] = (status, {"Location": "/match", "Cache-Control": "no-store"}, b"")
        own = context.browser.new_context()
        with opened(own, stand_in) as tab:
            tab.ready()
            tab.reload()
            tab.shows("Auto Leave")
            own.set_offline(True)
            # Both names of the page.
            tab.reload()
            tab.shows("Auto Leave")
            tab.page.goto("about:blank")
            tab.open()
            tab.shows("Auto Leave")
        own.close()


def what_a_network_puts_in_place_of_a_file_is_not_kept(context, stand_in, publisher, files):
    for name in ("match.html", "page.js", "page.css", "tables.css", "match-breakdown.wasm", "client-part.js",
                 "season-client.wasm", "root.json"):
        own = context.browser.new_context()
        with Tab(own, stand_in) as tab:
            stand_in.faults[name] = SIGN_IN if name != "match.html" else (*SIGN_IN[:1], {"Content-Type": "text/html"}, SIGN_IN[2])
            tab.page.goto(stand_in.page + SAMPLE)
            tab.page.wait_for_load_state("networkidle")
            del stand_in.faults[name]
            tab.page.goto("about:blank")
            tab.page.goto(stand_in.page + SAMPLE)
            tab.shows("2024 Crescendo")
            tab.ready()
            tab.reload()
            tab.shows("2024 Crescendo")
            assert tab.page.evaluate("getComputedStyle(document.body).display") == "flex", f"{name}: without its sheet"
            assert tab.page.evaluate("document.querySelector('.tables').shadowRoot.adoptedStyleSheets.length") == 1, name
            own.set_offline(True)
            tab.reload()
            tab.shows("Auto Leave")
        own.close()


def nothing_that_failed_is_kept(context, stand_in, publisher, files):
    zips = {path.name for path in (publisher.site / "targets").rglob("*.zip")}
    stand_in.faults = dict.fromkeys(["match-breakdown.wasm", "tables.css", "client-part.js", *zips])
    with Tab(context, stand_in) as tab:
        tab.page.goto(stand_in.page + SAMPLE)
        tab.shows("This page cannot be shown")
        del stand_in.faults["match-breakdown.wasm"]
        tab.page.click("text=Try again")
        tab.shows("cannot be reached")
        for name in zips:
            del stand_in.faults[name]
        tab.page.click("text=Try again")
        tab.shows("2024 Crescendo")
        sheets = "() => document.querySelector('.tables').shadowRoot.adoptedStyleSheets.length"
        assert tab.page.evaluate(sheets) == 0
        del stand_in.faults["tables.css"]
        tab.open("#")
        tab.open()
        tab.until(f"() => document.querySelector('.tables') && ({sheets})() === 1")
        tab.open("#seasons")
        assert tab.page.evaluate(f"async () => {LIBRARY}.problem")
        del stand_in.faults["client-part.js"]
        tab.page.click("text=Check now")
        tab.shows("Checked ")
        # It follows by itself from then on.
        publisher.correct("Auto Leave", "Auto Left")
        tab.check()
        tab.news("There are newer descriptions: 2024.")


HUNG = """IDBFactory.prototype.open = () => new EventTarget();"""
HUNG_LATER = """IDBObjectStore.prototype.count = IDBObjectStore.prototype.get = () => new EventTarget();"""


def a_storage_that_does_not_answer_stops_nothing(context, stand_in, publisher, files):
    for script in (HUNG, HUNG_LATER):
        own = context.browser.new_context()
        with opened(own, stand_in, script) as tab:
            tab.news("This browser stores nothing now: what this page keeps is not kept after this visit.")
            tab.until("async () => (await LIBRARY.open()).seasons.length > 0")
            # The browser remembers that seasons were verified.
            tab.reload()
            tab.shows("2024 Crescendo")
            tab.open("#seasons")
            tab.shows("This browser keeps nothing here")
        own.close()


SAFARI = ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.3 "
          "Safari/605.1.15")


def a_browser_that_is_too_old_is_named(context, stand_in, publisher, files):
    own = context.browser.new_context(user_agent=SAFARI)
    for lacking in ("delete globalThis.DecompressionStream", "delete Array.prototype.findLast"):
        with Tab(own, stand_in, lacking) as tab:
            tab.page.goto(stand_in.page + SAMPLE)
            tab.shows("Safari 16.3 is too old for this page, which needs Chrome 103, Firefox 113, Safari 16.4 or a newer one.")
    own.close()


def a_browser_without_made_sheets_and_timeouts_draws(context, stand_in, publisher, files):
    lacking = """const Sheet = CSSStyleSheet;
        globalThis.CSSStyleSheet = function () { throw new TypeError("Illegal constructor"); };
        globalThis.CSSStyleSheet.prototype = Sheet.prototype;
        delete AbortSignal.timeout;"""
    with opened(context, stand_in, lacking) as tab:
        tab.shows("Auto Leave")
        tab.until("() => document.querySelector('.tables').shadowRoot.styleSheets.length === 1")
        tab.until("async () => (await LIBRARY.open()).seasons.length > 0")


def a_page_that_cannot_start_says_why(context, stand_in, publisher, files):
    own = context.browser.new_context()
    with Tab(own, stand_in) as tab:
        stand_in.types[".js"] = "text/plain"
        tab.page.goto(stand_in.page)
        tab.shows("page.js as text/plain, and must send it as text/javascript.")
        stand_in.types[".js"] = "text/javascript"
        for fault, words in [(SIGN_IN, "If this network wants you to sign in"), (None, "cannot be reached"),
                             ((404, {}, b""), "answers with status 404"),
                             ((200, {"Content-Type": "text/javascript"}, b"const = 1;"), "came damaged")]:
            stand_in.faults["page.js"] = fault
            tab.page.goto("about:blank")
            tab.page.goto(stand_in.page)
            tab.shows(words)
        tab.troubles.clear()
        stand_in.faults.clear()
        tab.page.goto("about:blank")
        tab.open()
        tab.shows("Auto Leave")
    own.close()


def a_check_never_asks_whether_a_file_has_changed(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        for _ in range(2):
            tab.check()
        asked = [path for path in stand_in.conditions if path.startswith(("metadata/", "targets/"))]
        assert not asked, f"requests with conditions: {asked}"


def a_recall_counts_at_once(context, stand_in, publisher, files):
    publisher.correct("Auto Leave", "Auto Left")
    with opened(context, stand_in) as tab:
        tab.ready()
        tab.shows("Auto Left")
        publisher.recall()
        tab.check()
        tab.shows("Auto Leave")
        context.set_offline(True)
        tab.reload()
        tab.shows("Auto Leave")


def expired_metadata_is_told(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        tab.page.clock.install(time=time.time() + 120 * 86_400)
        tab.open("#settings")
        tab.reload()
        tab.check()
        tab.open("#seasons")
        tab.shows("may be outdated")
        tab.open()
        tab.shows("Auto Leave")


def a_page_to_sign_in_to_a_network_changes_nothing(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        stand_in.signs_in = True
        tab.reload()
        tab.shows("Auto Leave")
        tab.check()
        tab.page.evaluate("() => navigator.serviceWorker.getRegistration().then(found => found.update()).catch(() => {})")
        tab.open("#seasons")
        stand_in.signs_in = False
        tab.check()
        tab.reload()
        tab.shows("2024")
        assert tab.page.evaluate("async () => (await caches.keys()).length") == 1


DENIED = """const denied = () => { throw new DOMException("denied", "SecurityError"); };
IDBFactory.prototype.open = CacheStorage.prototype.open = denied;
Object.defineProperty(globalThis, "localStorage", {get: denied});
ServiceWorkerContainer.prototype.register = async () => denied();"""


def a_browser_that_keeps_nothing_draws(context, stand_in, publisher, files):
    with opened(context, stand_in, DENIED) as tab:
        tab.shows("Auto Leave")
        tab.until("async () => (await LIBRARY.open()).seasons.length > 0")
        tab.open("#seasons")
        tab.shows("This browser keeps nothing here")
        tab.open()
        tab.shows("Auto Leave")


def a_browser_that_loses_everything_begins_anew(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        context.new_cdp_session(tab.page).send("Storage.clearDataForOrigin", {
            "origin": stand_in.address.rstrip("/"), "storageTypes": "all"})
        tab.open("#")
        tab.open()
        tab.shows("Auto Leave")
        tab.check()
        tab.reload()
        tab.ready()
        tab.shows("Auto Leave")


def two_tabs_have_one_store(context, stand_in, publisher, files):
    with opened(context, stand_in) as one, opened(context, stand_in) as other:
        one.ready()
        other.ready()
        publisher.correct("Auto Leave", "Auto Left")
        one.check()
        for tab in (one, other):
            tab.news("There are newer descriptions: 2024.")
            tab.shows("Auto Leave")
        one.page.click("#news button")
        one.shows("Auto Left")
        other.reload()
        other.shows("Auto Left")


def the_worker_can_be_ended(context, stand_in, publisher, files):
    with opened(context, stand_in) as tab:
        tab.ready()
        (publisher.site / "match-worker.js").write_text((files / "worker-off.js").read_text())
        tab.page.evaluate("() => navigator.serviceWorker.getRegistration().then(found => found.update())")
        tab.until("async () => (await caches.keys()).length === 0")
        tab.until("() => navigator.serviceWorker.getRegistration().then(found => found === undefined)")
        tab.open("#")
        tab.open()
        tab.shows("Auto Leave")


CHECKS = [
    it_installs_as_an_app, without_a_network_it_opens_and_draws_every_season,
    an_open_page_keeps_the_seasons_that_it_began_with, an_open_page_keeps_its_own_release_until_a_button_is_pressed,
    a_new_release_is_looked_for_each_hour, the_next_start_shows_the_new_release, without_a_worker_a_new_release_is_told,
    a_page_behind_a_redirect_opens_again, what_a_network_puts_in_place_of_a_file_is_not_kept, nothing_that_failed_is_kept,
    a_storage_that_does_not_answer_stops_nothing, a_browser_that_is_too_old_is_named,
    a_browser_without_made_sheets_and_timeouts_draws, a_page_that_cannot_start_says_why,
    a_check_never_asks_whether_a_file_has_changed, a_recall_counts_at_once,
    expired_metadata_is_told, a_page_to_sign_in_to_a_network_changes_nothing, a_browser_that_keeps_nothing_draws,
    a_browser_that_loses_everything_begins_anew, two_tabs_have_one_store, the_worker_can_be_ended,
]


def look_at_offline_page(browser, publisher: Publisher, files: pathlib.Path, looking, only: str = "") -> None:
    """Everything above; what fails is one of the complaints, and the rest goes on."""
    with StandIn(publisher.site) as stand_in:
        stand_in.pack_all()
    for check in CHECKS:
        if only not in check.__name__:
            continue
        with tempfile.TemporaryDirectory() as name:
            own = publisher.copy(pathlib.Path(name) / "publisher")
            with StandIn(own.site) as stand_in:
                context = browser.new_context()
                try:
                    check(context, stand_in, own, files)
                except Exception as error:
                    looking.complain(check.__name__.replace("_", " "), str(error)[:1500])
                context.close()
                looking.looked += 1
