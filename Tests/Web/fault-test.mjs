// Every row of the fault matrix against the client of the npm package: the outcome is the agent's.
// usage: node fault-test.mjs PACKAGE BUNDLE_PUBLISH
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { misbehaving, Publisher } from "./publisher.mjs";

const [, , folder, program] = process.argv;
const rows = JSON.parse(readFileSync(new URL("../AgentTests/Servers/faults.json", import.meta.url)));
/** Node's parser of HTTP is strict: a bare line end in a header ends the transfer. Browsers and curl read on. */
const STRICT = ["control characters in headers"];

async function main() {
    const load = (name) => import(pathToFileURL(`${resolve(folder)}/${name}`).href);
    const [{ BundleClient }, { compileModule, moduleAddress }, { seasons }] =
        await Promise.all([load("client.js"), load("index.js"), load("seasons.js")]);
    const { root, address } = JSON.parse(process.env.FAULT_TEST);
    const embedded = seasons.filter(({ year }) => year === 2024);
    const renderer = await compileModule(moduleAddress());
    const module = await compileModule(pathToFileURL(`${resolve(folder)}/season-client.wasm`));
    const open = (repository, options) =>
        BundleClient.open({ repository, root: Buffer.from(root, "base64"), embedded, module, renderer, ...options });
    const shown = (client) => client.seasons.map(({ year, origin }) => `${year} ${origin}`).join();

    const failures = [];
    const poll = async (row, at) => {
        try {
            const limits = row.isHasty ? { totalMilliseconds: 2_000 } : {};
            const client = await open(address[at], { limits });
            const report = await client.check();
            await client.adopt();
            const sentences = `${report.problem} ${report.years?.map(({ reason }) => reason)}`;
            if (STRICT.includes(row.name)) return void assert.equal(report.outcome, "unreachable", sentences);
            assert.equal(report.outcome, row.outcome, sentences);
            if (row.trouble) {
                assert.deepEqual(report.years.map(({ trouble }) => trouble), [row.trouble, row.trouble], sentences);
            }
            if (row.words) assert.ok(sentences.includes(row.words), `${row.words}: ${sentences}`);
            assert.equal(report.retryAfterSeconds ?? undefined, row.retryAfterSeconds);
            if (row.outcome !== "updated") assert.equal(shown(client), "2024 embedded");
            else assert.equal(shown(client), "2024 downloaded,2018 downloaded");
        } catch (error) {
            failures.push(`fault-test: ${row.name}: ${error.message}`);
        }
    };
    // What has little time is not made to wait for the others.
    for (const isHasty of [true, false]) {
        await Promise.all(rows.map((row, at) => !row.isHasty === isHasty ? null : poll(row, at)));
    }
    for (const failure of failures) console.error(failure);
    console.log(`fault-test: ${rows.length} faults, ${failures.length > 0 ? "some failed" : "good"}`);
    process.exit(failures.length > 0 ? 1 : 0);
}

if (process.env.FAULT_TEST) {
    await main();
} else {
    // Node reads the authority's certificate when it starts.
    const publisher = new Publisher(resolve(program));
    publisher.edit("2024", "title: 2024 Crescendo", "title: 2024 Crescendo!");
    publisher.publish();
    const servers = await misbehaving();
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), folder], {
        stdio: "inherit", env: {
            ...process.env, NODE_EXTRA_CA_CERTS: servers.authority, FAULT_TEST: JSON.stringify({
                root: publisher.root.toString("base64"),
                address: rows.map((row) => servers.address(row, publisher.site)),
            }),
        },
    });
    servers.close();
    publisher.remove();
    process.exit(status ?? 1);
}
