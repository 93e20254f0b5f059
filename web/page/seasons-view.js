// The seasons: which version is live, and since when.

import { make } from "./dom.js";
import { overdueWords } from "./live-seasons.js";
import { library } from "./surroundings.js";
import { heading, remark, sentence } from "./view-parts.js";

/** The view of `#seasons`. */
export async function seasonsView() {
  await library.refresh();
  const seasons = await library.seasons();
  const rows = [];
  for (const { year, version, published } of seasons) {
    rows.push(make("tr", {}, make("th", { scope: "row" }, make("a", { href: `seasons/${year}.html` }, String(year))),
      make("td", {}, make("code", { title: version }, version.slice(0, 12))),
      make("td", {}, moment(published))));
  }
  for (const year of library.list?.withdrawn ?? []) {
    rows.push(make("tr", {}, make("th", { scope: "row" }, String(year)), make("td", {}, "withdrawn"), make("td", {})));
  }
  const elements = [heading("Seasons"), make("p", { class: "faint" },
    "How the tables look is read from the directory that this page lies in, each time that you look.")];
  if (library.problem) elements.push(make("p", { class: "message problem", role: "alert" }, sentence(library.problem)));
  if (library.isOlder) elements.push(remark("The server gave an older list than this browser has seen before. The newer one is shown."));
  const overdue = library.list && overdueWords(library.list);
  if (overdue) elements.push(remark(overdue));
  if (rows.length) {
    elements.push(make("div", { class: "scroll" }, make("table", { class: "list" }, make("thead", {}, make("tr", {},
      ["Season", "Version", "Since"].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, rows))));
  }
  if (library.checkedTime) elements.push(make("p", { class: "faint" }, `Checked at ${new Date(library.checkedTime).toLocaleTimeString()}.`));
  return { title: "Seasons", elements };
}

/** `2026-11-22 20:35` in the visitor's time. */
function moment(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const two = (number) => String(number).padStart(2, "0");
  const words = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
  return make("time", { datetime: text }, words);
}
