// The seasons that the page draws with: the client's, which are verified. In a browser whose client has verified
// nothing yet, they are those that the page names itself, and the client loads after the first drawing.

/** The seasons, and what draws with them. */
export class Library {
    /**
     * @param loadRenderer loads what draws
     * @param packaged the seasons that the page names
     * @param openClient opens the client
     * @param verified `is()`, whether a client of this browser has verified seasons, and `keep()`
     */
    constructor(loadRenderer, packaged, openClient, verified) {
        this.loadRenderer = loadRenderer;
        this.loading = null;
        this.packaged = packaged;
        this.openClient = openClient;
        this.verified = verified;
        this.client = null;
        /** Why there is no client; null if nothing is wrong. */
        this.problem = null;
        this.opening = null;
        this.isFollowing = false;
        /** What the page showed when it began to follow. */
        this.shown = null;
        /** Is called when there is a client. */
        this.onOpen = () => {};
    }

    /** A promise of what draws; what failed is loaded again. */
    get renderer() {
        this.loading ??= this.loadRenderer().catch((error) => {
            this.loading = null;
            throw error;
        });
        return this.loading;
    }

    /** What is shown, the newest season first: `{year, version, published}`. */
    async seasons() {
        return (await this.source()).seasons;
    }

    /** Loads the seasons of these years; returns sentences about what could not be loaded. */
    async prepare(years) {
        const source = await this.source();
        // The zips come while the renderer's module does.
        if (source === this.packaged) for (const year of years) source.current(year);
        const renderer = await this.renderer;
        const problems = await Promise.all(years.map(async (year) => {
            try {
                if (await source.load(renderer, year)) return null;
                if (this.isLost(year) && await this.packaged.load(renderer, year)) return null;
            } catch (error) {
                return `${year}: ${error.message}`;
            }
            const reason = this.client?.why(year)?.reason;
            return reason ? `${year}: ${reason}` : null;
        }));
        return problems.filter(Boolean);
    }

    /** Loads a season and returns its samples, `[{name, text}]`. */
    async samples(year) {
        const [problem] = await this.prepare([year]);
        if (problem) throw new Error(problem);
        const season = await (await this.source()).current(year);
        const standIn = season || !this.isLost(year) ? season : await this.packaged.current(year);
        return standIn?.samples ?? [];
    }

    /** What the renderer says of a season; null if it is not loaded. */
    async facts(year) {
        return (await this.renderer).seasons().find((season) => season.year === year) ?? null;
    }

    /**
     * Checks for news from now on, unless it does so already or there is no client.
     *
     * @param onShown is called when what the page shows has become another: after the first check, and after a recall
     * @param onNews is called with the years of which newer seasons are there, and with sentences about trouble
     */
    async follow(onShown, onNews) {
        const contents = async () => JSON.stringify((await this.seasons()).map(({ year, version }) => [year, version]));
        this.shown ??= await contents();
        const client = await this.open();
        if (!client || this.isFollowing) return;
        this.isFollowing = true;
        const look = async () => {
            // After the first check, verified seasons replace those that the page names.
            if (client.status().hasNews && !client.seasons.length) await client.adopt();
            const now = await contents();
            if (now !== this.shown) onShown();
            this.shown = now;
        };
        await look();
        client.addEventListener("checked", look);
        client.addEventListener("updated", async ({ detail }) => {
            await look();
            onNews(client.status().hasNews ? detail.years : []);
        });
        client.follow();
    }

    /** Shows the newest seasons. */
    async adopt() {
        await (await this.open())?.adopt();
    }

    /** Asks now; returns what the client says of it, null without one. */
    async check() {
        const client = await this.open();
        await client?.check();
        return client?.status() ?? null;
    }

    /** The client; null if there is none, and the next call tries again. */
    async open() {
        if (this.client) return this.client;
        this.opening ??= this.openClient().then(
            (client) => {
                [this.client, this.problem] = [client, null];
                this.onOpen();
            },
            (error) => { this.problem = error.message; }).finally(() => { this.opening = null; });
        await this.opening;
        return this.client;
    }

    /** Whether the page names the content that the client shows of a year, so that it stands in for a lost one. */
    isLost(year) {
        const version = (list) => list.find((season) => season.year === year)?.version;
        const shown = version(this.client?.seasons ?? []);
        return shown !== undefined && shown === version(this.packaged.seasons);
    }

    /** The client, if it has ever verified what it shows. */
    async source() {
        const client = this.verified.is() ? await this.open() : this.client;
        if (!client?.seasons.length && !client?.status().reached) return this.packaged;
        this.verified.keep();
        return client;
    }
}
