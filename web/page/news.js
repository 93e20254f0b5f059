// The line above the content that says what is newer than what is shown. An open page keeps what it began with.

import { fill, make } from "./dom.js";
import { lookForRelease } from "./offline.js";
import { redraw } from "./state.js";
import { STORES_NOTHING } from "./store.js";
import { answers, library } from "./surroundings.js";

const LOOK_MILLISECONDS = 60 * 60 * 1000;
const place = document.getElementById("news");
const lines = new Map();

/**
 * Looks for newer seasons and a newer page: now, each hour, and when the page becomes visible or finds a network. It
 * begins after the first drawing, which it must not delay.
 */
export function followNews() {
    const follow = () => library.follow(() => redraw({ keepsFocus: true }), sayNewSeasons).catch(() => {});
    const look = () => {
        // Once it follows, a client looks by itself.
        follow();
        lookForRelease(sayNewPage);
    };
    library.onOpen = follow;
    look();
    setInterval(look, LOOK_MILLISECONDS);
    addEventListener("online", look);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
    answers.isStored().then((isStored) => { if (!isStored) say("storage", [STORES_NOTHING]); });
}

function sayNewSeasons(years) {
    say("seasons", years.length > 0
        && [`There are newer descriptions: ${years.join(", ")}. `, button("Show them", showNewest)]);
}

async function showNewest() {
    await library.adopt();
    say("seasons", null);
    await redraw({ keepsFocus: true });
}

function sayNewPage() {
    say("page", ["There is a newer version of this page. ", button("Show it", () => location.reload())]);
}

function button(words, onclick) {
    return make("button", { type: "button", onclick }, words);
}

function say(name, line) {
    if (line) lines.set(name, line);
    else lines.delete(name);
    fill(place, [...lines.values()].map((line) => make("p", { class: "message" }, line)));
}
