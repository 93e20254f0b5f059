// A host of a module for tests: bytes in, bytes out; it keeps nothing but the instance.
import { readFileSync, readdirSync, existsSync } from "node:fs";

export const root = new URL("../../", import.meta.url).pathname;
const encoder = new TextEncoder();

export class Module {
    constructor(path = `${root}.build/web/match-breakdown.wasm`) {
        this.compiled = path instanceof WebAssembly.Module ? path : new WebAssembly.Module(readFileSync(path));
        // No imports: an instance gets nothing.
        this.exports = new WebAssembly.Instance(this.compiled, {}).exports;
        this.exports.mb_seed(1, 2);
    }

    put(bytes) {
        const address = this.exports.mb_alloc(bytes.length);
        new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
        return address;
    }

    output() {
        const { memory, mb_out, mb_out_count } = this.exports;
        return Buffer.from(new Uint8Array(memory.buffer, mb_out(), mb_out_count()));
    }

    /** Calls with options and bytes, and gives the status. */
    give(name, options, data) {
        const given = encoder.encode(JSON.stringify(options));
        const [a, b] = [this.put(given), this.put(data)];
        const status = this.exports[name](a, given.length, b, data.length);
        this.exports.mb_free(a);
        this.exports.mb_free(b);
        return status;
    }

    call(name, options, data) {
        const status = this.give(name, options, data);
        return { status, output: this.output() };
    }

    render(options, data) {
        return this.call("mb_render", options, Buffer.from(data));
    }

    load(options, files) {
        const names = Object.keys(files);
        const listed = names.map((path) => ({ path, length: files[path].length }));
        return this.call("mb_load", { ...options, files: listed }, Buffer.concat(names.map((name) => files[name])));
    }

    /** Loads the seasons that the programs have inside. */
    loadEmbedded() {
        const content = `${root}Sources/EmbeddedBundles/content`;
        for (const year of readdirSync(content).filter((name) => existsSync(`${content}/${name}/manifest.json`))) {
            const files = {};
            for (const name of readdirSync(`${content}/${year}`).filter((name) => name.endsWith(".json"))) {
                files[name] = readFileSync(`${content}/${year}/${name}`);
            }
            const { status, output } = this.load({ year: Number(year), origin: "embedded" }, files);
            if (status !== 0) throw new Error(`${year}: ${output}`);
        }
        return this;
    }
}
