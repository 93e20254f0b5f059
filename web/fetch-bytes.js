// Fetches a file, and stops as soon as it is longer than it may be.

import { BreakdownError } from "./index.js";

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
    return readAtMost(response, lengthBytesMax);
}

async function next(reader, url) {
    try {
        return await reader.read();
    } catch (cause) {
        if (cause?.name === "AbortError") throw cause;
        throw new BreakdownError("no-directory", `${url}: the answer broke off`, { cause });
    }
}

/** The body of an answer. */
export async function readAtMost(response, lengthBytesMax) {
    const parts = [];
    let length = 0;
    const reader = response.body.getReader();
    for (;;) {
        const { done, value } = await next(reader, response.url);
        if (done) break;
        length += value.length;
        if (length > lengthBytesMax) {
            await reader.cancel();
            throw new BreakdownError("too-large", `${response.url} has more than ${lengthBytesMax} bytes`);
        }
        parts.push(value);
    }
    const bytes = new Uint8Array(length);
    let place = 0;
    for (const part of parts) {
        bytes.set(part, place);
        place += part.length;
    }
    return bytes;
}
