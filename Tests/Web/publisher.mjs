// A publisher in a temporary folder, by the program `bundle-publish`, and servers for what it publishes.
import { spawn, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { root as checkout } from "./module.mjs";

/** A publisher of the seasons 2018 and 2024. */
export class Publisher {
    constructor(program) {
        this.program = program;
        this.folder = mkdtempSync(`${tmpdir()}/publisher-`);
        this.site = `${this.folder}/site`;
        for (const year of ["2018", "2024"]) {
            cpSync(`${checkout}bundles/${year}`, `${this.folder}/bundles/${year}`, { recursive: true });
        }
        this.run("init", "--no-passphrase");
        this.root = readFileSync(`${this.folder}/publish/metadata/1.root.json`);
    }

    /** Another one with the same keys and site: a thief. */
    copy() {
        const copy = Object.assign(Object.create(Publisher.prototype), this);
        copy.folder = mkdtempSync(`${tmpdir()}/publisher-`);
        copy.site = `${copy.folder}/site`;
        cpSync(this.folder, copy.folder, { recursive: true });
        return copy;
    }

    run(...words) {
        const options = { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
        return execFileSync(this.program, words, options);
    }

    /** Publishes for everybody at once. */
    publish(...words) {
        return this.run("publish", "--in", "site", "--waves", "100%:0h", "--hold-off", "0s", ...words);
    }

    /** Replaces words in the description of a season; its expected tables follow. */
    edit(year, before, after) {
        const path = `${this.folder}/bundles/${year}/match.yaml`;
        writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
        this.run("check", "--update");
    }

    remove() { rmSync(this.folder, { recursive: true, force: true }); }
}

/** Serves a folder, which a test may exchange; counts requests and bytes of bodies. */
export async function serving(folder) {
    const served = { folder, requests: [], bytes: 0, edit: (path, bytes) => bytes };
    const server = createServer((request, response) => {
        served.requests.push(request.url);
        // While a test runs a program, this server can neither keep a connection nor close it in time.
        response.setHeader("connection", "close");
        try {
            const bytes = served.edit(request.url, readFileSync(served.folder + request.url));
            served.bytes += bytes.length;
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    served.address = `http://127.0.0.1:${server.address().port}/`;
    served.close = () => (server.closeAllConnections?.(), server.close());
    return served;
}

/** The misbehaving servers of the fault matrix; they end when `close` is called. */
export async function misbehaving() {
    const process = spawn("python3", [`${checkout}Tests/AgentTests/Servers/misbehaving.py`],
        { stdio: ["pipe", "pipe", "inherit"] });
    const [line] = await once(createInterface({ input: process.stdout }), "line");
    const { ports, authority } = JSON.parse(line);
    return {
        authority,
        /** The address of a site for one row of faults.json. */
        address({ behaviour = "well", files = "", door = "http", address }, site) {
            const scheme = door === "http" ? "http" : "https";
            return address ?? `${scheme}://127.0.0.1:${ports[door]}/${behaviour}/${files}${site}`;
        },
        close: () => process.stdin.end(),
    };
}
