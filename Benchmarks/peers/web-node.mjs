// usage: node web-node.mjs PACKAGE MATCHES ROUNDS SECONDS
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { measure } from "./web-rendering.mjs";

const [folder, matches, rounds, seconds] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
/** Milliseconds of processor time: other programs on the machine matter less. */
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const begin = performance.now();
const renderer = await (await load("index.js")).init();
const started = performance.now();
renderer.loadSeasons((await load("seasons.js")).seasons);
const loaded = performance.now();
const list = JSON.parse(readFileSync(matches, "utf8")).map((match) => JSON.stringify(match));
renderer.render(list[0], { format: "html" });
const first = performance.now();
console.log(JSON.stringify({ start: started - begin, seasons: loaded - started, first: first - loaded,
    ...measure(renderer, list, Number(rounds), Number(seconds), cpu) }));
