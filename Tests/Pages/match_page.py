"""`match.html` as visitors use it: every feature, by mouse and by keyboard, on a phone and on a desktop.

The page runs under its own policy. Any report about the policy, any error in the console and any request to
another server is a failure. Only axe needs a page without the policy, so it looks at one of its own.
"""
import json, pathlib, re, time

from standin import KEY, StandIn

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVENT = {"key": "2024necmp", "event_code": "necmp", "name": "New England Championship", "year": 2024,
         "start_date": "2024-04-03", "end_date": "2024-04-06", "timezone": "America/New_York", "playoff_type": 10}
RENDERS = 10_000
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


def sample(year: int, part: str) -> dict:
    """A sample of the real seasons whose name has a part in it."""
    return json.loads(sorted((ROOT / f"bundles/{year}/samples").glob(f"*{part}*.json"))[0].read_text())


def event_matches() -> list[dict]:
    """Four matches of one event: two complete ones, one without details, and one to come."""
    def renamed(match: dict, key: str, **more) -> dict:
        level, number = re.fullmatch(r"2024necmp_([a-z]+)(?:\dm)?(\d+)", key).groups()
        return {**match, "key": key, "event_key": "2024necmp", "comp_level": level, "set_number": 1,
                "match_number": int(number), **more}
    qualification = sample(2024, "nytr_qm19")
    coming = {side: {**qualification["alliances"][side], "score": -1} for side in ("red", "blue")}
    return [renamed(qualification, "2024necmp_qm1"),
            renamed(sample(2024, "nytr_qm68"), "2024necmp_qm2", score_breakdown=None),
            renamed(qualification, "2024necmp_qm3", alliances=coming, score_breakdown=None, winning_alliance="",
                    actual_time=None, post_result_time=None),
            sample(2024, "necmp_f1m1")]


class Visitor:
    """A browser window with everything that goes wrong in it."""

    def __init__(self, browser, stand_in: StandIn, looking, width=1280, scheme="light", **options):
        self.stand_in, self.looking, self.troubles = stand_in, looking, []
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, accept_downloads=True, **options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=stand_in.address.rstrip("/"))
        self.page = self.context.new_page()
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', event => console.error('policy: ' + event.violatedDirective));"
            "const Instance = WebAssembly.Instance; globalThis.instances = [];"
            "WebAssembly.Instance = function (...all) { const made = new Instance(...all); instances.push(made); return made; };")
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("console", self.hear)
        self.page.on("request", lambda request: self.troubles.append(f"asks {request.url}")
                     if not request.url.startswith((stand_in.address, "blob:", "data:")) else None)

    def hear(self, message) -> None:
        # Chromium writes each failed request into the console; the tests make some fail.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.troubles.append(f"console: {message.text}")

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        if not any(error):
            for trouble in self.troubles:
                self.looking.complain("match.html", trouble)
        self.context.close()

    def open(self, fragment: str = "") -> None:
        self.page.goto(self.stand_in.page + fragment)
        self.shown(fragment or "#")

    def shown(self, fragment: str) -> None:
        """Waits until a place is on the screen."""
        self.page.wait_for_function("f => document.body.dataset.shown === f", arg=fragment)

    def give_key(self, key: str = KEY) -> None:
        self.open("#settings")
        self.page.fill("#key", key)
        self.page.click("text=Try and keep")
        self.page.wait_for_selector(".message.good")

    def follow_event(self) -> None:
        """Follows an event on a page whose clock the test moves."""
        self.give_key()
        self.page.clock.install()
        self.open("#2024necmp")
        self.page.click("#follow")
        self.page.wait_for_selector(".latest .tables")

    def text(self) -> str:
        return self.page.inner_text("main") + "\n" + "\n".join(
            self.page.locator(".tables").nth(at).evaluate("host => host.shadowRoot.textContent")
            for at in range(self.page.locator(".tables").count()))

    def expect(self, *words: str) -> None:
        text = self.text()
        for word in words:
            assert word in text, f"expected {word!r} in:\n{text}"


# Each check is one thing that visitors do. Its name says what is shown.

def samples_and_files_work_without_a_key(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open()
        page.click("summary:has-text('2024')")
        page.click("a[href='#sample/2024/2024necmp_f1m1']")
        visitor.shown("#sample/2024/2024necmp_f1m1")
        visitor.expect("Auto Leave", "1729", "2024 Crescendo")
        page.go_back()
        visitor.shown("#")
        page.go_forward()
        visitor.shown("#sample/2024/2024necmp_f1m1")
        visitor.open("#2024necmp_f1m1")
        visitor.expect("needs a key", "Enter a key")
        visitor.open()
        page.set_input_files("#file", ROOT / "bundles/2018/samples" / sorted(
            path.name for path in (ROOT / "bundles/2018/samples").glob("*.json"))[0])
        visitor.shown("#file")
        page.wait_for_selector(".tables")
        drop(page, "broken.json", '{"key": ')
        page.wait_for_selector(".message.problem")
        visitor.expect("broken.json")
        drop(page, "bytes.json", [0x22, 0xff, 0x22])
        page.wait_for_selector(".message.problem:has-text('bytes.json')")
        visitor.expect("bytes.json", "expected valid UTF-8 in a text")
        drop(page, "match.json", json.dumps(sample(2024, "nytr_qm19")))
        page.wait_for_selector(".tables")
        visitor.expect("Auto Leave")
        scores = sample(2024, "nytr_qm19")["score_breakdown"]
        drop(page, "scores.json", json.dumps({"MatchScores": [{"matchLevel": "Qualification", "matchNumber": 19, "alliances": [
            {"alliance": "Blue", **scores["blue"]}, {"alliance": "Red", **scores["red"]}]}]}))
        page.select_option("#season", "2024")
        page.wait_for_selector(".tables")
        visitor.expect("Qualification 19", "Auto Leave")


def drop(page, name: str, content: str | list[int]) -> None:
    page.evaluate("""([name, content]) => {
        const data = new DataTransfer();
        const part = typeof content === "string" ? content : Uint8Array.from(content);
        data.items.add(new File([part], name, {type: "application/json"}));
        dispatchEvent(new DragEvent("dragover", {dataTransfer: data, bubbles: true, cancelable: true}));
        dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }""", [name, content])


def a_key_that_cannot_be_stored_is_kept_for_the_visit(browser, stand_in, looking):
    denied = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };"""
    with Visitor(browser, stand_in, looking) as visitor:
        visitor.page.add_init_script(denied)
        visitor.open("#settings")
        visitor.page.fill("#key", KEY)
        visitor.page.click("text=Try and keep")
        visitor.page.wait_for_selector(".message.good:has-text('not kept after this visit')")
        visitor.page.wait_for_selector("#news:has-text('This browser stores nothing now')")
        visitor.page.click(".brand")
        visitor.shown("#")
        visitor.page.fill("#wish", "2024necmp_f1m1")
        visitor.page.press("#wish", "Enter")
        visitor.shown("#2024necmp_f1m1")
        visitor.expect("New England Championship", "Final 1")


def keys_addresses_and_events_are_shown(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open("#settings")
        page.fill("#key", "wrong")
        page.click("text=Try and keep")
        page.wait_for_selector(".message.problem")
        visitor.expect("does not accept the key")
        visitor.give_key()
        visitor.open()
        page.fill("#wish", "nonsense!")
        page.press("#wish", "Enter")
        visitor.expect("is not the key of a match")
        page.fill("#wish", "2024nytr\u200b-qm\u00ad1")
        page.press("#wish", "Enter")
        visitor.expect("“2024nytr\\u{200b}-qm\\u{ad}1” is not the key of a match or an event; try 2024nytr_qm1.")
        page.fill("#wish", "https://www.thebluealliance.com/match/2024necmp_f1m1?x=1")
        page.press("#wish", "Enter")
        visitor.shown("#2024necmp_f1m1")
        visitor.expect("New England Championship", "Final 1", "Powered by")
        page.click("nav.crumbs >> text=New England Championship")
        visitor.shown("#2024necmp")
        visitor.expect("3–6 Apr 2024", "Qual 1", "without the details")
        names = page.locator(".list tbody th").all_inner_texts()
        # What was played comes first; Qual 3 is to come.
        assert names == ["Qual 1", "Qual 2", "Final 1", "Qual 3"], names
        page.select_option("#level", "f")
        page.wait_for_function("() => document.querySelectorAll('.list tbody tr').length === 1")
        page.select_option("#level", "")
        page.wait_for_function("() => document.querySelectorAll('.list tbody tr').length === 4")
        page.fill("#team", "frc1729")
        page.press("#team", "Enter")
        page.wait_for_function("() => document.querySelectorAll('.list tbody tr').length === 1")
        assert page.is_visible("#credit") and page.get_attribute("#credit-link", "href").endswith("event/2024necmp")
        visitor.open("#2024necmp_qm2")
        visitor.expect("The Blue Alliance has no details of it")
        visitor.open("#2024necmp/insights")
        visitor.expect("Powered by")
        visitor.open("#2024necmp_qm77")
        visitor.expect("has no match 2024necmp_qm77", "All matches of 2024necmp")
        visitor.open()
        visitor.expect("Looked at before", "Final 1 · New England Championship")
        page.focus("[aria-label=\"Event's name\"], [aria-label='Event’s name']")
        page.wait_for_selector("section .chips b")


def the_forms_are_those_of_breakdown(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open("#sample/2024/2024necmp_f1m1")
        for form, words in [("text", "Auto Leave"), ("summary", "Total"), ("markdown", "|"),
                            ("csv", "2024necmp_f1m1"), ("json", '"rows"')]:
            page.select_option("#format", form)
            page.wait_for_selector(f"pre[aria-label]:has-text('{words}')")
        page.select_option("#format", "html")
        page.wait_for_selector(".tables")
        page.check("#all")
        page.click("#share")
        page.click("text=Copy as text")
        page.wait_for_selector("text=Copied.")
        assert "Auto Leave" in page.evaluate("navigator.clipboard.readText()")
        page.click("#share")
        page.click("text=Copy the link")
        page.wait_for_function("() => navigator.clipboard.readText().then(t => t.endsWith('#sample/2024/2024necmp_f1m1'))")
        page.click("#share")
        with page.expect_download() as download:
            page.click("text=Save as picture")
        picture = pathlib.Path(download.value.path()).read_bytes()
        assert download.value.suggested_filename == "2024necmp_f1m1.png" and picture.startswith(b"\x89PNG")


def an_event_is_followed_and_a_hidden_page_asks_nothing(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.follow_event()
        assert page.get_attribute("#follow", "aria-pressed") == "true"
        asked = lambda: sum(1 for _, path, _ in stand_in.requests if path == "event/2024necmp/matches")
        before = asked()
        page.clock.run_for(30_000)
        assert asked() == before, "it asks within a minute"
        matches = stand_in.documents["event/2024necmp/matches"]
        played = [{**match, "alliances": matches[0]["alliances"], "score_breakdown": matches[0]["score_breakdown"]}
                  if match["key"] == "2024necmp_qm3" else match for match in matches]
        stand_in.documents["event/2024necmp/matches"] = played
        advance_until(page, "tr.new >> text=Qual 3")
        assert asked() == before + 1
        assert stand_in.requests[-1][2] or any(tag for _, path, tag in stand_in.requests if path.endswith("/matches")), \
            "it asks with the stored tag"
        stand_in.failures = [503] * 2
        advance_until(page, "text=answered with status 503")
        stand_in.failures = []
        hide = """hidden => { Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
                  document.dispatchEvent(new Event("visibilitychange")); }"""
        page.evaluate(hide, True)
        before = asked()
        page.clock.run_for(600_000)
        assert asked() == before, "a hidden page asks"
        page.evaluate(hide, False)
        page.clock.run_for(1_000)
        page.wait_for_function("() => !document.querySelector('main').textContent.includes('503')")
        assert asked() == before + 1
        stand_in.documents["event/2024necmp/matches"] = matches


def advance_until(page, selector: str) -> None:
    """Lets the page's clock run, at most two minutes; answers come in real time."""
    for _ in range(24):
        page.clock.run_for(5_000)
        try:
            page.wait_for_selector(selector, timeout=1_000)
            return
        except Exception:
            continue
    raise AssertionError(f"{selector} does not come within two minutes")


def without_network_the_stored_answer_stands_in(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        visitor.give_key()
        visitor.open("#2024necmp_f1m1")
        stand_in.failures = [503] * 20
        visitor.page.clock.install(time=time.time() + 7_200)
        visitor.page.reload()
        visitor.page.clock.run_for(60_000)
        visitor.page.wait_for_selector("text=This is the stored answer, 2 hours old.")
        stand_in.failures = []


def hostile_text_stays_text(browser, stand_in, looking):
    match = sample(2024, "necmp_f1m1")
    match["alliances"]["red"]["team_keys"][0] = f"frc{HOSTILE}"[:60]
    match["score_breakdown"]["red"]["note"] = HOSTILE
    stand_in.documents["event/2024evil"] = {**EVENT, "key": "2024evil", "name": HOSTILE}
    stand_in.documents["event/2024evil/matches"] = [{**match, "key": "2024evil_f1m1", "event_key": "2024evil"}]
    stand_in.documents["match/2024evil_f1m1"] = stand_in.documents["event/2024evil/matches"][0]
    with Visitor(browser, stand_in, looking) as visitor:
        visitor.give_key()
        for fragment in ["#2024evil", "#2024evil_f1m1", "#"]:
            visitor.open(fragment)
            found = visitor.page.evaluate("""() => [document, ...[...document.querySelectorAll(".tables")].map(h => h.shadowRoot)]
                .map(root => root.querySelectorAll("main img, article img, main script, article script").length)""")
            assert not any(found), f"{fragment}: markup from a match became elements"
            assert visitor.page.title() not in ("1", "2")
        visitor.open()
        drop(visitor.page, HOSTILE + ".json", json.dumps(match))
        visitor.shown("#file")
        assert visitor.page.locator("main img").count() == 0


def the_seasons_are_those_of_the_directory_also_after_keys_were_replaced(browser, stand_in, looking, publish_again):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open("#sample/2024/2024necmp_f1m1")
        visitor.expect("Auto Leave")
        visitor.open("#seasons")
        before = page.locator("tr:has-text('2024') code").get_attribute("title")
        page.click("text=Check now")
        page.wait_for_selector("text=Checked ")
        publish_again()
        page.click("text=Check now")
        page.click("text=Show them")
        visitor.open("#sample/2024/2024necmp_f1m1")
        visitor.expect("Auto Left")
        visitor.open("#seasons")
        page.wait_for_function("v => document.querySelector('main').innerHTML.includes('code') && !document.querySelector('main').innerHTML.includes(v)",
                               arg=before)


def the_keyboard_is_enough(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open()

        def tab_to(selector: str) -> None:
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("s => document.activeElement?.matches(s)", selector):
                    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                    assert outline != "none", f"{selector} shows no focus"
                    return
            raise AssertionError(f"Tab does not lead to {selector}")

        tab_to("#skip")
        tab_to("header nav a[href='#settings']")
        page.keyboard.press("Enter")
        visitor.shown("#settings")
        tab_to("#key")
        page.keyboard.type(KEY)
        page.keyboard.press("Enter")
        page.wait_for_selector(".message.good")
        tab_to(".brand")
        page.keyboard.press("Enter")
        visitor.shown("#")
        tab_to("#wish")
        page.keyboard.type("2024necmp")
        page.keyboard.press("Enter")
        visitor.shown("#2024necmp")
        tab_to("a[href='#2024necmp_f1m1']")
        page.keyboard.press("Enter")
        visitor.shown("#2024necmp_f1m1")
        tab_to("#share")
        page.keyboard.press("Enter")
        page.wait_for_selector("#shares:not([hidden])")
        page.keyboard.press("Escape")
        page.wait_for_selector("#shares", state="hidden")
        assert page.evaluate("document.activeElement.id") == "share"


def it_is_readable_everywhere(browser, stand_in, looking):
    """Every view at four sizes and schemes, at 320 pixels, and at 200 % of a laptop's width."""
    views = {"match": "#2024necmp_f1m1", "event": "#2024necmp", "home": "#", "seasons": "#seasons", "settings": "#settings",
             "insights": "#2024necmp/insights", "error": "#2024necmp_qm77"}
    sizes = [(390, "light", 1), (390, "dark", 1), (1280, "light", 1), (1280, "dark", 1), (320, "light", 1), (640, "light", 2)]
    for width, scheme, scale in sizes:
        with Visitor(browser, stand_in, looking, width, scheme, bypass_csp=True, device_scale_factor=scale) as visitor:
            visitor.give_key()
            for name, fragment in views.items():
                visitor.open(fragment)
                if name == "home":
                    visitor.page.click("summary >> nth=0")
                    visitor.page.wait_for_selector("details .chips, details .faint >> nth=0")
                looking.look(visitor.page, f"page-{name}" + ("-zoom" if scale > 1 else ""))


def every_season_has_a_picture(browser, stand_in, looking):
    for width, scheme in [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]:
        with Visitor(browser, stand_in, looking, width, scheme) as visitor:
            for year in sorted(int(path.name) for path in (ROOT / "bundles").iterdir()):
                names = sorted(path.stem for path in (ROOT / f"bundles/{year}/samples").glob("*.json") if "insights" not in path.stem)
                if not names:
                    continue
                visitor.open(f"#sample/{year}/{names[0]}")
                wide = visitor.page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    looking.complain(f"season {year} at {width}", f"{wide} pixels wide")
                looking.picture(visitor.page, f"season-{year}-{width}-{scheme}")


def the_readme_gets_its_picture(browser, stand_in, looking):
    """readme.png; copy it to docs/pictures/page.png when the page has another look."""
    with Visitor(browser, stand_in, looking, width=1000) as visitor:
        visitor.page.set_viewport_size({"width": 1000, "height": 820})
        visitor.give_key()
        visitor.open("#2024necmp")
        visitor.open("#2024necmp_f1m1")
        visitor.expect("New England Championship")
        visitor.page.screenshot(path=looking.screenshots / "readme.png")


def memory_stays_the_same(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        visitor.open("#sample/2024/2024necmp_f1m1")
        texts = [json.dumps(sample(year, "qm" if year != 2024 else "necmp")) for year in (2018, 2023, 2024)]
        cdp = visitor.context.new_cdp_session(page)

        def state() -> tuple[int, int, int]:
            cdp.send("HeapProfiler.collectGarbage")
            metrics = {entry["name"]: entry["value"] for entry in cdp.send("Performance.getMetrics")["metrics"]}
            # The client's module comes when the page checks for news, which may be now.
            return (page.evaluate("instances.filter(one => one.exports.mb_render)"
                                  ".reduce((sum, one) => sum + one.exports.memory.buffer.byteLength, 0)"),
                    int(metrics["JSHeapUsedSize"]), int(metrics["Nodes"]))

        cdp.send("Performance.enable")
        draw = """async ([texts, count]) => {
            const {library} = await import(document.querySelector("script[type=module]").src);
            await library.prepare([2018, 2023, 2024]);
            const renderer = await library.renderer;
            const place = document.createElement("div");
            document.body.append(place);
            for (let at = 0; at < count; at++) {
                place.replaceChildren(document.createRange().createContextualFragment(
                    renderer.render(texts[at % texts.length], {format: "html"})));
            }
            place.remove();
        }"""
        page.evaluate(draw, [texts, 300])
        before = state()
        start = time.monotonic()
        page.evaluate(draw, [texts, RENDERS])
        took = time.monotonic() - start
        after = state()
        print(f"{RENDERS} renders into the page in {took:.1f} s; module's memory {before[0]} -> {after[0]} bytes, "
              f"heap {before[1]} -> {after[1]} bytes, nodes {before[2]} -> {after[2]}")
        assert after[0] == before[0], "the module's memory grew"
        assert after[1] < before[1] + (1 << 20), "the heap grew by more than a megabyte"
        assert after[2] < before[2] + 2_000, "elements stay behind"


def the_first_table_comes_soon(browser, stand_in, looking):
    with Visitor(browser, stand_in, looking) as visitor:
        page = visitor.page
        # The key is there, and nothing else.
        visitor.context.add_init_script(f"localStorage.setItem('match-bundles.key', '\"{KEY}\"')")
        cdp = visitor.context.new_cdp_session(page)
        cdp.send("Network.enable")

        def table_after(slow: bool, again: bool) -> float:
            cdp.send("Network.emulateNetworkConditions", {
                "offline": False, "latency": 300 if slow else 0,
                "downloadThroughput": 100_000 if slow else -1, "uploadThroughput": 100_000 if slow else -1})
            start = time.monotonic()
            if again:
                page.reload(wait_until="commit")
            else:
                page.goto(stand_in.page + "#2024necmp_f1m1", wait_until="commit")
            page.wait_for_function("() => document.querySelector('.tables')?.shadowRoot.querySelector('table')", polling=10)
            return page.evaluate("performance.now()") / 1000 if not slow else time.monotonic() - start

        cold = table_after(slow=True, again=False)
        page.wait_for_load_state("networkidle")
        warm = min(table_after(slow=False, again=True) for _ in range(3))
        slow_warm = table_after(slow=True, again=True)
        # Printed and not held: a time depends on the machine. Benchmarks/README.md has the figures.
        print(f"first table: cold {cold:.2f} s at 100 kB/s and 300 ms; warm {warm * 1000:.0f} ms; "
              f"warm at 100 kB/s and 300 ms {slow_warm:.2f} s")


CHECKS = [
    samples_and_files_work_without_a_key, a_key_that_cannot_be_stored_is_kept_for_the_visit,
    keys_addresses_and_events_are_shown, the_forms_are_those_of_breakdown,
    an_event_is_followed_and_a_hidden_page_asks_nothing, without_network_the_stored_answer_stands_in,
    hostile_text_stays_text, the_keyboard_is_enough, it_is_readable_everywhere, every_season_has_a_picture,
    the_readme_gets_its_picture, memory_stays_the_same, the_first_table_comes_soon,
]


def look_at_match_page(browser, site: pathlib.Path, publish_again, looking, only: str, more: list) -> None:
    """Everything above and more; what fails is one of the complaints, and the rest goes on."""
    checks = [(check.__name__, check) for check in [*CHECKS, *more]]
    # The last one: it publishes.
    checks.append(("the_seasons_are_those_of_the_directory",
                   lambda *all: the_seasons_are_those_of_the_directory_also_after_keys_were_replaced(*all, publish_again)))
    with StandIn(site) as stand_in:
        stand_in.pack_all()
    for name, check in checks:
        if only not in name:
            continue
        with StandIn(site) as stand_in:
            stand_in.add_event(EVENT, event_matches())
            insights = sample(2024, "insights")
            stand_in.documents["event/2024necmp/insights"] = {key: insights.get(key) for key in ("qual", "playoff")}
            for year in range(2015, 2030):
                stand_in.documents[f"events/{year}/simple"] = [EVENT]
            try:
                check(browser, stand_in, looking)
            except Exception as error:
                looking.complain(name.replace("_", " "), str(error)[:1500])
            looking.looked += 1
