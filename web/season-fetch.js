// Fetches below a published directory. It knows HTTP and nothing of what the files mean; the words are the agent's.

import { readAtMost } from "./read-at-most.js";

/** Each limit prevents one way to hold a client up; the agent has the same ones. */
export const FETCH_LIMITS = {
    /** Without a byte for so long, a connection is dead. */
    stallMilliseconds: 20_000,
    /** One file with its redirects: prevents an endless drip. */
    totalMilliseconds: 300_000,
};

/** Codings that make the bytes differ from the file (RFC 9110 §8.4.1). An object store's aws-chunked does not. */
const CHANGING = /\b(br|compress|dcb|dcz|deflate|gzip|x-compress|x-gzip|zstd)\b/i;

/**
 * A function that answers the module's requests, side by side.
 *
 * @param base the address of the directory, with a slash at its end
 * @param options `fetch`, `limits`, and `transfers`: a set that has every running transfer, each with `cancel()`
 * @returns `[{path, max}] → [{kind: "found", bytes} | {kind: "absent"} | {kind: "too-long", length}
 *   | {kind: "wait", length, problem} | {kind: "web-page" | "unreachable", problem}]`
 */
export function fetching(base, { fetch = globalThis.fetch, limits = FETCH_LIMITS, transfers = new Set() } = {}) {
    const one = async ({ path, max }) => {
        const patience = new Patience(limits);
        transfers.add(patience);
        try {
            return await answer(await patience.within(fetch(base + path, {
                // Past the browser's cache, which would ask whether a file has changed (docs/adr/0030-no-conditions.md).
                cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer", signal: patience.signal,
            })), base, max, patience);
        } catch (error) {
            return { kind: "unreachable", problem: patience.problem ?? sentence(error) };
        } finally {
            patience.end();
            transfers.delete(patience);
        }
    };
    return (requests) => Promise.all(requests.map(one));
}

async function answer(response, base, max, patience) {
    const refusal = response.status === 200 ? foreignAnswer(response, base) : failure(response);
    if (refusal) {
        // A body that is never read would keep its connection.
        await response.body?.cancel().catch(() => {});
        return refusal;
    }
    const bytes = await readAtMost(response, max, (promise) => patience.within(promise));
    if (bytes) return { kind: "found", bytes };
    const [coding] = CHANGING.exec(response.headers.get("content-encoding") ?? "") ?? [];
    if (!coding) return { kind: "too-long", length: max };
    const problem = `the server, or something before it, sent the file as ${coding} without being asked`;
    return { kind: "unreachable", problem };
}

/** What an answer with a status other than 200 means. */
function failure({ status, headers }) {
    const problem = `the server answered with status ${status}`;
    // Object stores answer 403 for a file that does not exist, unless the reader may list the folder.
    if ([403, 404, 410].includes(status)) return { kind: "absent" };
    // RFC 6585 §6.
    if (status === 511) return { kind: "web-page", problem: "the network answered with status 511" };
    if (status === 401 || status === 407) {
        return { kind: "unreachable", problem: `${problem}: it wants credentials, or other ones` };
    }
    const wait = status >= 400 ? retryAfterSeconds(headers) : 0;
    return wait > 0 ? { kind: "wait", length: wait, problem } : { kind: "unreachable", problem };
}

/** The answer of another server than the directory's; null if it may be the file. */
function foreignAnswer({ url, headers }, base) {
    const [asked, found] = [new URL(base), new URL(url || base)];
    if (asked.protocol === "https:" && found.protocol !== "https:") {
        return { kind: "web-page", problem: `the server redirects to ${found.origin}, which is not allowed` };
    }
    if (found.origin !== asked.origin && /^text\/html/i.test(headers.get("content-type") ?? "")) {
        return {
            kind: "web-page",
            problem: `expected a file of the repository, found that ${found.origin} answers with a web page`,
        };
    }
    return null;
}

/** Seconds to wait; a date counts from the answer's own date, because this machine's clock may be wrong. */
function retryAfterSeconds(headers) {
    const text = headers.get("retry-after") ?? "";
    if (/^\d+$/.test(text)) return Math.min(Number(text), 0x7fffffff);
    const seconds = (Date.parse(text) - Date.parse(headers.get("date") ?? "")) / 1000;
    return seconds > 0 ? Math.ceil(seconds) : 0;
}

/** The cause that an engine gives; browsers give none. */
function sentence(error) {
    const cause = error?.cause?.message || error?.cause?.code;
    return `the server cannot be reached (${cause ?? error?.message ?? error})`;
}

/** Ends a transfer that takes too long or is cancelled. */
class Patience {
    #controller = new AbortController();
    #limits;
    #total;
    problem = null;

    constructor(limits) {
        this.#limits = { ...FETCH_LIMITS, ...limits };
        this.#total = setTimeout(() => this.#stop("timed out"), this.#limits.totalMilliseconds);
    }

    get signal() { return this.#controller.signal; }

    /** Waits for bytes, or for the head of an answer. */
    async within(promise) {
        const stall = setTimeout(() => this.#stop("timed out"), this.#limits.stallMilliseconds);
        try {
            return await promise;
        } finally {
            clearTimeout(stall);
        }
    }

    end() { clearTimeout(this.#total); }

    cancel() { this.#stop("the transfer was cancelled"); }

    #stop(problem) {
        this.problem ??= problem;
        this.#controller.abort();
    }
}
