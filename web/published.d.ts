import type { Renderer } from "./index.js";

/** A live season of a published directory. */
export interface PublishedSeason {
    readonly year: number;
    /** The level of the description language that it needs. */
    readonly level: number;
    /** The content version: 64 hexadecimal digits. */
    readonly version: string;
    /** Since when the directory offers this content: `2026-03-01T12:00:00Z`. */
    readonly published: string;
    /** The SHA-256 of the zip. */
    readonly sha256: string;
    /** Bytes of the zip. */
    readonly length: number;
    /** The zip's path below the directory. */
    readonly zip: string;
    /** Where the zip is. */
    readonly address: string;
}

/** The seasons of a published directory. */
export class Published {
    /** What is live, oldest year first. */
    readonly seasons: readonly PublishedSeason[];
    /** The years that the publisher has withdrawn: what the directory offered of them is not shown any more. */
    readonly withdrawn: readonly number[];
    /** The years that are live. */
    readonly years: number[];
    /** Until when the publisher wanted to renew the list: `2026-03-15T12:00:00Z`. */
    readonly expires: string;
    /** A sentence if the list is past its expiry, so that newer seasons may be kept back; else null. */
    readonly overdue: string | null;
    /** Whether the directory has recalled a content, so that nobody may show it any more. */
    recalls(year: number, version: string): boolean;
    /** Loads one year into a renderer; false if the directory does not have it. */
    load(renderer: Renderer, year: number): Promise<boolean>;
}

/** Reads what a published directory offers. It cannot verify signatures. */
export function openPublished(base: string | URL, options?: { signal?: AbortSignal }): Promise<Published>;
