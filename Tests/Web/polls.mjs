// Two polls by season-client.wasm in each of the worlds that TUFTests gives, and what each ended with.
//
// usage: node polls.mjs < WORLDS
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { pollOnce } from "../../.build/web/package/season-poll.js";
import { root } from "./module.mjs";

const module = new WebAssembly.Module(readFileSync(`${root}.build/web/package/season-client.wasm`));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));

async function poll(world, kept) {
    const requests = [];
    const ask = async (asked) => asked.map(({ path, max }) => {
        const name = path.slice("metadata/".length);
        requests.push(name);
        if (name in world.errors) return { problem: world.errors[name] };
        const file = (asked.length > 1 ? world.together[name] : undefined) ?? world.files[name];
        return file === undefined ? { status: 404 } : { status: 200, max, bytes: bytes(file) };
    });
    const done = await pollOnce(module, {
        root: bytes(world.root), embedded: new Uint8Array(), files: kept, stored: [], machine: "m", now: world.now,
        random: 0,
    }, ask, async () => []);
    for (const { name, bytes } of done.files) bytes ? kept.set(name, bytes) : kept.delete(name);
    const metadata = [...kept].filter(([name]) => name.startsWith("metadata/"));
    const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
    return {
        problem: done.report.problem ?? null, requests,
        stored: Object.fromEntries(metadata.map(([name, bytes]) => [name.slice("metadata/".length), hash(bytes)])),
    };
}

const endings = [];
for (const world of JSON.parse(readFileSync(0))) {
    const kept = new Map(Object.entries(world.stored).map(([name, text]) => [`metadata/${name}`, bytes(text)]));
    endings.push([await poll(world, kept), await poll(world, kept)]);
}
process.stdout.write(JSON.stringify(endings));
