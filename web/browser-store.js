// Keeps what a client needs in IndexedDB, for all tabs and workers of an origin.

import { answered, completed, opened, result } from "./database.js";
import { STALL_SECONDS_MAX } from "./constants.js";
import { memoryStore, Turns } from "./memory-store.js";

/** A poll is written to the disk within this time. */
const WRITE_MILLISECONDS_MAX = STALL_SECONDS_MAX * 1000;
const FILES = "files", BUNDLES = "bundles";

/**
 * The store of a name; one in memory where the browser lets a page keep nothing, or its storage does not answer.
 *
 * A change is written in one transaction, so readers see the set before it or the set after it.
 */
export async function browserStore(name) {
    try {
        await answered(using(name, (database) => result(database.transaction(FILES).objectStore(FILES).count())));
    } catch {
        return memoryStore();
    }
    const turns = new Turns();
    return {
        kind: "indexeddb",
        read: () => answered(using(name, async (database) => {
            const reading = database.transaction([FILES, BUNDLES], "readonly");
            const [files, bundles] = [reading.objectStore(FILES), reading.objectStore(BUNDLES)];
            const [names, contents, keys] = await Promise.all(
                [files.getAllKeys(), files.getAll(), bundles.getAllKeys()].map(result));
            return {
                files: new Map(names.map((name, at) => [name, contents[at]])),
                stored: keys.map((key) => ({ year: Number(key.slice(0, 4)), version: key.slice(5) })),
            };
        })),
        bundle: (year, version) => answered(using(name, async (database) => {
            const reading = database.transaction([BUNDLES], "readonly");
            return await result(reading.objectStore(BUNDLES).get(`${year}-${version}`)) ?? null;
        })),
        write: (change) => answered(using(name, (database) => written(database, change)), WRITE_MILLISECONDS_MAX),
        clear: () => using(name, async (database) => {
            const writing = database.transaction([FILES, BUNDLES], "readwrite", { durability: "strict" });
            for (const part of [FILES, BUNDLES]) writing.objectStore(part).clear();
            await completed(writing);
        }),
        // One tab of many polls. Without locks each tab does; the last transaction wins, whole.
        exclusively: (action) => turns.next(() => globalThis.navigator?.locks
            ? navigator.locks.request(name, action) : action()),
        ...announcing(name),
    };
}

async function written(database, { bundles, files, unneeded }) {
    // "strict" waits for the disk; else a power cut may lose what the browser has called complete.
    const writing = database.transaction([FILES, BUNDLES], "readwrite", { durability: "strict" });
    const [small, zips] = [writing.objectStore(FILES), writing.objectStore(BUNDLES)];
    for (const { year, version, bytes } of bundles) zips.put(bytes, `${year}-${version}`);
    for (const { name, bytes } of files) {
        if (bytes === null) small.delete(name);
        else small.put(bytes, name);
    }
    for (const { year, version } of unneeded) zips.delete(`${year}-${version}`);
    await completed(writing);
}

/** Tells clients in other tabs and workers that the store has changed. */
function announcing(name) {
    if (typeof BroadcastChannel === "undefined") return {};
    return {
        announce() {
            const channel = new BroadcastChannel(name);
            channel.postMessage("changed");
            channel.close();
        },
        /** Calls back after each change by others; returns a function that ends it. */
        listen(action) {
            const channel = new BroadcastChannel(name);
            channel.onmessage = action;
            return () => channel.close();
        },
    };
}

async function using(name, action) {
    const database = await opened(name, [FILES, BUNDLES]);
    try {
        return await action(database);
    } finally {
        database.close();
    }
}
