// What was looked at before, in this browser.

import { make } from "./dom.js";
import { parseInquiry } from "./rules.js";
import { keepSetting, readSetting } from "./store.js";

const RECENT_MAX = 12;
const TITLE_LENGTH_MAX = 200;

/** The places, the last one first; what another page of this host may have left in the list is passed over. */
export function recentPlaces() {
    const kept = readSetting("recent", []);
    const isPlace = (entry) => typeof entry?.key === "string" && typeof entry.title === "string"
        && entry.title.length <= TITLE_LENGTH_MAX && parseInquiry(entry.key)?.event;
    return (Array.isArray(kept) ? kept : []).filter(isPlace).slice(0, RECENT_MAX);
}

/** Links to them. */
export function recentSection(recent) {
    const link = ({ key, title }) => make("a", { href: `#${key}` }, make("b", {}, title), " ", make("span", {}, key));
    return make("section", {}, make("h2", {}, "Looked at before"),
        make("ul", { class: "chips" }, recent.map((place) => make("li", {}, link(place)))));
}

/** Puts a place in front of the list; at most 12 are kept. */
export function remember(key, title) {
    const recent = recentPlaces().filter((entry) => entry.key !== key);
    keepSetting("recent", [{ key, title: title.slice(0, TITLE_LENGTH_MAX) }, ...recent].slice(0, RECENT_MAX));
}
