// usage: node golden-node.mjs PACKAGE CASES: prints the answers as JSON
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { answers } from "./golden-host.mjs";

const [packageFolder, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${packageFolder}/${name}`).href);
const renderer = await (await load("index.js")).init();
renderer.loadSeasons((await load("seasons.js")).seasons);
const cases = JSON.parse(await readFile(`${folder}/cases.json`, "utf8"));
console.log(JSON.stringify(await answers(renderer, cases, (data) => readFile(`${folder}/${data}`))));
