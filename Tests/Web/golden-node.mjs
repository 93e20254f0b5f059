// usage: node golden-node.mjs PACKAGE CASES: prints the answers as JSON
import { readFile } from "node:fs/promises";
import { webcrypto } from "node:crypto";
import { pathToFileURL } from "node:url";
import { answers } from "./golden-host.mjs";

globalThis.crypto ??= webcrypto; // Node 18 has no global crypto.
const [packageFolder, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${packageFolder}/${name}`).href);
const renderer = await (await load("index.js")).init();
renderer.loadSeasons((await load("seasons.js")).seasons);
const cases = JSON.parse(await readFile(`${folder}/cases.json`, "utf8"));
console.log(JSON.stringify(await answers(renderer, cases, (data) => readFile(`${folder}/${data}`))));
