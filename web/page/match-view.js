// One match by its key.

import { downWords, eventFacts, inputOf } from "./api-input.js";
import { make } from "./dom.js";
import { drawn, isTable } from "./drawing.js";
import { arrivedLines, look } from "./following.js";
import { remember } from "./recent.js";
import { listMatches } from "./rules.js";
import { state } from "./state.js";
import { library, source } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { ageLine, heading, remark, troubleWords } from "./view-parts.js";

/** The view of `#2024necmp_f1m1`. */
export async function matchView(place) {
    const year = Number(place.event.slice(0, 4));
    const [answer, event, problems] = await Promise.all([
        look(`match/${place.match}`), eventFacts(place.event), library.prepare([year]),
    ]);
    const input = inputOf(answer, `match/${place.match}`, event, answer.text);
    const { lines: [line] } = listMatches(place.event, event, `[${answer.text}]`);
    const eventName = event?.name ?? place.event;
    const title = line ? `${line.name}, ${eventName}` : place.match;
    remember(place.match, line ? `${line.name} · ${eventName}` : place.match);
    arrivedLines(line ? [line] : [], answer);
    const remarks = [...problems, ...troubleWords(answer)];
    if (line?.absence) {
        const had = line.state === "scored" ? "has a score" : "was played";
        remarks.push(`This match ${had}, and ${line.absence}.${line.isExpected ? " Ask again soon." : ""}`);
    }
    if (line?.isExpected && line.state !== "complete") remarks.push(...await downWords(place.event));
    state.shown = { input, name: place.match, title };
    return {
        title, credit: isTable() ? null : `match/${place.match}`,
        elements: [
            make("nav", { class: "crumbs", "aria-label": "Event" },
                make("a", { href: `#${place.event}` }, eventName), ...await neighbours(place, event)),
            heading(line ? line.name : place.match, { isHidden: isTable() }),
            toolbar({ follows: line?.state !== "complete" || state.isFollowing }), ...remarks.map(remark),
            await drawn(input), ageLine(answer),
        ],
    };
}

/** Links to the matches before and after this one, where the event's list is known to this browser. */
async function neighbours(place, event) {
    const stored = await source.get(`event/${place.event}/matches`, "stored");
    if (!stored) return [];
    const { lines } = listMatches(place.event, event, stored.text);
    const at = lines.findIndex((line) => line.key === place.match);
    if (at < 0) return [];
    const link = (line, rel, text) => line ? make("a", { href: `#${line.key}`, rel }, text(line.name)) : null;
    return [
        link(lines[at - 1], "prev", (name) => `← ${name}`), link(lines[at + 1], "next", (name) => `${name} →`),
    ];
}
