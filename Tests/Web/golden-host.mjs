// Answers all cases with a renderer: for each the SHA-256 of the output, or "refused: " and the sentence.

export async function answers(renderer, cases, read) {
    const found = [];
    for (const { options, data } of cases) {
        const input = await read(data);
        try {
            found.push(await hash(renderer.render(input, options)));
        } catch (error) {
            found.push(`refused: ${error.code === "crashed" ? "CRASHED " : ""}${error.message}`);
        }
    }
    return found;
}

async function hash(text) {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
