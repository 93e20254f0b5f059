// What several views consist of.

import { make } from "./dom.js";
import { ageText } from "./event-list.js";

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
export function troubleWords(answer) {
  return answer.trouble ? [`${answer.trouble}. This is the stored answer, ${ageText(answer.ageSeconds)} old.`] : [];
}

/** Says how old the data is; the page counts on. */
export function ageLine(answer) {
  return make("p", { class: "faint chrome", "data-time": Date.now() - answer.ageSeconds * 1000 }, `The data is ${ageText(answer.ageSeconds)} old.`);
}
