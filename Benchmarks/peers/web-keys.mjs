// usage: node web-keys.mjs PACKAGE ROUNDS
// Milliseconds of processor time to read objects of many keys: the renderer, and JSON.parse, whose objects hash, too.
import { pathToFileURL } from "node:url";

const [folder, rounds] = process.argv.slice(2);
const { init } = await import(pathToFileURL(`${folder}/index.js`).href);
const renderer = await init();

const objects = {
    "2,000 keys": object(2000, (digits) => `${digits}${"x".repeat(16)}`),
    "20,000 keys": object(20000, (digits) => `${digits}${"x".repeat(16)}`),
    // Equal first and last eight bytes: the renderer's own print of a key tells them apart by nothing.
    "20,000 keys that are made to collide": object(20000, (digits) => `xxxxxxxx${digits}xxxxxxxx`),
};
const readers = {
    "renderer": (text) => renderer.render(text, { format: "json" }),
    "JSON.parse": (text) => JSON.parse(text),
};

function object(count, key) {
    const members = Array.from({ length: count }, (_, at) => `"${key(String(at).padStart(6, "0"))}":1`);
    return `{"key":"2024a_qm1","alliances":{},"score_breakdown":{"red":{${members}},"blue":{}}}`;
}

function median(text, read) {
    const times = Array.from({ length: Number(rounds) }, () => {
        const begin = process.cpuUsage();
        read(text);
        const { user, system } = process.cpuUsage(begin);
        return (user + system) / 1000;
    });
    return times.sort((a, b) => a - b)[times.length >> 1];
}

const measure = () => Object.fromEntries(Object.entries(objects).map(([name, text]) =>
    [name, Object.fromEntries(Object.entries(readers).map(([reader, read]) => [reader, median(text, read)]))]));
measure(); // The first one warms up.
console.log(JSON.stringify(measure()));
