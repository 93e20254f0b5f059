// The npm package's client: one poll into a folder; with --each a poll for each line of standard input, whose
// milliseconds it prints. The line `new` begins with an empty folder.
// usage: client-node.mjs PACKAGE URL STATE ROOT [--each]
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , folder, repository, state, root, each] = process.argv;
const load = (name) => import(pathToFileURL(`${resolve(folder)}/${name}`).href);
const { BundleClient } = await load("client.js");
const { folderStore } = await load("folder-store.js");
const open = (place) => BundleClient.open({ repository, root: readFileSync(root), store: folderStore(place) });

async function check(client) {
    const { outcome, problem } = await client.check();
    if (!["updated", "up-to-date"].includes(outcome)) throw new Error(`${outcome}: ${problem}`);
}

if (!each) {
    await check(await open(state));
    process.exit();
}
let client, places = 0;
for await (const line of createInterface({ input: process.stdin })) {
    const start = performance.now();
    if (line === "new") client = await open(`${state}-${places++}`);
    await check(client);
    console.log(performance.now() - start);
}
process.exit();
