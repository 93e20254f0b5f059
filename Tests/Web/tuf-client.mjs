#!/usr/bin/env node
// The module tuf-client.wasm behind the command line of the public TUF conformance suite (scripts/tuf-conformance).
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { fetching } from "../../web/season-fetch.js";
import { root } from "./module.mjs";
import { TUFModule } from "./tuf-steps.mjs";

const options = { "target-name": [] }, words = [];
for (let at = 2; at < process.argv.length; at++) {
    const word = process.argv[at];
    if (!word.startsWith("--")) words.push(word);
    else if (word === "--target-name") options["target-name"].push(process.argv[++at]);
    else options[word.slice(2)] = process.argv[++at];
}
const folder = options["metadata-dir"];
if (words[0] === "init") {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/root.json`, readFileSync(words[1]));
    process.exit(0);
}

const module = new TUFModule(`${root}.build/web/tuf-client.wasm`);

function give(name, json, parts) {
    if (module.give(name, json, Buffer.concat(parts)) !== 0) throw new Error(`${name}: refused`);
}

function next() {
    const output = module.next();
    let from = output.indexOf(10) + 1;
    return { step: JSON.parse(output.subarray(0, from)), take: (length) => output.subarray(from, from += length) };
}

const slash = (address) => address && address.replace(/\/*$/, "/");
const ask = { metadata: fetching(slash(options["metadata-url"])), targets: fetching(slash(options["target-base-url"])) };
const targets = options["target-dir"];
const read = (from) => existsSync(from) ? readdirSync(from).map((name) => [name, readFileSync(`${from}/${name}`)]) : [];
const files = [...read(folder), ...(targets ? read(targets) : []).map(([name, bytes]) => [`targets/${name}`, bytes])];
const trusted = readFileSync(`${folder}/root.json`);
give("mb_tuf_begin", {
    root: trusted.length, now: Math.floor(Date.now() / 1000), targets: options["target-name"],
    files: files.map(([name, bytes]) => ({ name, length: bytes.length })),
}, [trusted, ...files.map(([, bytes]) => bytes)]);

for (;;) {
    const { step, take } = next();
    if (step.done) {
        keep(step.done, take);
        if (step.done.problem) console.error(step.done.problem);
        process.exit(step.done.problem ? 1 : 0);
    }
    const answers = [];
    for (const { path, max } of step.fetch) {
        const at = path.indexOf("/");
        answers.push(...await ask[path.slice(0, at)]([{ path: path.slice(at + 1), max }]));
    }
    give("mb_tuf_answer",
        answers.map(({ bytes, ...answer }) => ({ ...answer, length: bytes?.length })),
        answers.flatMap(({ bytes }) => bytes ?? []));
}

function keep(done, take) {
    const write = (path, bytes) => {
        writeFileSync(`${path}.new`, bytes, { flush: true });
        renameSync(`${path}.new`, path);
    };
    for (const { name, length } of done.files) {
        const bytes = length === null ? null : take(length);
        // The suite wants one root alone.
        if (!name.endsWith(".json")) continue;
        if (bytes) write(`${folder}/${name}`, bytes);
        else rmSync(`${folder}/${name}`, { force: true });
    }
    for (const { name, length } of done.targets) write(`${targets}/${name}`, take(length));
}
