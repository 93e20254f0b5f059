// Bytes: of texts, of several parts, of an answer's body, and at random.

const encoder = new TextEncoder();

/** The bytes of a text. */
export function encode(text) {
    return encoder.encode(text);
}

/** The parts, one after another. */
export function joined(parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let place = 0;
    for (const part of parts) {
        all.set(part, place);
        place += part.length;
    }
    return all;
}

/** Random bytes: for names and hash tables, not for secrets. */
export function randomBytes(count) {
    return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * The bytes of a body; null if there are more than `lengthBytesMax`.
 *
 * @param within waits for the next bytes: a caller may give up on a promise that takes too long
 */
export async function readAtMost(response, lengthBytesMax, within = (promise) => promise) {
    const parts = [];
    let length = 0;
    const reader = response.body?.getReader();
    while (reader) {
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
