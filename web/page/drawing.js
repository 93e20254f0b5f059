// Draws what the page shows with the renderer.

import { make } from "./dom.js";
import { withSecondAttempt } from "./patience.js";
import { state } from "./state.js";
import { library } from "./surroundings.js";

/** What the renderer can make of a match, with the words for it. */
export const FORMATS = {
    html: "Table", text: "Text", summary: "Summary", markdown: "Markdown", csv: "CSV", json: "JSON",
};

/** Draws one input; `options` are the renderer's. Returns an element. */
export async function drawn(input, options = {}) {
    const renderer = await library.renderer;
    const format = options.format ?? state.format;
    const text = renderer.render(input, { format, width: 80, all: state.all, ...options });
    if (format !== "html") {
        return make("pre", { class: "text", tabindex: "0", role: "region", "aria-label": FORMATS[format] }, text);
    }
    const host = make("div", { class: "tables" });
    const shadow = host.attachShadow({ mode: "open" });
    await addStyle(shadow);
    // The renderer escapes everything that comes from the data; Tests/Pages shows it with hostile matches.
    shadow.append(document.createRange().createContextualFragment(text));
    return host;
}

/** Whether a table is shown, which has its own heading and its own credit. */
export function isTable() {
    return state.format === "html";
}

const SHEET = new URL("./tables.css", import.meta.url).href;
let sheet = null;

/** Gives the renderer's style sheet to a shadow tree that a table lives in. */
async function addStyle(shadow) {
    try {
        sheet ??= await withSecondAttempt(loadSheet);
        shadow.adoptedStyleSheets = [sheet];
    } catch {
        // A sheet that does not come, and browsers without such sheets: the table is there, and the browser goes on.
        shadow.append(make("link", { rel: "stylesheet", href: SHEET }));
    }
}

async function loadSheet(options) {
    const answer = await fetch(SHEET, options);
    if (!/^text\/css/.test(answer.headers.get("Content-Type"))) throw new Error(`${SHEET} is no style sheet`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${await answer.text()}
        a { color: var(--accent); }
        a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }`);
    return sheet;
}
