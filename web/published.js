// The live seasons of a published directory, for pages that have a renderer of their own.

import { fetchBytes } from "./fetch-bytes.js";
import { BreakdownError } from "./index.js";
import { overdueWords, readLive, readZip } from "./live-seasons.js";

/**
 * Reads what a directory offers, newest format level first for each year.
 *
 * A season whose live content was recalled is left out.
 */
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
        this.#recalled = new Map(live.seasons.map(({ year, recalled }) => [year, new Set(recalled)]));
        /** What is live: year, version, level, since when, and the address of its zip. */
        this.seasons = Object.freeze([...live.seasons].reverse().flatMap(({ year, forms }) =>
            forms.filter((form) => !form.isRecalled).map(({ isRecalled, ...form }) =>
                Object.freeze({ year, ...form, address: new URL(form.zip, root).href }))));
        /** Until when the publisher wanted to renew the list. */
        this.expires = live.expires;
    }

    /** The years that are live. */
    get years() {
        return [...new Set(this.seasons.map(({ year }) => year))];
    }

    /** A sentence if the list is past its expiry; else null. */
    get overdue() {
        return overdueWords(this);
    }

    /** Whether the directory has recalled a content, so that nobody may show it any more. */
    recalls(year, version) {
        return this.#recalled.get(year)?.has(version) ?? false;
    }

    /** Loads one year into a renderer; false if the directory does not have it. */
    async load(renderer, year) {
        let refused;
        for (const season of this.seasons.filter((season) => season.year === year)) {
            const zip = await readZip(this.#root, season, this.#get);
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
    let address;
    try {
        address = new URL(base, here);
    } catch (cause) {
        throw new BreakdownError("no-directory", "this is no address of a published directory", { cause });
    }
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    return address.href;
}
