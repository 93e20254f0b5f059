// Uses the npm package in Node, as its types and its errors say; client-test.mjs uses its client.
// usage: node package-test.mjs PACKAGE MATCH
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as zlib from "node:zlib";

const folder = resolve(process.argv[2]);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { init, Renderer, BreakdownError } = await load("index.js");
const { seasons } = await load("seasons.js");
const inline = await load("inline.js");
const text = readFileSync(process.argv[3], "utf8");
const wasm = readFileSync(`${folder}/match-breakdown.wasm`);
const season = seasons.find(({ year }) => year === 2024);

function refuses(code, action) {
    try {
        action();
    } catch (error) {
        assert.ok(error instanceof BreakdownError, String(error.stack));
        return assert.equal(error.code, code, error.message);
    }
    assert.fail(`expected ${code}`);
}

async function rejects(code, promise) {
    const error = await promise.then(() => undefined, (error) => error);
    assert.equal(error?.code, code, String(error?.stack));
    return error;
}

/** A zip as bundle-publish lays it out. */
function zipOf(files) {
    const local = [], central = [];
    let place = 0;
    for (const [path, content] of Object.entries(files)) {
        const bytes = Buffer.from(content), packed = zlib.deflateRawSync(bytes), name = Buffer.from(path);
        const common = Buffer.alloc(26);
        common.writeUInt16LE(20, 0), common.writeUInt16LE(8, 4), common.writeUInt16LE(0x21, 8);
        common.writeUInt32LE(sum(bytes), 10), common.writeUInt32LE(packed.length, 14);
        common.writeUInt32LE(bytes.length, 18), common.writeUInt16LE(name.length, 22);
        const rest = Buffer.alloc(14);
        rest.writeUInt32LE(0o100644 * 65536, 6), rest.writeUInt32LE(place, 10);
        local.push(Buffer.from([0x50, 0x4b, 3, 4]), common, name, packed);
        central.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), common, rest, name);
        place += 30 + name.length + packed.length;
    }
    const directory = Buffer.concat(central), end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0), end.writeUInt16LE(local.length / 4, 8), end.writeUInt16LE(local.length / 4, 10);
    end.writeUInt32LE(directory.length, 12), end.writeUInt32LE(place, 16);
    return Buffer.concat([...local, directory, end]);
}

function sum(bytes) {
    if (zlib.crc32) return zlib.crc32(bytes);
    let value = ~0; // Node 18 has no crc32.
    for (const byte of bytes) {
        value ^= byte;
        for (let bit = 0; bit < 8; bit++) value = value >>> 1 ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
}

/** Answers with one file, with a type of its own. */
async function serving(answer, action) {
    const server = createServer((request, response) => answer(request.url, response)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    try {
        return await action(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        server.closeAllConnections?.();
        server.close();
    }
}

const tests = {
    async "init without an input gives the same renderer each time"() {
        assert.equal(await init(), await init());
        assert.notEqual(await init(wasm), await init(wasm));
    },
    async "init takes an address, a Response, bytes, a Module and promises of them"() {
        const module = new WebAssembly.Module(wasm);
        const typed = { headers: { "content-type": "application/wasm" } };
        const address = pathToFileURL(`${folder}/match-breakdown.wasm`);
        const inputs = [
            address, address.href, wasm, wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length), module,
            Promise.resolve(module), new Response(wasm, typed), new Response(wasm),
        ];
        for (const input of inputs) {
            assert.deepEqual((await init(input)).seasons(), []);
        }
        assert.deepEqual(new Renderer(module).seasons(), []);
    },
    async "a server that does not know .wasm is good enough"() {
        for (const type of ["application/wasm", "application/octet-stream", "text/plain"]) {
            await serving((_, response) => response.writeHead(200, { "content-type": type }).end(wasm),
                async (address) => assert.deepEqual((await init(address)).seasons(), []));
        }
        await serving((_, response) => response.writeHead(404).end(), (address) => rejects("no-module", init(address)));
    },
    async "what is no module is refused"() {
        await rejects("no-module", init(new Uint8Array(8)));
        await rejects("no-module", init("file:///nonexistent.wasm"));
        const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
        await rejects("no-module", init(empty));
        refuses("no-module", () => new Renderer(new Uint8Array(3)));
    },
    async "a text, bytes and a value are the same match"() {
        const renderer = await init(wasm);
        renderer.loadSeasons(seasons);
        const drawn = renderer.render(text);
        assert.match(drawn, /Total Score/);
        assert.equal(renderer.render(new TextEncoder().encode(text)), drawn);
        assert.equal(renderer.render(new TextEncoder().encode(`  ${text}`).subarray(2)), drawn);
        assert.equal(renderer.render(JSON.parse(text)), drawn);
        assert.equal(inline.render(text), drawn);
        const views = renderer.render(`[${text},${text}]`, { format: "view" });
        assert.equal(views.length, 2);
        assert.ok(views[0].tables[0].rows.every(({ kind, label, cells }) => kind && label && cells.length === 2));
        assert.equal(renderer.seasons().length, seasons.length);
    },
    async "what is no JSON or no option is refused"() {
        const renderer = await init(wasm);
        for (const value of [undefined, 1n, () => 1]) refuses("invalid-json", () => renderer.render(value));
        refuses("invalid-json", () => renderer.render("{"));
        refuses("invalid-options", () => renderer.render(text, { format: "pdf" }));
        assert.throws(() => renderer.render(text, { format: "png" }), /rsvg-convert to make a PNG/);
        refuses("invalid-options", () => renderer.render(text, { colors: true }));
        refuses("too-large", () => renderer.render(new Uint8Array((64 << 20) + 1)));
        assert.match(renderer.render(text), /2024nytr/);
    },
    async "a season is loaded by files, by short names and again"() {
        const renderer = await init(wasm);
        const generic = renderer.render(text);
        renderer.loadSeason(2024, { match: season.files["match.json"] });
        assert.notEqual(renderer.render(text), generic);
        assert.equal(renderer.seasons()[0].version ?? null, null);
        const from = { version: season.version, origin: "embedded" };
        renderer.loadSeason(2024, new Map(Object.entries(season.files)), from);
        assert.deepEqual(renderer.seasons().map(({ year, version, origin }) => [year, version, origin]),
            [[2024, season.version, "embedded"]]);
        refuses("damaged-bundle", () => renderer.loadSeason(2024, season.files, { version: "0".repeat(64) }));
        const changed = { ...season.files, "match.json": `${season.files["match.json"]} ` };
        refuses("damaged-bundle", () => renderer.loadSeason(2024, changed));
        assert.equal(renderer.seasons()[0].version, season.version);
    },
    async "after a crash the renderer goes on with its seasons"() {
        const renderer = await init(wasm);
        renderer.loadSeasons(seasons);
        const drawn = renderer.render(text);
        let deepest = 0;
        const dive = (depth) => { deepest = depth; dive(depth + 1); };
        assert.throws(() => dive(0), RangeError);
        // Near the end of the engine's stack, the module finds too little of it.
        const at = (depth) => depth === 0 ? renderer.render(text) : at(depth - 1);
        const codes = new Set();
        for (let depth = deepest; depth > 0 && !codes.has("drawn"); depth -= 20) {
            try {
                at(depth);
                codes.add("drawn");
            } catch (error) {
                codes.add(error.code ?? error.name);
            }
            assert.equal(renderer.render(text), drawn);
        }
        assert.ok(codes.has("crashed"), [...codes].join());
        assert.equal(renderer.seasons().length, seasons.length);
    },
    async "a zip is loaded, and no changed byte of it draws a table of its own"() {
        const renderer = await init(wasm);
        const zip = zipOf(season.files);
        assert.equal(await renderer.loadBundle(zip, { version: season.version }), 2024);
        const drawn = renderer.render(text);
        for (let place = 0; place < zip.length; place += 5) {
            const changed = Uint8Array.from(zip);
            changed[place] ^= 0x55;
            await renderer.loadBundle(changed, { version: season.version })
                .catch((error) => assert.equal(error.code, "damaged-bundle", error.stack));
            assert.equal(renderer.render(text), drawn);
        }
        for (const length of [0, 1, 21, 22, zip.length - 1]) {
            await rejects("damaged-bundle", renderer.loadBundle(zip.subarray(0, length)));
        }
    },
    async "a zip that unpacks to more than it says is refused early"() {
        const renderer = await init(wasm);
        const zip = zipOf({ "manifest.json": "0".repeat(8 << 20) });
        const directory = zip.readUInt32LE(zip.length - 6);
        zip.writeUInt32LE(100, 22), zip.writeUInt32LE(100, directory + 24);
        await rejects("damaged-bundle", renderer.loadBundle(zip));
        await rejects("damaged-bundle", renderer.loadBundle(new Uint8Array((8 << 20) + 1)));
    },
    async "a wrong address, list or promise is an error with a code"() {
        await rejects("no-module", init(Promise.reject(new TypeError("offline"))));
        await rejects("no-module", init(Promise.reject()));
        const renderer = await init(wasm);
        for (const seasons of [undefined, 5, [null], [{ year: 2024 }]]) {
            await rejects("invalid-options", (async () => renderer.loadSeasons(seasons))());
        }
    },
    async "values that no program means are refused by their code"() {
        const renderer = await init(wasm);
        renderer.loadSeason(2024, season.files, null);
        const given = new Uint8Array(16);
        structuredClone(given.buffer, { transfer: [given.buffer] });
        const circle = {};
        circle.circle = circle;
        for (const [code, action] of [
            ["invalid-options", () => renderer.render(given)],
            ["invalid-options", () => renderer.render(given.buffer)],
            ["invalid-options", () => renderer.loadSeason(2024, { match: given })],
            ["invalid-options", () => renderer.render(text, { width: NaN })],
            ["invalid-options", () => renderer.render(text, { width: Infinity })],
            ["invalid-json", () => renderer.render(circle)],
            ["invalid-json", () => renderer.render({ toJSON() { throw null; } })],
            ["invalid-options", () => renderer.loadBundle(given)],
            ["damaged-bundle", () => renderer.loadBundle(Promise.reject(new TypeError("gone")))],
            ["damaged-bundle", () => renderer.loadBundle(Promise.reject(undefined))],
        ]) {
            await rejects(code, (async () => action())());
        }
        assert.ok(renderer.render(text).length > 0, "the renderer goes on");
    },
    "each link of the README leads to a file of the package": async () => {
        const text = readFileSync(`${folder}/README.md`, "utf8");
        const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target]) => target);
        assert.ok(links.includes("view.schema.json"));
        for (const target of links) assert.ok(/^https:/.test(target) || existsSync(`${folder}/${target}`), target);
        const { files } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
        assert.ok(files.includes("view.schema.json"));
    },
    async "an option that is misspelt is named with the right one"() {
        const renderer = await init(wasm);
        assert.throws(() => renderer.render(text, { widht: 60 }), /widht: unknown option; did you mean width\?/);
        assert.throws(() => renderer.render(text, { colors: true }), /colors: unknown option; did you mean colour\?/);
        assert.throws(() => renderer.render(text, { zzz: 1 }), /zzz: unknown option; known options: .*width/);
    },
    async "a season is forgotten"() {
        const renderer = await init(wasm);
        const { version } = season;
        renderer.loadSeasons(new Set([{ year: 2024, files: season.files, version }]));
        assert.equal(renderer.seasons()[0].version, version);
        const drawn = renderer.render(text);
        renderer.unloadSeason(2024);
        renderer.unloadSeason(2024);
        assert.deepEqual(renderer.seasons(), []);
        assert.notEqual(renderer.render(text), drawn);
        renderer.loadSeason(2024, season.files);
        assert.equal(renderer.render(text), drawn);
    },
};

for (const [name, test] of Object.entries(tests)) {
    await test().catch((error) => {
        console.error(`package-test: ${name}: ${error.stack}`);
        process.exitCode = 1;
    });
}
console.log(`package-test: ${Object.keys(tests).length} tests, ${process.exitCode ? "some failed" : "good"}`);
