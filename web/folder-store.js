// Keeps what a client needs in a folder: for bots and servers in Node.
//
// The order of writes is the commit: zips, then the small files in the module's order, set.json as the last one, then
// deletions. After a crash at any step a reader finds the set before it or the set after it, and its zips.

import { lstat, mkdir, open, readFile, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Turns } from "./memory-store.js";

const ZIP = /^(\d{4})-([0-9a-f]{64})\.zip$/;

/**
 * The store in a folder, which is made if it is missing.
 *
 * It has no lock: one process polls into a folder. Two that poll at once may spoil each other's files. A spoiled file
 * counts as missing, and the next poll writes it anew.
 */
export function folderStore(folder) {
    const files = join(folder, "files"), bundles = join(folder, "bundles");
    const zip = ({ year, version }) => join(bundles, `${year}-${version}.zip`);
    const turns = new Turns();
    return {
        kind: "folder",
        async read() {
            const found = new Map();
            for (const name of await namesBelow(files)) found.set(name, await bytesOf(join(files, name)));
            const zips = (await namesBelow(bundles)).map((name) => ZIP.exec(name)).filter(Boolean);
            return { files: found, stored: zips.map(([, year, version]) => ({ year: Number(year), version })) };
        },
        async bundle(year, version) {
            return bytesOf(zip({ year, version }), null);
        },
        async write(change) {
            for (const bundle of change.bundles) await replaceAndSync(zip(bundle), bundle.bytes);
            for (const { name, bytes } of change.files) {
                if (bytes === null) await rm(join(files, name), { recursive: true, force: true });
                else await replaceAndSync(join(files, name), bytes);
            }
            for (const bundle of change.unneeded) await rm(zip(bundle), { recursive: true, force: true });
        },
        async clear() {
            await rm(join(files, "set.json"), { force: true });
            for (const part of [files, bundles]) await rm(part, { recursive: true, force: true });
        },
        exclusively: (action) => turns.next(action),
    };
}

/** A crash leaves the old content or the new one. A file where a folder belongs, or the opposite, is removed. */
async function replaceAndSync(path, bytes) {
    try {
        await replaceOnce(path, bytes);
    } catch (error) {
        if (!["EISDIR", "ENOTDIR", "EEXIST", "ENOTEMPTY"].includes(error.code)) throw error;
        for (const name of [dirname(path), `${path}.new`, path]) await removeOtherKind(name, name === dirname(path));
        await replaceOnce(path, bytes);
    }
}

async function removeOtherKind(path, isFolder) {
    const found = await lstat(path).catch(() => null);
    if (found && found.isDirectory() !== isFolder) await rm(path, { recursive: true });
}

async function replaceOnce(path, bytes) {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(`${path}.new`, "w");
    try {
        await file.writeFile(bytes);
        await file.sync();
    } finally {
        await file.close();
    }
    await rename(`${path}.new`, path);
    const parent = await open(dirname(path), "r");
    await parent.sync().catch(() => {}); // Windows syncs no folders.
    await parent.close();
}

/** The paths of the files below a folder, with slashes; what a crash left half written is none. */
async function namesBelow(folder, prefix = "") {
    const names = [];
    let entries;
    try {
        entries = await readdir(join(folder, prefix), { withFileTypes: true });
    } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes(error.code)) return [];
        throw error;
    }
    for (const entry of entries) {
        if (entry.isFile() && !entry.name.endsWith(".new")) names.push(prefix + entry.name);
        // The module's names have one folder at most.
        if (entry.isDirectory() && prefix === "") names.push(...await namesBelow(folder, `${entry.name}/`));
    }
    return names;
}

async function bytesOf(path, absent) {
    try {
        return new Uint8Array(await readFile(path));
    } catch (error) {
        if (absent !== undefined && ["ENOENT", "EISDIR", "ENOTDIR"].includes(error.code)) return absent;
        throw error;
    }
}
