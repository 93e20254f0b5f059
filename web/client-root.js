// The root from which a client's trust begins.

import { ClientTrouble } from "./client-trouble.js";
import { entryBytes } from "./index.js";

/** Bytes of a root: the module's limit for this file. */
const ROOT_BYTES_MAX = 512_000;

/**
 * The root that a program brings, else the one that the store remembers, else the one at an address.
 *
 * @param options `{root, rootAddress}` of the client
 * @param remembered the first root of the store
 * @param fetcher `base → ask`, as of season-fetch.js
 */
export async function firstRoot({ root, rootAddress }, remembered, fetcher) {
    if (root) return entryBytes(root);
    if (remembered) return remembered;
    const address = new URL(rootAddress, globalThis.document?.baseURI ?? globalThis.location?.href);
    const path = address.pathname.split("/").pop() + address.search;
    const [answer] = await fetcher(new URL(".", address).href)([{ path, max: ROOT_BYTES_MAX }]);
    if (answer.bytes) return answer.bytes;
    const found = answer.problem
        ?? `expected the publisher's root, found an answer of ${answer.found} with status ${answer.status}`;
    throw new ClientTrouble("unreachable", `${address}: ${found}`);
}
