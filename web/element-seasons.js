// The seasons that elements on a page share: from published directories, else from the package.

import { BreakdownError } from "./index.js";

/** Clients by the addresses of their directory and its root: several elements on a page share one. */
const clients = new Map();
/** A season that is published now is there at the next look after this time. */
const PAUSE_MILLISECONDS = 60_000;

/**
 * Loads the seasons that a match needs.
 *
 * They come from the directory; what it does not have, or cannot give, comes from the package. A match
 * of a season that neither has is drawn without a description.
 *
 * @param source `{bundles, root}`, the addresses of a published directory and of its first root; null for the package alone
 */
export async function loadYears(renderer, source, years, report) {
    let client;
    try {
        client = source && await current(source, report);
    } catch (error) {
        report(error);
    }
    for (const year of years) {
        if (client) await client.load(renderer, year);
        // A page that sets the element's renderer may have loaded the season already.
        else if (!renderer.seasons().some((season) => season.year === year)) {
            renderer.loadSeasons((await packaged()).filter((season) => season.year === year));
        }
    }
}

/** The client of a directory, after a look at it that is at most a minute old. */
async function current({ bundles, root }, report) {
    const repository = addressOf(bundles, document.baseURI, "no-directory").href;
    if (root === null) {
        throw new BreakdownError("invalid-options",
            "the attribute bundles needs root: the address of the publisher's root.json on your own server");
    }
    const rootAddress = addressOf(root, document.baseURI, "no-directory").href;
    // A page without a directory does not load it.
    const { BundleClient, requireRead } = await import("./client.js");
    const name = `${repository} ${rootAddress}`;
    if (!clients.has(name)) {
        const opening = packaged().then((embedded) => BundleClient.open({ repository, rootAddress, embedded }));
        opening.catch(() => clients.delete(name));
        clients.set(name, { opening, checked: -Infinity });
    }
    const known = clients.get(name);
    const client = await known.opening;
    if (performance.now() - known.checked >= PAUSE_MILLISECONDS) {
        known.checked = performance.now();
        known.checking = client.check().then((found) => client.adopt().then(() => found));
    }
    try {
        requireRead(await known.checking);
    } catch (error) {
        report(error);
    }
    return client;
}

/** The seasons of the package. */
async function packaged() {
    return (await import("./seasons.js").catch(() => ({ seasons: [] }))).seasons;
}

/** The years in the keys of a text: at most the 20 first ones. */
export function yearsIn(entry) {
    const text = typeof entry === "string" ? entry : new TextDecoder().decode(entry);
    const years = new Set();
    for (const [, year] of text.matchAll(/"(?:event_)?key"\s*:\s*"((?:19|20)\d{2})[a-z]/g)) {
        if (years.add(Number(year)).size === 20) break;
    }
    return [...years];
}

/** An address in a page; `code` says of what kind. */
export function addressOf(text, base, code) {
    try {
        return new URL(text, base);
    } catch (cause) {
        throw new BreakdownError(code, `this is not an address: ${text}`, { cause });
    }
}
