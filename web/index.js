// Draws the score breakdown of a robotics match: JSON in, table out. No dependencies.
//
//     const renderer = await init();
//     renderer.loadSeason(2024, files);
//     renderer.render(match, { format: "text" });
//
// The work is done in match-breakdown.wasm, which imports nothing: it sees only what is handed to it.

import { encode, joined, randomBytes } from "./bytes.js";
import { INPUT_BYTES_MAX } from "./constants.js";
import { withSecondAttempt } from "./patience.js";
import { unzipBundle } from "./unzip.js";
import { isFileAddress, readNodeFile } from "./node-files.js";

/** The interface of the module that this file speaks. */
const INTERFACE = 1;

/** What went wrong: `code` is for programs, `message` for people. */
export class BreakdownError extends Error {
    constructor(code, message, options) {
        super(message, options);
        this.name = "BreakdownError";
        this.code = code;
    }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
let standard;

/**
 * Compiles the module and returns a renderer without seasons.
 *
 * Without an input it takes the module beside this file, and every call returns the same promise.
 */
export function init(input) {
    if (input !== undefined) return compileModule(input).then((module) => new Renderer(module));
    standard ??= compileModule(moduleAddress()).then((module) => new Renderer(module)).catch((error) => {
        standard = undefined; // The next call tries again.
        throw error;
    });
    return standard;
}

/** An address, in a page as seen from it; `code` says of what kind. No error quotes it: it may have a password. */
export function addressOf(text, code, base = globalThis.document?.baseURI ?? globalThis.location?.href) {
    try {
        return new URL(text, base);
    } catch {
        throw new BreakdownError(code, "expected an address such as https://example.org/bundles/");
    }
}

/** The address that an option names, which reports quote: so it has no login and no query. */
export function plainAddress(text, option) {
    const address = addressOf(text, "no-directory");
    const problem = address.username || address.password ? "an address without a user and password"
        : /[?#]/.test(address.href) ? "an address without '?' and '#'" : null;
    if (problem) throw new BreakdownError("no-directory", `${option}: expected ${problem}`);
    return address;
}

/** Where the module is, beside this file. */
export function moduleAddress() {
    try {
        return new URL("./match-breakdown.wasm", import.meta.url);
    } catch (cause) {
        throw new BreakdownError("no-module",
            "this bundle does not know its own address; give init() the module", { cause });
    }
}

/** Draws matches with the seasons that were loaded. */
export class Renderer {
    #module;
    #exports;
    /** What was loaded, by year: the instance that replaces a broken one gets it again. */
    #loaded = new Map();

    /** Starts a compiled module, or the bytes of one, synchronously. */
    constructor(module) {
        this.#module = module instanceof WebAssembly.Module ? module : compileBytes(module);
        this.#exports = startModule(this.#module);
    }

    /** Loads a season's files in place of the season that it had for this year. */
    loadSeason(year, files, from) {
        const { options, data } = given(year, files, from);
        this.#call("mb_load", options, data);
        this.#loaded.set(year, { options, data });
    }

    /** Draws a season's samples and compares them with its expected tables; throws what is wrong, and loads nothing. */
    testSeason(year, files, from) {
        const { options, data } = given(year, files, from);
        this.#call("mb_test", options, data);
    }

    /** Loads a published zip, checked against its manifest and, if given, against a version. */
    async loadBundle(zip, from) {
        const { year, files } = await unzipBundle(bytesOf(await arrived(zip)), this, BreakdownError);
        this.loadSeason(year, files, { origin: "downloaded", ...from });
        return year;
    }

    /** Loads what `match-breakdown/seasons` exports. */
    loadSeasons(seasons) {
        const list = typeof seasons?.[Symbol.iterator] === "function" ? [...seasons] : [undefined];
        if (list.some((season) => !season?.files)) {
            throw new BreakdownError("invalid-options", "expected a list of seasons, each with its year and files");
        }
        for (const { year, files, version } of list) {
            this.loadSeason(year, files, { version, origin: "embedded" });
        }
    }

    /** Forgets a season, for instance one that was recalled. */
    unloadSeason(year) {
        // The module keeps every season that it was given; another instance gets the others.
        if (this.#loaded.delete(year)) this.#exports = undefined;
    }

    /** Draws a match, a list of matches or an event's insights. */
    render(entry, options = {}) {
        const output = this.#call("mb_render", options, entryBytes(entry));
        if (options.format !== "view") return output;
        return output.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    }

    /** The seasons that are loaded. */
    seasons() {
        return JSON.parse(this.#call("mb_seasons"));
    }

    /** The years of the seasons that draw an entry; what cannot be drawn has none. */
    yearsOf(entry) {
        return this.ask("years", {}, entry);
    }

    /** Asks the module for a rule of the programs; docs/WEB.md lists the questions. */
    ask(question, facts = {}, data = "") {
        return JSON.parse(this.#call("mb_ask", { ask: question, ...facts }, entryBytes(data)));
    }

    /** The compiled module, for a client and for other renderers. */
    get module() { return this.#module; }

    #call(name, options, data) {
        const parts = data === undefined ? [] : [entryBytes(finite(options)), data];
        let answer;
        try {
            this.#exports ??= this.#startAgain();
            answer = { status: callModule(this.#exports, name, parts), output: output(this.#exports) };
        } catch (cause) {
            if (cause instanceof BreakdownError) throw cause;
            // A trap leaves the instance's stack and memory in an unknown state. The next call starts
            // another one: here the engine's own stack may be full.
            this.#exports = undefined;
            throw new BreakdownError("crashed",
                "the renderer stopped at this input; it goes on with the next one", { cause });
        }
        if (answer.status === 0) return answer.output;
        const { code, message } = JSON.parse(answer.output);
        throw new BreakdownError(code, message);
    }

    #startAgain() {
        for (;;) {
            const exports = startModule(this.#module);
            const year = [...this.#loaded.keys()].find((year) => !loads(exports, this.#loaded.get(year)));
            if (year === undefined) return exports;
            this.#loaded.delete(year); // One season fewer each time.
        }
    }
}

function loads(exports, { options, data }) {
    try {
        return callModule(exports, "mb_load", [entryBytes(options), data]) === 0;
    } catch {
        return false;
    }
}

/** Copies the parts in, and calls with their places. */
export function callModule(exports, name, parts) {
    // Keeps a mistaken file from growing the module's memory, which never shrinks.
    if (parts.some((part) => part.length > INPUT_BYTES_MAX)) {
        throw new BreakdownError("too-large", `more than ${INPUT_BYTES_MAX} bytes`);
    }
    const places = [];
    for (const part of parts) {
        const place = exports.mb_alloc(Math.max(part.length, 1)) >>> 0;
        if (place === 0) {
            for (const earlier of places) exports.mb_free(earlier);
            throw new BreakdownError("out-of-memory", "there is no memory for this input");
        }
        places.push(place);
        // The view is made anew each time: the buffer is another one after the memory has grown.
        new Uint8Array(exports.memory.buffer, place, part.length).set(part);
    }
    const status = exports[name](...parts.flatMap((part, index) => [places[index], part.length]));
    for (const place of places) exports.mb_free(place);
    return status;
}

function output(exports) {
    const start = exports.mb_out() >>> 0;
    const bytes = new Uint8Array(exports.memory.buffer, start, exports.mb_out_count() >>> 0);
    return decoder.decode(bytes);
}

/** Starts one of the two modules of this package. */
export function startModule(module) {
    let exports;
    try {
        ({ exports } = new WebAssembly.Instance(module, {}));
    } catch (cause) {
        throw new BreakdownError("no-module", "this module cannot be started", { cause });
    }
    if (exports.mb_abi?.() !== INTERFACE) {
        throw new BreakdownError("no-module", "this is not the module that belongs to this package");
    }
    // Random bits keep others from choosing keys that collide in the module's tables.
    const seed = new Int32Array(randomBytes(8).buffer);
    exports.mb_seed?.(seed[0], seed[1]);
    return exports;
}

/** What a promise gives; why it gives nothing otherwise. An aborted fetch keeps its `AbortError`. */
async function arrived(promise) {
    try {
        return await promise;
    } catch (cause) {
        if (cause instanceof BreakdownError || cause?.name === "AbortError") throw cause;
        const why = cause?.message ?? cause;
        throw new BreakdownError("damaged-bundle", `the bundle could not be fetched: ${why}`, { cause });
    }
}

/** Options as they are; JSON would turn a number that is none into null, which means the default. */
function finite(options) {
    for (const [name, value] of Object.entries(options ?? {})) {
        if (typeof value === "number" && !Number.isFinite(value)) {
            throw new BreakdownError("invalid-options", `${name}: expected a number, found ${value}`);
        }
    }
    return options;
}

/** Compiles a module from an address, a `Response`, bytes, a `WebAssembly.Module`, or a promise of one of these. */
export async function compileModule(input) {
    try {
        input = await input;
        if (input instanceof WebAssembly.Module) return input;
        if (typeof input === "string" || input instanceof URL) {
            if (isFileAddress(input)) return await WebAssembly.compile(await readNodeFile(input));
            return await withSecondAttempt(async (options) => compileResponse(await fetch(input, options)));
        }
        if (typeof Response !== "undefined" && input instanceof Response) {
            return await compileResponse(input);
        }
        return await WebAssembly.compile(bytesOf(input));
    } catch (cause) {
        if (cause instanceof BreakdownError) throw cause;
        throw new BreakdownError("no-module", `the module cannot be loaded: ${cause?.message ?? cause}`, { cause });
    }
}

async function compileResponse(response) {
    if (!response.ok) {
        throw new BreakdownError("no-module",
            `the module cannot be loaded: ${response.url} answers ${response.status}`);
    }
    const type = response.headers.get("content-type") ?? "";
    // Streaming refuses every other type, and many servers do not know .wasm.
    if (WebAssembly.compileStreaming && /^application\/wasm$/i.test(type)) {
        return WebAssembly.compileStreaming(response);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}

function compileBytes(bytes) {
    try {
        return new WebAssembly.Module(bytesOf(bytes));
    } catch (cause) {
        if (cause instanceof BreakdownError) throw cause;
        throw new BreakdownError("no-module", `the module cannot be compiled: ${cause.message}`, { cause });
    }
}

/** Pairs of path and bytes: `match` and `insights` are short for their files' names. */
function namedFiles(files) {
    const pairs = files instanceof Map ? [...files] : Object.entries(files ?? {});
    return pairs.filter(([, content]) => content !== undefined).map(([name, content]) => [
        name === "match" || name === "insights" ? `${name}.json` : name, entryBytes(content),
    ]);
}

/** The bytes of a JSON text, of bytes, or of a value that is written as JSON. */
export function entryBytes(entry) {
    if (typeof entry === "string") return encode(entry);
    if (isBytes(entry)) return bytesOf(entry);
    try {
        const text = JSON.stringify(entry);
        if (text !== undefined) return encode(text);
    } catch (cause) {
        // Engines draw a circle over several lines.
        const [why] = String(cause?.message ?? cause).split("\n");
        throw new BreakdownError("invalid-json", `this value is not JSON: ${why}`, { cause });
    }
    throw new BreakdownError("invalid-json", `this value is not JSON: ${typeof entry}`);
}

/** A season's files as a call gives them. */
function given(year, files, from) {
    const named = namedFiles(files);
    const options = {
        year, version: from?.version, origin: from?.origin,
        files: named.map(([path, bytes]) => ({ path, length: bytes.length })),
    };
    return { options, data: joined(named.map(([, bytes]) => bytes)) };
}

function isBytes(value) {
    return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function bytesOf(value) {
    try {
        if (value instanceof ArrayBuffer) return new Uint8Array(value);
        if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    } catch (cause) {
        throw new BreakdownError("invalid-options",
            "these bytes were transferred and are no longer here (detached)", { cause });
    }
    throw new BreakdownError("invalid-options", "expected bytes (a Uint8Array or an ArrayBuffer)");
}
