// What this browser keeps: answers of the API and seasons in IndexedDB, small things in localStorage.
// Where the browser keeps nothing (private windows, blocked, full or silent storage), they live as long as the page.

import { answered, completed, opened, result, StorageSilence } from "./database.js";

const ENTRIES_MAX = 80;

/** What is said of a browser that keeps nothing. */
export const STORES_NOTHING = "This browser stores nothing now: what this page keeps is not kept after this visit.";

/** A map from names to values that survives the page; at most 80 entries, the oldest go first. */
export class KeptMap {
    constructor(name) {
        this.name = name;
        this.memory = new Map();
        this.database = null;
        this.isSilent = false;
    }

    /** Whether the browser keeps it after this visit: a full storage says so only at the end of a transaction. */
    async isStored() {
        let request;
        const key = await this.run("readwrite", (table) => request = table.put({ value: null, time: 0 }, ""));
        return key !== null && answered(completed(request.transaction)).then(() => true, () => false);
    }

    async get(key) {
        if (this.memory.has(key)) return this.memory.get(key);
        const found = await this.run("readonly", (table) => table.get(key));
        if (found) this.memory.set(key, found.value);
        return found?.value ?? null;
    }

    async put(key, value) {
        this.memory.delete(key);
        this.memory.set(key, value);
        if (this.memory.size > ENTRIES_MAX) this.memory.delete(this.memory.keys().next().value);
        await this.run("readwrite", (table) => table.put({ value, time: Date.now() }, key));
        const keys = await this.run("readonly", (table) => table.count());
        if (keys > ENTRIES_MAX) await answered(this.removeOldest()).catch(() => {});
    }

    async remove(key) {
        this.memory.delete(key);
        await this.run("readwrite", (table) => table.delete(key));
    }

    async clear() {
        this.memory.clear();
        await this.run("readwrite", (table) => table.clear());
    }

    async removeOldest() {
        const transaction = (await this.database).transaction("kept", "readwrite");
        const table = transaction.objectStore("kept");
        const request = table.openCursor();
        const entries = [];
        for (let cursor = await result(request); cursor; cursor = await result(request)) {
            entries.push([cursor.value.time, cursor.key]);
            cursor.continue();
        }
        entries.sort(([a], [b]) => a - b);
        for (const [, key] of entries.slice(0, Math.max(0, entries.length - ENTRIES_MAX))) table.delete(key);
        await completed(transaction);
    }

    /** What a request gives; null where the browser keeps nothing. A browser that does not answer is asked once. */
    async run(mode, action) {
        if (this.isSilent) return null;
        try {
            return await answered(this.attempt(mode, action));
        } catch (error) {
            this.isSilent = error instanceof StorageSilence;
            this.database = null;
            return null;
        }
    }

    async attempt(mode, action) {
        this.database ??= opened(this.name, ["kept"]);
        return result(action((await this.database).transaction("kept", mode).objectStore("kept")));
    }
}

/** Settings that the browser did not keep. */
const visit = new Map();

/** Reads a small JSON value of this browser. */
export function readSetting(name, otherwise) {
    if (visit.has(name)) return visit.get(name) ?? otherwise;
    try {
        return JSON.parse(localStorage.getItem(`match-bundles.${name}`)) ?? otherwise;
    } catch {
        return otherwise;
    }
}

/** Keeps a small JSON value in this browser, or for this visit alone; null removes it. Returns whether it is stored. */
export function keepSetting(name, value) {
    visit.delete(name);
    try {
        if (value === null) localStorage.removeItem(`match-bundles.${name}`);
        else localStorage.setItem(`match-bundles.${name}`, JSON.stringify(value));
        return true;
    } catch {
        visit.set(name, value);
        return false;
    }
}
