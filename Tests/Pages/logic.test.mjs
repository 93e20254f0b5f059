// The page's decisions, without a browser: node --test Tests/Pages/logic.test.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";
import { ageText, chooseLines, daysText, dayAndTime, lastPlayed, listMatches, parseTeam } from "../../web/page/event-list.js";
import { isAnswer, isError } from "../../web/page/answer-form.js";
import { fileText } from "../../web/page/file-text.js";
import { firstPace, nextPace } from "../../web/page/follow-pace.js";
import { Library } from "../../web/page/library.js";
import { comparePlayOrder, isAddress, parseInquiry } from "../../web/page/keys.js";
import { plainText } from "../../web/page/plain-text.js";
import { recentPlaces, remember } from "../../web/page/recent.js";
import { isEventOpen, isStillExpected } from "../../web/page/play-order.js";
import { fragmentOf, parsePlace } from "../../web/page/place.js";
import { Source } from "../../web/page/source.js";

/** Runs one test for each row. */
function check(name, rows, body) {
  for (const [input, expected] of rows) {
    test(`${name}: ${JSON.stringify(input)}`, () => assert.deepEqual(body(input), expected));
  }
}

check("file text", [
  [[0x7b, 0xc3, 0xa9, 0x7d], "{é}"], [[], ""],
  // The renderer refuses the mark in its own words.
  [[0xef, 0xbb, 0xbf, 0x7b], "\ufeff{"],
], (bytes) => fileText(Uint8Array.from(bytes)));

for (const bytes of [[0x22, 0xff, 0x22], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
  test(`no text: ${bytes}`, () => {
    assert.throws(() => fileText(Uint8Array.from(bytes)), { message: "expected valid UTF-8 in a text" });
  });
}

check("inquiry", [
  ["2024necmp_f1m1", { match: "2024necmp_f1m1", event: "2024necmp" }],
  [" 2024NECMP_QM12 ", { match: "2024necmp_qm12", event: "2024necmp" }],
  ["2026casj", { match: null, event: "2026casj" }],
  ["202606casj", { match: null, event: "202606casj" }],
  ["https://www.thebluealliance.com/match/2024necmp_f1m1", { match: "2024necmp_f1m1", event: "2024necmp" }],
  ["thebluealliance.com/match/2024necmp%5Ff1m1?x#y", { match: "2024necmp_f1m1", event: "2024necmp" }],
  ["http://beta.thebluealliance.com:8080/event/2024necmp#rankings", { match: null, event: "2024necmp" }],
  ["https://www.thebluealliance.com/team/254", null],
  ["https://thebluealliance.com.example.org/match/2024necmp_f1m1", null],
  ["2024necmp_f10m1", null], ["2024necmp_sf12m2", { match: "2024necmp_sf12m2", event: "2024necmp" }],
  ["2024necmp_qm0", null], ["2024necmp_sf0m1", null], ["0024necmp", null], ["2024", null], ["", null],
  ["2024necmp_f1m1_x", null], ["2024necmp1234", null],
], parseInquiry);

check("address", [
  ["https://www.thebluealliance.com/teams", true], ["thebluealliance.com", true],
  ["https://example.org/", false], ["2024necmp", false],
], isAddress);

test("play order", () => {
  const keys = ["2024x_f1m1", "2024x_qm10", "2024x_sf2m1", "2024x_qm2", "2024x_sf1m1", "2024x_ef1m1", "2024x_p1"];
  assert.deepEqual(keys.sort(comparePlayOrder),
    ["2024x_p1", "2024x_qm2", "2024x_qm10", "2024x_ef1m1", "2024x_sf1m1", "2024x_sf2m1", "2024x_f1m1"]);
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
  for (const fragment of ["#", "#2024necmp", "#2024necmp_f1m1", "#2024necmp/insights", "#sample/2024/x_1", "#settings"]) {
    assert.equal(fragmentOf(parsePlace(fragment)), fragment);
  }
});

function match(key, more = {}) {
  const [, level, set, number] = /_(qm|ef|qf|sf|f)(?:(\d+)m)?(\d+)$/.exec(key);
  return {
    key, comp_level: level, set_number: Number(set ?? 1), match_number: Number(number),
    alliances: { red: { score: 10, team_keys: ["frc1", "frc2"] }, blue: { score: 12, team_keys: ["frc3", "frc4B"] } },
    winning_alliance: "blue", score_breakdown: { red: { rp: 1 }, blue: { rp: 3 } }, ...more,
  };
}

test("an event's lines", () => {
  const { lines, unreadableCount } = listMatches([
    match("2024x_f1m1"), match("2024x_sf5m1"), match("2024x_qm3"),
    match("2024x_qm4", { score_breakdown: null }), match("2024x_qm5", { alliances: { red: { score: -1 }, blue: { score: -1 } }, winning_alliance: "", score_breakdown: null }),
    null, "text", { key: 5 }, { key: "no year" },
  ], { playoff_type: 10 });
  assert.equal(unreadableCount, 4);
  assert.deepEqual(lines.map((line) => [line.shortKey, line.name, line.state, line.winner]), [
    ["qm3", "Qual 3", "complete", "blue"], ["qm4", "Qual 4", "scored", "blue"],
    ["sf5m1", "Playoff 5", "complete", "blue"], ["f1m1", "Final 1", "complete", "blue"], ["qm5", "Qual 5", "unplayed", null],
  ]);
  assert.deepEqual(lines[0].points, [1, 3]);
  assert.equal(lines[3].points, null);
  assert.equal(lastPlayed(lines).key, "2024x_f1m1");
  assert.deepEqual(chooseLines(lines, { level: "qm", team: "4B" }).map((line) => line.shortKey), ["qm3", "qm4"]);
});

test("played last is last", () => {
  const at = (key, time, more) => match(key, { time, actual_time: time, ...more });
  const order = (...matches) => listMatches(matches, { playoff_type: 10 }).lines.map((line) => line.shortKey);
  const replay = [at("2023x_sf1m1", 10), at("2023x_sf2m1", 30), at("2023x_sf11m1", 40), at("2023x_sf1m2", 20)];
  assert.deepEqual(order(...replay), ["sf1m1", "sf1m2", "sf2m1", "sf11m1"]);
  assert.deepEqual(order(match("2023x_f1m1"), match("2023x_qm10"), match("2023x_qm2")), ["qm2", "qm10", "f1m1"]);
  // An event is late, and one match has no start.
  assert.deepEqual(order(at("2023x_qm1", 10, { actual_time: 110 }), at("2023x_qm2", 20, { actual_time: 120 }),
    at("2023x_qm3", 30, { actual_time: null })), ["qm1", "qm2", "qm3"]);
});

test("no single field says that a match was not played", () => {
  const unscored = { alliances: { red: { score: -1 }, blue: { score: -1 } }, winning_alliance: "" };
  const state = (more) => listMatches([match("2024x_qm1", { ...unscored, ...more })], null).lines[0];
  assert.equal(state({ score_breakdown: null }).state, "unplayed");
  assert.equal(state({ score_breakdown: { red: { totalPoints: 0 } } }).state, "unplayed");
  assert.equal(state({ score_breakdown: { red: { totalPoints: 5 } } }).state, "unscored");
  assert.equal(state({ score_breakdown: null, post_result_time: 5 }).state, "unscored");
  assert.equal(state({ score_breakdown: null, post_result_time: 5 }).hasResult, false);
});

test("absence is a delay only while news is expected", () => {
  const line = (more) => listMatches([match("2024x_qm1", more)], null).lines[0];
  const year2024 = Date.UTC(2024, 3, 6) / 1000;
  assert.equal(isStillExpected(line({ actual_time: year2024 }), year2024 + 3600), true);
  assert.equal(isStillExpected(line({ actual_time: year2024 }), year2024 + 4 * 86400), false);
  assert.equal(isStillExpected(line({}), year2024), true);
  assert.equal(isStillExpected(line({}), year2024 + 366 * 86400), false);
  assert.equal(isEventOpen("2024x", { end_date: "2024-04-06" }, year2024 + 86400), true);
  assert.equal(isEventOpen("2024x", { end_date: "2024-04-06" }, year2024 + 5 * 86400), false);
  assert.equal(isEventOpen("2015x", null, year2024), false);
});

test("names of playoff matches", () => {
  const name = (key, event, more) => listMatches([match(key, more)], event).lines[0].name;
  assert.equal(name("2022x_sf1m2", null), "Semi 1-2");
  assert.equal(name("2024x_sf5m1", null), "Playoff 5");
  assert.equal(name("2024x_sf5m2", null), "Semi 5-2");
  assert.equal(name("2024x_sf5m2", { playoff_type: 10 }), "Playoff 5 replay");
  assert.equal(name("2019x_sf1m7", { playoff_type: 4 }), "Round robin 7");
  assert.equal(name("2019x_f2m1", null), "Final 2-1");
});

check("team", [["254", "254"], ["frc254", "254"], ["9971b", "9971B"], ["x", null], ["1234567", null]], parseTeam);
check("age", [[0, "0 seconds"], [1, "1 second"], [61, "1 minute"], [7200, "2 hours"], [200000, "2 days"]], ageText);
check("days", [
  [{ start_date: "2024-04-03", end_date: "2024-04-06" }, "3–6 Apr 2024"],
  [{ start_date: "2024-03-30", end_date: "2024-04-02" }, "30 Mar – 2 Apr 2024"],
  [{ start_date: "2024-04-03", end_date: "2024-04-03" }, "3 Apr 2024"], [{ start_date: "x" }, ""], [null, ""],
], daysText);

test("times are those of the event", () => {
  assert.equal(dayAndTime(1712430000, "America/New_York"), "Sat 15:00");
  assert.equal(dayAndTime(1712430000, "No/Zone"), "Sat 19:00 UTC");
  assert.equal(dayAndTime(1e18, "UTC"), "");
});

test("following: a minute, five minutes after two quiet hours, longer after failures", () => {
  let { seconds, pace } = nextPace(firstPace);
  assert.equal(seconds, 61);
  for (let look = 0; look < 119; look++) ({ seconds, pace } = nextPace(pace));
  assert.equal(seconds, 300);
  assert.equal(nextPace(pace, { hasNews: true }).seconds, 61);
  const waits = [];
  for (let failure = 0; failure < 7; failure++) {
    ({ seconds, pace } = nextPace(pace, { isTrouble: true }));
    waits.push(seconds);
  }
  assert.deepEqual(waits, [61, 122, 244, 488, 600, 600, 600]);
  assert.equal(nextPace({ ...pace, secondsWithoutNews: 0 }).seconds, 61);
});

// MARK: The seasons

/** A library whose client says what a test wants, with a renderer that notes what it was given. */
function libraryOf({ packaged = [], client = null, isVerified = true } = {}) {
  const loaded = [];
  const list = {
    seasons: packaged,
    load: async (renderer, year) => packaged.some((season) => season.year === year) && Boolean(loaded.push(`packaged ${year}`)),
    current: async () => null,
  };
  const opened = [];
  const library = new Library(Promise.resolve({ seasons: () => [] }), list, async () => {
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
  status() { return { reached: this.reached, hasNews: JSON.stringify(this.seasons) !== JSON.stringify(this.newest) }; }
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
  assert.ok(told.includes("shown") && told.some((years) => Array.isArray(years) && !years.length), JSON.stringify(told));
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

// MARK: The worker

const SCOPE = "https://x/bundles/";

/** The worker with a network and caches of its own. */
function workerWith(files, place = "web/1", names = ["page.js", "page.css"], stores = new Map()) {
  const text = readFileSync(new URL("../../web/page/match-worker.js", import.meta.url), "utf8")
    .replaceAll("@web@", place).replace("@files@", names.join(" "));
  const listeners = {};
  const answerOf = (url) => files[url.slice(SCOPE.length)] === undefined ? new Response("", { status: 404 }) : new Response(files[url.slice(SCOPE.length)]);
  const store = (name) => stores.get(name) ?? stores.set(name, new Map()).get(name);
  const caches = {
    open: async (name) => ({
      addAll: async (requests) => {
        const answers = requests.map(({ url }) => [url, answerOf(url)]);
        if (answers.some(([, answer]) => !answer.ok)) throw new TypeError("a file is absent");
        for (const [url, answer] of answers) store(name).set(url, answer);
      },
      match: async (url) => store(name).get(url)?.clone(),
    }),
    keys: async () => [...stores.keys()], delete: async (name) => stores.delete(name),
    match: async (url, { cacheName }) => stores.get(cacheName)?.get(url)?.clone(),
  };
  vm.runInNewContext(text, {
    caches, URL, Error, registration: { scope: SCOPE }, Request: class { constructor(url) { this.url = url; } },
    fetch: async ({ url }) => answerOf(url), addEventListener: (name, action) => { listeners[name] = action; },
  });
  const run = async (name, event = {}) => {
    let result;
    listeners[name]({ ...event, waitUntil: (promise) => { result = promise; }, respondWith: (promise) => { result = promise; } });
    return result === undefined ? "the network" : (await result)?.text?.();
  };
  const ask = (path, mode = "no-cors") => run("fetch", { request: { url: SCOPE + path, mode, method: "GET" } });
  return { run, ask, stores };
}

const release = (place) => ({ "match.html": `<script src="${place}/page.js">`, [`${place}/page.js`]: "1", [`${place}/page.css`]: "2" });

test("the worker answers with its release's files and with nothing else", async () => {
  const files = release("web/1");
  const { run, ask } = workerWith(files);
  await run("install");
  for (const name of Object.keys(files)) delete files[name];
  assert.equal(await ask("match.html", "navigate"), '<script src="web/1/page.js">');
  assert.equal(await ask("match.html?x=1", "navigate"), '<script src="web/1/page.js">');
  assert.equal(await ask("web/1/page.js"), "1");
  for (const path of ["metadata/timestamp.json", "index.html", "web/2/page.js", "match.html", "match-worker.js"]) {
    assert.equal(await ask(path), "the network", path);
  }
});

test("a worker that lacks a file, or meets another release's page, is not installed", async () => {
  const files = release("web/1");
  delete files["web/1/page.css"];
  await assert.rejects(workerWith(files).run("install"), TypeError);
  const mixed = { ...release("web/1"), "match.html": "web/2/page.js" };
  const { run, stores } = workerWith(mixed);
  await assert.rejects(run("install"), /does not name web\/1/);
  assert.equal(stores.size, 0);
});

test("a worker removes the files of earlier releases and no others", async () => {
  const stores = new Map(["match-bundles https://x/bundles/ web/0", "match-bundles https://x/other/ web/0", "theirs"].map((name) => [name, new Map()]));
  const { run } = workerWith(release("web/1"), "web/1", undefined, stores);
  await run("install");
  await run("activate");
  assert.deepEqual([...stores.keys()], ["match-bundles https://x/other/ web/0", "theirs", "match-bundles https://x/bundles/ web/1"]);
});

test("a worker that has lost a file lets the server answer", async () => {
  const files = release("web/1");
  const { run, ask, stores } = workerWith(files);
  await run("install");
  stores.get("match-bundles https://x/bundles/ web/1").delete(`${SCOPE}web/1/page.css`);
  files["match.html"] = "newer";
  assert.equal(await ask("match.html", "navigate"), "newer");
  assert.equal(await ask("web/1/page.css"), "2");
});

// MARK: The API

const MATCH = '{"key":"2024x_qm1","alliances":{}}';
const ERROR = '{"Error":"no"}';

function api(...answers) {
  const requests = [];
  const kept = new Map();
  const world = { time: 1_000_000, key: "k", isRefused: false };
  const source = new Source({
    base: "https://api", key: () => world.key,
    refusal: { is: () => world.isRefused, keep: (isRefused) => { world.isRefused = isRefused; } }, now: () => world.time, random: () => 1, wait: async () => {},
    store: { get: async (path) => kept.get(path) ?? null, put: async (path, value) => kept.set(path, value), remove: async (path) => kept.delete(path) },
    fetch: async (url, options) => {
      requests.push([url, options.headers]);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next === "fault") throw new TypeError("network");
      const [status, body, headers = {}] = next;
      return { status, ok: status === 200, headers: new Headers(headers), text: async () => body ?? "" };
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
  assert.deepEqual(await source.get("match/2024x_qm1"), { text: MATCH, ageSeconds: 0, isStored: false, trouble: null });
  assert.equal(requests[1][1]["If-None-Match"], 'W/"1"');
  assert.equal(requests[1][0].includes("k"), false, "no key in an address");
});

test("without network the stored answer stands in, and says why", async () => {
  const { source, requests, world } = api([200, MATCH], "fault");
  await source.get("match/2024x_qm1");
  world.time += 3_600_000;
  const answer = await source.get("match/2024x_qm1");
  assert.deepEqual([answer.isStored, answer.ageSeconds, answer.trouble], [true, 3600, "The Blue Alliance cannot be reached"]);
  assert.equal(requests.length, 1 + 3);
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
  const { source, world } = api([200, MATCH]);
  world.key = "";
  await assert.rejects(source.get("status"), { kind: "no-key" });
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
  const { source, world } = api([200, MATCH], [401, ERROR], "fault", "fault", "fault", [200, MATCH]);
  await source.get("match/2024x_qm1");
  world.time += 100_000;
  await assert.rejects(source.get("match/2024x_qm1"), { kind: "key-refused" });
  assert.equal(await source.get("match/2024x_qm1", { freshness: "stored" }), null);
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

check("the API's form", [
  [["match/2024x_qm1", MATCH], true], [["match/2024x_qm2", MATCH], false], [["match/2024x_qm1", "[]"], false],
  [["event/2024x", '{"key":"2024x","event_code":"x"}'], true], [["event/2024x", '{"key":"2024x"}'], false],
  [["event/2024x/matches", "[]"], true], [["event/2024x/matches", '[null,{"key":"2024x_qm1"}]'], true],
  [["event/2024x/matches", "[1]"], false], [["events/2024/simple", '[{"key":"2024x"}]'], true],
  [["event/2024x/insights", "null"], true], [["event/2024x/insights", "{}"], true], [["event/2024x/insights", "[]"], false],
  [["status", '{"down_events":[]}'], true], [["status", "{}"], false], [["teams", "[]"], false],
  [["event/2024x", `{"key":"2024x","event_code":"x","name":${deep(60)}}`], true],
], ([path, text]) => isAnswer(text, path));

test("an answer that is nested 20,000 deep is none", () => {
  const event = (name) => `{"key":"2024x","event_code":"x","name":${name}}`;
  assert.equal(isAnswer(event(deep(20_000)), "event/2024x"), false);
  assert.equal(isAnswer(event(JSON.stringify("[{".repeat(20_000) + '"\\')), "event/2024x"), true);
});

check("the API's error", [
  ['{"Error":"X-TBA-Auth-Key is invalid."}', true], ['{"Error":5}', false], ["<html>", false], ["null", false],
], isError);

check("harmless text", [
  ["abc é 漢", "abc é 漢"], ["a\u202eb", "a\\u{202e}b"], ["a\u200bb", "a\\u{200b}b"], ["a\tb", "a\\u{9}b"], ["a\nb", "a\nb"],
  ["👩\u200d🚀", "👩\u200d🚀"], ["a\u200db", "a\\u{200d}b"], ["⚠\ufe0f", "⚠\ufe0f"], ["\ud800", "\\u{d800}"],
], plainText);

test("a list of recent places that another page has spoiled keeps nobody out", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text), removeItem: (name) => kept.delete(name) };
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
