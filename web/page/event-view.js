// An event: its matches, and the latest result while it is followed.

import { downWords, eventFacts, inputOf } from "./api-input.js";
import { make } from "./dom.js";
import { drawn } from "./drawing.js";
import { arrivedLines } from "./following.js";
import { remember } from "./recent.js";
import { listMatches } from "./rules.js";
import { focusAfterRedraw, state } from "./state.js";
import { library, source } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { ageLine, heading, remark, troubleWords } from "./view-parts.js";

const LEVEL_NAMES = { qm: "Qualification", ef: "Eighth-finals", qf: "Quarterfinals", sf: "Playoffs", f: "Finals" };

/** The view of `#2024necmp`. */
export async function eventView(place) {
    const [answer, event] = await Promise.all([
        source.get(`event/${place.event}/matches`, state.isFollowing ? "refresh" : "usual"), eventFacts(place.event),
    ]);
    const { lines, isOpen, unreadable, legend } = listMatches(place.event, event, answer.text, state);
    const chosen = lines.filter((line) => line.isChosen);
    const name = event?.name ?? place.event;
    remember(place.event, name);
    const arrived = arrivedLines(lines, answer);
    const remarks = [...troubleWords(answer), ...unreadable];
    if (!lines.length && isOpen) remarks.push(...await downWords(place.event), "There are no matches yet.");
    else if (!lines.length) remarks.push("The Blue Alliance has no matches of this event.");
    else if (!chosen.length) remarks.push(`None of the ${lines.length} matches fits the choice.`);
    const last = lines.findLast((line) => line.hasResult);
    const latest = state.isFollowing && last ? await latestTable(answer, event, last) : null;
    state.shown = { input: null, name: place.event, title: name };
    return {
        title: name, credit: `event/${place.event}`,
        elements: [
            pitHead(name, answer), make("div", { class: "chrome" }, heading(name),
                make("p", { class: "faint" }, [place.event, event?.days].filter(Boolean).join(" · "), " · ",
                    make("a", { href: `#${place.event}/insights` }, "Insights"))),
            toolbar({ follows: true, isList: true }), filters(lines), ...remarks.map(remark),
            make("div", { class: latest ? "two" : "one" }, latest, matchTable(chosen, legend, arrived)),
            ageLine(answer),
        ],
    };
}

function pitHead(name, answer) {
    return make("div", { class: "pit-head", "aria-hidden": "true" }, make("b", {}, name),
        ageLine(answer, "span", {}), make("span", { class: "pit-clock" }, clockText()));
}

/** The time of day. */
export function clockText() {
    return new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** The table of the last match with a score, while the event is followed. */
async function latestTable(answer, event, line) {
    const problems = await library.prepare([line.year]);
    const match = JSON.parse(answer.text).find((match) => match?.key === line.key);
    const input = inputOf(answer, `match/${line.key}`, event, JSON.stringify(match));
    return make("section", { "aria-label": "The latest result", class: "latest" },
        ...problems.map(remark), await drawn(input, { format: "html" }));
}

function filters(lines) {
    const levels = Object.keys(LEVEL_NAMES).filter((level) => lines.some((line) => line.level === level));
    const option = (value, text) => make("option", { value, selected: state.level === value }, text);
    const level = make("select", { id: "level", "aria-label": "Round", onchange: () => {
        state.level = level.value;
        focusAfterRedraw("level");
    } }, option("", "All rounds"), levels.map((code) => option(code, LEVEL_NAMES[code])));
    const team = make("input", {
        id: "team", type: "text", inputmode: "text", size: "8", placeholder: "Team", "aria-label": "Only this team",
        value: state.team, autocomplete: "off",
    });
    return make("form", { class: "bar", onsubmit: (event) => {
        event.preventDefault();
        state.team = team.value.trim();
        focusAfterRedraw("team");
    } }, level, team, make("button", {}, "Choose"));
}

/** Makes the list; `arrived` has the keys of matches with news. */
function matchTable(lines, legend, arrived) {
    const withPoints = lines.some((line) => line.points);
    const head = (text, name) => make("th", { scope: "col", class: name }, text);
    const side = (line, side) => make("td", { class: `${side}${line.winner === side ? " won" : ""}` }, line[side]);
    const rows = lines.map((line) => make("tr", { class: arrived.has(line.key) ? "new" : null },
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
