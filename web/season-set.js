// What a client shows of each year: the set that the module wrote (set.json), and the seasons inside the program.

/** The set of a client that has read no directory. */
export const NO_SET = { bundles: {}, recalled: {} };

/** A set that is gone or damaged: what was recalled is unknown. */
export const LOST_SET = { bundles: {}, recalled: null };

const ORIGINS = ["embedded", "downloaded", "folder"];

/** The set in the JSON of set.json; null if it is none. The module reads it so, too. */
export function parseSet(json) {
    const { bundles, recalled = {} } = json ?? {};
    const isVersion = (version) => /^[0-9a-f]{64}$/.test(version);
    const isTime = (seconds) => seconds === undefined || Number.isSafeInteger(seconds);
    const isEntry = (entry) => isVersion(entry?.version) && ORIGINS.includes(entry.origin)
        && isTime(entry.since) && isTime(entry.published);
    const isList = (versions) => Array.isArray(versions) && versions.every(isVersion);
    return hasYears(bundles, isEntry) && hasYears(recalled, isList) ? { bundles, recalled } : null;
}

/** Whether a value is an object with years as keys, and with such values. */
function hasYears(object, isValue) {
    return object !== null && typeof object === "object" && !Array.isArray(object)
        && Object.entries(object).every(([year, value]) => /^(199[2-9]|2\d{3})$/.test(year) && isValue(value));
}

/** The set of the seasons inside a program, as set.json has it. */
export function embeddedSet(seasons) {
    const bundles = {};
    for (const { year, version, published } of seasons.values()) {
        bundles[year] = { version, origin: "embedded", ...(published && { published }) };
    }
    return { ...NO_SET, bundles };
}

/**
 * What is shown: of each year the set's season. Of an embedded one, the program may have a newer edition by now; of a
 * year that the set does not have, the program shows its own unless that is recalled, or may be.
 */
export function shownSeasons(set, embedded) {
    const inside = set.recalled ? embeddedSet(embedded).bundles : {};
    const bundles = { ...inside, ...set.bundles };
    const found = [];
    for (const [year, entry] of Object.entries(bundles)) {
        const newest = entry.origin === "embedded" ? inside[year] : {};
        const { version, origin, published, since } = { ...entry, ...newest };
        if (set.recalled?.[year]?.includes(version)) continue;
        found.push(Object.freeze({
            year: Number(year), version, origin, published: timeText(published), since: timeText(since),
        }));
    }
    return found.sort((a, b) => b.year - a.year);
}

/**
 * A set that goes on although a newer one is stored: without the contents that were recalled since, and without the
 * years that the directory no longer offers. If the newer one is lost, the program knows as much as before.
 */
export function keptSet(before, newest) {
    if (!newest.recalled) return before;
    const bundles = {};
    for (const [year, entry] of Object.entries(before.bundles)) {
        if (newest.recalled[year]?.includes(entry.version)) {
            if (newest.bundles[year]) bundles[year] = newest.bundles[year];
        } else if (newest.bundles[year]) {
            bundles[year] = entry;
        }
    }
    return { bundles, recalled: newest.recalled };
}

/** The years whose shown content differs, the newest first. */
export function changedYears(before, after) {
    const versions = (seasons) => new Map(seasons.map(({ year, version }) => [year, version]));
    const [one, other] = [versions(before), versions(after)];
    return [...new Set([...one.keys(), ...other.keys()])]
        .filter((year) => one.get(year) !== other.get(year)).sort((a, b) => b - a);
}

/** Seconds since 1970 as `2026-03-01T12:00:00Z`; null if there are none. */
export function timeText(seconds) {
    return seconds === undefined ? null : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
