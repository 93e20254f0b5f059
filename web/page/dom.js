// Makes elements. Text becomes text nodes, so nothing from outside is ever read as HTML, and harmless text, so nothing
// from outside hides.

import { plainText } from "./rules.js";

/** Makes an element: `make("a", {href, class: "quiet"}, "text", child)`. */
export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...present(children));
    return element;
}

/** A link to another site, which gets no word of where it was followed. */
export function linkOut(href, text) {
    return make("a", { href, rel: "noopener noreferrer" }, text);
}

/** Replaces what an element contains. */
export function fill(element, ...children) {
    element.replaceChildren(...present(children));
}

/** The children that are there; lists of children may be nested twice. */
function present(children) {
    return children.flat(2).filter((child) => child !== null && child !== undefined && child !== false)
        .map((child) => child instanceof Node ? child : plainText(child));
}
