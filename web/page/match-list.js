// The list of an event's matches.

import { make } from "./dom.js";

/** Makes the list; `arrived` has the keys of matches with news, `latest` is the key of the last one with a result. */
export function matchTable(lines, legend, arrived, latest = null) {
    const withPoints = lines.some((line) => line.points);
    const head = (text, name) => make("th", { scope: "col", class: name }, text);
    const side = (line, side) => make("td", { class: `${side}${line.winner === side ? " won" : ""}` }, line[side]);
    const classOf = ({ key }) => [arrived.has(key) && "new", key === latest && "now"].filter(Boolean).join(" ") || null;
    const rows = lines.map((line) => make("tr", { class: classOf(line) },
        make("th", { scope: "row" }, make("a", { href: `#${line.key}` }, line.name)),
        side(line, "red"),
        make("td", { class: `score${line.winner ? ` ${line.winner} won` : ""}` }, line.score.trim()),
        side(line, "blue"),
        withPoints ? make("td", { class: "number points" }, line.points) : null,
        make("td", { class: "time" }, line.time)));
    return make("div", { class: "scroll" }, make("table", { class: "list" },
        make("thead", {}, make("tr", {}, head("Match"), head("Red"), head("Score", "score"), head("Blue"),
            withPoints ? head("RP", "points") : null, head("Time", "time"))),
        make("tbody", {}, rows)), legend.map((words) => make("p", { class: "faint" }, words)));
}
