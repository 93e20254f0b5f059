// The live seasons of a published directory, for pages that have a renderer of their own.

import { fetchBytes } from "./fetch-bytes.js";
import { BreakdownError } from "./index.js";
import { overdueWords, readLive, readZip } from "./live-seasons.js";

/** Reads what a directory offers. */
export async function openPublished(base, options) {
    const root = directoryAddress(base);
    const get = (url, limits) => fetchBytes(url, { ...limits, credentials: "omit", signal: options?.signal });
    return new Published(root, await readLive(root, null, get), get);
}

/** The seasons of a published directory. */
export class Published {
    #root;
    #get;
    #recalled;

    constructor(root, live, get) {
        this.#root = root;
        this.#get = get;
        this.#recalled = live.recalled;
        /** What is live: year, version, level, since when, and the address of its zip; the oldest year first. */
        this.seasons = Object.freeze([...live.seasons].reverse().map(
            (season) => Object.freeze({ ...season, address: new URL(season.zip, root).href })));
        /** The years that the publisher has withdrawn: what the directory offered of them is not shown any more. */
        this.withdrawn = Object.freeze([...live.withdrawn]);
        /** Until when the publisher wanted to renew the list. */
        this.expires = live.expires;
    }

    /** The years that are live. */
    get years() {
        return this.seasons.map(({ year }) => year);
    }

    /** A sentence if the list is past its expiry; else null. */
    get overdue() {
        return overdueWords(this);
    }

    /** Whether the directory has recalled a content, so that nobody may show it any more. */
    recalls(year, version) {
        return this.#recalled[year]?.includes(version) ?? false;
    }

    /** Loads one year into a renderer; false if the directory does not have it. */
    async load(renderer, year) {
        const season = this.seasons.find((season) => season.year === year);
        if (!season) return false;
        await renderer.loadBundle(await readZip(this.#root, season, this.#get), { version: season.version });
        return true;
    }
}

function directoryAddress(base) {
    const here = globalThis.document?.baseURI ?? globalThis.location?.href;
    let address;
    try {
        address = new URL(base, here);
    } catch (cause) {
        throw new BreakdownError("no-directory", "this is no address of a published directory", { cause });
    }
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    return address.href;
}
