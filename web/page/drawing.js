// Draws what the page shows with the renderer.

import { make } from "./dom.js";
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
    shadow.adoptedStyleSheets = [await tableStyle()];
    // The renderer escapes everything that comes from the data; Tests/Pages shows it with hostile matches.
    shadow.append(document.createRange().createContextualFragment(text));
    return host;
}

/** Whether a table is shown, which has its own heading and its own credit. */
export function isTable() {
    return state.format === "html";
}

let tableSheet = null;

/** The renderer's style sheet, for the shadow trees that its tables live in. */
function tableStyle() {
    tableSheet ??= fetch(new URL("./tables.css", import.meta.url)).then((answer) => answer.text()).then((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`${text}
            a { color: var(--accent); }
            a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }`);
        return sheet;
    });
    return tableSheet;
}
