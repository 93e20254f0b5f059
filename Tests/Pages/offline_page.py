"""`match.html` without a network, and while the publisher publishes: the page is an agent.

Every check has a publisher and a server of its own. Waiting asks again and again: the page's policy forbids `eval`.
"""
import json, pathlib, tempfile, time

from publisher import Publisher
from standin import StandIn

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
    a_check_never_asks_whether_a_file_has_changed, a_recall_counts_at_once,
    expired_metadata_is_told, a_page_to_sign_in_to_a_network_changes_nothing, a_browser_that_keeps_nothing_draws,
    a_browser_that_loses_everything_begins_anew, two_tabs_have_one_store, the_worker_can_be_ended,
]


def look_at_offline_page(browser, publisher: Publisher, files: pathlib.Path, looking, only: str = "",
                         checks=CHECKS) -> None:
    """Does the checks; what fails is one of the complaints, and the rest goes on."""
    with StandIn(publisher.site) as stand_in:
        stand_in.pack_all()
    for check in checks:
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
