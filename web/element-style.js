// The look of <match-breakdown>. A page may set each --breakdown-… variable.

const light = `
  --ground: var(--breakdown-ground, #fff); --text: var(--breakdown-text, #1b1f24);
  --faint: var(--breakdown-faint, #5c6570); --line: var(--breakdown-line, #d5dae0);
  --red: var(--breakdown-red, #b3141b); --red-ground: var(--breakdown-red-ground, #fdf0f0);
  --blue: var(--breakdown-blue, #1a4fa8); --blue-ground: var(--breakdown-blue-ground, #eff4fd);
  --total: var(--breakdown-total, #eef0f3); --amber: var(--breakdown-amber, #b97700);
  --violet: var(--breakdown-violet, #7440c4); --teal: var(--breakdown-teal, #0b7f79);`;
const dark = `
  --ground: var(--breakdown-ground, #14171b); --text: var(--breakdown-text, #e7eaee);
  --faint: var(--breakdown-faint, #9aa4b0); --line: var(--breakdown-line, #343b44);
  --red: var(--breakdown-red, #ff8f8c); --red-ground: var(--breakdown-red-ground, #2a191b);
  --blue: var(--breakdown-blue, #8ab8ff); --blue-ground: var(--breakdown-blue-ground, #171f2e);
  --total: var(--breakdown-total, #21262d); --amber: var(--breakdown-amber, #f2b134);
  --violet: var(--breakdown-violet, #b794f6); --teal: var(--breakdown-teal, #4fd1c5);`;
const print = `
  --ground: #fff; --text: #000; --faint: #444; --line: #999; --red: #8f0d13; --blue: #133c82;
  --red-ground: #fff; --blue-ground: #fff; --total: #fff; --amber: #000; --violet: #000; --teal: #000;`;

/** The style sheet of the shadow root. */
export const style = `
:host {
  display: block; container-type: inline-size; max-width: 44rem; color-scheme: light dark;
  font: 1rem/1.45 var(--breakdown-font, system-ui, sans-serif); font-variant-numeric: tabular-nums;
  ${light}
}
:host([hidden]) { display: none; }
@media (prefers-color-scheme: dark) { :host { ${dark} } }
:host([theme="light"]) { color-scheme: light; ${light} }
:host([theme="dark"]) { color-scheme: dark; ${dark} }
:host([plain]) .buttons { display: none; }
* { box-sizing: border-box; }
.body { background: var(--ground); color: var(--text); padding: .4rem; }
h2 { margin: 0; font-size: 1.4em; line-height: 1.2; }
h2 a { color: inherit; text-decoration-color: var(--line); }
article + article { margin-top: 3rem; }
.signs { max-width: 100%; width: auto; height: .78em; vertical-align: -.06em; overflow: visible; }
.signs .full { fill: currentColor; }
.signs .line { fill: none; stroke: currentColor; stroke-width: 1.6; }
.signs .dashed { stroke-dasharray: 2 1.6; }
.signs .amber { color: var(--amber); }
.signs .violet { color: var(--violet); }
.signs .teal { color: var(--teal); }
.season { margin: .2rem 0 .9rem; color: var(--faint); }
table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); }
th, td { padding: .32rem .7rem; border-top: 1px solid var(--line); font-weight: normal; }
thead th, thead td { padding: .6rem .7rem; border-top: 0; }
thead th { font-size: 1.15em; font-weight: 700; white-space: nowrap; }
.left { width: 30%; text-align: right; }
.right { width: 30%; text-align: left; }
.outcome, tbody th { text-align: center; }
.outcome { font-weight: 700; }
.match .left { color: var(--red); background: var(--red-ground); }
.match .right { color: var(--blue); background: var(--blue-ground); }
.robots th { color: var(--faint); }
.title th { padding-top: 1.1rem; font-weight: 700; }
.subtotal th, .subtotal td { font-weight: 600; }
.total th, .total td { border-top: 2px solid var(--faint); border-bottom: 2px solid var(--faint); font-weight: 700; }
.total th { background: var(--total); }
.note { color: var(--faint); margin: .6rem 0 0; }
.problem { margin: .6rem 0 0; font-weight: 600; overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
.buttons[hidden] { display: none; }
button {
  font: inherit; font-size: .9em; padding: .35rem .7rem; min-height: 2rem; color: var(--text);
  background: var(--total); border: 1px solid var(--faint); border-radius: .3rem; cursor: pointer;
}
.words { margin: 0; }
button:focus-visible, a:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.words:not(:empty) { margin: .3rem 0 0; padding: 0 .4rem; color: var(--faint); background: var(--ground); font-size: .9em; }
@container (max-width: 30rem) {
  th, td, thead th, thead td { padding: .3rem .35rem; overflow-wrap: anywhere; }
  thead th { font-size: 1em; }
}
@container (max-width: 22rem) {
  .body { padding: .2rem 0; }
  table { font-size: .9em; }
  .left, .right { width: 28%; }
}
@media print {
  :host, :host([theme]) { color-scheme: light; font-size: 10pt; max-width: none; ${print} }
  .buttons, .words { display: none; }
  th, td { padding: .15rem .5rem; }
  h2, .season, thead { break-after: avoid; }
  tr { break-inside: avoid; }
  article { break-inside: avoid-page; }
  article + article { margin-top: 1.5rem; }
}
`;
