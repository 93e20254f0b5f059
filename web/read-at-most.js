// Reads an answer's body, and stops as soon as it is longer than it may be.

import { joined } from "./bytes.js";

/**
 * The bytes of a body; null if there are more than `lengthBytesMax`.
 *
 * @param within waits for the next bytes: a caller may give up on a promise that takes too long
 */
export async function readAtMost(response, lengthBytesMax, within = (promise) => promise) {
    const parts = [];
    let length = 0;
    const reader = response.body.getReader();
    for (;;) {
        const { done, value } = await within(reader.read());
        if (done) break;
        length += value.length;
        if (length > lengthBytesMax) {
            await reader.cancel().catch(() => {});
            return null;
        }
        parts.push(value);
    }
    return joined(parts);
}
