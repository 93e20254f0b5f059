// A followed event as a screen that hangs on a wall. Like the terminal's `--kiosk`, it has no scroll bar.

import { fill, make } from "./dom.js";
import { fitTable } from "./drawing.js";
import { matchTable } from "./match-list.js";
import { clockText } from "./rules.js";
import { state } from "./state.js";
import { ageLine } from "./view-parts.js";

/** Columns that a list leaves out where it is wider than its place, the first one first. */
const LEFT_OUT = ["without-points", "without-time"];

/** What is on the screen: the event, and the list for a number of rows. */
let shown = null;

/**
 * Makes the screen; {@link fitScreen} fills it when it has a size.
 *
 * @param list `rows → the answer of listMatches`; `last` is the line of the latest result, and `latest` its table
 */
export function pitDisplay({ name, event, answer, remarks, isOpen, last, latest, list, arrived }) {
    shown = { event, list, arrived, last };
    latest?.querySelector(".tables").classList.add("pit");
    const nothing = isOpen ? "No match has a score yet …" : "No match has a score.";
    const digits = (side) =>
        make("b", { class: `${side}${last.winner === side ? " won" : ""}` }, String(last[`${side}Score`]));
    const hasScore = typeof last?.redScore === "number" && typeof last.blueScore === "number";
    return make("section", { class: "screen", "aria-label": name },
        make("header", {}, make("h1", {}, name), make("time", { class: "clock" }, clockText(event))),
        make("div", { class: "result" },
            last && make("h2", {}, [last.name, last.points && `RP ${last.points}`].filter(Boolean).join(" · ")),
            hasScore && make("p", { class: "digits" }, digits("red"), " – ", digits("blue")),
            latest ?? make("p", {}, remarks.at(-1) ?? nothing)),
        make("div", { class: "around" }),
        make("footer", {}, ageLine(answer, "span", {}), remarks.length ? make("strong", {}, remarks[0]) : null,
            make("span", { class: "faint" }, "Powered by The Blue Alliance · https://www.thebluealliance.com")));
}

/** Draws as many matches and as many rows of a table as the window has room for; a match alone has the whole window. */
export function fitScreen() {
    const around = document.querySelector(".screen .around");
    if (around) fitList(around);
    const result = document.querySelector(".screen .result");
    const alone = state.place.kind === "match" ? document.querySelector("main > .tables") : null;
    const table = result?.querySelector(".tables") ?? alone;
    scrollTo(0, 0);
    if (table) fitTable(table, result?.getBoundingClientRect().bottom ?? innerHeight);
}

function fitList(around) {
    const draw = (rows) => {
        const { lines, legend } = shown.list(rows);
        fill(around, matchTable(lines.filter((line) => line.isChosen), legend, shown.arrived, shown.last?.key));
    };
    around.classList.remove(...LEFT_OUT);
    let rows = 1;
    draw(rows);
    const one = around.querySelector("tbody tr")?.offsetHeight ?? Infinity;
    rows += Math.max(0, Math.floor((around.clientHeight - around.firstChild.offsetHeight) / one));
    draw(rows);
    // The meanings of marks need a line of their own.
    while (rows > 1 && around.scrollHeight > around.clientHeight) draw(--rows);
    for (const name of LEFT_OUT) if (around.scrollWidth > around.clientWidth) around.classList.add(name);
}

/** Sets the clock. */
export function setClock() {
    const clock = document.querySelector(".clock");
    if (clock) fill(clock, clockText(shown.event));
}
