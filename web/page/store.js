// What this browser keeps: answers of the API and seasons in IndexedDB, small things in localStorage.
// Where the browser keeps nothing (private windows, blocked storage), they live as long as the page.

import { completed, opened, result } from "./database.js";

const ENTRIES_MAX = 80;

/** A map from names to values that survives the page; at most 80 entries, the oldest go first. */
export class KeptMap {
    constructor(name) {
        this.name = name;
        this.memory = new Map();
        this.database = null;
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
        if (keys > ENTRIES_MAX) await this.removeOldest().catch(() => {});
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

    /** What a request gives; null where the browser keeps nothing. */
    async run(mode, action) {
        try {
            this.database ??= opened(this.name, ["kept"]);
            return await result(action((await this.database).transaction("kept", mode).objectStore("kept")));
        } catch {
            return null;
        }
    }
}

/** Reads a small JSON value of this browser. */
export function readSetting(name, otherwise) {
    try {
        return JSON.parse(localStorage.getItem(`match-bundles.${name}`)) ?? otherwise;
    } catch {
        return otherwise;
    }
}

/** Keeps a small JSON value in this browser; null removes it. Returns whether that worked. */
export function keepSetting(name, value) {
    try {
        if (value === null) localStorage.removeItem(`match-bundles.${name}`);
        else localStorage.setItem(`match-bundles.${name}`, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}
