// The module tuf-client.wasm behind a pipe, for TUFTests: one line of JSON in, one out.
//
// {"call": "begin" | "answer" | "verify", "options": {…}, "data": BASE64} → {"status": N}
// {"call": "next"} → {"output": BASE64}
import { createInterface } from "node:readline";

import { TUFModule } from "./tuf-steps.mjs";

let module = new TUFModule(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
    const { call, options, data = "" } = JSON.parse(line);
    const bytes = Buffer.from(data, "base64");
    // Each refresh and each signature gets an instance of its own.
    if (call === "begin" || call === "verify") module = new TUFModule(module.compiled);
    const answer = call === "next"
        ? { output: module.next().toString("base64") }
        : { status: module.give(call === "verify" ? "mb_verify" : `mb_tuf_${call}`, options, bytes) };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
