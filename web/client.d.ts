import type { JSONInput, ModuleInput, Renderer, Season } from "./index.js";

/** From which root a client begins to trust. */
export type ClientTrust =
    /** The publisher's `root.json`, as a part of your program: every signature is verified from it. */
    | { root: JSONInput; rootAddress?: undefined }
    /** Where to fetch a first root, once; the store remembers it. Whoever serves it decides whom the client trusts. */
    | { root?: undefined; rootAddress: string | URL };

/** What else a client may be told. */
export interface ClientSettings {
    /** The seasons inside the program, as `match-breakdown/seasons` exports them; none by default. */
    embedded?: Iterable<Season>;
    /** Where verified seasons are kept; by default IndexedDB where there is one, else memory. */
    store?: SeasonStore | Promise<SeasonStore>;
    /** `season-client.wasm`; by default next to `client.js`. */
    module?: ModuleInput | Promise<ModuleInput>;
    /** `match-breakdown.wasm`, which draws the samples of a new season once; by default next to `index.js`. */
    renderer?: ModuleInput | Promise<ModuleInput>;
    /** The highest level of the description language; by default the module's. */
    level?: number;
    /** The wave of a rollout, from 1; by default drawn at random, once. */
    wave?: number;
    /** Milliseconds without a byte, and of one file. */
    limits?: { stallMilliseconds?: number; totalMilliseconds?: number };
    fetch?: typeof fetch;
    /** Milliseconds since 1970. */
    now?: () => number;
}

/** A season that a client shows. Times are like `2026-03-01T12:00:00Z`; null if they are not known. */
export interface ShownSeason {
    readonly year: number;
    /** The content version: 64 hexadecimal digits. */
    readonly version: string;
    readonly origin: "downloaded" | "embedded";
    readonly published: string | null;
    /** When this client switched to it. */
    readonly since: string | null;
}

/** A season with its content. */
export interface CurrentSeason extends ShownSeason {
    readonly files: Map<string, Uint8Array | string>;
    /** Matches to try it with; the seasons inside a program have none. */
    readonly samples: { readonly name: string; readonly text: string }[];
}

/** One year of a report, as `bundle-agent why --json` has it. */
export interface YearReport {
    year: number;
    version: string | null;
    action: "kept" | "installed" | "embedded" | "held-back" | "waiting" | string;
    reason: string;
    again: string | null;
    candidates: {
        version: string | null; from: string[]; published: string | null; chosen: boolean; passed: string[];
        failed: { rule: string; note: string; again: string | null }[];
    }[];
    [member: string]: unknown;
}

/** What came of a check, as `bundle-agent poll --json` has it. */
export interface CheckReport {
    outcome:
        | "updated" | "up-to-date" | "incomplete" | "unreachable" | "older-copy" | "refused" | "state-failed" | string;
    problem: string | null;
    remedy: string | null;
    years: YearReport[];
    [member: string]: unknown;
}

export interface ClientStatus {
    repository: string;
    storage: "indexeddb" | "folder" | "memory" | string;
    /** Of the last check; null before the first one. */
    outcome: string | null;
    problem: string | null;
    remedy: string | null;
    /** When the last check ended, and when the directory was last read completely. */
    checked: string | null;
    reached: string | null;
    /** From when on what is shown may be outdated. */
    expires: string | null;
    /** That it is so, in a sentence; null before. */
    stale: string | null;
    /** When the schedule wants the next check; null before the first one. */
    next: string | null;
    /** Whether {@link BundleClient.adopt} would change something. */
    hasNews: boolean;
    seasons: ShownSeason[];
}

export interface ClientEvents {
    /** Other seasons are stored than this client shows; `adopt` goes on with them. */
    updated: { years: number[]; report: CheckReport };
    /** Seasons are published that cannot be shown here. */
    heldBack: { years: { year: number; reason: string }[]; report: CheckReport };
    /** The publisher has not renewed the list in time. */
    stale: { expires: string; problem: string };
    /** The directory sent what its publisher has not signed. */
    refused: { problem: string; report: CheckReport };
    /** A check has ended. */
    checked: { report: CheckReport };
}

/** Where a client keeps what it has verified. */
export interface SeasonStore {
    readonly kind: string;
    read(): Promise<{ files: Map<string, Uint8Array>; stored: { year: number; version: string }[] }>;
    bundle(year: number, version: string): Promise<Uint8Array | null>;
    /** Writes zips, then the small files in this order, then deletes; a null deletes a file. */
    write(change: {
        bundles: { year: number; version: string; bytes: Uint8Array }[];
        files: { name: string; bytes: Uint8Array | null }[];
        unneeded: { year: number; version: string }[];
    }): Promise<void>;
    clear(): Promise<void>;
    exclusively<T>(action: () => Promise<T>): Promise<T>;
    announce?(): void;
    listen?(action: () => void): () => void;
}

/** The seasons of a published directory, verified, kept and updated as `bundle-agent` does it. */
export class BundleClient extends EventTarget {
    /** Opens what is stored; asks no network. */
    static open(options: { repository: string | URL } & ClientTrust & ClientSettings): Promise<BundleClient>;
    private constructor();
    /** What this client shows, the newest year first. It stays until `adopt`, unless a content is recalled. */
    readonly seasons: ShownSeason[];
    /** A season with its content; null if there is none of the year. A renderer at hand saves starting another one. */
    current(year: number, renderer?: Renderer): Promise<CurrentSeason | null>;
    /** Loads a season into a renderer. False if there is none: then it unloads what the renderer has of the year. */
    load(renderer: Renderer, year: number): Promise<boolean>;
    /** Polls once for all tabs. The report says what came of it, even without a network. */
    check(): Promise<CheckReport>;
    /** Goes on with what is stored now; the years that changed. */
    adopt(): Promise<number[]>;
    status(): ClientStatus;
    /** Why a year shows what it does; null if no check has met the year. */
    why(year: number): YearReport | null;
    /** Checks now, unless the server asked to wait, and then by the agent's schedule. */
    follow(): void;
    /** Ends following and every transfer. */
    close(): void;
    /** Empties the store, the trusted root with it: for a person who starts anew. */
    forget(): Promise<void>;
    addEventListener<Name extends keyof ClientEvents>(
        name: Name, listener: (event: Event & { detail: ClientEvents[Name] }) => void,
        options?: AddEventListenerOptions,
    ): void;
    addEventListener(
        name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions,
    ): void;
}

/** A client in memory that has read a directory once; throws if it could not. */
export function openPublished(
    base: string | URL, options: ClientTrust & Omit<ClientSettings, "store">,
): Promise<BundleClient>;
