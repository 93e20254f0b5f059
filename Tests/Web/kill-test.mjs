// A client in Node dies after each storage call of a poll, in the middle of each written file too; nothing is broken.
// usage: node kill-test.mjs PACKAGE BUNDLE_PUBLISH
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, promises as fs, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Publisher, serving } from "./publisher.mjs";

const folder = resolve(process.argv[2]);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { BundleClient } = await load("client.js");
const { folderStore } = await load("folder-store.js");
const { compileModule, init, moduleAddress } = await load("index.js");
const renderer = await compileModule(moduleAddress());
const module = await compileModule(pathToFileURL(`${folder}/season-client.wasm`));

/** Storage calls are counted here; the one of this number is the last that the process makes. */
let calls = 0, last = Infinity;
const real = { ...fs };
const dead = () => { throw new Error("killed"); };

/** Makes a storage call the last one at its turn; a file that is written is left half written. */
function counted(action, half = action) {
    return async (...words) => {
        if (calls >= last) dead();
        calls += 1;
        if (calls < last) return action(...words);
        await half(...words);
        return dead();
    };
}
for (const name of ["mkdir", "rename", "rm"]) fs[name] = counted(real[name]);
fs.open = counted(async (...words) => {
    const file = await real.open(...words);
    const [write, sync] = [file.writeFile.bind(file), file.sync.bind(file)];
    file.writeFile = counted(write, (bytes) => write(bytes.subarray(0, bytes.length >> 1)));
    file.sync = counted(sync);
    return file;
}, async (...words) => (await real.open(...words)).close());
syncBuiltinESMExports();

const publisher = new Publisher(resolve(process.argv[3]));
publisher.publish();
const changed = publisher.copy();
changed.edit("2024", "title: 2024 Crescendo", "title: 2024 Crescendo, again");
changed.publish();
const server = await serving(publisher.site);
const root = publisher.root;
const open = (place) => BundleClient.open({
    repository: server.address, root, store: folderStore(place), renderer, module,
});

/** Each season that a client shows is whole; which versions they are. */
async function whole(client) {
    const drawing = await init(renderer);
    for (const { year, version } of client.seasons) {
        assert.equal(await client.load(drawing, year), true, `${year}`);
        assert.equal(drawing.seasons().find((season) => season.year === year).version, version);
    }
    return client.seasons.map(({ version }) => version).join();
}

const work = mkdtempSync(`${tmpdir()}/kill-`);
const before = `${work}/before`, here = `${work}/here`;
const first = await open(before);
await first.check();
await first.adopt();
const earlier = await whole(first);
server.folder = changed.site;

let kills = 0, later;
for (const begun of [true, false]) {
    for (last = 1; ; last++) {
        rmSync(here, { recursive: true, force: true });
        if (begun) cpSync(before, here, { recursive: true });
        calls = 0;
        const victim = await open(here);
        await victim.check();
        const isComplete = calls < last;
        const limit = last;
        last = Infinity;
        const next = await open(here);
        if (isComplete) later ??= await whole(next);
        else {
            kills += 1;
            const now = await whole(next);
            await next.check();
            await next.adopt();
            later ??= await whole(next);
            assert.ok([begun ? earlier : "", later].includes(now), `after ${limit}: ${now}`);
            assert.equal(await whole(next), later, `after ${limit}`);
        }
        last = limit;
        if (isComplete) break;
    }
}
server.close();
publisher.remove();
changed.remove();
rmSync(work, { recursive: true });
console.log(`kill-test: ${kills} kills, nothing broken`);
