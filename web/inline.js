// The module and the seasons inside: no file is read, nothing is awaited. For bots and scripts.
//
//     import { render } from "match-breakdown/inline";
//     console.log(render(match));

import { Renderer } from "./index.js";
import { base64 } from "./module-bytes.js";
import { seasons } from "./seasons.js";

export * from "./index.js";

let standard;

/** The renderer with all seasons of this package; every call returns the same one. */
export function renderer() {
    if (standard === undefined) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const made = new Renderer(bytes);
        made.loadSeasons(seasons);
        standard = made;
    }
    return standard;
}

/** Draws a match, a list of matches or an event's insights. */
export function render(entry, options) {
    return renderer().render(entry, options);
}
