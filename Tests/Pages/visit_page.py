"""`match.html` while a visitor works with it and on a wall: what is begun stays, and nothing is asked too often."""
import json, pathlib, re

from match_page import advance_until, drop, EVENT, sample, Visitor


def between_two_looks_nothing_is_asked(browser, stand_in, looking):
    """A choice, another form and a second press of the button draw the last answer again."""
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.follow_event()
        asked = lambda: sum(1 for _, path, _ in stand_in.requests if path == "event/2024necmp/matches")
        before = asked()
        page.select_option("#level", "f")
        page.wait_for_function("() => document.querySelectorAll('.list tbody tr').length === 1")
        for pressed in ("false", "true"):
            page.click("#follow")
            page.wait_for_selector(f"#follow[aria-pressed={pressed}]")
        page.wait_for_selector(".latest .tables")
        assert asked() == before, "it asks between two looks"


def a_redraw_keeps_what_a_visitor_has_begun(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.follow_event()
        matches = stand_in.documents["event/2024necmp/matches"]

        def news(score: int) -> None:
            """The next look finds another score; the page draws itself again."""
            alliances = {**matches[0]["alliances"], "red": {**matches[0]["alliances"]["red"], "score": score}}
            stand_in.documents["event/2024necmp/matches"] = [{**matches[0], "alliances": alliances}, *matches[1:]]
            advance_until(page, f"td.score:has-text('{score}')")

        page.click("#team")
        page.keyboard.type("17")
        news(901)
        page.keyboard.type("29")
        assert page.input_value("#team") == "1729", "a half typed number is lost"
        page.click("#share")
        news(902)
        assert page.is_visible("#shares"), "an open menu is closed"
        page.keyboard.press("Escape")
        page.focus("a[href='#2024necmp_qm2']")
        news(903)
        assert page.evaluate("document.activeElement.getAttribute('href')") == "#2024necmp_qm2", "the focus is lost"
        stand_in.documents["event/2024necmp/matches"] = matches


def name_another_version(route) -> None:
    """A page that was published before the newest seasons."""
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub("[0-9a-f]{64}(?=&quot;)", "0" * 64, answer.text(), count=1))


def the_first_check_keeps_what_is_typed(browser, stand_in, looking):
    """Verified seasons take the place of those that the page names, and the start draws itself again."""
    for fragment, field in (("", "#wish"), ("#settings", "#key")):
        with Visitor(browser, stand_in, looking) as visitor:
            page, held = visitor.page, []
            visitor.context.route("**/timestamp.json", lambda route: held.append(route))
            visitor.context.route("**/match.html", name_another_version)
            visitor.open(fragment)
            page.click(field)
            page.keyboard.type("2024ne")
            page.evaluate("() => { document.querySelector('h1').dataset.before = ''; }")
            while not held:
                page.wait_for_timeout(50)
            held[0].continue_()
            page.wait_for_selector("h1:not([data-before])")
            page.keyboard.type("cmp")
            assert page.input_value(field) == "2024necmp", page.input_value(field)


def check_now_works_again_after_a_stopped_module(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open("#seasons")
        page.click("#check")
        page.wait_for_selector("text=/^Checked /")
        page.evaluate("""() => { globalThis.Instance = WebAssembly.Instance;
            WebAssembly.Instance = function (...all) { throw new RangeError("out of memory"); }; }""")
        page.click("#check")
        page.wait_for_selector(".message.problem:has-text('this module cannot be started')")
        assert page.is_enabled("#check") and page.evaluate("document.activeElement.id") == "check"
        page.evaluate("() => { WebAssembly.Instance = globalThis.Instance; }")
        page.click("#check")
        page.wait_for_selector(".message.problem", state="detached")


def a_copied_table_keeps_its_signs_and_all_rows(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        match = sample(2024, "nytr_qm19")
        visitor.open()
        bare = {**match, "key": "1999x_qm1", "event_key": "1999x"}
        drop(page, "bare.json", json.dumps(bare))
        visitor.shown("#file")
        page.wait_for_selector(".tables")
        sizes = []
        for shows_all in (False, True):
            page.set_checked("#all", shows_all)
            page.wait_for_timeout(100)
            page.click("#share")
            page.click("text=Copy as text")
            page.wait_for_selector("text=Copied.")
            page.click("#share")
            with page.expect_download() as download:
                page.click("text=Save as picture")
            sizes.append((len(page.evaluate("navigator.clipboard.readText()")),
                          len(pathlib.Path(download.value.path()).read_bytes())))
        assert sizes[0][0] < sizes[1][0] and sizes[0][1] < sizes[1][1], f"all rows are not copied: {sizes}"
        visitor.open("#sample/2024/2024nytr_qm19")
        page.wait_for_selector(".tables")
        table = page.locator(".tables table").bounding_box()
        page.mouse.move(table["x"] + 2, table["y"] + 5)
        page.mouse.down()
        page.mouse.move(table["x"] + table["width"] - 2, table["y"] + table["height"] - 5, steps=5)
        page.mouse.up()
        page.keyboard.press("Control+c")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert "✓" in copied and "✗" in copied, copied
        assert re.search("\t[^\n\t]*\t", copied), f"a row is no row of cells: {copied}"


def large_event() -> list[dict]:
    """93 matches, 40 of them played: the last one is Qual 40, the next one Qual 41."""
    match = sample(2024, "nytr_qm19")
    coming = {side: {**match["alliances"][side], "score": -1} for side in ("red", "blue")}
    start = 1_712_150_000

    def one(number: int) -> dict:
        is_played = number <= 40
        found = {**match, "key": f"2024necmp_qm{number}", "event_key": "2024necmp", "match_number": number, "set_number": 1,
                 "comp_level": "qm", "time": start + number * 420, "predicted_time": None, "actual_time": None,
                 "post_result_time": start + number * 420 + 200 if is_played else None}
        return found if is_played else {**found, "alliances": coming, "score_breakdown": None, "winning_alliance": ""}
    return [one(number) for number in range(1, 94)]


def the_pit_display_is_a_screen(browser, stand_in, looking):
    stand_in.documents["event/2024necmp/matches"] = large_event()
    for width, height in [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1024, 768)]:
        with Visitor(browser, stand_in, looking, width) as visitor:
            page = visitor.page
            page.set_viewport_size({"width": width, "height": height})
            page.add_init_script("""globalThis.locks = [];
                Object.defineProperty(navigator, "wakeLock", {value: {request: async (kind) => {
                    const lock = {kind, isHeld: true, release: async () => { lock.isHeld = false; }};
                    locks.push(lock);
                    return lock;
                }}});""")
            visitor.give_key()
            page.clock.install(time=1_712_167_200)
            visitor.open("#2024necmp")
            page.click("#full")
            page.wait_for_selector("html.pit .screen .tables")
            page.clock.run_for(6_000)
            page.wait_for_function("() => document.querySelector('.around .now')")
            # One clock, in the event's zone and in the form of its list.
            assert page.inner_text(".clock") == "Wed 3 Apr 14:00", page.inner_text(".clock")
            looking.picture(page, f"match-pit-{width}")
            seen = page.evaluate("""() => {
                const isSeen = element => {
                    const {top, bottom, left, right, height} = element.getBoundingClientRect();
                    const clip = element.getRootNode().host?.closest(".result") ?? element.closest(".result, .around, .screen");
                    const edge = clip.getBoundingClientRect();
                    return height > 0 && top >= 0 && left >= 0 && bottom <= Math.min(innerHeight, edge.bottom) + 1
                        && right <= Math.min(innerWidth, edge.right) + 1;
                };
                const rows = [...document.querySelector(".result .tables").shadowRoot.querySelectorAll("tr")];
                const list = [...document.querySelectorAll(".around tbody tr")];
                const named = words => rows.find(row => row.innerText.includes(words));
                return {
                    total: isSeen(named("Total Score")), points: isSeen(named("Ranking Points")),
                    rows: rows.every(isSeen), digits: isSeen(document.querySelector(".digits")),
                    size: parseFloat(getComputedStyle(document.querySelector(".digits")).fontSize) / innerHeight,
                    list: list.map(row => row.querySelector("a").textContent), isListSeen: list.every(isSeen),
                    footer: isSeen(document.querySelector(".screen footer")),
                    scroll: document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth,
                };
            }""")
            where = f"at {width} x {height}"
            for name in ("total", "points", "rows", "digits", "isListSeen", "footer", "scroll"):
                assert seen[name], f"{name} {where}: {seen}"
            assert seen["size"] > 0.1, f"small digits {where}: {seen}"
            assert {"Qual 40", "Qual 41"} < set(seen["list"]) and len(seen["list"]) >= 8, f"{where}: {seen['list']}"
            assert page.evaluate("locks.map(({kind, isHeld}) => [kind, isHeld])") == [["screen", True]]
            page.keyboard.press("Escape")
            page.wait_for_selector("html:not(.pit) #full")
            assert page.evaluate("locks[0].isHeld") is False
            assert page.locator(".list tbody tr").count() == 93


STORED = """async () => {
    const name = (await indexedDB.databases()).map(found => found.name).find(name => name.startsWith("match-breakdown "));
    const wait = request => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = fail; });
    const database = name && await wait(indexedDB.open(name));
    const keys = database ? await wait(database.transaction("bundles").objectStore("bundles").getAllKeys()) : [];
    database?.close();
    return keys.map(key => Number(key.slice(0, 4)));
}"""


def a_slow_season_stops_no_page(browser, stand_in, looking):
    """Its samples are drawn in a worker, which ends after 30 seconds; the seasons before it are stored meanwhile."""
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.context.route("**/sample-worker.js", lambda route: route.fulfill(
            content_type="text/javascript", body="onmessage = ({data}) => data.season.year === 2024 || postMessage({problem: null});"))
        page.clock.install()
        visitor.open("#sample/2024/2024necmp_f1m1")
        for _ in range(100):
            stored = page.evaluate(STORED)
            if 2023 in stored:
                break
            page.wait_for_timeout(100)
        assert 2023 in stored and 2024 not in stored, stored
        visitor.open("#sample/2024/2024nytr_qm19")
        visitor.expect("Auto Leave")
        for _ in range(20):
            page.clock.run_for(5_000)
        visitor.open("#sample/2024/2024nytr_qm68")
        page.wait_for_selector(".message.problem:has-text('no end within 30 seconds')")


def a_match_alone_fills_the_screen_with_its_total(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        page.set_viewport_size({"width": 1280, "height": 720})
        visitor.give_key()
        visitor.open("#2024necmp_qm1")
        rows = page.locator(".tables tbody tr").count()
        page.click("#full")
        page.wait_for_selector("html.pit .tables")
        for words in ("Total Score", "Ranking Points"):
            page.wait_for_function("""words => [...document.querySelector(".tables").shadowRoot.querySelectorAll("tr")].some(row =>
                row.innerText.includes(words) && row.getBoundingClientRect().bottom <= innerHeight)""", arg=words)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.keyboard.press("Escape")
        page.wait_for_selector("html:not(.pit) #full")
        assert page.locator(".tables tbody tr").count() == rows


def a_name_that_reads_from_right_to_left_turns_nothing_else(browser, stand_in, looking):
    stand_in.documents["event/2024necmp"] = {**EVENT, "name": "אליפות ישראל"}
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.give_key()
        visitor.open("#2024necmp")
        visitor.open()
        name, key = page.locator(".chips a b").first.bounding_box(), page.locator(".chips a span").first.bounding_box()
        assert name["x"] + name["width"] <= key["x"], f"the key 2024necmp is torn: {name}, {key}"
        visitor.open("#2024necmp_qm1")
        places = page.evaluate("""() => [...document.querySelector(".tables").shadowRoot.querySelectorAll("h2 > *")]
            .map(part => part.getBoundingClientRect()).map(({left, right}) => [left, right])""")
        assert places == sorted(places), f"the parts of the heading are turned: {places}"


CHECKS = [
    between_two_looks_nothing_is_asked, a_redraw_keeps_what_a_visitor_has_begun, the_first_check_keeps_what_is_typed,
    check_now_works_again_after_a_stopped_module, a_copied_table_keeps_its_signs_and_all_rows,
    the_pit_display_is_a_screen, a_match_alone_fills_the_screen_with_its_total,
    a_name_that_reads_from_right_to_left_turns_nothing_else, a_slow_season_stops_no_page,
]
