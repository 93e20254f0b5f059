// The seasons that the page names itself. Its server sends this list with the page's script, so both are equally
// trustworthy; the client checks signatures as soon as it has loaded.

import { ZIP_BYTES_MAX } from "./constants.js";
import { fetchBytes } from "./fetch-bytes.js";
import { BreakdownError } from "./index.js";
import { withSecondAttempt } from "./patience.js";
import { contents } from "./season-draw.js";

/** Seasons by the addresses of their zips. */
export class PackagedSeasons {
    /**
     * @param base the published directory
     * @param list `[{year, version, published, zip}]`
     * @param renderer gives a promise of what reads the zips
     */
    constructor(base, list, renderer) {
        this.base = base;
        this.renderer = renderer;
        this.seasons = list;
        this.zips = new Map();
    }

    /** Loads a season into a renderer, which compares its files with the version; false if there is none. */
    async load(renderer, year) {
        const season = await this.current(year);
        if (!season) return false;
        const { version, files } = season;
        if (renderer.seasons().find((loaded) => loaded.year === year)?.version === version) return true;
        renderer.loadSeason(year, files, { version, origin: "downloaded" });
        return true;
    }

    /** A season with its files and samples; null if there is none. */
    current(year) {
        const season = this.seasons.find((season) => season.year === year);
        if (!season) return null;
        if (!this.zips.has(year)) {
            const loading = this.fetchSeason(season);
            loading.catch(() => this.zips.delete(year));
            this.zips.set(year, loading);
        }
        return this.zips.get(year);
    }

    fetchSeason(season) {
        return withSecondAttempt(async (options) => {
            const zip = await fetchBytes(this.base + season.zip, ZIP_BYTES_MAX, options);
            if (!zip) throw new BreakdownError("no-directory", `${season.zip} is absent; reload the page in a minute`);
            return { ...season, ...await contents(zip, await this.renderer()) };
        });
    }
}
