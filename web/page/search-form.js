// Where a person types, pastes or opens what they want to see.

import { fill, keyed, make } from "./dom.js";
import { openFile, openInput } from "./file-view.js";
import { parseInquiry } from "./rules.js";

/** A field shows no longer text well. */
const PASTED_LENGTH_MAX = 2048;
/** Of a text that names nothing, a sentence quotes so many characters. */
const SHOWN_LENGTH_MAX = 60;

/** Makes the form, and a place for what is wrong with the words. */
export function searchForm(value = "") {
    const problem = make("p", { class: "message problem", role: "alert", hidden: true });
    const field = make("input", {
        id: "wish", name: "wish", value, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        "aria-label": "Match, event or address", placeholder: "Match, event or address", enterkeyhint: "go",
    });
    const file = make("input", {
        type: "file", accept: ".json,application/json", hidden: true, tabindex: "-1", "aria-hidden": "true", id: "file",
        onchange: () => file.files[0] && openFile(file.files[0]),
    });
    const form = make("form", { class: "search", role: "search", onsubmit: (event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (/^[[{]/.test(text)) return openInput(text, "pasted text");
        const inquiry = parseInquiry(text);
        problem.hidden = !text || Boolean(inquiry?.event);
        if (inquiry?.event) location.hash = inquiry.match ?? inquiry.event;
        else if (inquiry?.isAddress) fill(problem,
            "This is not the address of a match or an event. Copy the one that the browser shows on a match’s page.");
        else fill(problem, unknownWords(text));
        return undefined;
    } }, field, make("button", { class: "primary" }, "Show"),
    make("button", { type: "button", onclick: () => file.click() }, "Open a file"), file);
    field.addEventListener("paste", (event) => {
        const text = event.clipboardData?.getData("text") ?? "";
        if (text.length <= PASTED_LENGTH_MAX || !/^\s*[[{]/.test(text)) return;
        event.preventDefault();
        openInput(text, "pasted text");
    });
    return [keyed(form, "search"), keyed(problem, "search’s problem")];
}

/** Says that a text names neither a match nor an event, and what to type instead. */
export function unknownWords(text) {
    const shown = [...text];
    const words = shown.slice(0, SHOWN_LENGTH_MAX).join("") + (shown.length > SHOWN_LENGTH_MAX ? "…" : "");
    return `“${words}” is not the key of a match or an event; ${parseInquiry(text).advice}.`;
}
