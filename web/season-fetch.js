// Fetches below a published directory. The module decides what an answer means, and whether its body is needed.

import { STALL_SECONDS_MAX, TRANSFER_SECONDS_MAX } from "./constants.js";
import { readAtMost } from "./bytes.js";

/** Each limit prevents one way to hold a client up. */
const FETCH_LIMITS = {
    /** Without a byte for so long, a connection is dead. */
    stallMilliseconds: STALL_SECONDS_MAX * 1000,
    /** One file with its redirects: prevents an endless drip. */
    totalMilliseconds: TRANSFER_SECONDS_MAX * 1000,
};

/**
 * A function that answers the module's requests, side by side.
 *
 * @param base the address of the directory, with a slash at its end
 * @param options `fetch`; `limits`; `transfers`: a set that has every running transfer, each with `cancel()`;
 *   `needsBody`: whether the body of an answer is to be read, by its head
 * @returns `[{path, max}] → [{status, headers, asked, found, max, bytes} | {problem}]`; `bytes` is null if they are
 *   not needed, or if there are more than `max`
 */
export function fetching(base, options = {}) {
    const { fetch = globalThis.fetch, limits = FETCH_LIMITS, transfers = new Set(), needsBody = () => true } = options;
    const one = async ({ path, max }) => {
        const patience = new Patience(limits);
        const send = () => patience.within(fetch(base + path, {
            // Past the browser's cache, which would ask whether a file has changed (docs/adr/0030).
            cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer", signal: patience.signal,
        }));
        transfers.add(patience);
        try {
            // A server may close a kept connection just when it is used again: once more (RFC 9110, section 9.2.2).
            const response = await send().catch((error) => {
                if (patience.problem) throw error;
                return send();
            });
            return await answer(response, base, max, needsBody, patience);
        } catch (error) {
            return { problem: patience.problem ?? sentence(error) };
        } finally {
            patience.end();
            transfers.delete(patience);
        }
    };
    return (requests) => Promise.all(requests.map(one));
}

/** What the module judges (Sources/TUF/Answers). */
async function answer(response, base, max, needsBody, patience) {
    const { status, headers, url, body } = response;
    const [asked, found] = [base, url || base].map((address) => new URL(address).origin);
    const head = { status, headers: Object.fromEntries(headers), asked, found, max };
    if (needsBody(head)) {
        return { ...head, bytes: await readAtMost(response, max, (promise) => patience.within(promise)) };
    }
    // A body that is never read would keep its connection.
    await body?.cancel().catch(() => {});
    return { ...head, bytes: null };
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
