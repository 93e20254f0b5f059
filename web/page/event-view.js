// An event: its matches, and the latest result while it is followed.

import { downWords, eventFacts, eventName, inputOf } from "./api-input.js";
import { make } from "./dom.js";
import { drawn } from "./drawing.js";
import { ageText, chooseLines, daysText, lastPlayed, listMatches, parseTeam } from "./event-list.js";
import { arrivedLines } from "./following.js";
import { LEVELS } from "./keys.js";
import { matchTable } from "./match-table.js";
import { isEventOpen } from "./play-order.js";
import { remember } from "./recent.js";
import { redraw } from "./redraw.js";
import { state } from "./state.js";
import { library, source } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { ageLine, heading, remark, troubleWords } from "./view-parts.js";

const LEVEL_NAMES = { qm: "Qualification", ef: "Eighth-finals", qf: "Quarterfinals", sf: "Playoffs", f: "Finals" };

/** The view of `#2024necmp`. */
export async function eventView(place) {
  const path = `event/${place.event}/matches`;
  const [answer, event] = await Promise.all([
    source.get(path, { freshness: state.isFollowing ? "refresh" : "usual", tries: state.isFollowing ? 1 : 3 }),
    eventFacts(place.event),
  ]);
  const { lines, unreadableCount } = listMatches(JSON.parse(answer.text), event);
  const chosen = chooseLines(lines, { level: state.level, team: state.team });
  const name = eventName(event, place.event);
  remember(place.event, name);
  const arrived = arrivedLines(lines, answer);
  const remarks = troubleWords(answer);
  if (unreadableCount) remarks.push(`${unreadableCount} matches cannot be read.`);
  if (!lines.length && isEventOpen(place.event, event)) remarks.push(...(await downWords(place.event)), "There are no matches yet.");
  else if (!lines.length) remarks.push("The Blue Alliance has no matches of this event.");
  else if (!chosen.length) remarks.push(`None of the ${lines.length} matches fits the choice.`);
  const last = lastPlayed(lines);
  const latest = state.isFollowing && last ? await latestTable(answer, place, event, last) : null;
  state.shown = { input: null, name: place.event, title: name };
  return {
    title: name, credit: `event/${place.event}`,
    elements: [
      pitHead(name, answer), make("div", { class: "chrome" }, heading(name),
        make("p", { class: "faint" }, [place.event, daysText(event)].filter(Boolean).join(" · "), " · ",
          make("a", { href: `#${place.event}/insights` }, "Insights"))),
      toolbar({ follows: true, isList: true }), filters(lines), ...remarks.map(remark),
      make("div", { class: latest ? "two" : "one" }, latest, matchTable(chosen, event?.timezone, arrived)),
      ageLine(answer),
    ],
  };
}

function pitHead(name, answer) {
  return make("div", { class: "pit-head", "aria-hidden": "true" }, make("b", {}, name),
    make("span", { "data-time": Date.now() - answer.ageSeconds * 1000 }, `The data is ${ageText(answer.ageSeconds)} old.`),
    make("span", { class: "pit-clock" }, clockText()));
}

/** The time of day. */
export function clockText() {
  return new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** The table of the last match with a score, while the event is followed. */
async function latestTable(answer, place, event, line) {
  const problems = await library.prepare([line.year]);
  const match = JSON.parse(answer.text).find((match) => match?.key === line.key);
  const input = inputOf(answer, `match/${line.key}`, event, JSON.stringify(match));
  return make("section", { "aria-label": "The latest result", class: "latest" },
    ...problems.map(remark), await drawn(input, { format: "html" }));
}

function filters(lines) {
  const levels = LEVELS.filter((level) => lines.some((line) => line.level === level));
  const level = make("select", { id: "level", "aria-label": "Round", onchange: () => { state.level = level.value; redraw({ keepsFocus: true }).then(() => document.getElementById("level")?.focus()); } },
    make("option", { value: "" }, "All rounds"), levels.map((code) => make("option", { value: code, selected: state.level === code }, LEVEL_NAMES[code])));
  const team = make("input", { id: "team", type: "text", inputmode: "text", size: "8", placeholder: "Team", "aria-label": "Only this team", value: state.team, autocomplete: "off" });
  const form = make("form", { class: "bar", onsubmit: (event) => {
    event.preventDefault();
    state.team = team.value.trim() ? parseTeam(team.value) ?? team.value.trim() : "";
    redraw({ keepsFocus: true }).then(() => document.getElementById("team")?.focus());
  } }, level, team, make("button", {}, "Choose"));
  return form;
}
