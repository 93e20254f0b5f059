// Node's fetch does not read files. Browsers never come here.

const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** Whether an address is a file that only Node can read. */
export function isFileAddress(address) {
    return isNode && String(address).startsWith("file:");
}

/** The bytes of a file. */
export async function readNodeFile(address) {
    const { readFile } = await nodeModule("fs/promises");
    return readFile(new URL(address));
}

/** One of Node's own modules, or undefined elsewhere. No bundler follows this import. */
export async function nodeModule(name) {
    if (!isNode) return undefined;
    return import(/* webpackIgnore: true */ /* @vite-ignore */ ["node", name].join(":"));
}
