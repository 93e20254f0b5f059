// Chooses an event by year and name.

import { fill, keyed, make } from "./dom.js";
import { readEvents } from "./rules.js";
import { source } from "./surroundings.js";
import { sentence } from "./view-parts.js";

const SHOWN_MAX = 40;

/** Chooses an event by year and name. */
export function eventChooser() {
    const thisYear = new Date().getFullYear();
    const years = Array.from({ length: thisYear - 1991 }, (_, at) => thisYear - at);
    const list = make("datalist", { id: "events" });
    const status = make("p", { class: "faint", role: "status" });
    const year = make("select", { "aria-label": "Season" }, years.map((y) => make("option", {}, String(y))));
    const name = make("input", {
        type: "text", list: "events", placeholder: "Event’s name or city", "aria-label": "Event’s name",
        autocomplete: "off",
    });
    const found = make("ul", { class: "chips" });
    let events = null;
    const load = async () => {
        events = null;
        fill(status, "Loading the season’s events …");
        try {
            const { text } = await source.get(`events/${year.value}/simple`);
            events = eventsOf(text);
            filter();
        } catch (error) {
            fill(status, sentence(error.message));
        }
    };
    const filter = () => {
        if (!events) return;
        const words = name.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
        const hits = events.filter(({ all }) => words.every((word) => all.includes(word)));
        fill(found, hits.slice(0, SHOWN_MAX).map(({ key, name, days }) => make("li", {}, make("a", { href: `#${key}` },
            make("b", {}, name ?? key), " ", make("span", {}, days ?? key)))));
        if (!hits.length) fill(status, "No event of this season has these words.");
        else fill(status, hits.length > SHOWN_MAX && `${hits.length} events; the first ${SHOWN_MAX} are shown.`);
    };
    year.addEventListener("change", load);
    name.addEventListener("focus", () => events || load());
    name.addEventListener("input", filter);
    return keyed(make("section", {}, make("h2", {}, "Choose an event"),
        make("div", { class: "bar" }, year, name, list), status, found), "events");
}

/** The events of a season by their first day, each with all words that it can be found by. */
function eventsOf(text) {
    const given = JSON.parse(text);
    const found = readEvents(text).map((event, at) => {
        if (!event) return null;
        const { key, name, city, state_prov: state, country, start_date: start } = given[at];
        return { ...event, start: String(start), all: `${key} ${name} ${city} ${state} ${country}`.toLowerCase() };
    });
    return found.filter(Boolean).sort((a, b) => a.start.localeCompare(b.start) || a.key.localeCompare(b.key));
}
