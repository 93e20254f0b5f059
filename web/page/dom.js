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

const keys = new WeakMap();

/** Says what an element shows, for {@link refill}. */
export function keyed(element, ...key) {
    keys.set(element, JSON.stringify(key));
    return element;
}

/**
 * Replaces what an element contains, except children that show the same as the new ones.
 *
 * They stay with all that a visitor has begun in them. If the focus was in another one, it moves to what replaces that.
 */
export function refill(element, ...children) {
    const focused = deepest(document);
    const known = [...element.children].filter((child) => keys.has(child));
    const stays = new Map(known.map((child) => [keys.get(child), child]));
    const shown = present(children).map((child) => stays.get(keys.get(child)) ?? child);
    for (const child of [...element.childNodes]) if (!shown.includes(child)) child.remove();
    let next = element.firstChild;
    for (const child of shown) {
        // A child that is moved would lose its focus.
        if (child === next) next = next.nextSibling;
        else element.insertBefore(child, next);
    }
    if (!focused.isConnected) twin(focused, element)?.focus({ preventScroll: true });
}

/** The element with the focus, also in a table's own tree. */
function deepest(root) {
    const focused = root.activeElement ?? document.body;
    return focused.shadowRoot?.activeElement ? deepest(focused.shadowRoot) : focused;
}

/** The element that takes the place of another one: it has the same id, the same target or the same words. */
function twin(lost, element) {
    const name = ({ id, href, ariaLabel, textContent }) => id || href || ariaLabel || textContent;
    const roots = [element, ...[...element.querySelectorAll(".tables")].map((host) => host.shadowRoot)];
    return roots.flatMap((root) => [...root.querySelectorAll(lost.localName)]).find((one) => name(one) === name(lost));
}

/** The children that are there; lists of children may be nested twice. */
function present(children) {
    return children.flat(2).filter((child) => child !== null && child !== undefined && child !== false)
        .map((child) => child instanceof Node ? child : plainText(child));
}
