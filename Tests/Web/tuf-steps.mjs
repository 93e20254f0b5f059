// A host of tuf-client.wasm for tests.
import { Module } from "./module.mjs";

export class TUFModule extends Module {
    /** The next step: a line of JSON, and behind it the bytes that the line counts. */
    next() {
        const count = this.exports.mb_tuf_next();
        const place = this.exports.mb_alloc(count);
        this.exports.mb_tuf_output(place);
        const output = Buffer.from(new Uint8Array(this.exports.memory.buffer).slice(place, place + count));
        this.exports.mb_free(place);
        return output;
    }
}
