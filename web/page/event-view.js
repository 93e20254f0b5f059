// An event: its matches, and the latest result while it is followed.

import { downWords, eventFacts, inputOf } from "./api-input.js";
import { keyed, make } from "./dom.js";
import { drawn, textOf } from "./drawing.js";
import { arrivedLines, look } from "./following.js";
import { matchTable } from "./match-list.js";
import { pitDisplay } from "./pit-display.js";
import { remember } from "./recent.js";
import { listMatches } from "./rules.js";
import { focusAfterRedraw, isPit, state } from "./state.js";
import { library } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { ageLine, heading, remark, troubleWords } from "./view-parts.js";

const LEVEL_NAMES = { qm: "Qualification", ef: "Eighth-finals", qf: "Quarterfinals", sf: "Playoffs", f: "Finals" };

/** The view of `#2024necmp`. */
export async function eventView(place) {
    const [answer, event] = await Promise.all([look(`event/${place.event}/matches`), eventFacts(place.event)]);
    const { lines, isOpen, unreadable, legend } = listMatches(place.event, event, answer.text, state);
    const chosen = lines.filter((line) => line.isChosen);
    const name = event?.name ?? place.event;
    remember(place.event, name);
    const arrived = arrivedLines(lines, answer);
    const remarks = [...troubleWords(answer), ...unreadable];
    if (!lines.length && isOpen) remarks.push(...await downWords(place.event), "There are no matches yet.");
    else if (!lines.length) remarks.push("The Blue Alliance has no matches of this event.");
    else if (!chosen.length) remarks.push(`None of the ${lines.length} matches fits the choice.`);
    const last = (isPit() ? chosen : lines).findLast((line) => line.hasResult);
    const latest = state.isFollowing && last ? await latestTable(answer, event, last) : null;
    state.shown = { input: null, name: place.event, title: name };
    const view = { title: name, credit: `event/${place.event}` };
    if (isPit()) {
        const list = (rows) => listMatches(place.event, event, answer.text, { ...state, rows });
        const screen = pitDisplay({ name, event, answer, remarks, isOpen, last, latest, list, arrived });
        return { ...view, elements: [screen] };
    }
    const body = make("div", {}, latest, matchTable(chosen, legend, arrived));
    return { ...view, elements: [
        heading(name),
        make("p", { class: "faint" }, [place.event, event?.days].filter(Boolean).join(" · "), " · ",
            make("a", { href: `#${place.event}/insights` }, "Insights")),
        toolbar({ follows: true, isList: true }), filters(lines), ...remarks.map(remark),
        keyed(body, chosen, legend, [...arrived], latest && textOf(latest)), ageLine(answer),
    ] };
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
    const form = make("form", { class: "bar", onsubmit: (event) => {
        event.preventDefault();
        state.team = team.value.trim();
        focusAfterRedraw("team");
    } }, level, team, make("button", {}, "Choose"));
    // Its fields show what was chosen, or what is being typed.
    return keyed(form, "filters", levels);
}
