// The client of the npm package in Node: what it promises in docs/WEB.md.
// usage: node client-test.mjs PACKAGE BUNDLE_PUBLISH
import assert from "node:assert/strict";
import {
    cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { inspect } from "node:util";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Publisher, serving } from "./publisher.mjs";

const folder = resolve(process.argv[2]);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { BundleClient, openPublished } = await load("client.js");
const { Following } = await load("client-following.js");
const { compileModule, init, moduleAddress, Renderer } = await load("index.js");
const { memoryStore } = await load("memory-store.js");
const { folderStore } = await load("folder-store.js");
const { pollOnce } = await load("season-poll.js");
const { fetching } = await load("season-fetch.js");
const { seasons } = await load("seasons.js");
const embedded = seasons.filter(({ year }) => year === 2024);
const modules = {
    renderer: await compileModule(moduleAddress()),
    module: await compileModule(pathToFileURL(`${folder}/season-client.wasm`)),
};

// One publisher for all; a test that changes it works on a copy.
const publisher = new Publisher(resolve(process.argv[3]));
publisher.publish();
const changed = publisher.copy();
changed.edit("2024", "title: 2024 Crescendo", "title: 2024 Crescendo, again");
changed.publish();

const shown = (client) => client.seasons.map(({ year, origin }) => `${year} ${origin}`).join();
const version = (client, year) => client.seasons.find((season) => season.year === year)?.version;
const heard = (client, ...names) => {
    const events = [];
    for (const name of names) client.addEventListener(name, ({ detail }) => events.push([name, detail]));
    return events;
};

/** Replaces a file of a store by a text or bytes, or removes it. */
const change = (store, name, content) => store.write({
    bundles: [], files: [{ name, bytes: content === null ? null : Buffer.from(content) }], unneeded: [],
});

async function within(action, site = publisher.site) {
    const server = await serving(site);
    const open = (options) => BundleClient.open({
        repository: server.address, root: publisher.root, embedded, store: memoryStore(), ...modules, ...options,
    });
    try {
        return await action(server, open);
    } finally {
        server.close();
    }
}

async function rejects(code, promise) {
    const error = await promise.then(() => undefined, (error) => error);
    assert.equal(error?.code, code, String(error?.stack));
}

const tests = {
    async "a request on a connection that closes is sent once more"() {
        const used = new Set();
        const server = createServer(({ socket }, response) => {
            if (used.has(socket)) return void socket.destroy();
            used.add(socket);
            response.end("text");
        });
        await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
        const fetchAll = fetching(`http://127.0.0.1:${server.address().port}/`);
        for (const _ of [1, 2, 3]) {
            const [{ status, problem }] = await fetchAll([{ path: "file", max: 9 }]);
            assert.deepEqual([status, problem], [200, undefined]);
        }
        assert.equal(used.size, 3);
        server.close();
        server.closeAllConnections();
    },
    async "without a network the program's seasons are shown"() {
        const repository = "http://127.0.0.1:1/";
        const client = await BundleClient.open({ repository, root: publisher.root, embedded, ...modules });
        const report = await client.check();
        assert.equal(report.outcome, "unreachable");
        assert.equal(client.status().outcome, "unreachable");
        assert.equal(shown(client), "2024 embedded");
        const renderer = await init(modules.renderer);
        assert.equal(await client.load(renderer, 2024), true);
        assert.equal(await client.load(renderer, 2018), false);
    },
    "a poll without news costs two requests and less than 500 bytes": () => within(async (server, open) => {
        const client = await open();
        assert.equal((await client.check()).outcome, "updated");
        Object.assign(server, { requests: [], bytes: 0 });
        assert.equal((await client.check()).outcome, "up-to-date");
        assert.equal(server.requests.length, 2, server.requests.join());
        assert.ok(server.bytes <= 500, `${server.bytes} bytes`);
    }),
    "a client shows what it began with until it is asked": () => within(async (server, open) => {
        const store = memoryStore();
        const first = await open({ store });
        const events = heard(first, "updated", "checked");
        await first.check();
        assert.deepEqual(
            events.map(([name, { years }]) => [name, years]), [["updated", [2018]], ["checked", undefined]]);
        assert.equal(shown(first), "2024 embedded");
        assert.equal(first.status().hasNews, true);
        assert.deepEqual(await first.adopt(), [2018]);
        assert.equal(shown(first), "2024 embedded,2018 downloaded");

        server.folder = changed.site;
        const before = version(first, 2024);
        await first.check();
        assert.equal(version(first, 2024), before);
        const second = await open({ store });
        assert.notEqual(version(second, 2024), before);
        assert.equal(second.status().checked, first.status().checked);
        assert.equal((await first.current(2024)).version, before);
        assert.equal((await second.current(2024)).samples.length > 0, true);
    }),
    "what is recalled goes away at once": () => within(async (server, open) => {
        const recalling = publisher.copy();
        const client = await open();
        await client.check();
        await client.adopt();
        recalling.run("recall", "2018", version(client, 2018).slice(0, 12), "--to", "embedded", "--in", "site");
        const renderer = await init(modules.renderer);
        assert.equal(await client.load(renderer, 2018), true);
        server.folder = recalling.site;
        await client.check();
        assert.equal(shown(client), "2024 embedded");
        assert.equal(await client.load(renderer, 2018), false);
        assert.deepEqual(renderer.seasons(), []);
        const other = await open({ embedded: seasons.filter(({ year }) => [2018, 2024].includes(year)) });
        assert.equal(shown(other), "2024 embedded,2018 embedded");
        await other.check();
        assert.equal(shown(other), "2024 embedded", "the program's own edition of a recalled content");
        recalling.remove();
    }),
    "without its set a client shows no season of the program until it checks": () => within(async (server, open) => {
        const recalling = publisher.copy();
        const inside = seasons.filter(({ year }) => [2018, 2023].includes(year));
        const { version: recalled } = inside.find(({ year }) => year === 2018);
        recalling.run("recall", "2018", recalled.slice(0, 12), "--to", "embedded", "--in", "site");
        server.folder = recalling.site;
        const renderer = await init(modules.renderer);
        for (const damage of [
            null, "", "{", "null", "7", "[]", "{}", '{"bundles":[]}', '{"bundles":{"2018":null}}',
            '{"bundles":{"9999":{}}}', '{"bundles":{},"recalled":null}', '{"bundles":{},"recalled":{"2018":null}}',
        ]) {
            const store = memoryStore();
            await (await open({ store, embedded: inside })).check();
            await change(store, "set.json", damage);
            const later = await open({ store, embedded: inside });
            assert.equal(shown(later), "", damage);
            assert.equal(await later.load(renderer, 2023), false);
            await later.check();
            await later.adopt();
            assert.equal(shown(later), "2024 downloaded,2023 embedded", damage);
        }
        recalling.remove();
    }),
    "what is damaged in a store counts as missing": () => within(async (server, open) => {
        const rootAddress = `${server.address}metadata/1.root.json`;
        const damages = ["", "null", "{", '{"signed":null}', "\u0000".repeat(8)].map((text) => Buffer.from(text));
        const names = [
            "root.json", "machine-id", "next-poll", "set.json", "last-poll.json", "vouched.json", "trials.json",
            "choices.json", "metadata/timestamp.json", "metadata/root.json", "metadata/snapshot.json",
        ];
        for (const [name, bytes] of [
            ...names.flatMap((name) => [...damages, null].map((bytes) => [name, bytes])),
            ["last-poll.json", Buffer.from('{"outcome":"updated","years":[null]}')],
            ["last-poll.json", Buffer.from('{"outcome":"updated","years":[],"expires":5}')],
            ["last-poll.json", Buffer.from('{"outcome":"updated","years":null}')],
        ]) {
            const kept = memoryStore();
            await (await open({ store: kept, root: undefined, rootAddress })).check();
            // A database may have null where an entry should be.
            let damage = new Map([[name, bytes]]);
            const store = {
                ...kept,
                read: async () => {
                    const { files, stored } = await kept.read();
                    return { files: new Map([...files, ...damage]), stored };
                },
                write: (change) => {
                    if (change.files.some((file) => file.name === name)) damage = new Map();
                    return kept.write(change);
                },
            };
            const later = await open({ store, root: undefined, rootAddress });
            assert.equal(typeof later.status().hasNews, "boolean");
            assert.equal(later.why(1999), null);
            const report = await later.check();
            const what = `${name}: ${bytes && JSON.stringify(String(bytes))}: ${report.problem}`;
            assert.ok(["updated", "up-to-date"].includes(report.outcome), what);
            const healed = await open({ store, root: undefined, rootAddress });
            assert.equal(shown(healed), "2024 embedded,2018 downloaded", what);
        }
    }),
    "a zip of no season and a zip that is null harm nothing": () => within(async (server, open) => {
        const store = memoryStore();
        const client = await open({ store });
        await client.check();
        await client.adopt();
        const bytes = new Uint8Array(9);
        const bundles = [
            { year: 9999, version: "0".repeat(64), bytes }, { year: NaN, version: "none", bytes },
            { year: 2018, version: version(client, 2018), bytes: null },
        ];
        await store.write({ bundles, files: [], unneeded: [] });
        const renderer = await init(modules.renderer);
        assert.equal(await client.load(renderer, 2018), false);
        const { outcome, problem } = await client.check();
        assert.ok(["updated", "up-to-date"].includes(outcome), problem);
        assert.equal(await client.load(renderer, 2018), true);
    }),
    "a folder where a file belongs is replaced": () => within(async (server, open) => {
        const places = [[], ["files"], ["bundles"], [null, "files/set.json/x"], [null, "files/set.json.new"]];
        for (const [file, folder] of places) {
            const place = mkdtempSync(`${tmpdir()}/client-`);
            if (file) writeFileSync(`${place}/${file}`, "");
            if (folder) mkdirSync(`${place}/${folder}`, { recursive: true });
            const client = await open({ store: folderStore(place) });
            const { outcome, problem } = await client.check();
            assert.equal(outcome, "updated", `${file ?? folder}: ${problem}`);
            await client.adopt();
            assert.equal(shown(client), "2024 embedded,2018 downloaded");
            rmSync(place, { recursive: true });
        }
    }),
    async "an address with a login or a query is refused without being quoted"() {
        const { root } = publisher;
        const repository = "http://127.0.0.1:1/";
        for (const secret of [
            "https://user:Hidden@host/", "https://Hidden@host/", "https://host/?key=Hidden", "https://host/#Hidden",
            "https://user:Hidden@ho st/", "https://host:Hidden/", "Hidden",
        ]) {
            for (const options of [{ root, repository: secret }, { repository, rootAddress: secret }]) {
                const opening = BundleClient.open({ store: memoryStore(), ...options });
                const error = await opening.then(() => null, (error) => error);
                assert.equal(error?.code, "no-directory", secret);
                assert.doesNotMatch(inspect(error), /Hidden/);
            }
        }
    },
    "a client follows the publisher out of a theft": () => within(async (server, open) => {
        const recovered = publisher.copy(), thief = publisher.copy();
        // The thief signs tables of his own, each time with a higher version.
        for (const title of ["stolen", "stolen twice"]) {
            thief.edit("2024", /title: 2024 .*/, `title: 2024 ${title}`);
            thief.publish();
        }
        server.folder = thief.site;
        const store = memoryStore();
        const victim = await open({ store });
        await victim.check();
        await victim.adopt();
        const stolen = version(victim, 2024);
        assert.match(new TextDecoder().decode((await victim.current(2024)).files.get("match.json")), /stolen twice/);

        // docs/SECURITY.md, "A stolen online key".
        recovered.run("keys", "rotate-online", "--in", "site");
        recovered.publish();
        server.folder = recovered.site;
        const report = await victim.check();
        assert.ok(["updated", "up-to-date"].includes(report.outcome), report.problem);
        await victim.adopt();
        assert.notEqual(version(victim, 2024), stolen);
        server.folder = thief.site;
        assert.notEqual((await victim.check()).outcome, "updated");
        await victim.adopt();
        assert.notEqual(version(victim, 2024), stolen);
        recovered.remove();
        thief.remove();
    }),
    "what the publisher has not signed is refused": () => within(async (server, open) => {
        server.edit = (path, bytes) => path.endsWith("targets.json") ? Buffer.from(`${bytes} `) : bytes;
        const client = await open();
        const events = heard(client, "refused");
        assert.equal((await client.check()).outcome, "refused");
        assert.equal(events.length, 1);
        assert.equal(shown(client), "2024 embedded");
        await rejects("refused", openPublished(server.address, { root: publisher.root, ...modules }));
        const other = new Publisher(publisher.program);
        server.edit = (path, bytes) => bytes;
        await rejects("refused", openPublished(server.address, { root: other.root, ...modules }));
        other.remove();
    }),
    "a published directory is opened with its root, and with nothing else": () => within(async (server) => {
        const root = JSON.parse(publisher.root);
        const published = await openPublished(server.address.slice(0, -1), { root, ...modules });
        assert.equal(shown(published), "2024 downloaded,2018 downloaded");
        const renderer = await init(modules.renderer);
        assert.equal(await published.load(renderer, 2018), true);
        assert.equal(await published.load(renderer, 2023), false);
        assert.equal(published.why(2018).action, "installed");
        assert.ok(published.why(2018).candidates.some(({ chosen }) => chosen));
        assert.equal(published.why(1999), null);
        await rejects("invalid-options", openPublished(server.address));
        await rejects("no-directory", openPublished("http://[", { root: publisher.root }));
        await rejects("no-directory", openPublished("http://127.0.0.1:1/", { root: publisher.root, ...modules }));
    }),
    "a first root is remembered, and a page that asks to sign in is none": () => within(async (server, open) => {
        const store = memoryStore();
        const rootAddress = `${server.address}metadata/1.root.json`;
        server.edit = (path, bytes) => path.endsWith("1.root.json") ? Buffer.from("<!DOCTYPE html>") : bytes;
        const client = await open({ store, root: undefined, rootAddress });
        assert.notEqual((await client.check()).outcome, "updated");
        server.edit = (path, bytes) => bytes;
        assert.equal((await client.check()).outcome, "updated");
        const other = new Publisher(publisher.program);
        other.publish();
        server.folder = other.site;
        const later = await open({ store, root: undefined, rootAddress });
        assert.equal((await later.check()).outcome, "refused");
        assert.equal(shown(later), "2024 embedded,2018 downloaded");
        await later.forget();
        assert.equal(later.status().outcome, null);
        assert.equal((await later.check()).outcome, "updated");
        other.remove();
    }),
    "what is past its expiry may be outdated, and says so": () => within(async (server, open) => {
        const store = memoryStore();
        await (await open({ store })).check();
        const later = await open({ store, now: () => Date.now() + 400 * 86_400_000 });
        const events = heard(later, "stale");
        await later.check();
        assert.match(later.status().stale, /^expired since 20.*: what is served may be outdated$/);
        assert.equal(events[0][1].problem, later.status().stale);
        assert.equal(shown(later), "2024 embedded,2018 downloaded");
    }),
    "a season that cannot be drawn is held back alone": () => within(async (server) => {
        const facts = {
            root: publisher.root, embedded: new Uint8Array(), files: new Map(), stored: [], machine: "0".repeat(32),
            now: Math.floor(Date.now() / 1000), random: 0,
        };
        const { report, files } = await pollOnce(modules.module, facts, fetching(server.address),
            async () => [{ year: 2018, problem: "samples/a.json: a surprise" }]);
        assert.equal(report.outcome, "incomplete");
        const actions = Object.fromEntries(report.years.map(({ year, action }) => [year, action]));
        assert.deepEqual(actions, { 2018: "held-back", 2024: "installed" });
        assert.match(report.years[0].reason, /a surprise/);
        assert.equal(server.requests.filter((path) => path.endsWith(".zip")).length, 2);
        assert.equal(files.at(-1).name, "set.json");
    }),
    "samples are drawn in a worker": () => within(async (server, open) => {
        const { testSeason } = Renderer.prototype;
        Renderer.prototype.testSeason = () => { throw new Error("drawn in the page"); };
        try {
            assert.equal((await (await open()).check()).outcome, "updated");
        } finally {
            Renderer.prototype.testSeason = testSeason;
        }
    }),
    async "a season that is drawn too slowly is held back, and without a worker it is drawn at once"() {
        const targets = `${publisher.site}/targets`;
        const names = readdirSync(targets, { recursive: true });
        const zip = names.find((name) => name.includes("2018") && name.endsWith(".zip"));
        const season = { year: 2018, bytes: new Uint8Array(readFileSync(`${targets}/${zip}`)) };
        const found = async (worker, secondsMax) => {
            const place = mkdtempSync(`${tmpdir()}/package-`);
            cpSync(folder, place, { recursive: true });
            if (worker === null) rmSync(`${place}/sample-worker.js`);
            else writeFileSync(`${place}/sample-worker.js`, worker);
            const { undrawable } = await import(pathToFileURL(`${place}/season-draw.js`).href);
            const kept = [];
            const problems = await undrawable([season], modules.renderer, (one) => kept.push(one.year), secondsMax);
            rmSync(place, { recursive: true });
            return [problems, kept];
        };
        assert.deepEqual(await found("setInterval(() => {}, 1000);", 0.2),
            [[{ year: 2018, problem: "no end within 0.2 seconds" }], []]);
        // However slowly this machine starts a worker.
        assert.deepEqual(await found(null, 3600), [[], [2018]]);
        assert.deepEqual(await found("throw new Error('not here');", 3600), [[], [2018]]);
    },
    "a season that was tested is stored at once": () => within(async (server, open) => {
        const store = memoryStore(), writes = [];
        const write = async (change) => {
            writes.push([change.bundles.length, change.files.length]);
            if (writes.length === 2) throw new Error("the browser was closed");
            await store.write(change);
        };
        const first = await open({ store: { ...store, write }, embedded: [] });
        assert.equal((await first.check()).outcome, "state-failed");
        assert.deepEqual(writes, [[1, 0], [1, 0]]);
        server.requests = [];
        const later = await open({ store, embedded: [] });
        assert.equal((await later.check()).outcome, "updated");
        assert.equal(server.requests.filter((path) => path.endsWith(".zip")).length, 1);
        await later.adopt();
        assert.equal(shown(later), "2024 downloaded,2018 downloaded");
    }),
    async "a page that becomes visible keeps the schedule and the server's wish"() {
        const listeners = new Map();
        const add = (name, action) => listeners.set(name, action);
        globalThis.document = { visibilityState: "visible", addEventListener: add, removeEventListener() {} };
        const own = globalThis.addEventListener;
        globalThis.addEventListener = add;
        let now = Date.parse("2026-03-01T12:00:00Z"), next = null, isAsked = false, checks = 0;
        const follow = () => new Following(
            async () => { checks += 1; }, () => next, () => isAsked, () => now);
        const at = async (seconds) => {
            now += seconds * 1000;
            for (const action of listeners.values()) action();
            await new Promise((done) => setImmediate(done));
            return checks;
        };
        try {
            let following = follow();
            next = "2026-03-01T12:15:00Z";
            assert.deepEqual([await at(120), await at(600), await at(240)], [1, 1, 2]);
            following.end();
            // A new visit checks at once, unless the server asked to wait.
            following = follow();
            assert.equal(await at(0), 3);
            following.end();
            [next, isAsked] = ["2026-03-01T13:00:00Z", true];
            following = follow();
            assert.deepEqual([await at(0), await at(2000), await at(3000)], [3, 3, 4]);
            following.end();
        } finally {
            delete globalThis.document;
            globalThis.addEventListener = own;
        }
    },
    "a server that asked to wait is not asked where nothing can be stored": () => within(async (server, open) => {
        const wait = async () => new Response("", { status: 429, headers: { "retry-after": "3600" } });
        const store = { ...memoryStore(), write: async () => { throw new Error("the quota is used up"); } };
        const client = await open({ store, fetch: wait });
        await client.check();
        assert.ok(Date.parse(client.status().next) - Date.now() > 3_500_000, client.status().next);
    }),
    "a stored season that is damaged is loaded again": () => within(async (server, open) => {
        const place = mkdtempSync(`${tmpdir()}/client-`);
        const client = await open({ store: folderStore(place) });
        await client.check();
        await client.adopt();
        const zips = `${place}/bundles/`;
        for (const name of readdirSync(zips)) writeFileSync(zips + name, "damaged");
        const renderer = await init(modules.renderer);
        assert.equal(await client.load(renderer, 2018), false);
        assert.equal(await client.load(renderer, 2024), true);
        await client.check();
        assert.equal(await client.load(renderer, 2018), true);
        rmSync(place, { recursive: true });
    }),
    "no request lets a cache ask whether a file has changed": () => within(async (server, open) => {
        const modes = new Set();
        const client = await open({ fetch: (address, options) => {
            modes.add(options.cache);
            return fetch(address, options);
        } });
        assert.equal((await client.check()).outcome, "updated");
        assert.deepEqual([...modes], ["no-store"]);
    }),
    "a page of another host is refused by its head": () => within(async (server, open) => {
        let pieces = 0;
        const page = async () => ({
            status: 200, headers: new Headers({ "content-type": "text/html" }), url: "https://sign-in.example/",
            body: new ReadableStream({ pull: (body) => {
                pieces += 1;
                body.enqueue(new Uint8Array(1024));
            } }, { highWaterMark: 0 }),
        });
        for (const options of [{}, { root: undefined, rootAddress: `${server.address}metadata/1.root.json` }]) {
            const report = await (await open({ ...options, fetch: page })).check();
            assert.equal(report.outcome, "unreachable");
            assert.match(report.problem, /https:\/\/sign-in\.example/);
        }
        assert.equal(pieces, 0);
    }),
    "two clients of one store poll once": () => within(async (server, open) => {
        const store = memoryStore();
        const [one, other] = [await open({ store }), await open({ store })];
        await Promise.all([one.check(), other.check(), one.check()]);
        assert.equal(server.requests.filter((path) => path.endsWith("timestamp.json")).length, 1);
        assert.equal(other.status().checked, one.status().checked);
    }),
    "a store that cannot be written is told": () => within(async (server, open) => {
        const store = { ...memoryStore(), write: async () => { throw new Error("the quota is used up"); } };
        const client = await open({ store });
        const report = await client.check();
        assert.deepEqual([report.outcome, report.problem], ["state-failed", "the quota is used up"]);
        assert.equal(shown(client), "2024 embedded");
    }),
};

for (const [name, test] of Object.entries(tests)) {
    await test().catch((error) => {
        console.error(`client-test: ${name}: ${error.stack}`);
        process.exitCode = 1;
    });
}
publisher.remove();
changed.remove();
console.log(`client-test: ${Object.keys(tests).length} tests, ${process.exitCode ? "some failed" : "good"}`);
