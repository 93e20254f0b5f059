// Fetches a file, and stops as soon as it is longer than it may be.

import { BreakdownError } from "./index.js";
import { readAtMost } from "./bytes.js";

/** The bytes at an address, which the browser may have in its cache; null if nothing is there. */
export async function fetchBytes(url, lengthBytesMax, options) {
    let response;
    try {
        response = await fetch(url, options);
    } catch (cause) {
        throw new BreakdownError("no-directory", `the server of ${url} cannot be reached`, { cause });
    }
    if (response.status === 404) return null;
    if (!response.ok) throw new BreakdownError("no-directory", `${url} answers with status ${response.status}`);
    return bodyBytes(response, url, lengthBytesMax, "no-directory");
}

/** The bytes of an answer's body; throws an error with `code` if the answer breaks off. */
export async function bodyBytes(response, url, lengthBytesMax, code) {
    let bytes;
    try {
        bytes = await readAtMost(response, lengthBytesMax);
    } catch (cause) {
        throw new BreakdownError(code, `${url}: the answer broke off`, { cause });
    }
    if (!bytes) throw new BreakdownError("too-large", `${url} has more than ${lengthBytesMax} bytes`);
    return bytes;
}
