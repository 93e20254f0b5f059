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

/** The seasons, and what draws with them. */
export const library = new Library(
    () => init(new URL("./match-breakdown.wasm", import.meta.url)),
    new PackagedSeasons(base, JSON.parse(named("seasons")), () => library.renderer), openClient,
    // A browser without it draws at once, and loads the client then.
    { is: () => readSetting("client", false) === true, keep: () => keepSetting("client", true) });

let attempts = 0;

async function openClient() {
    // A browser does not import again what it could not import.
    const again = () => import(`./client-part.js?${++attempts}`);
    const { BundleClient } = await import("./client-part.js").catch(again);
    // A page does not wait for the later waves of a rollout.
    return BundleClient.open({
        repository: base, rootAddress: new URL(named("root"), base).href, wave: 1,
        renderer: (await library.renderer).module,
    });
}

/** Where the page lies in the directory, also if a host has redirected to another name of it. */
export const pageAddress = `${base}match.html`;

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
