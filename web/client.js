// Seasons that keep themselves current: an agent inside a page, a worker or a program.
//
//     const client = await BundleClient.open({ repository, root, embedded: seasons });
//     await client.check();
//     await client.load(renderer, 2026);
//
// season-client.wasm decides what is trusted and what is served, with the code of `bundle-agent`. JavaScript fetches,
// stores and tells.

import { BreakdownError, compileModule, moduleAddress, plainAddress, Renderer } from "./index.js";
import { browserStore } from "./browser-store.js";
import { encode } from "./bytes.js";
import { MAY_BE_OUTDATED } from "./constants.js";
import { ClientEvents } from "./client-events.js";
import { Following } from "./client-following.js";
import { ClientTrouble, firstRoot } from "./client-root.js";
import { ownFiles, randomName, readState } from "./client-state.js";
import { memoryStore } from "./memory-store.js";
import { contents, undrawable } from "./season-draw.js";
import { fetching } from "./season-fetch.js";
import { pollOnce, pollRules } from "./season-poll.js";
import { changedYears, embeddedSet, keptSet, NO_SET, shownSeasons, timeText } from "./season-set.js";

/** The seasons of a published directory, as this program shows them. */
export class BundleClient extends EventTarget {
    #options;
    #base;
    #store;
    #embedded;
    #events = new ClientEvents(this);
    #transfers = new Set();
    /** What this client shows, and what is stored. */
    #set = NO_SET;
    #stored = { set: NO_SET, report: null, next: null };
    #report = null;
    /** When the schedule wants the next poll, also where nothing can be stored. */
    #next = null;
    #checking;
    #modules = {};
    #unzipper;
    #following;
    #endListening;

    /** Opens what is stored; asks no network. */
    static async open(options) {
        const client = new BundleClient(options);
        await client.#begin();
        return client;
    }

    /** Use {@link open}. */
    constructor(options) {
        super();
        if (!options?.root && !options?.rootAddress) {
            throw new BreakdownError("invalid-options",
                "expected root: the root.json of the publisher, from which every signature is verified");
        }
        const { rootAddress } = options;
        this.#options = { ...options, rootAddress: rootAddress && plainAddress(rootAddress, "rootAddress") };
        this.#base = directoryAddress(options.repository);
        this.#embedded = new Map([...options.embedded ?? []].map((season) => [season.year, season]));
    }

    async #begin() {
        this.#store = await this.#options.store ?? await browserStore(`match-breakdown ${this.#base}`);
        await this.adopt();
        this.#endListening = this.#store.listen?.(() => this.#read().then(() => this.#tellNews()).catch(() => {}));
    }

    /** What this client shows, the newest year first: `{year, version, origin, published, since}`. */
    get seasons() { return shownSeasons(this.#set, this.#embedded); }

    /** The season that is shown of a year, with its files and samples; null if there is none. `renderer` reads zips. */
    async current(year, renderer) {
        const season = this.seasons.find((season) => season.year === year);
        if (!season) return null;
        const downloaded = season.origin === "embedded" ? null : await this.#downloaded(season, renderer);
        return downloaded ?? this.#inside(year);
    }

    /** Loads the season of a year into a renderer, or unloads what it has of it; whether there is one. */
    async load(renderer, year) {
        const loaded = renderer.seasons().find((loaded) => loaded.year === year);
        for (const season of [await this.current(year, renderer), this.#inside(year)]) {
            if (!season) continue;
            const { version, origin, files } = season;
            if (loaded?.version === version && loaded.origin === origin) return true;
            try {
                renderer.loadSeason(year, files, { version, origin });
                return true;
            } catch (error) {
                if (error?.code !== "damaged-bundle") throw error;
                await this.#drop(season);
            }
        }
        renderer.unloadSeason(year);
        return false;
    }

    /** Polls, unless a poll is running; its report says what came of it, also without a network. */
    check() {
        const asked = { time: this.#now(), known: this.#stored.report?.finished };
        this.#checking ??= this.#store.exclusively(() => this.#poll(asked))
            .finally(() => { this.#checking = undefined; });
        return this.#checking;
    }

    /** Goes on with what is stored now; the years that changed. */
    async adopt() {
        const before = this.seasons;
        await this.#read();
        this.#set = this.#stored.set;
        return changedYears(before, this.seasons);
    }

    /** What `bundle-agent status` says. */
    status() {
        const { outcome = null, problem = null, remedy = null, finished = null, lastSuccess = null, expires = null } =
            this.#report ?? {};
        const isExpired = expires !== null && Date.parse(expires) <= this.#now();
        return {
            repository: this.#base, storage: this.#store.kind, outcome, problem, remedy, checked: finished,
            reached: lastSuccess, expires,
            stale: isExpired ? `expired since ${expires.slice(0, 10)}: ${MAY_BE_OUTDATED}` : null,
            next: this.#nextTime(), hasNews: this.#news().length > 0, seasons: this.seasons,
        };
    }

    /** Why a year shows what it does, in the words of `bundle-agent why`; null if no check has met the year. */
    why(year) { return this.#report?.years?.find((part) => part.year === year) ?? null; }

    /** Checks now, unless the server asked to wait, and then by the agent's schedule until {@link close}. */
    follow() {
        this.#following ??= new Following(
            () => this.check(), () => this.#nextTime(), () => this.#report?.retryAfterSeconds > 0, () => this.#now());
    }

    /** Ends following and every transfer; what was loaded stays usable. */
    close() {
        this.#following?.end();
        this.#following = undefined;
        this.#endListening?.();
        for (const transfer of this.#transfers) transfer.cancel();
    }

    /** Forgets everything that is stored, the trusted root with it: for a person who starts anew. */
    async forget() {
        await this.#store.exclusively(() => this.#store.clear());
        this.#next = null;
        this.#events.forget();
        await this.adopt();
    }

    async #poll(asked) {
        try {
            this.#report = await this.#othersReport(asked) ?? await this.#pollNow();
        } catch (error) {
            if (!(error instanceof ClientTrouble)) throw error;
            this.#report = { ...this.#report, outcome: error.outcome, problem: error.message, remedy: null };
        }
        this.#tellNews();
        this.#events.checked(this.#report, this.status());
        return this.#report;
    }

    /** The report of another tab that has polled since this one asked; null if none has. */
    async #othersReport({ time, known }) {
        const { report } = await this.#read().catch(ClientTrouble.of("state-failed"));
        // Reports tell whole seconds. A crash within this second has left the known one, perhaps without its set.
        const isLater = Date.parse(report?.finished) >= time - time % 1000;
        return isLater && report.finished !== known ? report : null;
    }

    async #pollNow() {
        const { files, stored, root: remembered, machine = randomName() } = this.#stored;
        const module = await this.#module("client", this.#options.module, clientAddress);
        const { needsBody, isRoot } = pollRules(module);
        const transfer = { ...this.#options, transfers: this.#transfers, needsBody };
        const fetcher = (base) => fetching(base, transfer);
        const root = await firstRoot(this.#options, remembered && isRoot(remembered) ? remembered : null, fetcher);
        const facts = {
            root, embedded: encode(JSON.stringify(embeddedSet(this.#embedded))), files, stored, machine,
            repository: this.#base, level: this.#options.level, wave: this.#options.wave,
            now: Math.floor(this.#now() / 1000), random: Math.floor(Math.random() * 2 ** 32),
        };
        const kept = new Set();
        const done = await pollOnce(module, facts, fetcher(this.#base), (bundles) => this.#undrawable(bundles, kept));
        this.#next = timeText(facts.now + done.pause);
        // A network's page to sign in may have answered the request for the first root.
        const isNew = !this.#options.root && isRead(done.report);
        const own = ownFiles({ root: isNew ? root : undefined, machine, next: this.#next });
        // The zips that this client still shows stay.
        const isShown = ({ year, version }) => this.#set.bundles[year]?.version === version;
        const unneeded = done.unneeded.filter((zip) => !isShown(zip));
        const bundles = done.bundles.filter((bundle) => !kept.has(nameOf(bundle)));
        const change = { bundles, files: [...own, ...done.files], unneeded };
        await this.#store.write(change).catch(ClientTrouble.of("state-failed"));
        this.#store.announce?.();
        await this.#read().catch(ClientTrouble.of("state-failed"));
        return done.report;
    }

    /** Tests new seasons. One that passes is stored at once, so that it is not tested again if this poll ends early. */
    async #undrawable(bundles, kept) {
        if (bundles.length === 0) return [];
        const module = await this.#module("renderer", this.#options.renderer, moduleAddress);
        return undrawable(bundles, module, async (bundle) => {
            const change = { bundles: [bundle], files: [], unneeded: [] };
            await this.#store.write(change).catch(ClientTrouble.of("state-failed"));
            kept.add(nameOf(bundle));
        });
    }

    /** The renderer that reads zips. */
    #unzipping() {
        this.#unzipper ??= this.#module("renderer", this.#options.renderer, moduleAddress)
            .then((module) => new Renderer(module));
        this.#unzipper.catch(() => { this.#unzipper = undefined; });
        return this.#unzipper;
    }

    #module(name, input, address) {
        this.#modules[name] ??= compileModule(input ?? address()).catch((error) => {
            this.#modules[name] = undefined; // The next check tries again.
            throw new ClientTrouble("unreachable", error.message, { cause: error });
        });
        return this.#modules[name];
    }

    /** Reads what is stored; what was recalled is not shown from then on. */
    async #read() {
        this.#stored = await readState(this.#store);
        this.#report = this.#stored.report;
        this.#set = keptSet(this.#set, this.#stored.set);
        return this.#stored;
    }

    /** A stored season; null if its zip is gone or damaged, and then the next check loads it again. */
    async #downloaded(season, renderer) {
        const zip = await this.#store.bundle(season.year, season.version).catch(() => undefined);
        if (zip === undefined) return null; // The store cannot be read now.
        try {
            if (!(zip instanceof Uint8Array)) throw new BreakdownError("damaged-bundle", "the store has no such zip");
            const { files, samples } = await contents(zip, renderer ?? await this.#unzipping());
            return { ...season, files, samples };
        } catch (error) {
            if (error?.code !== "damaged-bundle") throw error;
            await this.#drop(season);
            return null;
        }
    }

    async #drop({ year, version, origin }) {
        if (origin === "embedded") return;
        await this.#store.write({ bundles: [], files: [], unneeded: [{ year, version }] }).catch(() => {});
    }

    /** The program's own season of a year; null if it has none, or a recalled one. */
    #inside(year) {
        const season = shownSeasons({ bundles: {}, recalled: this.#stored.set.recalled }, this.#embedded)
            .find((season) => season.year === year);
        const files = new Map(Object.entries(this.#embedded.get(year)?.files ?? {}));
        return season ? { ...season, files, samples: [] } : null;
    }

    /** The later time of this client's own poll and of the last stored one. */
    #nextTime() { return [this.#next, this.#stored.next].sort().findLast(Boolean) ?? null; }

    #news() { return changedYears(this.seasons, shownSeasons(this.#stored.set, this.#embedded)); }

    #tellNews() { this.#events.updated(this.#news(), this.#report); }

    #now() { return (this.#options.now ?? Date.now)(); }
}

/** A client in memory that has read a directory once; throws if it could not. */
export async function openPublished(base, options) {
    const client = await BundleClient.open({ ...options, repository: base, store: memoryStore() });
    requireRead(await client.check());
    await client.adopt();
    return client;
}

/** Throws if a check could not read the directory. A year that is held back is in the report instead. */
export function requireRead(report) {
    if (isRead(report)) return;
    const { outcome, problem } = report;
    throw new BreakdownError(outcome === "refused" ? "refused" : "no-directory", problem ?? outcome);
}

function isRead({ outcome }) { return ["updated", "up-to-date", "incomplete"].includes(outcome); }

function nameOf({ year, version }) { return `${year}-${version}`; }

/** Where the client's module is, next to this file. */
function clientAddress() { return new URL("./season-client.wasm", import.meta.url); }

function directoryAddress(base) {
    const address = plainAddress(base, "repository");
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    return address.href;
}
