// The page's decisions, without a browser: node --test Tests/Pages/logic.test.mjs

import assert from "node:assert/strict";
import test from "node:test";
import { ageText, chooseLines, daysText, dayAndTime, lastPlayed, listMatches, parseTeam } from "../../web/page/event-list.js";
import { overdueWords, readLive, readZip, recallsOf, seasonsOf, sha256 } from "../../web/live-seasons.js";
import { fileText } from "../../web/page/file-text.js";
import { firstPace, nextPace } from "../../web/page/follow-pace.js";
import { comparePlayOrder, isAddress, parseInquiry } from "../../web/page/keys.js";
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

// MARK: The seasons beside the page

const encoder = new TextEncoder();

async function directory(changes = {}) {
  const zip = encoder.encode("zip");
  const files = {};
  const entry = async (version, bytes) => ({ version, length: bytes.length, hashes: { sha256: await sha256(bytes) } });
  const put = (path, signed) => files[path] = encoder.encode(JSON.stringify({ signed, signatures: [] }));
  const hash = await sha256(zip);
  const custom = { format: 1, published: "2026-11-22T20:35:22Z", version: "a".repeat(64), year: 2024, ...changes.custom };
  const targets = put("metadata/7.targets.json", { _type: "targets", version: 7,
    targets: { "f1/2024/bundle.zip": { length: zip.length, hashes: { sha256: hash }, custom }, ...changes.targets } });
  const snapshot = put("metadata/7.snapshot.json", { _type: "snapshot", version: 7, meta: { "targets.json": await entry(7, targets) } });
  put("metadata/timestamp.json", { _type: "timestamp", version: 7, expires: "2027-02-20T20:35:22Z",
    meta: { "snapshot.json": await entry(7, snapshot) } });
  files[`targets/f1/2024/${hash}.bundle.zip`] = zip;
  Object.assign(files, changes.files);
  const asked = [];
  const fetchBytes = async (url) => {
    asked.push(url.replace("https://x/", ""));
    return files[url.replace("https://x/", "")] ?? null;
  };
  return { files, asked, fetchBytes, hash };
}

/** What happens on a page without https. */
async function withoutWebCrypto(action) {
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    await action();
  } finally {
    delete globalThis.crypto;
    if (own) Object.defineProperty(globalThis, "crypto", own);
  }
}

test("the chain is read once, then the timestamp alone", async () => {
  const { asked, fetchBytes, hash } = await directory();
  const live = await readLive("https://x/", null, fetchBytes);
  assert.equal(live.version, 7);
  assert.deepEqual(live.seasons.map(({ year, published, zip }) => [year, published, zip]),
    [[2024, "2026-11-22T20:35:22Z", `targets/f1/2024/${hash}.bundle.zip`]]);
  asked.length = 0;
  assert.deepEqual((await readLive("https://x/", live, fetchBytes)).seasons, live.seasons);
  assert.deepEqual(asked, ["metadata/timestamp.json"]);
  assert.equal((await readZip("https://x/", live.seasons[0], fetchBytes)).length, 3);
});

test("files that are not what the metadata lists are refused", async () => {
  for (const path of ["metadata/7.snapshot.json", "metadata/7.targets.json"]) {
    const { files, fetchBytes } = await directory();
    files[path] = encoder.encode(new TextDecoder().decode(files[path]).replace('"version":7', '"version":8'));
    await assert.rejects(readLive("https://x/", null, fetchBytes), /not what the metadata lists/);
  }
  const { files, fetchBytes, hash } = await directory();
  files[`targets/f1/2024/${hash}.bundle.zip`] = encoder.encode("zap");
  const live = await readLive("https://x/", null, fetchBytes);
  await assert.rejects(readZip("https://x/", live.seasons[0], fetchBytes), /not what the metadata lists/);
});

test("a version that is not the one its list names is refused, and so is a version below 1", async () => {
  for (const [from, to] of [['"version":7,"targets"', '"version":6,"targets"'], ['"version":7,"meta"', '"version":0,"meta"']]) {
    const { files, fetchBytes } = await directory();
    // Without WebCrypto nothing but the version would tell.
    for (const path of Object.keys(files)) {
      if (path.endsWith(".json")) files[path] = encoder.encode(new TextDecoder().decode(files[path]).replace(from, to));
    }
    await withoutWebCrypto(() => assert.rejects(readLive("https://x/", null, fetchBytes), { code: "no-directory" }));
  }
});

test("a list that nobody has renewed is known by its expiry", () => {
  const list = { expires: "2027-02-20T20:35:22Z" };
  assert.equal(overdueWords(list, Date.parse("2027-02-20T20:35:22Z")), null);
  assert.match(overdueWords(list, Date.parse("2027-02-20T20:35:23Z")), /was to be renewed by 2027-02-20/);
  assert.equal(overdueWords({ expires: "" }, Date.now()), null);
});

test("recalled, withdrawn, doubled and hostile entries are left out", () => {
  const version = "a".repeat(64);
  const good = { length: 3, hashes: { sha256: version }, custom: { version } };
  const targets = { targets: {
    "f2/2026/bundle.zip": good, "f1/2025/bundle.zip": good, "f2/2025/bundle.zip": good,
    "f1/2024/bundle.zip": { ...good, custom: { version: "b".repeat(64) } }, "f1/2021/bundle.zip": good,
    "f1/../x/bundle.zip": good, "f1/2023/bundle.zip": { ...good, hashes: { sha256: "../x" } },
    "f1/2022/bundle.zip": null,
    "record.json": { custom: { recalled: { 2024: ["b".repeat(64)], 1999: [version] }, withdrawn: [2021] } },
  } };
  assert.deepEqual(seasonsOf(targets).map(({ year, level }) => [year, level]), [[2026, 2]]);
  assert.deepEqual(recallsOf(targets).withdrawn, [2021]);
});

test("without a list nothing is recalled, and a malformed list is refused", async () => {
  const { fetchBytes } = await directory();
  const live = await readLive("https://x/", null, fetchBytes);
  assert.deepEqual([live.recalled, live.withdrawn], [{}, []]);
  for (const custom of [{ recalled: [7] }, { recalled: { 2024: "x" } }, { recalled: { 2024: ["x"] } }, { recalled: null },
    { withdrawn: "2024" }, { withdrawn: ["2024"] }]) {
    const { fetchBytes } = await directory({ targets: { "record.json": { length: 1, hashes: {}, custom } } });
    await assert.rejects(readLive("https://x/", live, fetchBytes), /list of recalls cannot be read/);
  }
});

// MARK: The API

function api(...answers) {
  const requests = [];
  const kept = new Map();
  const world = { time: 1_000_000, key: "k" };
  const source = new Source({
    base: "https://api", key: () => world.key, now: () => world.time, random: () => 1, wait: async () => {},
    store: { get: async (path) => kept.get(path) ?? null, put: async (path, value) => kept.set(path, value), remove: async (path) => kept.delete(path) },
    fetch: async (url, options) => {
      requests.push([url, options.headers]);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next === "fault") throw new TypeError("network");
      const [status, body, headers = {}] = next;
      return { status, ok: status === 200, headers: new Headers(headers), text: async () => body };
    },
  });
  return { source, requests, kept, world };
}

test("an answer is fresh for 61 seconds, then asked for with its tag", async () => {
  const { source, requests, world } = api([200, "{}", { ETag: 'W/"1"' }], [304, null]);
  await source.get("match/2024x_qm1");
  world.time += 60_000;
  assert.equal((await source.get("match/2024x_qm1")).ageSeconds, 60);
  assert.equal(requests.length, 1);
  world.time += 1_000;
  assert.deepEqual(await source.get("match/2024x_qm1"), { text: "{}", ageSeconds: 0, isStored: false, trouble: null });
  assert.equal(requests[1][1]["If-None-Match"], 'W/"1"');
  assert.equal(requests[1][0].includes("k"), false, "no key in an address");
});

test("without network the stored answer stands in, and says why", async () => {
  const { source, requests, world } = api([200, "{}"], "fault");
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
  assert.equal(await kind([401, "{}"]), "key-refused");
  assert.equal(await kind([404, "{}"]), "absent");
  assert.equal(await kind([503, "<h1>"]), "unavailable");
  assert.equal(await kind([200, "<html>sign in</html>"]), "unavailable");
  assert.equal(await kind("fault"), "unavailable");
  assert.equal(await kind([503, ""], [503, ""], [200, "{}"]), null);
  const { source, world } = api([200, "{}"]);
  world.key = "";
  await assert.rejects(source.get("status"), { kind: "no-key" });
});

test("nothing stored is shown after 401 or 404, and 404 removes it", async () => {
  const { source, kept, world } = api([200, "{}"], [401, "{}"], [404, "{}"]);
  await source.get("match/2024x_qm1");
  world.time += 100_000;
  await assert.rejects(source.get("match/2024x_qm1"), { kind: "key-refused" });
  await assert.rejects(source.get("match/2024x_qm1"), { kind: "absent" });
  assert.equal(kept.size, 0);
});
