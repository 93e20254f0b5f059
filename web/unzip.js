// Unpacks a published bundle. It refuses every zip that `bundle-publish` would not have written: the
// entries fill the file from its first byte to the directory, and both headers of an entry agree.

import { nodeModule } from "./node-files.js";

/** Each limit prevents one way to exhaust a machine; the publisher keeps to the same ones. */
const LIMITS = {
    zipBytesMax: 8 << 20,
    unpackedBytesMax: 32 << 20,
    fileBytesMax: 8 << 20,
    filesMax: 1_000,
};
const LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50;
const LOCAL_BYTES = 30, CENTRAL_BYTES = 46, END_BYTES = 22;
const STORED = 0, DEFLATED = 8;

/** The year and the files of a zip; with `withSamples` its samples, too. */
export async function unzipBundle(zip, BreakdownError, { withSamples = false } = {}) {
    const wrong = (why, cause) => new BreakdownError("damaged-bundle", `this is not a published bundle: ${why}`, { cause });
    if (zip.length > LIMITS.zipBytesMax) throw wrong(`more than ${LIMITS.zipBytesMax} bytes`);

    const files = new Map();
    let total = 0;
    for (const entry of entries(zip, wrong)) {
        total += entry.length;
        if (total > LIMITS.unpackedBytesMax) throw wrong("its files are too large");
        if (withSamples || !entry.path.startsWith("samples/")) files.set(entry.path, await unpacked(entry, wrong));
    }
    const manifest = files.get("manifest.json");
    if (manifest === undefined) throw wrong("it has no manifest");
    let year;
    try {
        ({ year } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(manifest)));
    } catch (cause) {
        throw wrong("its manifest is not JSON", cause);
    }
    if (!Number.isInteger(year)) throw wrong("its manifest has no year");
    return { year, files };
}

function entries(zip, wrong) {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    const end = zip.length - END_BYTES;
    if (end < 0 || view.getUint32(end, true) !== END) throw wrong("no end record at its end");
    const count = view.getUint16(end + 10, true);
    if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count
        || view.getUint16(end + 20, true) !== 0) throw wrong("another end record");
    if (count < 1 || count > LIMITS.filesMax + 1) throw wrong("too many files");
    const directory = view.getUint32(end + 16, true);
    if (directory + view.getUint32(end + 12, true) !== end) throw wrong("a gap before its end record");

    const found = [];
    const paths = new Set();
    let central = directory, local = 0;
    for (let index = 0; index < count; index++) {
        if (central + CENTRAL_BYTES > end || view.getUint32(central, true) !== CENTRAL
            || local + LOCAL_BYTES > directory || view.getUint32(local, true) !== LOCAL) {
            throw wrong("an entry without its two headers");
        }
        const nameBytes = view.getUint16(central + 28, true);
        const start = local + LOCAL_BYTES + nameBytes;
        if (central + CENTRAL_BYTES + nameBytes > end || start > directory) throw wrong("a name beyond the directory");
        // From the needed version to the length of the extra field, and the name.
        if (!equal(zip, local + 4, central + 6, 26)
            || !equal(zip, local + LOCAL_BYTES, central + CENTRAL_BYTES, nameBytes)
            || view.getUint32(central + 42, true) !== local) throw wrong("two headers that differ");
        const method = view.getUint16(central + 10, true);
        const packed = view.getUint32(central + 20, true);
        const length = view.getUint32(central + 24, true);
        const path = String.fromCharCode(...zip.subarray(start - nameBytes, start));
        if (view.getUint16(central + 8, true) !== 0 || view.getUint16(central + 30, true) !== 0
            || view.getUint32(central + 32, true) !== 0) throw wrong("an entry with flags, extra fields or comments");
        if (method !== STORED && method !== DEFLATED) throw wrong(`method ${method}`);
        if (length > LIMITS.fileBytesMax) throw wrong("a file that is too large");
        if (packed > directory - start) throw wrong("a file beyond the directory");
        if (method === STORED && packed !== length) throw wrong("a stored file of two lengths");
        if (!/^[\x21-\x7e]{1,200}$/.test(path) || paths.has(path)) throw wrong("an improper or repeated path");
        paths.add(path);
        found.push({ path, method, length, packed: zip.subarray(start, start + packed) });
        local = start + packed;
        central += CENTRAL_BYTES + nameBytes;
    }
    if (central !== end || local !== directory) throw wrong("bytes that belong to no entry");
    return found;
}

function equal(bytes, one, other, count) {
    for (let index = 0; index < count; index++) {
        if (bytes[one + index] !== bytes[other + index]) return false;
    }
    return true;
}

async function unpacked({ path, method, length, packed }, wrong) {
    if (method === STORED) return packed.slice();
    const result = new Uint8Array(length);
    let filled = 0;
    try {
        for await (const part of inflated(packed, length)) {
            if (filled + part.length > length) throw wrong(`${path} is longer than its header says`);
            result.set(part, filled);
            filled += part.length;
        }
    } catch (cause) {
        throw cause?.code === "damaged-bundle" ? cause : wrong(`${path} cannot be unpacked`, cause);
    }
    if (filled !== length) throw wrong(`${path} is shorter than its header says`);
    return result;
}

/** The parts of an inflated file; a caller that stops reading stops the work. */
async function* inflated(packed, length) {
    let stream;
    try {
        stream = new DecompressionStream("deflate-raw");
    } catch (error) {
        // Node before 20.12 has no raw form.
        const zlib = await nodeModule("zlib");
        if (zlib === undefined) throw error;
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
