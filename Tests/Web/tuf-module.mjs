// The module tuf-client.wasm behind a pipe, for TUFTests: one line of JSON in, one out.
//
// {"call": "begin" | "answer" | "verify", "options": {…}, "data": BASE64} → {"status": N}
// {"call": "next"} → {"output": BASE64}
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
let core;

function put(bytes) {
    const place = core.mb_alloc(Math.max(bytes.length, 1));
    new Uint8Array(core.memory.buffer).set(bytes, place);
    return place;
}

function give(name, options, data) {
    const json = Buffer.from(JSON.stringify(options));
    const places = [put(json), put(data)];
    const status = core[name](places[0], json.length, places[1], data.length);
    for (const place of places) core.mb_free(place);
    return { status };
}

function next() {
    const count = core.mb_tuf_next();
    const place = core.mb_alloc(Math.max(count, 1));
    core.mb_tuf_output(place);
    const output = Buffer.from(new Uint8Array(core.memory.buffer).slice(place, place + count));
    core.mb_free(place);
    return { output: output.toString("base64") };
}

for await (const line of createInterface({ input: process.stdin })) {
    const { call, options, data = "" } = JSON.parse(line);
    if (call !== "next" && call !== "answer") {
        core = new WebAssembly.Instance(module, {}).exports;
        core.mb_seed(1, 2);
    }
    const bytes = Buffer.from(data, "base64");
    const answer = call === "next" ? next() : give(call === "verify" ? "mb_verify" : `mb_tuf_${call}`, options, bytes);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
