// The seasons of the published directory that the page lies in: what is live, since when, and its files.
//
// The page checks length and SHA-256 along the chain timestamp → snapshot → targets → zip. It does not check
// signatures: its own scripts come from the same place as the seasons (docs/SECURITY.md).

/** Limits of what a directory may send: the same as the agents'. */
export const SEASON_LIMITS = {
  timestampBytesMax: 16 << 10, metadataBytesMax: 5_000_000, zipBytesMax: 4 << 20, seasonsMax: 200,
};

/** Why no list of seasons can be read from the directory. */
export class SeasonError extends Error {}

/**
 * Reads what is live.
 *
 * @param base address of the directory, with a slash at its end
 * @param known what was read before: files with the same hash are not read again
 * @param fetchBytes `(url, {isFresh, lengthBytesMax}) → Uint8Array`; null if the file is absent
 * @returns `{version, expires, snapshotSHA256, seasons}`, the newest season first
 */
export async function readLive(base, known, fetchBytes) {
  const timestamp = parse(await need(fetchBytes, `${base}metadata/timestamp.json`, {
    isFresh: true, lengthBytesMax: SEASON_LIMITS.timestampBytesMax,
  }), "timestamp");
  const link = linkTo(timestamp, "snapshot.json");
  const live = { version: timestamp.version, expires: String(timestamp.expires ?? "") };
  if (known?.snapshotSHA256 === link.sha256) return { ...known, ...live };
  const snapshot = parse(await checked(fetchBytes, base, "snapshot", link), "snapshot");
  const targets = parse(
    await checked(fetchBytes, base, "targets", linkTo(snapshot, "targets.json")), "targets");
  return { ...live, snapshotSHA256: link.sha256, seasons: seasonsOf(targets) };
}

/** The zip of a season, checked against the length and the hash that the metadata lists. */
export async function readZip(base, form, fetchBytes) {
  const bytes = await need(fetchBytes, `${base}${form.zip}`, { lengthBytesMax: SEASON_LIMITS.zipBytesMax });
  await requireSame(bytes, form, form.zip);
  return bytes;
}

/**
 * The seasons that targets metadata lists, the newest year first.
 *
 * A season has one form for each level of the description language; the newest form comes first.
 */
export function seasonsOf(targets) {
  const years = new Map();
  for (const [path, target] of Object.entries(targets.targets ?? {})) {
    const found = /^f(\d{1,3})\/(\d{4})\/bundle\.zip$/.exec(path);
    const sha256 = target?.hashes?.sha256;
    const custom = target?.custom;
    if (!found || !isHash(sha256) || !isHash(custom?.version) || !Number.isSafeInteger(target.length)) continue;
    const year = Number(found[2]);
    const recalled = Array.isArray(custom.recalled) ? custom.recalled : [];
    const form = {
      level: Number(found[1]), version: custom.version, published: String(custom.published ?? ""),
      isRecalled: recalled.includes(custom.version), sha256, length: target.length,
      zip: `targets/f${found[1]}/${found[2]}/${sha256}.bundle.zip`,
    };
    years.set(year, [...(years.get(year) ?? []), form]);
  }
  return [...years].slice(0, SEASON_LIMITS.seasonsMax).sort(([a], [b]) => b - a)
    .map(([year, forms]) => ({ year, forms: forms.sort((a, b) => b.level - a.level) }));
}

/** SHA-256 in hexadecimal; null where the browser offers none: on pages without https. */
export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function checked(fetchBytes, base, role, link) {
  const path = `metadata/${link.version}.${role}.json`;
  const bytes = await need(fetchBytes, `${base}${path}`, { lengthBytesMax: link.length });
  await requireSame(bytes, link, path);
  return bytes;
}

async function need(fetchBytes, url, options) {
  const bytes = await fetchBytes(url, options);
  if (!bytes) throw new SeasonError(`no published seasons lie beside this page (${url})`);
  return bytes;
}

async function requireSame(bytes, { length, sha256: expected }, path) {
  const hash = await sha256(bytes);
  if (bytes.length !== length || (hash !== null && hash !== expected)) {
    throw new SeasonError(`${path} is not what the metadata lists; reload the page in a minute`);
  }
}

function parse(bytes, role) {
  try {
    const { signed } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (signed._type !== role || !Number.isSafeInteger(signed.version)) throw new Error();
    return signed;
  } catch {
    throw new SeasonError(`the directory's ${role} metadata cannot be read`);
  }
}

function linkTo(signed, name) {
  const entry = signed.meta?.[name];
  const sha = entry?.hashes?.sha256;
  if (!Number.isSafeInteger(entry?.version) || !Number.isSafeInteger(entry.length) || !isHash(sha)
    || entry.length > SEASON_LIMITS.metadataBytesMax) {
    throw new SeasonError(`the directory's metadata does not name ${name}`);
  }
  return { version: entry.version, length: entry.length, sha256: sha };
}

function isHash(value) {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}
