// Draws the samples of new seasons once, before a table of them is shown; the agent's self-test does the same.

import { BreakdownError, Renderer } from "./index.js";
import { unzipBundle } from "./unzip.js";

/**
 * The new seasons that cannot be drawn, each with a sentence.
 *
 * @param bundles `[{year, version, bytes}]`
 * @param module the renderer's compiled module
 */
export async function undrawable(bundles, module) {
    const found = [];
    for (const { year, version, bytes } of bundles) {
        const problem = await problemOf(year, version, bytes, module);
        if (problem) found.push({ year, problem });
    }
    return found;
}

async function problemOf(year, version, zip, module) {
    try {
        // A renderer of its own: what stops here harms no other season.
        const renderer = new Renderer(module);
        const { files } = await unzipBundle(zip, renderer, BreakdownError, { withSamples: true });
        renderer.testSeason(year, files, { version, origin: "downloaded" });
        return null;
    } catch (error) {
        if (!(error instanceof BreakdownError) || ["no-module", "unsupported"].includes(error.code)) throw error;
        return error.message;
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
