"""`match.html` where something fails: a host that redirects, a network, the browser's storage, the browser, a server."""
import re, subprocess, sys

from offline_page import LIBRARY, SAMPLE, Tab, opened
from standin import SIGN_IN


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
HUNG_LATER = """for (const name of ["count", "get", "put"]) IDBObjectStore.prototype[name] = () => new EventTarget();"""


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


def a_page_from_the_disk_names_a_server_that_works(context, stand_in, publisher, files):
    page = context.new_page()
    page.goto((publisher.site / "match.html").as_uri())
    page.wait_for_selector(".problem:has-text('python3 -m http.server in its folder is one')")
    with subprocess.Popen([sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], cwd=publisher.site,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            port = re.search(r"port (\d+)", server.stdout.readline())[1]
            page.goto(f"http://127.0.0.1:{port}/match.html{SAMPLE}")
            page.wait_for_selector(".tables")
        finally:
            server.terminate()
    page.close()


CHECKS = [
    a_page_behind_a_redirect_opens_again,
    what_a_network_puts_in_place_of_a_file_is_not_kept,
    nothing_that_failed_is_kept,
    a_storage_that_does_not_answer_stops_nothing,
    a_browser_that_is_too_old_is_named,
    a_browser_without_made_sheets_and_timeouts_draws,
    a_page_that_cannot_start_says_why,
    a_page_from_the_disk_names_a_server_that_works,
]
