// A file of the visitor's. The page keeps none.

import { ANSWER_BYTES_MAX } from "./constants.js";
import { make } from "./dom.js";
import { drawn } from "./drawing.js";
import { redraw, state } from "./state.js";
import { library } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { heading, remark } from "./view-parts.js";

/** The view of `#file`. */
export async function fileView() {
    if (!state.file) throw new Error("open a file first: this page keeps none, so a link cannot lead to one");
    const { input, name, problem } = state.file;
    const refused = (problem) => new Error(`“${name}” cannot be drawn: ${problem}`);
    if (problem) throw refused(problem);
    const problems = await library.prepare((await library.renderer).yearsOf(input));
    state.shown = { input, name: name.replace(/\.json$/, ""), title: name };
    let table;
    try {
        table = await drawn(input);
    } catch (error) {
        if (error.code !== "unknown-season") throw refused(error.message);
        return { title: name, elements: [heading(name), ...await seasonChooser()] };
    }
    return { title: name, elements: [
        make("nav", { class: "crumbs", "aria-label": "File" }, make("a", { href: "#" }, "Start")),
        heading(name), toolbar({}), ...problems.map(remark), table,
    ] };
}

/** Asks for the season of matches that do not name theirs. */
async function seasonChooser() {
    const years = (await library.seasons()).map(({ year }) => year);
    const chosen = make("select", { id: "season", "aria-label": "Season", onchange: async () => {
        // An event names the season of the matches after it.
        const event = `${JSON.stringify({ event_code: "", key: chosen.value })}\n`;
        state.file.input = await new Blob([event, state.file.input]).arrayBuffer();
        redraw();
    } }, make("option", { value: "" }, "Season"), years.map((year) => make("option", {}, String(year))));
    return [remark("these scores do not name their season: choose it"), make("div", { class: "bar" }, chosen)];
}

/** Shows a file. */
export async function openFile(file) {
    if (file.size <= ANSWER_BYTES_MAX) return openInput(await file.arrayBuffer(), file.name);
    return openInput("", file.name, `the file has more than ${ANSWER_BYTES_MAX >> 20} MB`);
}

/** Shows a text or bytes as if they were a file; `problem` says why that cannot be. */
export function openInput(input, name, problem = null) {
    state.file = { input, name, problem };
    if (location.hash === "#file") return redraw();
    location.hash = "file";
    return undefined;
}
