// What a client shows of each year: the set that the module wrote (set.json), and the seasons inside the program.

/** The set in the JSON of set.json; an empty one if there is none. */
export function parseSet(json) {
    return { bundles: json?.bundles ?? {}, recalled: json?.recalled ?? {} };
}

/** The set of the seasons inside a program, as set.json has it. */
export function embeddedSet(seasons) {
    const bundles = {};
    for (const { year, version, published } of seasons.values()) {
        bundles[year] = { version, origin: "embedded", ...(published && { published }) };
    }
    return { bundles, recalled: {} };
}

/**
 * What is shown: of each year the set's season. Of an embedded one, the program may have a newer edition by now; of a
 * year that the set does not have, the program shows its own unless that is recalled.
 */
export function shownSeasons(set, embedded) {
    const inside = embeddedSet(embedded).bundles;
    const bundles = { ...inside, ...set.bundles };
    const found = [];
    for (const [year, entry] of Object.entries(bundles)) {
        const newest = entry.origin === "embedded" ? inside[year] : {};
        const { version, origin, published, since } = { ...entry, ...newest };
        if (set.recalled[year]?.includes(version)) continue;
        found.push(Object.freeze({
            year: Number(year), version, origin, published: timeText(published), since: timeText(since),
        }));
    }
    return found.sort((a, b) => b.year - a.year);
}

/**
 * A set that goes on although a newer one is stored: without the contents that were recalled since, and without the
 * years that the directory no longer offers.
 */
export function keptSet(before, newest) {
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
