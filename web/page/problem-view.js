// What is shown in place of something that cannot be shown.

import { make } from "./dom.js";
import { redraw } from "./state.js";
import { heading, sentence } from "./view-parts.js";

/** Says why something is not shown, and what can be tried. */
export function problemView(place, error) {
    const button = (href, text) => make("a", { class: "button", href }, text);
    const elements = [
        heading("This cannot be shown"),
        make("p", { class: "message problem", role: "alert" }, sentence(error.message)),
    ];
    if (["no-key", "key-refused"].includes(error.kind)) {
        elements.push(make("p", {}, button("#settings", "Enter a key"), " ",
            make("span", { class: "faint" }, "Files and samples work without one.")));
    } else if (place.kind === "match") {
        elements.push(make("p", {}, button(`#${place.event}`, `All matches of ${place.event}`)));
    }
    elements.push(make("p", { class: "bar" },
        make("button", { type: "button", onclick: () => redraw() }, "Try again"), button("#", "Start")));
    return elements;
}
