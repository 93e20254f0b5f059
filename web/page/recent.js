// What was looked at before, in this browser.

import { make } from "./dom.js";
import { keepSetting, readSetting } from "./store.js";

const RECENT_MAX = 12;

/** Links to what was looked at before. */
export function recentSection(recent) {
  return make("section", {}, make("h2", {}, "Looked at before"), make("ul", { class: "chips" },
    recent.map(({ key, title }) => make("li", {}, make("a", { href: `#${key}` }, make("b", {}, title), " ", make("span", {}, key))))));
}

/** Puts a place in front of the list; at most 12 are kept. */
export function remember(key, title) {
  const recent = readSetting("recent", []).filter((entry) => entry.key !== key);
  keepSetting("recent", [{ key, title }, ...recent].slice(0, RECENT_MAX));
}
