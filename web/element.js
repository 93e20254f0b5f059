// <match-breakdown src="match.json" bundles="https://example.org/bundles/" root="/root.json">: a match's table on any
// page.
//
// Attributes: src, bundles, root, year, theme (auto, light, dark), all, plain (no buttons).
// Properties: match (JSON text, bytes or a value), renderer (a Renderer or a promise of one).
// Events: `rendered`, and `problem` with the error as its detail.

import { ANSWER_BYTES_MAX } from "./constants.js";
import { addressOf, BreakdownError, init } from "./index.js";
import { bodyBytes } from "./fetch-bytes.js";
import { loadYears } from "./element-seasons.js";
import { pictureOf, copyPicture, copyText } from "./element-copy.js";
import { style } from "./element-style.js";

/** An element that draws a match's score breakdown. */
export class MatchBreakdownElement extends HTMLElement {
    static observedAttributes = ["src", "bundles", "root", "year", "all", "theme", "plain"];

    #match;
    #renderer;
    #shown; // The renderer, entry and options of what is on the page.
    #abort;
    #queued = false;
    #body = document.createElement("div");
    #words = document.createElement("p");
    #buttons = document.createElement("div");

    constructor() {
        super();
        const root = this.attachShadow({ mode: "open" });
        useStyle(root);
        this.#body.className = "body";
        this.#words.className = "words";
        this.#words.setAttribute("role", "status");
        this.#buttons.className = "buttons";
        this.#buttons.hidden = true;
        this.#buttons.append(
            button("Copy as text", () => this.copyText()), button("Copy as picture", () => this.copyPicture()));
        root.append(this.#body, this.#buttons, this.#words);
    }

    /** The match to draw instead of `src`: JSON text, bytes or a value. */
    get match() { return this.#match; }
    set match(entry) {
        this.#match = entry ?? undefined;
        this.#queue();
    }

    /** The renderer; all elements share one unless another is set here. */
    get renderer() { return this.#renderer; }
    set renderer(renderer) {
        this.#renderer = renderer ?? undefined;
        this.#queue();
    }

    connectedCallback() {
        // A property that was set before the element was defined hides the accessor.
        for (const name of ["match", "renderer"]) {
            if (!Object.hasOwn(this, name)) continue;
            const value = this[name];
            delete this[name];
            this[name] = value;
        }
        this.#queue();
    }

    disconnectedCallback() { this.#abort?.abort(); }

    attributeChangedCallback(name, before, after) {
        if (before === after) return;
        if (name === "theme" || name === "plain") return; // The style sheet does these.
        this.#queue();
    }

    /** The table as plain text. */
    text(options = {}) {
        return this.#draw({ format: "text", width: 80, ...options });
    }

    /** The table as a picture that scales. */
    svg(options = {}) {
        return this.#draw({ format: "svg", theme: this.#theme(), ...options });
    }

    /** The table as a PNG; needs `img-src blob:` where the page has a policy. */
    picture() { return pictureOf(this.svg()); }

    /** Copies the table as text. */
    async copyText() {
        await this.#attempt("Copied as text.", () => copyText(this.text()));
    }

    /** Copies the table as a picture, or saves it where a browser cannot copy pictures. */
    async copyPicture() {
        await this.#attempt("Copied as a picture.", () => copyPicture(this.svg(), this.#name()));
    }

    #queue() {
        if (this.#queued || !this.isConnected) return;
        this.#queued = true;
        // Several attributes that change together are one drawing.
        queueMicrotask(() => {
            this.#queued = false;
            if (this.isConnected) this.#show();
        });
    }

    async #show() {
        this.#abort?.abort();
        const abort = this.#abort = new AbortController();
        const { signal } = abort;
        try {
            if (this.#match === undefined && !this.hasAttribute("src")) return this.#clear();
            this.setAttribute("aria-busy", "true");
            const [renderer, entry] = await Promise.all([this.#renderer ?? init(), this.#entry(signal)]);
            const year = Number(this.getAttribute("year")) || undefined;
            const source = this.hasAttribute("bundles")
                ? { bundles: this.getAttribute("bundles"), root: this.getAttribute("root") } : null;
            await loadYears(renderer, source, year ? [year] : renderer.yearsOf(entry), (error) => {
                if (!signal.aborted) this.#report(error);
            });
            if (signal.aborted) return;
            const options = { all: this.hasAttribute("all"), ...(year && { year }) };
            this.#body.replaceChildren(...nodesOf(renderer.render(entry, { ...options, format: "html" })));
            this.#shown = { renderer, entry, options };
            this.#buttons.hidden = false;
            this.#words.textContent = "";
            this.removeAttribute("aria-busy");
            this.dispatchEvent(new CustomEvent("rendered", { bubbles: true, composed: true }));
        } catch (error) {
            if (signal.aborted) return;
            this.#clear();
            const line = document.createElement("p");
            line.className = "problem";
            line.setAttribute("role", "alert");
            line.textContent = await this.#harmless(`This match cannot be shown: ${error.message}`);
            if (signal.aborted) return;
            this.#body.replaceChildren(line);
            this.#report(error);
        }
    }

    async #entry(signal) {
        if (this.#match !== undefined) {
            return typeof this.#match === "string" || ArrayBuffer.isView(this.#match)
                || this.#match instanceof ArrayBuffer ? this.#match : jsonOf(this.#match);
        }
        const address = addressOf(this.getAttribute("src"), "no-match", this.ownerDocument.baseURI);
        let response;
        try {
            response = await fetch(address, { signal, credentials: "same-origin" });
        } catch (cause) {
            throw new BreakdownError("no-match", `${address} cannot be reached`, { cause });
        }
        if (!response.ok) throw new BreakdownError("no-match", `${address} answers ${response.status}`);
        return bodyBytes(response, address, ANSWER_BYTES_MAX, "no-match");
    }

    #draw(options) {
        if (!this.#shown) throw new BreakdownError("no-match", "no match is shown yet");
        const { renderer, entry, options: shown } = this.#shown;
        return renderer.render(entry, { ...shown, ...options });
    }

    async #attempt(words, action) {
        this.#words.textContent = "";
        try {
            this.#words.textContent = await action() ?? words;
        } catch (error) {
            this.#words.textContent = await this.#harmless(`Not copied: ${error.message}`);
            this.#report(error);
        }
    }

    #theme() {
        const theme = this.getAttribute("theme");
        if (theme === "light" || theme === "dark") return theme;
        return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    }

    /** A text without characters that a reader would obey or could not see. */
    async #harmless(text) {
        try {
            return (await (this.#renderer ?? init())).ask("text", {}, text);
        } catch {
            return text;
        }
    }

    #name() { return this.shadowRoot.querySelector("article[id]")?.id || "match"; }

    #clear() {
        this.#shown = undefined;
        this.#buttons.hidden = true;
        this.removeAttribute("aria-busy");
        this.#body.replaceChildren();
    }

    #report(error) {
        this.dispatchEvent(new CustomEvent("problem", { bubbles: true, composed: true, detail: error }));
    }
}

function jsonOf(value) {
    try {
        return JSON.stringify(value);
    } catch (cause) {
        throw new BreakdownError("invalid-json", "this match is not JSON", { cause });
    }
}

/** For pages that require trusted types; a page allows it with `trusted-types match-breakdown`. */
const policy = globalThis.trustedTypes?.createPolicy?.("match-breakdown", { createHTML: (text) => text });

/** The renderer's page part as nodes. The parser's document is inert: it loads and runs nothing. */
function nodesOf(html) {
    const parsed = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
    return [...parsed.body.childNodes].map((node) => document.importNode(node, true));
}

function useStyle(root) {
    try {
        // A policy against inline styles does not apply to sheets that a script makes.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        root.adoptedStyleSheets = [sheet];
    } catch {
        const element = document.createElement("style");
        element.textContent = style;
        root.append(element);
    }
}

function button(words, action) {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = words;
    element.addEventListener("click", action);
    return element;
}

if (!customElements.get("match-breakdown")) customElements.define("match-breakdown", MatchBreakdownElement);
