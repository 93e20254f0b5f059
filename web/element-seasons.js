// The seasons that elements on a page share: from published directories, else from the package.

import { FIRST_POLL_SECONDS_MAX } from "./constants.js";
import { addressOf, BreakdownError } from "./index.js";

/** Clients by the addresses of their directory and its root: several elements on a page share one. */
const clients = new Map();

/**
 * Loads the seasons that a match needs.
 *
 * They come from the directory; what it does not have, or cannot give, comes from the package. A match
 * of a season that neither has is drawn without a description.
 *
 * @param source `{bundles, root}`, the addresses of a published directory and of its first root; null for the package
 *   alone
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
    const repository = addressOf(bundles, "no-directory").href;
    if (root === null) {
        throw new BreakdownError("invalid-options",
            "the attribute bundles needs root: the address of the publisher's root.json on your own server");
    }
    const rootAddress = addressOf(root, "no-directory").href;
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
    if (performance.now() - known.checked >= FIRST_POLL_SECONDS_MAX * 1000) {
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
