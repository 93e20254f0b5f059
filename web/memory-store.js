// Keeps what a client needs for as long as the program runs.

/**
 * A store in memory: for tests, bots, and browsers that let a page keep nothing.
 *
 * A store has `kind`; `read()`, the small files by name and the list of zips; `bundle(year, version)`, the bytes of a
 * zip or null; `write({bundles, files, unneeded})`, which does all of it or nothing; `clear()`; and
 * `exclusively(action)`, which runs one action at a time for all who share the store.
 */
export function memoryStore() {
    const files = new Map(), zips = new Map();
    const turns = new Turns();
    return {
        kind: "memory",
        async read() {
            const stored = [...zips.values()].map(({ year, version }) => ({ year, version }));
            return { files: new Map(files), stored };
        },
        async bundle(year, version) {
            return zips.get(`${year}-${version}`)?.bytes ?? null;
        },
        async write(change) {
            for (const bundle of change.bundles) zips.set(`${bundle.year}-${bundle.version}`, bundle);
            for (const { name, bytes } of change.files) {
                if (bytes === null) files.delete(name);
                else files.set(name, bytes);
            }
            for (const { year, version } of change.unneeded) zips.delete(`${year}-${version}`);
        },
        async clear() {
            files.clear();
            zips.clear();
        },
        exclusively: (action) => turns.next(action),
    };
}

/** Runs one action after another. */
export class Turns {
    #last = Promise.resolve();

    next(action) {
        const result = this.#last.then(action);
        this.#last = result.catch(() => {});
        return result;
    }
}
