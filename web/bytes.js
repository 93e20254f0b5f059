// Bytes: of texts, of several parts, and at random.

/** The bytes of a text. */
export function encode(text) {
    return new TextEncoder().encode(text);
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
