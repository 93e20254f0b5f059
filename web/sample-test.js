// Draws the samples of a new season once, before a table of it is shown; the agent's self-test does the same.

import { BreakdownError, Renderer } from "./index.js";
import { unzipBundle } from "./unzip.js";

/**
 * Why a season cannot be drawn; null if it can.
 *
 * @param season `{year, version, bytes}`
 * @param module the renderer's compiled module
 */
export async function problemOf({ year, version, bytes }, module) {
    try {
        // A renderer of its own: what stops here harms no other season.
        const renderer = new Renderer(module);
        const { files } = await unzipBundle(bytes, renderer, BreakdownError, { withSamples: true });
        renderer.testSeason(year, files, { version, origin: "downloaded" });
        return null;
    } catch (error) {
        if (!(error instanceof BreakdownError) || ["no-module", "unsupported"].includes(error.code)) throw error;
        return error.message;
    }
}
