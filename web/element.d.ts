import type { JSONInput, Renderer, RenderOptions } from "./index.js";

/** `<match-breakdown>`; importing this module defines it. */
export class MatchBreakdownElement extends HTMLElement {
    /** The match to draw instead of `src`. */
    match: JSONInput | undefined;
    /** The renderer; all elements share one unless another is set here. */
    renderer: Renderer | Promise<Renderer> | undefined;
    /** The table as plain text. */
    text(options?: RenderOptions): string;
    /** The table as a picture that scales. */
    svg(options?: RenderOptions): string;
    /** The table as a PNG. */
    picture(): Promise<Blob>;
    /** Copies the table as text. */
    copyText(): Promise<void>;
    /** Copies the table as a picture, or saves it where a browser cannot copy pictures. */
    copyPicture(): Promise<void>;
}

declare global {
    interface HTMLElementTagNameMap {
        "match-breakdown": MatchBreakdownElement;
    }
}
