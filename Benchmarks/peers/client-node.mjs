// The npm package's client as a whole process: one poll into a folder.
// usage: client-node.mjs PACKAGE URL STATE ROOT
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, repository, state, root] = process.argv;
const load = (name) => import(pathToFileURL(`${resolve(folder)}/${name}`).href);
const { BundleClient } = await load("client.js");
const { folderStore } = await load("folder-store.js");
const client = await BundleClient.open({ repository, root: readFileSync(root), store: folderStore(state) });
const { outcome, problem } = await client.check();
if (!["updated", "up-to-date"].includes(outcome)) throw new Error(`${outcome}: ${problem}`);
process.exit();
