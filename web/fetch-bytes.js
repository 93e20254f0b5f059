// Fetches a file, and stops as soon as it is longer than it may be.

import { BreakdownError } from "./index.js";
import { readAtMost } from "./read-at-most.js";

/**
 * The bytes at an address; null if nothing is there.
 *
 * @param isFresh whether the server sends the whole file although this browser has it: whether a file has changed is
 *   not a server's word, because an ETag may outlive a change
 */
export async function fetchBytes(url, { isFresh = false, lengthBytesMax, credentials, signal }) {
    let response;
    try {
        response = await fetch(url, { cache: isFresh ? "no-store" : "default", credentials, signal });
    } catch (cause) {
        if (cause?.name === "AbortError") throw cause;
        throw new BreakdownError("no-directory", `the server of ${url} cannot be reached`, { cause });
    }
    if (response.status === 404) return null;
    if (!response.ok) throw new BreakdownError("no-directory", `${url} answers with status ${response.status}`);
    let bytes;
    try {
        bytes = await readAtMost(response, lengthBytesMax);
    } catch (cause) {
        if (cause?.name === "AbortError") throw cause;
        throw new BreakdownError("no-directory", `${url}: the answer broke off`, { cause });
    }
    if (!bytes) throw new BreakdownError("too-large", `${url} has more than ${lengthBytesMax} bytes`);
    return bytes;
}
