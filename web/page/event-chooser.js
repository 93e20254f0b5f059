// Chooses an event by year and name.

import { fill, make } from "./dom.js";
import { daysText } from "./event-list.js";
import { parseInquiry } from "./keys.js";
import { source } from "./surroundings.js";
import { sentence } from "./view-parts.js";

/** Chooses an event by year and name. */
export function eventChooser() {
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: thisYear - 1991 }, (_, at) => thisYear - at);
  const list = make("datalist", { id: "events" });
  const status = make("p", { class: "faint", role: "status" });
  const year = make("select", { "aria-label": "Season" }, years.map((y) => make("option", {}, String(y))));
  const name = make("input", { type: "text", list: "events", placeholder: "Event’s name or city", "aria-label": "Event’s name", autocomplete: "off" });
  const found = make("ul", { class: "chips" });
  let events = null;
  const load = async () => {
    events = null;
    status.textContent = "Loading the season’s events …";
    try {
      const { text } = await source.get(`events/${year.value}/simple`);
      events = JSON.parse(text).filter((event) => typeof event?.key === "string" && parseInquiry(event.key));
      events.sort((a, b) => String(a.start_date).localeCompare(String(b.start_date)) || a.key.localeCompare(b.key));
      status.textContent = "";
      filter();
    } catch (error) {
      status.textContent = sentence(error.message);
    }
  };
  const filter = () => {
    if (!events) return;
    const words = name.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const hits = events.filter((event) => {
      const all = `${event.key} ${event.name} ${event.city} ${event.state_prov} ${event.country}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    fill(found, hits.slice(0, 40).map((event) => make("li", {}, make("a", { href: `#${event.key}` },
      make("b", {}, String(event.name ?? event.key)), " ", make("span", {}, daysText(event) || event.key)))));
    status.textContent = hits.length > 40 ? `${hits.length} events; the first 40 are shown.` : hits.length ? "" : "No event of this season has these words.";
  };
  year.addEventListener("change", load);
  name.addEventListener("focus", () => events || load(), { once: true });
  name.addEventListener("input", filter);
  return make("section", {}, make("h2", {}, "Choose an event"),
    make("div", { class: "bar" }, year, name, list), status, found);
}
