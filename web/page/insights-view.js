// An event's insights.

import { eventFacts, inputOf } from "./api-input.js";
import { make } from "./dom.js";
import { drawn, isTable } from "./drawing.js";
import { state } from "./state.js";
import { library, source } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { ageLine, heading, remark, troubleWords } from "./view-parts.js";

/** The view of `#2024necmp/insights`. */
export async function insightsView(place) {
    const year = Number(place.event.slice(0, 4));
    const page = `event/${place.event}#event-insights`;
    const [answer, event, problems] = await Promise.all([
        source.get(`event/${place.event}/insights`), eventFacts(place.event), library.prepare([year]),
    ]);
    const insights = JSON.parse(answer.text);
    if (insights === null) throw new Error(`The Blue Alliance has no insights of ${place.event}`);
    const input = inputOf(answer, page, event, JSON.stringify({ ...insights, event_key: place.event }));
    const eventName = event?.name ?? place.event;
    const title = `Insights, ${eventName}`;
    state.shown = { input, name: `${place.event}_insights`, title };
    return { title, credit: isTable() ? null : page, elements: [
        make("nav", { class: "crumbs", "aria-label": "Event" }, make("a", { href: `#${place.event}` }, eventName)),
        heading("Insights", { isHidden: isTable() }), toolbar({}),
        ...[...problems, ...troubleWords(answer)].map(remark), await drawn(input), ageLine(answer),
    ] };
}
