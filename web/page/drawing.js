// Draws what the page shows with the renderer.

import { keyed, make } from "./dom.js";
import { withSecondAttempt } from "./patience.js";
import { isPit, state } from "./state.js";
import { library } from "./surroundings.js";

/** What the renderer can make of a match, with the words for it. */
export const FORMATS = {
    html: "Table", text: "Text", summary: "Summary", markdown: "Markdown", csv: "CSV", json: "JSON",
};

/** Draws a table again with at most so many rows; by its element. */
const drawings = new WeakMap();

/** Draws one input; `options` are the renderer's. Returns an element. */
export async function drawn(input, options = {}) {
    const renderer = await library.renderer;
    const format = options.format ?? state.format;
    const text = (more) => renderer.render(input, { format, width: 80, all: state.all, ...options, ...more });
    if (format !== "html") {
        const attributes = { class: "text", tabindex: "0", role: "region", "aria-label": FORMATS[format] };
        const shown = text();
        return keyed(make("pre", attributes, shown), format, shown);
    }
    const host = make("div", { class: "tables" });
    const shadow = host.attachShadow({ mode: "open" });
    const links = await addStyle(shadow);
    // The renderer escapes everything that comes from the data; Tests/Pages shows it with hostile matches.
    const draw = (rows) => {
        shadow.replaceChildren(...links, document.createRange().createContextualFragment(text({ rows })));
    };
    draw();
    drawings.set(host, draw);
    return keyed(host, isPit(), shadow.innerHTML);
}

/** The text of an element with a table. */
export function textOf(element) {
    return element.textContent + element.querySelector(".tables").shadowRoot.innerHTML;
}

/** Draws a table with as many rows as its place has room for; totals and ranking points stay. */
export function fitTable(host, bottom) {
    const draw = drawings.get(host);
    const isFitting = () => host.getBoundingClientRect().bottom <= bottom;
    draw();
    if (isFitting()) return;
    let [least, most] = [0, host.shadowRoot.querySelectorAll("tbody tr").length];
    // The most rows that fit lie between these two.
    while (least < most) {
        const middle = Math.ceil((least + most) / 2);
        draw(middle);
        if (isFitting()) least = middle;
        else most = middle - 1;
    }
    draw(least);
}

/** Whether a table is shown, which has its own heading and its own credit. */
export function isTable() {
    return state.format === "html";
}

const SHEET = new URL("./tables.css", import.meta.url).href;
let sheet = null;

/** Gives the renderer's style sheet to a shadow tree that a table lives in; what must stand in the tree for it. */
async function addStyle(shadow) {
    try {
        sheet ??= await withSecondAttempt(loadSheet);
        shadow.adoptedStyleSheets = [sheet];
        return [];
    } catch {
        // A sheet that does not come, and browsers without such sheets: the table is there, and the browser goes on.
        return [make("link", { rel: "stylesheet", href: SHEET })];
    }
}

async function loadSheet(options) {
    const answer = await fetch(SHEET, options);
    if (!/^text\/css/.test(answer.headers.get("Content-Type"))) throw new Error(`${SHEET} is no style sheet`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${await answer.text()}
        :host(.pit) :is(h2, .season), :host(.pit) article ~ .note { display: none; }
        :host(.pit) :is(th, td) { padding-block: .15rem; }
        a { color: var(--accent); }
        a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }`);
    return sheet;
}
