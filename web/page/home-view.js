// The start: a search, what was looked at before, and the samples.

import { fill, make } from "./dom.js";
import { eventChooser } from "./event-chooser.js";
import { recentPlaces, recentSection } from "./recent.js";
import { searchForm } from "./search-form.js";
import { readSetting } from "./store.js";
import { library } from "./surroundings.js";
import { heading, sentence } from "./view-parts.js";

/** The view of the address without a fragment. */
export async function homeView() {
    const recent = recentPlaces();
    const hasKey = Boolean(readSetting("key", ""));
    const samples = make("div", {}, make("p", { class: "loading" }, "Loading …"));
    const elements = [
        heading("How did the score come about?"),
        searchForm(),
        make("p", { class: "faint" }, "For example ", make("code", {}, "2024necmp_f1m1"), " (a match), ",
            make("code", {}, "2024necmp"), " (an event), or an address of thebluealliance.com. ",
            "Or drop a file anywhere."),
    ];
    if (recent.length) elements.push(recentSection(recent));
    elements.push(hasKey ? eventChooser() : keyInvitation(),
        make("section", {}, make("h2", {}, "Samples of each season"), samples));
    const opened = [...document.querySelectorAll("details[open] b")].map((year) => year.textContent);
    library.seasons().then((seasons) => fill(samples, ...samplesOf(seasons, opened)));
    return { title: "Score breakdowns", elements };
}

function keyInvitation() {
    return make("section", {}, make("h2", {}, "Matches of The Blue Alliance"), make("p", {},
        "To fetch matches by their key, this page needs a key of your own. It stays in this browser. ",
        make("a", { href: "#settings" }, "Enter a key"), "."));
}

/** The seasons, of which the opened ones stay open. */
function samplesOf(seasons, opened) {
    if (!seasons.length) return [make("p", { class: "message" }, "No seasons are published here.")];
    return seasons.map(({ year }) => {
        const [body, title] = [make("div", {}), make("span", { class: "faint" })];
        const open = () => details.open && fillSamples(year, body, title);
        const isOpen = opened.includes(String(year));
        const details = make("details", { class: "season", open: isOpen, ontoggle: open },
            make("summary", {}, make("b", {}, String(year)), title), body);
        return details;
    });
}

async function fillSamples(year, body, title) {
    if (body.querySelector("ul")) return;
    try {
        const samples = await library.samples(year);
        fill(title, (await library.facts(year))?.title);
        fill(body, make("ul", { class: "chips" }, samples.map(({ name }) =>
            make("li", {}, make("a", { href: `#sample/${year}/${name}` }, name)))));
        if (!samples.length) fill(body, make("p", { class: "faint" }, "This season has no samples."));
    } catch (error) {
        fill(body, make("p", { class: "message problem" }, sentence(error.message)));
    }
}
