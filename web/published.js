// Finds the live seasons of a published directory, as `bundle-publish publish` writes it:
//
//     metadata/timestamp.json -> <n>.snapshot.json -> <n>.targets.json -> targets/…/<hash>.bundle.zip
//
// A page has no root key that did not come from the same server, so it CANNOT verify signatures. It
// checks that a zip is the one the metadata names; bundle-agent is the client that verifies.

import { BreakdownError } from "./index.js";

/** Bytes of one metadata file; the agent has the same limit for the targets. */
const METADATA_BYTES_MAX = 4 << 20;
/** Bytes of one bundle's zip. */
const ZIP_BYTES_MAX = 8 << 20;
const HEX_64 = /^[0-9a-f]{64}$/;

/**
 * Reads what a directory offers, newest format level first for each year.
 *
 * A season whose live content was recalled is left out.
 */
export async function openPublished(base, options = {}) {
    const root = directoryAddress(base);
    const get = (path, limit, fresh) => fetchBytes(new URL(path, root), limit, fresh, options);
    const metadata = async (path, fresh) => signedPart(await get(`metadata/${path}`, METADATA_BYTES_MAX, fresh), path);

    const timestamp = await metadata("timestamp.json", true);
    const snapshot = await metadata(`${versionOf(timestamp, "snapshot.json")}.snapshot.json`);
    const targets = await metadata(`${versionOf(snapshot, "targets.json")}.targets.json`);
    return new Published(seasonsOf(targets.targets, root), get);
}

/** The seasons of a published directory. */
export class Published {
    #get;

    constructor(seasons, get) {
        /** What is live: year, version, level, since when, and the address of its zip. */
        this.seasons = seasons;
        this.#get = get;
        Object.freeze(this.seasons);
    }

    /** The years that are live. */
    get years() {
        return [...new Set(this.seasons.map(({ year }) => year))].sort();
    }

    /** Loads one year into a renderer; false if the directory does not have it. */
    async load(renderer, year) {
        let refused;
        for (const season of this.seasons.filter((season) => season.year === year)) {
            const zip = await this.#get(season.address, ZIP_BYTES_MAX);
            await checkHash(zip, season);
            try {
                await renderer.loadBundle(zip, { version: season.version });
                return true;
            } catch (error) {
                // The same season may be published in an older form, too.
                if (error.code !== "needs-newer") throw error;
                refused = error;
            }
        }
        if (refused) throw refused;
        return false;
    }
}

function directoryAddress(base) {
    const here = globalThis.document?.baseURI ?? globalThis.location?.href;
    const address = new URL(base, here);
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    return address;
}

function seasonsOf(targets, root) {
    const seasons = [];
    for (const [name, target] of Object.entries(targets ?? {})) {
        const parts = /^f(\d{1,3})\/(\d{4})\/bundle\.zip$/.exec(name);
        const hash = target?.hashes?.sha256;
        const custom = target?.custom;
        if (!parts || !HEX_64.test(hash) || !HEX_64.test(custom?.version)) continue;
        if (custom.recalled?.includes?.(custom.version)) continue;
        const [level, year] = [Number(parts[1]), Number(parts[2])];
        const path = `targets/f${level}/${year}/${hash}.bundle.zip`;
        seasons.push(Object.freeze({
            year, level, version: custom.version, published: String(custom.published ?? ""), sha256: hash,
            address: new URL(path, root).href,
        }));
    }
    return seasons.sort((one, other) => one.year - other.year || other.level - one.level);
}

function versionOf(metadata, name) {
    const version = metadata.meta?.[name]?.version;
    if (!Number.isSafeInteger(version) || version < 1) throw unreadable(`no version of ${name}`);
    return version;
}

function signedPart(bytes, path) {
    try {
        const { signed } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
        if (signed && typeof signed === "object") return signed;
    } catch { /* below */ }
    throw unreadable(`${path} is no metadata`);
}

/** Where WebCrypto exists, which is not so on a page without https. The module checks the files anyway. */
async function checkHash(bytes, { sha256, address }) {
    if (!globalThis.crypto?.subtle) return;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (hex !== sha256) throw new BreakdownError("damaged-bundle", `${address} is not the file that the metadata names`);
}

async function fetchBytes(address, limit, fresh, { signal } = {}) {
    let response;
    try {
        response = await fetch(address, { cache: fresh ? "no-cache" : "default", credentials: "omit", signal });
    } catch (cause) {
        if (cause?.name === "AbortError") throw cause;
        throw unreadable(`${address} cannot be reached`, cause);
    }
    if (!response.ok) throw unreadable(`${address} answers ${response.status}`);
    return readAtMost(response, limit);
}

/** The body of an answer; stops as soon as it is longer than the limit. */
export async function readAtMost(response, limit) {
    const parts = [];
    let total = 0;
    const reader = response.body.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        total += value.length;
        if (total > limit) {
            await reader.cancel();
            throw new BreakdownError("too-large", `${response.url} has more than ${limit} bytes`);
        }
        parts.push(value);
    }
    const all = new Uint8Array(total);
    let place = 0;
    for (const part of parts) {
        all.set(part, place);
        place += part.length;
    }
    return all;
}

function unreadable(why, cause) {
    return new BreakdownError("no-directory", `the published directory cannot be read: ${why}`, { cause });
}
