import type { JSONInput, Renderer, RenderOptions, TextFormat, View } from "./index.js";

export * from "./index.js";

/** The renderer with all seasons of this package; every call returns the same one. */
export function renderer(): Renderer;

/** Draws a match, a list of matches or an event's insights. */
export function render(entry: JSONInput, options: RenderOptions & { format: "view" }): View[];
export function render(entry: JSONInput, options?: RenderOptions & { format?: TextFormat }): string;
