// Tests new seasons before a table of them is shown, and reads published zips.

import { SELF_TEST_SECONDS_MAX } from "./constants.js";
import { BreakdownError } from "./index.js";
import { nodeModule } from "./node-files.js";
import { problemOf } from "./sample-test.js";
import { unzipBundle } from "./unzip.js";

/**
 * The new seasons that cannot be drawn, each with a sentence.
 *
 * @param seasons `[{year, version, bytes}]`
 * @param module the renderer's compiled module
 * @param keep is called with each season that can be drawn, before the next one is tested
 */
export async function undrawable(seasons, module, keep, secondsMax = SELF_TEST_SECONDS_MAX) {
    const found = [];
    for (const season of seasons) {
        // Where no worker can be had, the page waits.
        const problem = await problemInWorker({ season, module }, secondsMax) ?? await problemOf(season, module);
        if (problem) found.push({ year: season.year, problem });
        else await keep(season);
    }
    return found;
}

/** What a worker finds: a sentence, or an empty one if nothing is wrong; undefined if there is no worker. */
async function problemInWorker(task, secondsMax) {
    let worker, timer;
    try {
        worker = await startWorker();
        return await new Promise((resolve, reject) => {
            const listen = (name, action) => worker.addEventListener?.(name, action) ?? worker.on?.(name, action);
            listen("message", (message) => {
                const { problem } = message.data ?? message;
                resolve(problem === null ? "" : problem);
            });
            listen("error", reject);
            timer = setTimeout(() => resolve(`no end within ${secondsMax} seconds`), secondsMax * 1000);
            worker.postMessage(task);
        });
    } catch {
        return undefined;
    } finally {
        clearTimeout(timer);
        worker?.terminate();
    }
}

async function startWorker() {
    // No bundler follows this address.
    const address = new URL(["./sample-worker", "js"].join("."), import.meta.url);
    if (typeof Worker === "undefined") {
        const threads = await nodeModule("worker_threads");
        return threads && new threads.Worker(address);
    }
    try {
        // Bundlers know this form alone.
        return new Worker(new URL("./sample-worker.js", import.meta.url), { type: "module" });
    } catch {
        // A page starts workers of its own host alone; such a worker may import a script of another host.
        const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
        return new Worker(URL.createObjectURL(script), { type: "module" });
    }
}

/** A published zip as `{year, files, samples: [{name, text}]}`; a renderer knows its layout. */
export async function contents(zip, renderer) {
    const { year, files } = await unzipBundle(zip, renderer, BreakdownError, { withSamples: true });
    const samples = [];
    for (const [path, bytes] of [...files]) {
        if (!path.startsWith("samples/")) continue;
        files.delete(path);
        const [, name] = /^samples\/(.+)\.json$/.exec(path) ?? [];
        if (name) samples.push({ name, text: new TextDecoder().decode(bytes) });
    }
    return { year, files, samples };
}
