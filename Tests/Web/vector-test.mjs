// The modules' cryptography gives the answers of RFC 8032, Wycheproof and NIST.
//
// usage: node vector-test.mjs MODULE FOLDER     MODULE has Cryptography.cc alone (Tests/Web/module-test links it)
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [path, folder] = process.argv.slice(2);
const core = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {}).exports;
const hex = (text) => Buffer.from(text, "hex");

/** The lines of a file of vectors, each as its fields. */
function vectors(name) {
    const lines = readFileSync(`${folder}/${name}`, "utf8").split("\n")
        .filter((line) => line.includes("|") && !line.startsWith("#"));
    return lines.map((line) => line.split("|"));
}

function put(bytes) {
    const place = core.mb_alloc(bytes.length);
    new Uint8Array(core.memory.buffer).set(bytes, place);
    return place;
}

/** The digest of bytes that are added in two pieces. */
function digest(name, bytes, count) {
    const [state, place, result] = [new Uint8Array(256), bytes, new Uint8Array(count)].map(put);
    const half = bytes.length >> 1;
    core[`web_${name}_begin`](state);
    core[`web_${name}_add`](state, place, half);
    core[`web_${name}_add`](state, place + half, bytes.length - half);
    core[`web_${name}_end`](state, result);
    const found = Buffer.from(core.memory.buffer.slice(result, result + count));
    for (const address of [state, place, result]) core.mb_free(address);
    return found.toString("hex");
}

const counts = {};
for (const file of ["ed25519-rfc8032.txt", "ed25519-wycheproof.txt"]) {
    for (const [name, key, message, signature, answer, comment] of vectors(file)) {
        // The Swift code refuses other lengths before it calls.
        if (hex(key).length !== 32 || hex(signature).length !== 64) {
            assert.equal(answer, "invalid", name);
            continue;
        }
        const [text, sign, owner] = [message, signature, key].map((field) => put(hex(field)));
        const found = core.web_ed25519(text, hex(message).length, sign, owner);
        for (const address of [text, sign, owner]) core.mb_free(address);
        assert.equal(found, answer === "valid" ? 1 : 0, `${name}: ${comment}`);
        counts[answer] = (counts[answer] ?? 0) + 1;
    }
}
for (const [name, message, found] of vectors("sha-nist.txt")) {
    assert.equal(digest(name, hex(message), found.length / 2), found, message);
    counts[name] = (counts[name] ?? 0) + 1;
}
for (const kind of ["valid", "invalid", "sha256", "sha512"]) assert.ok(counts[kind] > 2, `too few of ${kind}`);
console.log(`vector-test: ${JSON.stringify(counts)}`);
