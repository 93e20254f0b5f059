// The seasons that elements on a page share: from published directories, else from the package.

import { BreakdownError } from "./index.js";
import { openPublished } from "./published.js";

/** Directories that were read, by address: several elements on a page ask once. */
const directories = new Map();
/** What was loaded into each renderer, by directory and year. */
const loadedYears = new WeakMap();

/**
 * Loads the seasons that a match needs.
 *
 * They come from the directory; what it does not have, or cannot give, comes from the package. A match
 * of a season that nobody has is drawn without a description.
 */
export async function loadYears(renderer, bundles, years, report) {
    const done = loadedYears.get(renderer) ?? new Map();
    loadedYears.set(renderer, done);
    for (const year of years) {
        // Somebody who gives a renderer of their own may have loaded the season already.
        if (bundles === null && loadedVersion(renderer, year)) continue;
        let published;
        try {
            if (bundles !== null) {
                const source = addressOf(bundles, document.baseURI, "no-directory").href;
                published = await directory(source);
                const isWithdrawn = done.has(year) && published.withdrawn.includes(year);
                if (isWithdrawn || published.recalls(year, loadedVersion(renderer, year))) {
                    renderer.unloadSeason(year);
                    done.delete(year);
                }
                const version = published.seasons.find((season) => season.year === year)?.version;
                // Loaded before, and nothing newer is live.
                if (version && done.get(year) === `${source} ${version}`) continue;
                if (await published.load(renderer, year)) {
                    done.set(year, `${source} ${version}`);
                    continue;
                }
            }
        } catch (error) {
            report(error);
        }
        if (loadedVersion(renderer, year)) continue;
        const { seasons } = await import("./seasons.js").catch(() => ({ seasons: [] }));
        renderer.loadSeasons(seasons.filter(
            (season) => season.year === year && !published?.recalls(year, season.version)));
    }
}

/** The version of a year that a renderer has; true if it has one without a version. */
function loadedVersion(renderer, year) {
    const season = renderer.seasons().find((season) => season.year === year);
    return season && (season.version ?? true);
}

function directory(address) {
    const known = directories.get(address);
    // A season that is published now is there at the next look.
    if (known && performance.now() - known.at < 60_000) return known.published;
    const published = openPublished(address);
    directories.set(address, { published, at: performance.now() });
    published.catch(() => directories.delete(address));
    return published;
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
        throw new BreakdownError(code, `this is no address: ${text}`, { cause });
    }
}
