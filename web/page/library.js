// The renderer with the seasons that it needs. What this browser kept is used at once; the directory is asked
// meanwhile, so a season that is published now is there at the next look.

import { BreakdownError, init } from "./index.js";
import { unzipBundle } from "./unzip.js";
import { fetchBytes } from "./fetch-bytes.js";
import { readLive, readZip } from "./live-seasons.js";

/** The seasons beside this page, and what draws with them. */
export class Library {
  /**
   * @param base the published directory's address, with a slash at its end
   * @param kept keeps the list of seasons and their zips in this browser
   */
  constructor(base, kept) {
    this.base = base;
    this.kept = kept;
    this.renderer = init(new URL("./match-breakdown.wasm", import.meta.url));
    this.renderer.catch(() => {});
    this.loaded = new Map();
    this.zips = new Map();
    this.problem = null;
    this.checkedTime = null;
    this.list = null;
    this.isOlder = false;
    this.restored = kept.get("live").then((live) => { this.list ??= live; });
  }

  /** Reads the directory's list. Returns whether the list became another one. */
  refresh() {
    this.refreshing ??= this.readList().finally(() => { this.refreshing = null; });
    return this.refreshing;
  }

  async readList() {
    await this.restored;
    const before = this.list;
    try {
      const live = await readLive(this.base, before, fetchBytes);
      // A cache that is behind may answer; what this browser knows already is newer.
      this.isOlder = before !== null && live.version < before.version;
      this.problem = null;
      this.checkedTime = Date.now();
      if (this.isOlder) return false;
      this.list = live;
      if (before?.version !== live.version) await this.kept.put("live", live);
      const content = (list) => JSON.stringify([list?.seasons, list?.recalled, list?.withdrawn]);
      return content(before) !== content(live);
    } catch (error) {
      this.problem = error.message;
      return false;
    }
  }

  /** The seasons, the newest first; empty if none can be read. */
  async seasons() {
    await this.restored;
    if (!this.list) await this.refresh();
    return this.list?.seasons ?? [];
  }

  /** Loads the seasons of these years; returns sentences about what could not be loaded. */
  async prepare(years) {
    const seasons = await this.seasons();
    const wanted = seasons.filter((season) => years.includes(season.year));
    const problems = await Promise.all(wanted.map((season) => this.load(season)));
    problems.push(...await Promise.all(years.map((year) => this.takeBack(year))));
    if (!seasons.length && this.problem) problems.push(`${this.problem}. Tables are drawn without descriptions.`);
    return problems.filter(Boolean);
  }

  /** The samples of a season, `[{name, text}]`. */
  async samples(year) {
    const season = (await this.seasons()).find((season) => season.year === year);
    if (!season) return [];
    const problem = await this.load(season);
    if (problem) throw new Error(problem);
    return this.loaded.get(year)?.samples ?? [];
  }

  /** What the renderer says of a season that is loaded; null if it is not. */
  async facts(year) {
    return (await this.renderer).seasons().find((season) => season.year === year) ?? null;
  }

  /** Forgets a description that its publisher has taken back; returns a sentence for a withdrawn year. */
  async takeBack(year) {
    const { recalled = {}, withdrawn = [] } = this.list ?? {};
    const isWithdrawn = withdrawn.includes(year);
    if (isWithdrawn || recalled[year]?.includes(this.loaded.get(year)?.version)) {
      if (this.loaded.delete(year)) (await this.renderer).unloadSeason(year);
    }
    return isWithdrawn ? `The description of ${year} was withdrawn by its publisher; the table shows the data alone.` : null;
  }

  async load(season) {
    if (this.loaded.get(season.year)?.version === season.version) return null;
    try {
      await this.loadNow(season);
      return null;
    } catch (error) {
      return `${season.year}: ${error.message}`;
    }
  }

  async loadNow(season) {
    // On a slow network the zip is there long before the module.
    const [renderer, zip] = await Promise.all([this.renderer, this.zip(season)]);
    const { files } = await unzipBundle(zip, BreakdownError, { withSamples: true });
    const samples = [];
    for (const [path, bytes] of [...files]) {
      if (!path.startsWith("samples/")) continue;
      files.delete(path);
      const name = /^samples\/(.+)\.json$/.exec(path)?.[1];
      if (name) samples.push({ name, text: new TextDecoder().decode(bytes) });
    }
    renderer.loadSeason(season.year, files, { version: season.version, origin: "downloaded" });
    this.loaded.set(season.year, { version: season.version, samples });
  }

  /** The zip of a season; two who want it at once share one request. */
  zip(season) {
    if (!this.zips.has(season.sha256)) {
      this.zips.set(season.sha256, this.readZip(season).finally(() => this.zips.delete(season.sha256)));
    }
    return this.zips.get(season.sha256);
  }

  async readZip(season) {
    const kept = await this.kept.get(season.sha256);
    if (kept) return kept;
    const zip = await readZip(this.base, season, fetchBytes);
    await this.kept.put(season.sha256, zip);
    return zip;
  }
}

/** The years of all matches and insights in a text. */
export function yearsIn(text) {
  const years = new Set();
  for (const found of text.matchAll(/"(?:key|event_key)"\s*:\s*"([12]\d{3})[a-z]/g)) {
    years.add(Number(found[1]));
    if (years.size >= 40) break;
  }
  for (const found of text.matchAll(/"year"\s*:\s*([12]\d{3})\b/g)) {
    if (years.size >= 40) break;
    years.add(Number(found[1]));
  }
  return [...years];
}
