// Reads what a published directory offers, as `bundle-publish publish` writes it:
//
//     metadata/timestamp.json -> <n>.snapshot.json -> <n>.targets.json -> targets/…/<hash>.bundle.zip
//
// It checks role, version, length and SHA-256 along this chain. A page has no root key that did not come from
// the same server, so it CANNOT verify signatures; bundle-agent is the client that verifies.

import { BreakdownError } from "./index.js";
import { nodeModule } from "./node-files.js";

/** Limits of what a directory may send: the same as the agents'. */
export const LIVE_LIMITS = {
    timestampBytesMax: 16 << 10, metadataBytesMax: 5_000_000, zipBytesMax: 4 << 20, seasonsMax: 200,
};

/**
 * Reads what is live.
 *
 * @param base address of the directory, with a slash at its end
 * @param known what was read before: files with the same hash are not read again
 * @param fetchBytes `(url, {isFresh, lengthBytesMax}) → Uint8Array`; null if the file is absent
 * @returns `{version, expires, snapshotSHA256, seasons, recalled, withdrawn}`, the newest season first
 */
export async function readLive(base, known, fetchBytes) {
    const timestamp = parse(await need(fetchBytes, `${base}metadata/timestamp.json`, {
        isFresh: true, lengthBytesMax: LIVE_LIMITS.timestampBytesMax,
    }), "timestamp");
    const link = linkTo(timestamp, "snapshot");
    const live = { version: timestamp.version, expires: String(timestamp.expires ?? "") };
    if (known?.snapshotSHA256 === link.sha256) return { ...known, ...live };
    const snapshot = await follow(link, base, fetchBytes);
    const targets = await follow(linkTo(snapshot, "targets"), base, fetchBytes);
    const recalls = recallsOf(targets);
    return { ...live, snapshotSHA256: link.sha256, seasons: seasonsOf(targets, recalls), ...recalls };
}

/** The zip of a season, checked against the length and the hash that the metadata lists. */
export async function readZip(base, season, fetchBytes) {
    const bytes = await need(fetchBytes, `${base}${season.zip}`, { lengthBytesMax: LIVE_LIMITS.zipBytesMax });
    await requireSame(bytes, season, season.zip, "damaged-bundle");
    return bytes;
}

/**
 * The recall list in targets metadata: `{recalled: {year: [version]}, withdrawn: [year]}`.
 *
 * It is complete: a directory without a list has recalled nothing.
 */
export function recallsOf(targets) {
    const { recalled = {}, withdrawn = [] } = targets.targets?.["record.json"]?.custom ?? {};
    const versions = recalled && typeof recalled === "object" ? Object.values(recalled) : [null];
    if (!versions.every((list) => Array.isArray(list) && list.every(isHash))
        || !Array.isArray(withdrawn) || !withdrawn.every(Number.isSafeInteger)) {
        throw unreadable("the directory's list of recalls cannot be read");
    }
    return { recalled, withdrawn };
}

/**
 * The seasons that targets metadata lists and nothing recalls, the newest first.
 *
 * A year has one target. Two of one year are a mistake, and the year is left out.
 */
export function seasonsOf(targets, { recalled, withdrawn } = recallsOf(targets)) {
    const years = new Map();
    for (const [path, target] of Object.entries(targets.targets ?? {})) {
        const found = /^f(\d{1,3})\/(\d{4})\/bundle\.zip$/.exec(path);
        if (!found) continue;
        const year = Number(found[2]);
        const sha256 = target?.hashes?.sha256;
        const custom = target?.custom;
        const isUsable = isHash(sha256) && isHash(custom?.version) && Number.isSafeInteger(target.length)
            && !years.has(year) && !withdrawn.includes(year) && !recalled[year]?.includes(custom.version);
        years.set(year, !isUsable ? null : {
            year, level: Number(found[1]), version: custom.version, published: String(custom.published ?? ""),
            sha256, length: target.length, zip: `targets/f${found[1]}/${found[2]}/${sha256}.bundle.zip`,
        });
    }
    return [...years.values()].filter(Boolean).slice(0, LIVE_LIMITS.seasonsMax).sort((a, b) => b.year - a.year);
}

/** A sentence if the list is past its expiry, so that newer seasons may be kept back; else null. */
export function overdueWords({ expires }, now = Date.now()) {
    return Date.parse(expires) < now
        ? `This list was to be renewed by ${expires.slice(0, 10)}, and nobody has renewed it.` : null;
}

/** SHA-256 in hexadecimal; null where a browser offers none: on pages without https. */
export async function sha256(bytes) {
    // Node 18 has no global crypto.
    const { subtle } = globalThis.crypto ?? (await nodeModule("crypto"))?.webcrypto ?? {};
    if (!subtle) return null;
    const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function follow(link, base, fetchBytes) {
    const path = `metadata/${link.version}.${link.role}.json`;
    const bytes = await need(fetchBytes, `${base}${path}`, { lengthBytesMax: link.length });
    await requireSame(bytes, link, path, "no-directory");
    const signed = parse(bytes, link.role);
    if (signed.version !== link.version) throw unreadable(`${path} has version ${signed.version}`);
    return signed;
}

async function need(fetchBytes, url, options) {
    const bytes = await fetchBytes(url, options);
    if (!bytes) throw unreadable(`no published seasons lie there (${url})`);
    return bytes;
}

async function requireSame(bytes, { length, sha256: expected }, path, code) {
    const hash = await sha256(bytes);
    if (bytes.length !== length || (hash !== null && hash !== expected)) {
        throw new BreakdownError(code, `${path} is not what the metadata lists; reload the page in a minute`);
    }
}

function parse(bytes, role) {
    try {
        const { signed } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
        if (signed._type === role && isVersion(signed.version)) return signed;
    } catch { /* below */ }
    throw unreadable(`the directory's ${role} metadata cannot be read`);
}

function linkTo(signed, role) {
    const entry = signed.meta?.[`${role}.json`];
    const sha256 = entry?.hashes?.sha256;
    if (!isVersion(entry?.version) || !Number.isSafeInteger(entry.length) || !isHash(sha256)
        || entry.length > LIVE_LIMITS.metadataBytesMax) {
        throw unreadable(`the directory's metadata does not name ${role}.json`);
    }
    return { role, version: entry.version, length: entry.length, sha256 };
}

function isVersion(value) {
    return Number.isSafeInteger(value) && value >= 1;
}

function isHash(value) {
    return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function unreadable(why) {
    return new BreakdownError("no-directory", why);
}
