// The page: reads the address bar, gathers what it names, and shows it.

import { fill, make, refill } from "./dom.js";
import { eventView } from "./event-view.js";
import { fileView, openFile } from "./file-view.js";
import { stopFollowing, waitForNextLook } from "./following.js";
import { keepAwake, leavePit } from "./full-screen.js";
import { homeView } from "./home-view.js";
import { insightsView } from "./insights-view.js";
import { matchView } from "./match-view.js";
import { followNews } from "./news.js";
import { fitScreen, setClock } from "./pit-display.js";
import { fragmentOf, parsePlace } from "./place.js";
import { plainText, useRenderer } from "./rules.js";
import { sampleView } from "./sample-view.js";
import { unknownWords } from "./search-form.js";
import { seasonsView } from "./seasons-section.js";
import { settingsView } from "./settings-view.js";
import { isPit, redraw, showWith, state } from "./state.js";
import { library, main } from "./surroundings.js";
import { ageSentence, heading, sentence } from "./view-parts.js";

/** Shows what the address bar names. */
async function show({ keepsFocus = false } = {}) {
    const turn = ++state.turn;
    const place = parsePlace(location.hash);
    if (fragmentOf(place) !== fragmentOf(state.place)) {
        stopFollowing();
        state.nextLookTime = 0;
    }
    if (place.event !== state.place.event) [state.level, state.team] = ["", ""];
    state.place = place;
    for (const link of document.querySelectorAll("header nav a")) {
        if (link.getAttribute("href") === `#${place.kind}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    const busy = setTimeout(() => {
        if (turn !== state.turn || keepsFocus) return;
        fill(main, make("p", { class: "loading", role: "status" }, "Loading …"));
    }, 150);
    let view;
    try {
        view = await viewOf(place);
    } catch (error) {
        view = { title: "Not shown", elements: problemView(place, error) };
    } finally {
        clearTimeout(busy);
    }
    if (turn !== state.turn) return;
    document.title = view.title === "Score breakdowns" ? view.title : `${plainText(view.title)} · Score breakdowns`;
    const scroll = [scrollX, scrollY];
    (keepsFocus ? refill : fill)(main, view.elements);
    if (isPit()) fitScreen();
    credit(view.credit);
    scrollTo(...(keepsFocus ? scroll : [0, 0]));
    if (!keepsFocus && place.kind !== "home") main.querySelector("h1")?.focus({ preventScroll: true });
    document.body.dataset.shown = fragmentOf(place);
}

function viewOf(place) {
    switch (place.kind) {
        case "home": return homeView();
        case "match": return matchView(place);
        case "event": return eventView(place);
        case "insights": return insightsView(place);
        case "sample": return sampleView(place);
        case "file": return fileView();
        case "seasons": return seasonsView();
        case "settings": return settingsView();
        default: throw new Error(unknownWords(place.text));
    }
}

/** Says why something is not shown, and what can be tried. */
function problemView(place, error) {
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

/** Says whose data it is, where data of The Blue Alliance is shown. */
function credit(path) {
    const line = document.getElementById("credit");
    line.hidden = !path;
    if (path) document.getElementById("credit-link").href = `https://www.thebluealliance.com/${path}`;
}

document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    (main.querySelector("h1") ?? main).focus();
});
addEventListener("hashchange", () => redraw());
document.addEventListener("visibilitychange", waitForNextLook);
document.addEventListener("visibilitychange", keepAwake);
addEventListener("resize", () => isPit() && fitScreen());
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) leavePit(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") leavePit(); });
// A browser without full screens may have no key for it.
document.addEventListener("click", ({ target }) => {
    if (!document.fullscreenElement && target.closest(".screen")) leavePit();
});
addEventListener("dragover", (event) => {
    event.preventDefault();
    document.documentElement.classList.add("dragging");
});
addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.documentElement.classList.remove("dragging");
});
addEventListener("drop", (event) => {
    event.preventDefault();
    document.documentElement.classList.remove("dragging");
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
});
setInterval(() => {
    for (const element of document.querySelectorAll("[data-time]")) {
        element.textContent = ageSentence(Number(element.dataset.time));
    }
    setClock();
}, 5000);

/** Shows the page as soon as there is what draws. */
async function begin() {
    try {
        useRenderer(await library.renderer);
    } catch (error) {
        const problem = make("p", { class: "message problem", role: "alert" });
        // What makes texts harmless is missing, too.
        problem.textContent = `This page cannot be shown: ${error.message}.`;
        fill(main, problem, make("button", { type: "button", onclick: begin }, "Try again"));
        return;
    }
    showWith(show);
    show().finally(followNews);
}

if (!globalThis.isTooOld) begin();

// For tests: what draws on this page.
export { library };
