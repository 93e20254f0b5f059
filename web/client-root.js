// The root from which a client's trust begins, and what a client says when a check could not do its work.

import { ROOT_BYTES_MAX } from "./constants.js";
import { entryBytes } from "./index.js";

/**
 * The root that a program brings, else the one that the store remembers, else the one at an address.
 *
 * @param options `{root, rootAddress}` of the client; the address is a `URL`
 * @param remembered the first root of the store; null if there is none or it is damaged
 * @param fetcher `base → ask`, as of season-fetch.js
 */
export async function firstRoot({ root, rootAddress }, remembered, fetcher) {
    if (root) return entryBytes(root);
    if (remembered) return remembered;
    const path = rootAddress.pathname.split("/").pop();
    const [answer] = await fetcher(new URL(".", rootAddress).href)([{ path, max: ROOT_BYTES_MAX }]);
    if (answer.bytes) return answer.bytes;
    const found = answer.problem
        ?? `expected the publisher's root, found an answer of ${answer.found} with status ${answer.status}`;
    throw new ClientTrouble("unreachable", `${rootAddress}: ${found}`);
}

/** An error that a report tells; `outcome` is the one that the agent would report. */
export class ClientTrouble extends Error {
    constructor(outcome, message, options) {
        super(message, options);
        this.outcome = outcome;
    }

    /** Turns a rejection into a trouble. */
    static of(outcome) {
        return (cause) => { throw new ClientTrouble(outcome, cause?.message ?? String(cause), { cause }); };
    }
}
