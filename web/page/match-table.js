// The list of an event's matches.

import { make } from "./dom.js";
import { dayAndTime } from "./event-list.js";
import { isStillExpected } from "./play-order.js";

/** Makes the list; `arrived` has the keys of matches with news. */
export function matchTable(lines, zone, arrived) {
  const withPoints = lines.some((line) => line.points);
  const side = (line, side) => make("td", { class: `${side}${line.winner === side ? " won" : ""}` },
    line[side].teams.map((team) => team + (line[side].disqualified.includes(team) ? " DQ" : "") + (line[side].surrogates.includes(team) ? " S" : "")).join(" "));
  const rows = lines.map((line) => make("tr", { class: arrived.has(line.key) ? "new" : null },
    make("th", { scope: "row" }, make("a", { href: `#${line.key}` }, line.name)),
    side(line, "red"),
    make("td", { class: `score${line.winner ? ` ${line.winner} won` : ""}` }, line.red.score === null || line.blue.score === null
      ? line.state === "unscored" ? "…" : "" : `${line.winner === "red" ? "★ " : ""}${line.red.score} – ${line.blue.score}${line.winner === "blue" ? " ★" : ""}${line.state === "scored" ? " …" : ""}`),
    side(line, "blue"),
    withPoints ? make("td", { class: "number points" }, line.points ? `${line.points[0]}–${line.points[1]}` : "") : null,
    make("td", { class: "time" }, line.time ? `${line.time.isActual ? "" : "~"}${dayAndTime(line.time.seconds, zone)}` : "")));
  const legend = [];
  const alliances = lines.flatMap((line) => [line.red, line.blue]);
  if (alliances.some((alliance) => alliance.disqualified.length)) legend.push("DQ: disqualified.");
  if (alliances.some((alliance) => alliance.surrogates.length)) legend.push("S: surrogate, the match does not count for its ranking.");
  const incomplete = lines.filter((line) => ["scored", "unscored"].includes(line.state));
  if (incomplete.length) {
    const absent = incomplete.some((line) => line.state === "unscored") ? "the score or the details" : "the details";
    legend.push(incomplete.some((line) => isStillExpected(line)) ? `…: ${absent} are not there yet.` : `…: without ${absent}.`);
  }
  return make("div", { class: "scroll" }, make("table", { class: "list" },
    make("thead", {}, make("tr", {}, ["Match", "Red", "Score", "Blue"].map((text) => make("th", { scope: "col", class: text === "Score" ? "score" : null }, text)),
      withPoints ? make("th", { scope: "col", class: "points" }, "RP") : null, make("th", { scope: "col", class: "time" }, "Time"))),
    make("tbody", {}, rows)), legend.length ? make("p", { class: "faint" }, legend.join(" ")) : null);
}
