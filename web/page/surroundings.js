// What the page works with: its directory, what this browser keeps, and the API.

import { init } from "./index.js";
import { Library } from "./library.js";
import { PackagedSeasons } from "./packaged.js";
import { Source } from "./source.js";
import { KeptMap, keepSetting, readSetting } from "./store.js";

/** Where each view is put. */
export const main = document.getElementById("main");

const base = new URL(".", document.baseURI).href;
const named = (name) => document.querySelector(`meta[name=${name}]`).content;

/** The API's answers that this browser keeps. */
export const answers = new KeptMap("match-bundles-answers");

const renderer = init(new URL("./match-breakdown.wasm", import.meta.url));

/** The seasons, and what draws with them. */
export const library = new Library(
    renderer, new PackagedSeasons(base, JSON.parse(named("seasons")), renderer), openClient,
    // A browser without it draws at once, and loads the client then.
    { is: () => readSetting("client", false) === true, keep: () => keepSetting("client", true) });

async function openClient() {
    const { BundleClient } = await import("./client-part.js");
    // A page does not wait for the later waves of a rollout.
    return BundleClient.open({
        repository: base, rootAddress: new URL(named("root"), base).href, wave: 1,
        renderer: (await library.renderer).module,
    });
}

/** Where the page's worker lies. */
export const workerAddress = `${base}match-worker.js`;

/** The API. */
export const source = new Source({
    base: named("tba-api").replace(/\/$/, ""),
    store: answers, key: () => readSetting("key", ""), fetch: (...request) => fetch(...request),
    refusal: {
        is: () => readSetting("refused", false) === true,
        keep: (isRefused) => keepSetting("refused", isRefused || null),
    },
    now: Date.now, random: Math.random, wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
});
