// A sample of a season.

import { make } from "./dom.js";
import { drawn, isTable } from "./drawing.js";
import { state } from "./state.js";
import { library } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { heading } from "./view-parts.js";

/** The view of `#sample/2024/2024necmp_f1m1`. */
export async function sampleView(place) {
    const samples = await library.samples(place.year);
    const at = samples.findIndex((sample) => sample.name === place.name);
    if (at < 0) throw new Error(`the season ${place.year} has no sample ${place.name}`);
    const link = (sample, text) => sample ? make("a", { href: `#sample/${place.year}/${sample.name}` }, text) : null;
    state.shown = { input: samples[at].text, name: place.name, title: place.name };
    return { title: place.name, elements: [
        make("nav", { class: "crumbs", "aria-label": "Samples" }, make("a", { href: "#" }, "All samples"),
            link(samples[at - 1], `← ${samples[at - 1]?.name}`), link(samples[at + 1], `${samples[at + 1]?.name} →`)),
        heading(place.name, { isHidden: isTable() }), toolbar({}), await drawn(samples[at].text),
    ] };
}
