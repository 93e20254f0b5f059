// The page's decisions, without a browser: node --test Tests/Pages/logic.test.mjs

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import vm from "node:vm";

// The page's scripts lie next to those of the package, as in a published directory.
const root = new URL("../../", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "page-"));
for (const part of [".build/web/package", "web/page"]) cpSync(new URL(part, root), folder, { recursive: true });
process.on("exit", () => rmSync(folder, { recursive: true }));
const load = (name) => import(pathToFileURL(join(folder, name)));
const { Renderer } = await load("index.js");
const { Library } = await load("library.js");
const { fragmentOf, parsePlace } = await load("place.js");
const { recentPlaces, remember } = await load("recent.js");
const {
    ageText, clockText, isDown, judgeAttempt, listMatches, nextPace, parseInquiry, plainText, readEvents, useRenderer,
} = await load("rules.js");
const { seasons } = await load("seasons.js");
const { Source } = await load("source.js");
const { KeptMap, keepSetting, readSetting } = await load("store.js");
const renderer = new Renderer(readFileSync(join(folder, "match-breakdown.wasm")));
useRenderer(renderer);

/** Runs one test for each row. */
function check(name, rows, body) {
    for (const [input, expected] of rows) {
        test(`${name}: ${JSON.stringify(input)}`, () => assert.deepEqual(body(input), expected));
    }
}

check("inquiry", [
    ["2024necmp_f1m1", { match: "2024necmp_f1m1", event: "2024necmp" }],
    [" 2024NECMP_QM12 ", { match: "2024necmp_qm12", event: "2024necmp" }],
    ["2026casj", { match: null, event: "2026casj" }],
    ["202606casj", { match: null, event: "202606casj" }],
    ["https://www.thebluealliance.com/match/2024necmp_f1m1", { match: "2024necmp_f1m1", event: "2024necmp" }],
    ["thebluealliance.com/match/2024necmp%5Ff1m1?x#y", { match: "2024necmp_f1m1", event: "2024necmp" }],
    ["http://beta.thebluealliance.com:8080/event/2024necmp#rankings", { match: null, event: "2024necmp" }],
    ["2024necmp_sf12m2", { match: "2024necmp_sf12m2", event: "2024necmp" }],
], parseInquiry);

const KEYS = "an event has a key such as 2024necmp, a match such as 2024necmp_f1m1";
check("what is no key gets advice", [
    ["https://www.thebluealliance.com/team/254", [true, KEYS]],
    ["https://thebluealliance.com.example.org/match/2024necmp_f1m1", [false, "try 2024necmp_f1m1"]],
    ["2024nytr-qm1", [false, "try 2024nytr_qm1"]], ["2024nytr\u200b_qm1", [false, "try 2024nytr_qm1"]],
    ["2024nytr\u00ad", [false, "try 2024nytr"]], ["2024nytr\u2013qm1", [false, "try 2024nytr_qm1"]],
    ["necmp", [false, "an event's key begins with the year, such as 2024necmp"]],
    ...["2024necmp_f10m1", "2024necmp_qm0", "2024necmp_sf0m1", "0024necmp", "2024", "", "2024necmp_f1m1_x"]
        .map((text) => [text, [false, KEYS]]),
], (text) => {
    const { event, isAddress, advice } = parseInquiry(text);
    assert.equal(event, undefined);
    return [isAddress, advice];
});

check("place", [
    ["", { kind: "home" }], ["#", { kind: "home" }], ["#seasons", { kind: "seasons" }],
    ["#2024necmp_f1m1", { kind: "match", match: "2024necmp_f1m1", event: "2024necmp" }],
    ["#2024necmp", { kind: "event", event: "2024necmp" }],
    ["#2024necmp/insights", { kind: "insights", event: "2024necmp" }],
    ["#sample/2024/2024necmp_f1m1", { kind: "sample", year: 2024, name: "2024necmp_f1m1" }],
    ["#sample/2024/../x", { kind: "unknown", text: "sample/2024/../x" }],
    ["#%zz", { kind: "unknown", text: "%zz" }],
], parsePlace);

test("a place leads to its fragment and back", () => {
    const event = ["#2024necmp", "#2024necmp_f1m1", "#2024necmp/insights"];
    for (const fragment of ["#", ...event, "#sample/2024/x_1", "#settings"]) {
        assert.equal(fragmentOf(parsePlace(fragment)), fragment);
    }
});

function match(key, more = {}) {
    const [, level, set, number] = /_(qm|ef|qf|sf|f)(?:(\d+)m)?(\d+)$/.exec(key);
    return {
        key, comp_level: level, set_number: Number(set ?? 1), match_number: Number(number),
        alliances: {
            red: { score: 10, team_keys: ["frc1", "frc2"] }, blue: { score: 12, team_keys: ["frc3", "frc4B"] },
        },
        winning_alliance: "blue", score_breakdown: { red: { rp: 1 }, blue: { rp: 3 } }, ...more,
    };
}

const event = (more) => ({ text: JSON.stringify({ key: "2024x", event_code: "x", ...more }) });
const list = (matches, facts = null, choice = {}) => listMatches("2024x", facts, JSON.stringify(matches), choice);
const shortKey = ({ key }) => key.slice(key.indexOf("_") + 1);

test("an event's lines", () => {
    const matches = [
        match("2024x_f1m1"), match("2024x_sf5m1"), match("2024x_qm3"), match("2024x_qm4", { score_breakdown: null }),
        match("2024x_qm5", {
            alliances: { red: { score: -1, team_keys: ["frc4B"] }, blue: { score: -1 } }, winning_alliance: "",
            score_breakdown: null,
        }),
        null, "text", { key: 5 }, { key: "no year" },
    ];
    const { lines, unreadable, legend } = list(matches, event({ playoff_type: 10 }), { level: "qm", team: "frc4b" });
    assert.ok(unreadable.length > 0 && unreadable.every((words) => words.startsWith("2024x: left out")), unreadable);
    assert.deepEqual(lines.map((line) => [shortKey(line), line.name, line.state, line.winner, line.isChosen]), [
        ["qm3", "Qual 3", "complete", "blue", true], ["qm4", "Qual 4", "scored", "blue", true],
        ["sf5m1", "Playoff 5", "complete", "blue", false], ["f1m1", "Final 1", "complete", "blue", false],
        ["qm5", "Qual 5", "unplayed", null, true],
    ]);
    const [first] = lines;
    assert.deepEqual([first.red, first.score.trim(), first.blue, first.points], ["1 2", "10 – 12 ★", "3 4B", "1–3"]);
    assert.deepEqual([lines[4].points, lines[4].absence, legend], ["", null, ["…: without the details."]]);
    assert.equal(lines[1].absence, "The Blue Alliance has no details of it");
});

test("a line tells when there is something new to say", () => {
    const told = (more) => list([match("2024x_qm1", more)]).lines[0].told;
    assert.equal(told({}), told({ videos: [] }));
    const changes = [{ score_breakdown: { red: { rp: 2 } } }, { winning_alliance: "red" }, { score_breakdown: null }];
    for (const more of changes) {
        assert.notEqual(told({}), told(more));
    }
});

test("times are those of the event", () => {
    const played = match("2024x_qm1", { actual_time: 1712430000 });
    const time = (timezone) => list([played], event({ timezone })).lines[0].time;
    assert.equal(time("America/New_York"), "Sat 15:00");
    assert.equal(time("No/Zone"), "Sat 19:00 UTC");
});

test("the clock is that of the event, in the form of its list", () => {
    const { now } = Date;
    Date.now = () => 1712430000_000;
    try {
        assert.equal(clockText(event({ timezone: "America/New_York" })), "Sat 6 Apr 15:00");
        assert.equal(clockText(null), "Sat 6 Apr 19:00 UTC");
    } finally {
        Date.now = now;
    }
});

test("a screen gets the matches around the latest one, and the rows that matter most", () => {
    const played = Array.from({ length: 20 }, (_, at) => match(`2024x_qm${at + 1}`));
    const alliances = { red: { score: -1 }, blue: { score: -1 } };
    const unplayed = { alliances, winning_alliance: "", score_breakdown: null };
    const coming = Array.from({ length: 20 }, (_, at) => match(`2024x_qm${at + 21}`, unplayed));
    const { lines } = list([...played, ...coming], null, { rows: 9 });
    const around = lines.filter((line) => line.isChosen);
    assert.deepEqual(around.map(shortKey), Array.from({ length: 9 }, (_, at) => `qm${at + 15}`));
    assert.deepEqual([lines[0].redScore, lines[0].blueScore, lines[39].redScore], [10, 12, null]);
    const sample = readFileSync(new URL("bundles/2024/samples/2024nytr_qm19.json", root), "utf8");
    const drawing = new Renderer(renderer.module);
    drawing.loadSeasons(seasons.filter(({ year }) => year === 2024));
    const drawn = (rows) => drawing.render(sample, { format: "html", rows });
    for (const rows of [0, 5]) {
        assert.match(drawn(rows), /Total Score[^]*Ranking Points/);
        assert.match(drawn(rows), /… \d\d more rows/);
    }
    assert.doesNotMatch(drawn(1000), /more rows/);
});

test("matches may come for three days after an event", () => {
    const days = (age) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
    const isOpen = (age) => list([], event({ start_date: days(age), end_date: days(age) })).isOpen;
    assert.deepEqual([isOpen(-1), isOpen(2), isOpen(5)], [true, true, false]);
});

test("an event is open as long as its year if nothing is known of it", () => {
    const isOpen = (key) => listMatches(key, null, "[]").isOpen;
    assert.deepEqual([isOpen(`${new Date().getUTCFullYear()}x`), isOpen("2015x")], [true, false]);
});

test("The Blue Alliance says that it gets no news", () => {
    assert.equal(isDown("2024x", '{"down_events":["2024x"]}'), true);
    assert.equal(isDown("2024x", '{"is_datafeed_down":true}'), true);
    assert.equal(isDown("2024x", '{"down_events":["2024y"]}'), false);
});

check("age", [[0, "0 seconds"], [1, "1 second"], [61.9, "1 minute"], [7200, "2 hours"], [200000, "2 days"]], ageText);
check("an event's days", [
    [{ start_date: "2024-04-03", end_date: "2024-04-06" }, "3–6 Apr 2024"],
    [{ start_date: "2024-03-30", end_date: "2024-04-02" }, "30 Mar – 2 Apr 2024"],
    [{ start_date: "2024-04-03", end_date: "2024-04-03" }, "3 Apr 2024"], [{ start_date: "x" }, null],
], (more) => readEvents(`[${event(more).text}]`)[0].days);

test("what is no event has no facts", () => {
    assert.deepEqual(readEvents('[null, {"key": "settings"}, {"key": "2024x"}]'),
        [null, null, { key: "2024x", name: null, days: null }]);
});

test("following goes on from its pace", () => {
    const first = nextPace({}, { freshSeconds: 61 });
    assert.equal(first.seconds, 61);
    assert.equal(nextPace(first, { isTrouble: true }).seconds, 2);
    assert.equal(nextPace({ secondsWithoutNews: 7200 }, { freshSeconds: 61 }).seconds, 300);
    assert.equal(nextPace({}, { isTrouble: true, retryAfterSeconds: 120 }).seconds, 120);
});

test("the years of a text are those of its matches and insights", () => {
    const insights = '{"qual":{},"playoff":{},"event_key":"2023x"}';
    const text = `[${JSON.stringify(match("2024x_qm1"))},{"year":2019},${insights}]`;
    assert.deepEqual(renderer.yearsOf(text), [2024, 2023]);
    assert.deepEqual(renderer.yearsOf('{"key":"2024x_qm1"'), []);
});

// MARK: The seasons

/** A library whose client says what a test wants, with a renderer that notes what it was given. */
function libraryOf({ packaged = [], client = null, isVerified = true } = {}) {
    const loaded = [];
    const list = {
        seasons: packaged,
        load: async (renderer, year) =>
            packaged.some((season) => season.year === year) && Boolean(loaded.push(`packaged ${year}`)),
        current: async () => null,
    };
    const opened = [];
    const library = new Library(async () => ({ seasons: () => [] }), list, async () => {
        opened.push(client);
        if (client instanceof Error) throw client;
        return client;
    }, { is: () => isVerified, keep: () => { isVerified = true; } });
    return { library, loaded, opened };
}

class StandInClient extends EventTarget {
    constructor({ reached = null, seasons = [], newest = seasons, reasons = {}, lost = [] }) {
        super();
        Object.assign(this, { reached, seasons, newest, reasons, lost, loads: [] });
    }
    status() {
        return { reached: this.reached, hasNews: JSON.stringify(this.seasons) !== JSON.stringify(this.newest) };
    }
    why(year) { return this.reasons[year] ? { year, reason: this.reasons[year] } : null; }
    async load(renderer, year) {
        if (this.lost.includes(year) || !this.seasons.some((season) => season.year === year)) return false;
        return Boolean(this.loads.push(year));
    }
    async adopt() { this.seasons = this.newest; }
    follow() {}
    tell(name, detail) { this.dispatchEvent(Object.assign(new Event(name), { detail })); }
}

const season = (year, version) => ({ year, version, published: "2026-11-22T20:35:22Z" });
const settled = () => new Promise((done) => setTimeout(done));

test("before the first check the page shows what it names itself, and loads no client to draw it", async () => {
    const client = new StandInClient({});
    const { library, loaded, opened } = libraryOf({ packaged: [season(2024, "a")], client, isVerified: false });
    assert.deepEqual((await library.seasons()).map(({ year }) => year), [2024]);
    assert.deepEqual(await library.prepare([2024, 2025]), []);
    assert.deepEqual([loaded, opened], [["packaged 2024"], []]);
});

test("a browser that lost its settings finds its verified seasons again", async () => {
    const client = new StandInClient({ reached: "x", seasons: [season(2024, "b")] });
    const { library } = libraryOf({ packaged: [season(2024, "a")], client, isVerified: false });
    const told = [];
    await library.follow(() => told.push("shown"), () => {});
    assert.deepEqual([told, (await library.seasons())[0].version], [["shown"], "b"]);
});

test("after the first check the verified seasons take their place", async () => {
    const client = new StandInClient({ newest: [season(2024, "b")] });
    const { library, loaded } = libraryOf({ packaged: [season(2024, "a")], client, isVerified: false });
    const told = [];
    await library.follow(() => told.push("shown"), (years) => told.push(years));
    client.reached = "2026-11-22T20:35:22Z";
    client.tell("updated", { years: [2024] });
    client.tell("checked", {});
    await settled();
    assert.deepEqual((await library.seasons()).map(({ version }) => version), ["b"]);
    assert.ok(told.includes("shown"), JSON.stringify(told));
    assert.ok(told.some((years) => Array.isArray(years) && !years.length), JSON.stringify(told));
    await library.prepare([2024]);
    assert.deepEqual([client.loads, loaded], [[2024], []]);
});

test("a newer season is told of and not shown", async () => {
    const client = new StandInClient({ reached: "x", seasons: [season(2024, "a")] });
    const { library } = libraryOf({ client });
    const told = [];
    await library.follow(() => told.push("shown"), (years) => told.push(years));
    client.newest = [season(2024, "b")];
    client.tell("updated", { years: [2024] });
    await settled();
    assert.deepEqual([told, (await library.seasons())[0].version], [[[2024]], "a"]);
    await library.adopt();
    assert.equal((await library.seasons())[0].version, "b");
});

test("a recall is shown at once", async () => {
    const client = new StandInClient({ reached: "x", seasons: [season(2024, "a")] });
    const { library, loaded } = libraryOf({ packaged: [season(2024, "a")], client });
    const told = [];
    await library.follow(() => told.push("shown"), () => {});
    client.seasons = client.newest = [];
    client.reasons = { 2024: "withdrawn by its publisher" };
    client.tell("checked", {});
    await settled();
    assert.deepEqual(told, ["shown"]);
    assert.deepEqual(await library.prepare([2024]), ["2024: withdrawn by its publisher"]);
    assert.deepEqual(loaded, []);
});

test("a season that the browser has lost comes from the page if it is the same content", async () => {
    for (const [version, expected] of [["a", ["packaged 2024"]], ["b", []]]) {
        const client = new StandInClient({ reached: "x", seasons: [season(2024, "a")], lost: [2024] });
        const { library, loaded } = libraryOf({ packaged: [season(2024, version)], client });
        await library.prepare([2024]);
        assert.deepEqual(loaded, expected);
    }
});

test("without a client the page shows what it names itself", async () => {
    const { library, loaded } = libraryOf({ packaged: [season(2024, "a")], client: new Error("no database") });
    assert.deepEqual(await library.prepare([2024]), []);
    assert.deepEqual([loaded, library.problem], [["packaged 2024"], "no database"]);
});

test("a client and a renderer that could not be loaded are loaded again", async () => {
    const client = new StandInClient({ reached: "x", seasons: [season(2024, "a")] });
    const failures = [new Error("lost"), new Error("lost")];
    const load = (result) => async () => {
        if (failures.length) throw failures.pop();
        return result;
    };
    const library = new Library(load("renderer"), { seasons: [] }, load(client), { is: () => true, keep: () => {} });
    await assert.rejects(library.renderer, /lost/);
    assert.deepEqual([await library.open(), library.problem], [null, "lost"]);
    assert.equal(await library.renderer, "renderer");
    assert.deepEqual([await library.open(), library.problem], [client, null]);
});

// MARK: The worker

const SCOPE = "https://x/bundles/";
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css" };
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/**
 * The worker of a release with a network and caches of its own.
 *
 * @param answers what the network has by path: a text, or `{body, type, status, redirected}`
 * @param options `kept`: what the browser's own cache has in place of it; `published`: the release's files, whose
 *   hashes the worker knows; `stores`: its caches; `isSilent`: whether they never answer; `tabs`: paths of open tabs
 */
function workerWith(answers, options = {}) {
    const { published = answers, place = "web/1", stores = new Map(), tabs = [], kept = {}, isSilent } = options;
    const files = Object.entries(published).map(([path, text]) => ({
        path, type: TYPES[path.split(".").pop()], hash: sha256(text.replace(/(seasons" content=")[^"]*/, "$1")),
    }));
    const text = readFileSync(new URL("../../web/page/match-worker.js", import.meta.url), "utf8")
        .replaceAll("@web@", place).replace("@files@", JSON.stringify(files));
    const [listeners, asked] = [{}, []];
    const fetch = async (request, { cache = "default" } = {}) => {
        const path = (request.url ?? request).slice(SCOPE.length).split("?")[0];
        asked.push(`${path} ${cache}`);
        const found = cache === "default" && path in kept ? kept[path] : answers[path];
        if (found === "lost") throw new TypeError("the network");
        const { body = found, type = "text/plain", status = 200, redirected = false } = Object(found);
        const answer = new Response(body ?? "absent", {
            status: body === undefined ? 404 : status, headers: { "Content-Type": type, "Content-Encoding": "br" },
        });
        return Object.defineProperty(answer, "redirected", { value: redirected });
    };
    const store = (name) => stores.get(name) ?? stores.set(name, new Map()).get(name);
    const caches = {
        open: async (name) => ({
            put: async (url, answer) => { store(name).set(url, answer); },
            match: async (url) => store(name).get(url)?.clone(),
        }),
        keys: async () => [...stores.keys()], delete: async (name) => stores.delete(name),
        match: async (url, { cacheName }) => {
            if (isSilent) await new Promise(() => {});
            if (stores.get(cacheName) === "damaged") throw new DOMException("damaged", "UnknownError");
            return stores.get(cacheName)?.get(url)?.clone();
        },
    };
    const told = [];
    const registration = { scope: SCOPE, waiting: null, installing: null };
    vm.runInNewContext(text, {
        caches, URL, Error, Headers, Response, TextEncoder, TextDecoder, Uint8Array, crypto, fetch,
        setTimeout: (action) => { if (isSilent) action(); }, registration,
        clients: { matchAll: async () => tabs.map((path) => ({ url: SCOPE + path })) },
        skipWaiting: () => told.push("takes over"), addEventListener: (name, action) => { listeners[name] = action; },
    });
    const run = async (name, event = {}) => {
        const waits = [];
        let result;
        listeners[name]({
            ...event, waitUntil: (promise) => waits.push(promise), respondWith: (promise) => { result = promise; },
        });
        const answer = await result;
        await Promise.all(waits);
        return result === undefined ? "the network" : answer;
    };
    const answer = (path, mode = "no-cors") => run("fetch", { request: { url: SCOPE + path, mode, method: "GET" } });
    const ask = async (path, mode) => {
        const found = await answer(path, mode);
        return found.text?.() ?? found;
    };
    return { run, ask, answer, stores, asked, told, registration };
}

const OWN = "match-bundles https://x/bundles/ web/1";
const release = (place, seasons = "[]") => ({
    "match.html": `<meta name="seasons" content="${seasons}"><script src="${place}/page.js">`,
    [`${place}/page.js`]: "1", [`${place}/page.css`]: "2",
});

test("the worker answers with its release's files and with nothing else", async () => {
    const files = release("web/1");
    const page = files["match.html"];
    const { run, ask, told } = workerWith(files);
    await run("install");
    assert.deepEqual(told, ["takes over"]);
    for (const name of Object.keys(files)) files[name] = "lost";
    for (const path of ["match.html", "match.html?x=1", "match"]) assert.equal(await ask(path, "navigate"), page);
    assert.equal(await ask("web/1/page.js"), "1");
    assert.equal(await ask("web/1/page.js?2"), "1");
    for (const path of ["metadata/timestamp.json", "index.html", "match.html", "match-worker.js"]) {
        assert.equal(await ask(path), "the network", path);
    }
});

test("what is kept has the published type and no redirect", async () => {
    const published = release("web/1");
    const answers = Object.fromEntries(Object.entries(published).map(
        ([path, body]) => [path, { body, type: "application/octet-stream", redirected: true }]));
    const { run, answer } = workerWith(answers, { published });
    await run("install");
    for (const [path, type] of [["match.html", "text/html"], ["web/1/page.js", "text/javascript"]]) {
        const { headers, redirected } = await answer(path, "navigate");
        assert.deepEqual([headers.get("Content-Type"), redirected], [type, false]);
        assert.equal(headers.get("Content-Encoding"), null);
    }
});

test("a file with another hash is not kept, and asked for at the next visit", async () => {
    for (const path of Object.keys(release("web/1"))) {
        for (const wrong of ["<h1>Sign in</h1>", { body: "gone", status: 404 }, "lost", undefined]) {
            const published = release("web/1");
            const answers = { ...published, [path]: wrong };
            const stores = new Map();
            await assert.rejects(workerWith(answers, { published, stores }).run("install"));
            assert.equal(stores.get(OWN).has(SCOPE + path), false);
            const { run, ask } = workerWith(published, { stores });
            await run("install");
            assert.equal(await ask(path, "navigate"), published[path]);
        }
    }
});

test("what a network has left in the browser's own cache is asked for again", async () => {
    const files = release("web/1");
    const { run, ask, asked } = workerWith(files, { kept: { "web/1/page.js": "<h1>Sign in</h1>" } });
    await run("install");
    assert.equal(await ask("web/1/page.js"), "1");
    assert.ok(asked.includes("web/1/page.js reload") && !asked.includes("web/1/page.css reload"), asked);
});

test("the page may have other seasons, and nothing else of another release", async () => {
    const published = release("web/1");
    const newer = { ...published, ...release("web/1", "[2026]") };
    const { run, ask } = workerWith(newer, { published });
    await run("install");
    assert.equal(await ask("match.html", "navigate"), newer["match.html"]);
    newer["match.html"] = release("web/1", "[2027]")["match.html"];
    assert.equal(await ask("match.html", "navigate"), release("web/1", "[2026]")["match.html"]);
    assert.equal(await ask("match.html", "navigate"), newer["match.html"], "the next start has the newest");
    const mixed = { ...published, "match.html": release("web/2")["match.html"] };
    await assert.rejects(workerWith(mixed, { published }).run("install"), /match.html is not what was published/);
});

test("a worker removes the files of earlier releases and no others", async () => {
    const others = ["match-bundles https://x/other/ web/0", "theirs"];
    const stores = new Map(["match-bundles https://x/bundles/ web/0", ...others].map((name) => [name, new Map()]));
    const { run } = workerWith(release("web/1"), { stores });
    await run("install");
    await run("activate");
    assert.deepEqual([...stores.keys()], [...others, OWN]);
});

test("an open tab keeps the files of its release", async () => {
    const stores = new Map([["match-bundles https://x/bundles/ web/0", new Map([[`${SCOPE}web/0/late.js`,
        new Response("0")]])]]);
    const tabs = ["match.html#2024x"];
    const { run, ask } = workerWith(release("web/1"), { stores, tabs });
    await run("install");
    await run("activate");
    assert.equal(await ask("web/0/late.js"), "0");
    await ask("match.html", "navigate");
    assert.equal(stores.size, 2);
    tabs.length = 0;
    await ask("match.html", "navigate");
    assert.deepEqual([...stores.keys()], [OWN]);
});

test("a release that waits for its turn is shown at the next start", async () => {
    const stores = new Map();
    const old = workerWith(release("web/1"), { stores });
    await old.run("install");
    await workerWith(release("web/2"), { place: "web/2", stores }).run("install");
    old.registration.waiting = {};
    assert.equal(await old.ask("match.html", "navigate"), release("web/2")["match.html"]);
    assert.equal(await old.ask("web/2/page.js"), "1");
    assert.equal(stores.size, 2);
    // One that is not complete has no page.
    const lost = { ...release("web/3"), "web/3/page.css": "lost" };
    await assert.rejects(workerWith(lost, { published: release("web/3"), place: "web/3", stores }).run("install"));
    assert.equal(await old.ask("match.html", "navigate"), release("web/2")["match.html"]);
});

test("a worker that has lost a file lets the server answer, and keeps it again", async () => {
    const files = release("web/1");
    const { run, ask, stores } = workerWith(files);
    await run("install");
    stores.get(OWN).delete(`${SCOPE}web/1/page.css`);
    const newer = release("web/1", "[2026]")["match.html"];
    files["match.html"] = newer;
    assert.equal(await ask("match.html", "navigate"), newer);
    for (const name of Object.keys(files)) files[name] = "lost";
    assert.deepEqual([await ask("match.html", "navigate"), await ask("web/1/page.css")], [newer, "2"]);
});

test("a storage that fails or does not answer lets the server answer", async () => {
    const files = release("web/1");
    for (const made of [{ isSilent: true }, { stores: new Map([[OWN, "damaged"]]) }]) {
        const { ask } = workerWith(files, made);
        assert.equal(await ask("match.html", "navigate"), files["match.html"]);
        assert.equal(await ask("web/1/page.js"), "1");
    }
});

test("a worker says which release it has", async () => {
    const told = [];
    await workerWith(release("web/1")).run("message", { source: { postMessage: (words) => told.push(words) } });
    assert.deepEqual(told, ["web/1"]);
});

// MARK: What this browser keeps

/** A request that succeeds with a result. */
function succeeding(result, more = {}) {
    const request = { result, ...more };
    queueMicrotask(() => request.onsuccess());
    return request;
}

/** A database whose transactions end with this event. */
function databaseThat(event) {
    const put = () => {
        const transaction = {};
        setTimeout(() => transaction[event]?.());
        return succeeding("", { transaction });
    };
    return { transaction: () => ({ objectStore: () => ({ put, count: () => succeeding(0) }) }) };
}

test("a storage that never answers is waited for once, for two seconds", async (context) => {
    const asked = [];
    globalThis.indexedDB = { open: (name) => { asked.push(name); return {}; } };
    const limits = [];
    context.mock.method(AbortSignal, "timeout", (milliseconds) => {
        limits.push(milliseconds);
        return AbortSignal.abort();
    });
    // A signal that has aborted fires no event.
    context.mock.method(AbortSignal.prototype, "addEventListener", (name, action) => queueMicrotask(action));
    const map = new KeptMap("x");
    assert.equal(await map.isStored(), false);
    await map.put("a", 1);
    assert.deepEqual([await map.get("a"), await map.get("b"), asked.length, limits], [1, null, 1, [2000]]);
    delete globalThis.indexedDB;
});

test("a storage that throws is asked again", async () => {
    const opens = [
        () => { throw new DOMException("denied", "SecurityError"); }, () => succeeding(databaseThat("oncomplete")),
    ];
    globalThis.indexedDB = { open: () => opens.shift()() };
    const map = new KeptMap("x");
    assert.deepEqual([await map.isStored(), await map.isStored()], [false, true]);
    delete globalThis.indexedDB;
});

test("a full storage keeps nothing", async () => {
    globalThis.indexedDB = { open: () => succeeding(databaseThat("onabort")) };
    const map = new KeptMap("x");
    assert.equal(await map.isStored(), false);
    await map.put("a", 1);
    assert.equal(await map.get("a"), 1);
    delete globalThis.indexedDB;
});

test("a setting that cannot be stored is kept for the visit", () => {
    const kept = new Map([["match-bundles.key", '"old"']]);
    globalThis.localStorage = {
        getItem: (name) => kept.get(name) ?? null,
        setItem: () => { throw new DOMException("full", "QuotaExceededError"); },
        removeItem: (name) => kept.delete(name),
    };
    assert.deepEqual([keepSetting("key", "new"), readSetting("key", "")], [false, "new"]);
    assert.deepEqual([keepSetting("key", null), readSetting("key", "")], [true, ""]);
    delete globalThis.localStorage;
    assert.deepEqual([keepSetting("key", "newer"), readSetting("key", "")], [false, "newer"]);
    keepSetting("key", null);
    assert.equal(readSetting("key", ""), "");
});

// MARK: The API

const MATCH = '{"key":"2024x_qm1","alliances":{}}';
const ERROR = '{"Error":"no"}';

function api(...answers) {
    const requests = [];
    const kept = new Map();
    const world = { time: 1_000_000, key: "k", isRefused: false, waits: [] };
    const source = new Source({
        base: "https://api", key: () => world.key,
        refusal: { is: () => world.isRefused, keep: (isRefused) => { world.isRefused = isRefused; } },
        now: () => world.time, random: () => 1, wait: async (milliseconds) => { world.waits.push(milliseconds); },
        store: {
            get: async (path) => kept.get(path) ?? null, put: async (path, value) => kept.set(path, value),
            remove: async (path) => kept.delete(path),
        },
        fetch: async (url, options) => {
            requests.push([url, options.headers]);
            const next = answers.length > 1 ? answers.shift() : answers[0];
            if (next === "fault") throw new TypeError("network");
            const [status, body, headers = {}] = next;
            return new Response(body, { status, headers });
        },
    });
    return { source, requests, kept, world };
}

test("an answer is fresh for 61 seconds, then asked for with its tag", async () => {
    const { source, requests, world } = api([200, MATCH, { ETag: 'W/"1"' }], [304, null]);
    await source.get("match/2024x_qm1");
    world.time += 60_000;
    assert.equal((await source.get("match/2024x_qm1")).ageSeconds, 60);
    assert.equal(requests.length, 1);
    world.time += 1_000;
    assert.deepEqual(await source.get("match/2024x_qm1"), {
        text: MATCH, ageSeconds: 0, freshSeconds: 61, isStored: false, trouble: null, retryAfterSeconds: 0,
    });
    assert.equal(requests[1][1]["If-None-Match"], 'W/"1"');
    assert.equal(requests[1][0].includes("k"), false, "no key in an address");
});

test("without network the stored answer stands in, and says why", async () => {
    const { source, requests, world } = api([200, MATCH], "fault");
    await source.get("match/2024x_qm1");
    world.time += 3_600_000;
    const answer = await source.get("match/2024x_qm1");
    assert.deepEqual([answer.isStored, answer.ageSeconds], [true, 3600]);
    assert.equal(answer.trouble, "The Blue Alliance cannot be reached: network");
    assert.deepEqual([requests.length, world.waits], [1 + 2, [500]]);
});

test("each failure has its kind", async () => {
    const kind = async (...answers) => {
        const { source } = api(...answers);
        return source.get("match/2024x_qm1").then(() => null, (error) => error.kind);
    };
    assert.equal(await kind([401, ERROR]), "key-refused");
    assert.equal(await kind([404, ERROR]), "absent");
    assert.equal(await kind([503, "<h1>"]), "unavailable");
    assert.equal(await kind([200, "<html>sign in</html>"]), "unavailable");
    assert.equal(await kind("fault"), "unavailable");
    assert.equal(await kind([503, ""], [503, ""], [200, MATCH]), null);
    assert.equal(await kind([200, "x".repeat(25 << 20)]), "too-long");
    const { source, world } = api([200, MATCH]);
    world.key = "";
    await assert.rejects(source.get("status"), { kind: "no-key" });
});

test("a server is asked again when it says, or not at all", async () => {
    const wait = async (...answers) => {
        const { source, world } = api([200, MATCH], ...answers);
        await source.get("match/2024x_qm1");
        world.time += 100_000;
        const { trouble, retryAfterSeconds } = await source.get("match/2024x_qm1");
        return [world.waits, trouble, retryAfterSeconds];
    };
    assert.deepEqual(await wait([503, "", { "Retry-After": "20" }], [200, MATCH]), [[20_000], null, 0]);
    assert.deepEqual(await wait([429, "", { "Retry-After": "120" }]),
        [[], "The Blue Alliance asks to wait 120 seconds", 120]);
    assert.deepEqual(await wait([501, ""]), [[], "The Blue Alliance answered with status 501", 0]);
});

test("a server that asked to wait is asked for nothing until then", async () => {
    const { source, requests, world } = api([200, MATCH], [429, "", { "Retry-After": "120" }], [200, MATCH]);
    await source.get("match/2024x_qm1");
    world.time += 100_000;
    await source.get("match/2024x_qm1");
    for (const [later, left] of [[0, 120], [60_000, 60], [59_500, 1]]) {
        world.time += later;
        const { trouble, retryAfterSeconds } = await source.get("match/2024x_qm1", "refresh");
        assert.deepEqual([trouble, retryAfterSeconds], ["The Blue Alliance asks to wait 120 seconds", left]);
        await assert.rejects(source.get("match/2024x_qm2"), { kind: "unavailable" });
    }
    assert.equal(requests.length, 2);
    world.time += 500;
    assert.equal((await source.get("match/2024x_qm1", "refresh")).trouble, null);
    assert.equal(requests.length, 3);
});

test("a clock that was set back makes no answer fresh", async () => {
    const { source, requests, world } = api([200, MATCH]);
    await source.get("match/2024x_qm1");
    world.time -= 100_000;
    await source.get("match/2024x_qm1");
    assert.equal(requests.length, 2);
});

test("nothing stored is shown after 401 or 404, and 404 removes it", async () => {
    const { source, kept, world } = api([200, MATCH], [401, ERROR], [404, ERROR]);
    await source.get("match/2024x_qm1");
    world.time += 100_000;
    await assert.rejects(source.get("match/2024x_qm1"), { kind: "key-refused" });
    await assert.rejects(source.get("match/2024x_qm1"), { kind: "absent" });
    assert.equal(kept.size, 0);
});

test("after a refused key nothing stored is shown before a key is accepted", async () => {
    const { source, world } = api([200, MATCH], [401, ERROR], ...Array(5).fill("fault"), [200, MATCH]);
    await source.get("match/2024x_qm1");
    world.time += 100_000;
    await assert.rejects(source.get("match/2024x_qm1"), { kind: "key-refused" });
    assert.equal(await source.get("match/2024x_qm1", "stored"), null);
    await assert.rejects(source.get("match/2024x_qm1"), { kind: "unavailable" });
    assert.equal((await source.get("match/2024x_qm1")).isStored, false);
    assert.equal(world.isRefused, false);
});

test("a page to sign in to a network refuses no key and removes no answer", async () => {
    for (const status of [200, 401, 404]) {
        const { source, kept, world } = api([200, MATCH], [status, "<html>sign in</html>"]);
        await source.get("match/2024x_qm1");
        world.time += 100_000;
        const answer = await source.get("match/2024x_qm1");
        assert.deepEqual([answer.isStored, kept.size, world.isRefused], [true, 1, false]);
        assert.match(answer.trouble, /sign in to this network/);
    }
});

const deep = (levels) => "[".repeat(levels) + "]".repeat(levels);

test("an answer of another form is none, however deep it is nested", () => {
    const kind = (text) => judgeAttempt({ path: "event/2024x", status: 200 }, text).kind;
    assert.equal(kind('{"key":"2024x","event_code":"x"}'), "fresh");
    assert.equal(kind('{"key":"2024x"}'), "trouble");
    assert.equal(kind(`{"key":"2024x","event_code":"x","name":${deep(20_000)}}`), "trouble");
});

test("a question about something else is refused", () => {
    assert.throws(() => judgeAttempt({ path: "teams", status: 200 }, "[]"), { code: "invalid-options" });
    assert.throws(() => renderer.ask("everything"), { code: "invalid-options" });
});

check("harmless text", [
    ["abc é 漢", "abc é 漢"], ["a\u202eb", "a\\u{202e}b"], ["a\u200bb", "a\\u{200b}b"], ["a\tb", "a\\u{9}b"],
    ["a\nb", "a\nb"],
    ["👩\u200d🚀", "👩\u200d🚀"], ["a\u200db", "a\\u{200d}b"], ["⚠\ufe0f", "⚠\ufe0f"],
], plainText);

test("a list of recent places that another page has spoiled does not stop the page", () => {
    const kept = new Map();
    globalThis.localStorage = {
        getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text),
        removeItem: (name) => kept.delete(name),
    };
    const put = (text) => kept.set("match-bundles.recent", text);
    put(`[{"key":"2024x","title":${deep(20_000)}}]`);
    assert.deepEqual(recentPlaces(), []);
    put('[null, 5, {"key":"settings","title":"x"}, {"key":"2024x","title":"X"}, {"key":"2024y"}]');
    assert.deepEqual(recentPlaces(), [{ key: "2024x", title: "X" }]);
    put('{"filter":1}');
    remember("2024z", "Z".repeat(1000));
    assert.deepEqual(recentPlaces(), [{ key: "2024z", title: "Z".repeat(200) }]);
    delete globalThis.localStorage;
});
