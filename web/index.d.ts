/** JSON: UTF-8 bytes, a text, or a value that is written as JSON. */
export type JSONInput = string | Uint8Array | ArrayBuffer | object;

/** What {@link init} compiles. */
export type ModuleInput = string | URL | Response | BufferSource | WebAssembly.Module;

/** A season's files by path, or short: `match` for `match.json`, `insights` for `insights.json`. */
export type SeasonFiles = Record<string, JSONInput | undefined> | Map<string, JSONInput>;

/** Where a season came from. */
export interface SeasonSource {
    /** The content version that is expected: 64 hexadecimal digits. */
    version?: string;
    origin?: "downloaded" | "embedded" | "folder";
}

/** A season as `match-breakdown/seasons` exports it. */
export interface Season {
    year: number;
    version: string;
    /** When this content was published or embedded, in seconds since 1970. */
    published?: number;
    files: Record<string, string>;
}

/** A season that a renderer has. */
export interface LoadedSeason {
    year: number;
    version?: string;
    origin?: string;
    title: string;
    /** The level of the description language. */
    level: number;
    /** Whether it describes event insights, too. */
    insights: boolean;
}

export type TextFormat = "text" | "html" | "json" | "svg" | "markdown" | "csv" | "summary";

/** The options of the program `breakdown`. */
export interface RenderOptions {
    format?: TextFormat | "view";
    /** Columns of text: 20 to 1000. */
    width?: number;
    /** Only ASCII characters. */
    ascii?: boolean;
    /** Colours for a terminal. */
    colour?: boolean;
    /** Also the fields that the description leaves out. */
    all?: boolean;
    /** Rows that a screen has room for; the last total and the ranking points stay. */
    rows?: number;
    /** For csv: one column for each row of the table. */
    wide?: boolean;
    theme?: "auto" | "light" | "dark";
    /** The season, whatever the keys say; a bare score breakdown needs it. */
    year?: number | null;
    /** For html: a whole page with head and foot. */
    document?: boolean;
    [option: string]: unknown;
}

/** A run of text in a cell, or of signs that stand for something; `text` is always the same in words. */
export interface ViewMark {
    text: string;
    signs?: string[];
}

export interface ViewCell {
    text: string;
    /** The number that the text is, if it is one. */
    number?: number | null;
    marks?: ViewMark[];
}

export interface ViewRow {
    kind: "plain" | "subtotal" | "total" | string;
    label: string;
    cells: ViewCell[];
    [member: string]: unknown;
}

/** What format "view" returns for each match or event; docs/WEB.md describes its members. */
export interface View {
    schema: number;
    subject: string;
    title: string;
    year?: number | null;
    key?: string | null;
    columns: { key: string; name: string; [member: string]: unknown }[];
    tables: { title?: string | null; rows: ViewRow[] }[];
    notes?: string[];
    problems?: string[];
    [member: string]: unknown;
}

export type BreakdownErrorCode =
    | "invalid-json" | "not-a-match" | "invalid-options" | "damaged-bundle" | "needs-newer" | "unknown-season"
    | "too-large" | "invalid-description" | "out-of-memory"
    /** The module cannot be found, compiled or started. */
    | "no-module"
    | "unsupported"
    /** The module stopped at this input; the next call starts a new instance. */
    | "crashed"
    /** A published directory cannot be read. */
    | "no-directory"
    /** A published directory sends what its publisher has not signed. */
    | "refused"
    /** A match cannot be fetched. */
    | "no-match";

/** What went wrong: `code` is for programs, `message` for people. */
export class BreakdownError extends Error {
    constructor(code: BreakdownErrorCode, message: string, options?: { cause?: unknown });
    readonly code: BreakdownErrorCode;
}

/** Draws matches with the seasons that were loaded. */
export class Renderer {
    /** Starts a compiled module, or the bytes of one, synchronously. */
    constructor(module: WebAssembly.Module | BufferSource);
    /** Loads a season's files in place of the season that it had for this year. */
    loadSeason(year: number, files: SeasonFiles, from?: SeasonSource): void;
    /** Draws a season's samples and compares them with its expected tables; throws what is wrong, and loads nothing. */
    testSeason(year: number, files: SeasonFiles, from?: SeasonSource): void;
    /** Loads a published zip and returns its year. */
    loadBundle(zip: Uint8Array | ArrayBuffer | Promise<Uint8Array | ArrayBuffer>, from?: SeasonSource): Promise<number>;
    /** Loads what `match-breakdown/seasons` exports. */
    loadSeasons(seasons: Iterable<Season>): void;
    /** Forgets a season, for instance one that was recalled. */
    unloadSeason(year: number): void;
    /** Draws a match, a list of matches, an event's insights, or with `year` a bare breakdown. */
    render(entry: JSONInput, options: RenderOptions & { format: "view" }): View[];
    render(entry: JSONInput, options?: RenderOptions & { format?: TextFormat }): string;
    /** The seasons that are loaded. */
    seasons(): LoadedSeason[];
    /** The years of the seasons that draw an entry, to load them before. */
    yearsOf(entry: JSONInput): number[];
    /** Asks for a rule of the programs, such as what a key names; docs/WEB.md lists the questions and the answers. */
    ask(question: string, facts?: Record<string, unknown>, data?: JSONInput): any;
    /** The compiled module: for other renderers, and as the client's option `renderer`. */
    readonly module: WebAssembly.Module;
}

/**
 * Compiles the module and returns a renderer without seasons.
 *
 * Without an input it takes the module beside `index.js`, and every call returns the same promise.
 */
export function init(input?: ModuleInput | Promise<ModuleInput>): Promise<Renderer>;

/** Compiles a module from any of these forms. */
export function compileModule(input: ModuleInput | Promise<ModuleInput>): Promise<WebAssembly.Module>;

/** Where the module is, beside `index.js`. */
export function moduleAddress(): URL;
