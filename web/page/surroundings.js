// What the page works with: its directory, what this browser keeps, and the API.

import { Library } from "./library.js";
import { Source } from "./source.js";
import { KeptMap, readSetting } from "./store.js";

/** Where each view is put. */
export const main = document.getElementById("main");

const base = new URL(".", document.baseURI).href;

/** The API's answers that this browser keeps. */
export const answers = new KeptMap("match-bundles-answers");

/** The seasons, and what draws with them. */
export const library = new Library(base, new KeptMap("match-bundles-seasons"));

/** The API. */
export const source = new Source({
  base: document.querySelector("meta[name=tba-api]").content.replace(/\/$/, ""),
  store: answers, key: () => readSetting("key", ""), fetch: (...request) => fetch(...request),
  now: Date.now, random: Math.random, wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
});
