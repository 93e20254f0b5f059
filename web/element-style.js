// The look of <match-breakdown>. A page may set each --breakdown-… variable.
//
// Colours and rules of tables are those of the renderer's own pages: scripts/web-package takes them from there.

import { colours, rules } from "./table-style.js";

/** The colours of a scheme, each of which a page may set. */
const settable = (scheme) => Object.entries(colours[scheme])
    .map(([name, value]) => `--${name}: var(--breakdown-${name}, ${value});`).join(" ");
const paper = Object.entries({ amber: "#000", violet: "#000", teal: "#000", ...colours.print })
    .map(([name, value]) => `--${name}: ${value};`).join(" ");

/** The style sheet of the shadow root. */
export const style = `
:host {
    display: block; container-type: inline-size; max-width: 44rem; color-scheme: light dark;
    direction: ltr; text-align: start;
    font: 1rem/1.45 var(--breakdown-font, system-ui, sans-serif); font-variant-numeric: tabular-nums;
    ${settable("light")}
}
:host([hidden]) { display: none; }
@media (prefers-color-scheme: dark) { :host { ${settable("dark")} } }
:host([theme="light"]) { color-scheme: light; ${settable("light")} }
:host([theme="dark"]) { color-scheme: dark; ${settable("dark")} }
:host([plain]) .buttons { display: none; }
* { box-sizing: border-box; }
.body { background: var(--ground); color: var(--text); padding: .4rem; }
${rules.all}
.problem { overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
.buttons[hidden] { display: none; }
button {
    font: inherit; font-size: .9em; padding: .35rem .7rem; min-height: 2rem; color: var(--text);
    background: var(--total); border: 1px solid var(--faint); border-radius: .3rem; cursor: pointer;
}
.words { margin: 0; }
button:focus-visible, a:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.words:not(:empty) {
    margin: .3rem 0 0; padding: 0 .4rem; color: var(--faint); background: var(--ground); font-size: .9em;
}
@container (max-width: 30rem) {
    ${rules.narrow}
}
@container (max-width: 22rem) {
    .body { padding: .2rem 0; }
    table { font-size: .9em; }
    .left, .right { width: 28%; }
}
@media print {
    :host, :host([theme]) { color-scheme: light; font-size: 10pt; max-width: none; ${paper} }
    .buttons, .words { display: none; }
    ${rules.print}
}
`;
