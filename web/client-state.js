// What a store holds: the module's files, and a few of the client's own.

import { encode, randomBytes } from "./bytes.js";
import { LOST_SET, NO_SET, parseSet } from "./season-set.js";

const FIRST_ROOT = "root.json", MACHINE = "machine-id", NEXT = "next-poll";

/**
 * Reads a store. What is damaged counts as missing: the next poll writes it anew. Without its set, a store that has
 * read a directory does not know what was recalled.
 *
 * `files` and `stored` are what the module wants to see; `root` is the remembered first root, `machine` this client's
 * random name, `next` when the schedule wants the next poll, `set` what was served, `report` what the last poll said.
 */
export async function readState(store) {
    const { files, stored } = await store.read();
    for (const [name, bytes] of files) if (!(bytes instanceof Uint8Array)) files.delete(name);
    const own = Object.fromEntries([FIRST_ROOT, MACHINE, NEXT].map((name) => [name, files.get(name)]));
    for (const name of Object.keys(own)) files.delete(name);
    const [machine, next] = [text(own[MACHINE]), text(own[NEXT])];
    const hasRead = files.has("metadata/timestamp.json");
    return {
        files, stored, root: own[FIRST_ROOT], machine: /^[0-9a-f]{32}$/.test(machine) ? machine : undefined,
        next: Number.isNaN(Date.parse(next)) ? null : next,
        set: parseSet(parsed(files.get("set.json"))) ?? (hasRead ? LOST_SET : NO_SET),
        report: reportOf(parsed(files.get("last-poll.json"))),
    };
}

/** A report, if it is one; null for anything else. */
function reportOf(json) {
    const { outcome, problem, remedy, finished, lastSuccess, expires, years } = json ?? {};
    const isText = (value) => value === undefined || value === null || typeof value === "string";
    const isWhole = typeof outcome === "string" && [problem, remedy, finished, lastSuccess, expires].every(isText)
        && Array.isArray(years) && years.every((year) => year !== null && typeof year === "object");
    return isWhole ? json : null;
}

/** The client's own files, as a store writes them. */
export function ownFiles({ root, machine, next }) {
    return [
        ...root ? [{ name: FIRST_ROOT, bytes: root }] : [],
        { name: MACHINE, bytes: encode(machine) }, { name: NEXT, bytes: encode(next) },
    ];
}

/** A name for this client, so that all machines do not come at the same time. */
export function randomName() {
    return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function text(bytes) { return new TextDecoder().decode(bytes); }

function parsed(bytes) {
    try {
        return JSON.parse(text(bytes));
    } catch {
        return null;
    }
}
