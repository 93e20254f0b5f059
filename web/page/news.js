// The line above the content that says what is newer than what is shown. An open page keeps what it began with.

import { fill, make } from "./dom.js";
import { keepOffline, NEWER_PAGE } from "./offline.js";
import { redraw } from "./state.js";
import { library } from "./surroundings.js";

const place = document.getElementById("news");
const lines = new Map();

/** Looks for newer seasons and a newer page from now on; begins after the first drawing, which it must not delay. */
export function followNews() {
    library.follow(() => redraw({ keepsFocus: true }), (years) => say("seasons", years.length ? [
        `There are newer descriptions: ${years.join(", ")}. `,
        make("button", { type: "button", onclick: showNewest }, "Show them")] : null)).catch(() => {});
    keepOffline(() => say("page", [NEWER_PAGE]));
}

async function showNewest() {
    await library.adopt();
    say("seasons", null);
    await redraw({ keepsFocus: true });
}

function say(name, line) {
    if (line) lines.set(name, line);
    else lines.delete(name);
    fill(place, [...lines.values()].map((line) => make("p", { class: "message" }, line)));
}
