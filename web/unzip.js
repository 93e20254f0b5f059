// Unpacks a published bundle. The module says where its files are, and refuses every zip that `bundle-publish` would
// not have written.

import { nodeModule } from "./node-files.js";
import { OLDEST_BROWSERS } from "./oldest-browsers.js";

/** The year and the files of a zip; with `withSamples` its samples, too. */
export async function unzipBundle(zip, renderer, BreakdownError, { withSamples = false } = {}) {
    const wrong = (why, cause) =>
        new BreakdownError("damaged-bundle", `this is not a published bundle: ${why}`, { cause });
    if (!inflater() && await nodeModule("zlib") === undefined) {
        throw new BreakdownError("unsupported",
            `this browser cannot unpack seasons; ${OLDEST_BROWSERS} and newer ones can`);
    }
    const files = new Map();
    for (const entry of renderer.ask("zip", {}, zip)) {
        if (!withSamples && entry.path.startsWith("samples/")) continue;
        files.set(entry.path, await unpacked(entry, zip.subarray(entry.start, entry.end), wrong));
    }
    try {
        const { year } = JSON.parse(new TextDecoder().decode(files.get("manifest.json")));
        if (Number.isInteger(year)) return { year, files };
    } catch (cause) {
        throw wrong("its manifest is not JSON", cause);
    }
    throw wrong("its manifest has no year");
}

async function unpacked({ path, isDeflated, length }, packed, wrong) {
    const result = new Uint8Array(length);
    let filled = 0;
    try {
        for await (const part of isDeflated ? inflated(packed, length) : [packed]) {
            result.set(part, filled); // It throws beyond the length.
            filled += part.length;
        }
    } catch (cause) {
        throw wrong(`${path} cannot be unpacked`, cause);
    }
    if (filled !== length) throw wrong(`${path} is shorter than its header says`);
    return result;
}

/** What unpacks one file; null in old browsers, and in Node before 20.12, which have no raw form. */
function inflater() {
    try {
        return new DecompressionStream("deflate-raw");
    } catch {
        return null;
    }
}

/** The parts of an inflated file; a caller that stops reading stops the work. */
async function* inflated(packed, length) {
    const stream = inflater();
    if (!stream) {
        const zlib = await nodeModule("zlib");
        yield zlib.inflateRawSync(packed, { maxOutputLength: length + 1 });
        return;
    }
    const reader = new Blob([packed]).stream().pipeThrough(stream).getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            yield value;
        }
    } finally {
        await reader.cancel().catch(() => {});
    }
}
