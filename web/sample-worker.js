// A worker that draws the samples of one season, so that a slow season stops no page. In Node it is a thread.

import { nodeModule } from "./node-files.js";
import { problemOf } from "./sample-test.js";

/** Answers each task with `{problem}`: a sentence, null if nothing is wrong, or undefined if it could not be tested. */
function serve(host) {
    host.onmessage = async ({ data: { season, module } }) => {
        host.postMessage({ problem: await problemOf(season, module).catch(() => undefined) });
    };
}

if (globalThis.postMessage) serve(globalThis);
else nodeModule("worker_threads").then(({ parentPort }) => serve(parentPort));
