// What several views consist of.

import { make } from "./dom.js";
import { ageText } from "./rules.js";

/** The first heading; a hidden one is for screen readers, where the table below has a visible one. */
export function heading(text, { isHidden = false } = {}) {
    return make("h1", { tabindex: "-1", class: isHidden ? "unseen" : null }, text);
}

/** A sentence above a table. */
export function remark(text) {
    return make("p", { class: "message", role: "status" }, sentence(text));
}

/** A text with a capital letter and a full stop. */
export function sentence(text) {
    const trimmed = String(text).trim();
    return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.?!]$/.test(trimmed) ? "" : ".");
}

/** Says that a stored answer stands in, and why. */
export function troubleWords({ trouble, ageSeconds }) {
    return trouble ? [`${sentence(trouble)} This is the stored answer, ${ageText(ageSeconds)} old.`] : [];
}

/** An element that says how old the data is; the page counts on. */
export function ageLine(answer, name = "p", attributes = { class: "faint chrome" }) {
    const time = Date.now() - answer.ageSeconds * 1000;
    return make(name, { ...attributes, "data-time": time }, ageSentence(time));
}

/** How old data of this time is now. */
export function ageSentence(time) {
    return `The data is ${ageText((Date.now() - time) / 1000)} old.`;
}
