// One match by its key.

import { downWords, eventFacts, eventName, inputOf } from "./api-input.js";
import { make } from "./dom.js";
import { drawn, isTable } from "./drawing.js";
import { listMatches } from "./event-list.js";
import { planAfterMatch } from "./following.js";
import { isStillExpected } from "./play-order.js";
import { remember } from "./recent.js";
import { state } from "./state.js";
import { library, source } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { ageLine, heading, remark, troubleWords } from "./view-parts.js";

/** The view of `#2024necmp_f1m1`. */
export async function matchView(place) {
  const year = Number(place.event.slice(0, 4));
  const freshness = state.isFollowing ? "refresh" : "usual";
  const [answer, event, problems] = await Promise.all([
    source.get(`match/${place.match}`, { freshness, tries: state.isFollowing ? 1 : 3 }),
    eventFacts(place.event), library.prepare([year]),
  ]);
  const match = JSON.parse(answer.text);
  const input = inputOf(answer, `match/${place.match}`, event, answer.text);
  const [line] = listMatches([match], event).lines;
  const title = line ? `${line.name}, ${eventName(event, place.event)}` : place.match;
  remember(place.match, line ? `${line.name} · ${eventName(event, place.event)}` : place.match);
  planAfterMatch(line ? JSON.stringify([line.state, line.red.score, line.blue.score, answer.text.length]) : null, answer);
  const remarks = [...problems, ...troubleWords(answer)];
  remarks.push(...absenceWords(line));
  if (line && line.state !== "complete" && isStillExpected(line)) remarks.push(...await downWords(place.event));
  state.shown = { input, name: place.match, title };
  return {
    title, credit: isTable() ? null : `match/${place.match}`,
    elements: [
      make("nav", { class: "crumbs", "aria-label": "Event" }, make("a", { href: `#${place.event}` }, eventName(event, place.event)),
        ...await neighbours(place, event)),
      heading(line ? line.name : place.match, { isHidden: isTable() }),
      toolbar({ follows: line?.state !== "complete" || state.isFollowing }), ...remarks.map(remark),
      await drawn(input), ageLine(answer),
    ],
  };
}

/** What is absent of a match that was played. */
function absenceWords(line) {
  if (!["scored", "unscored"].includes(line?.state)) return [];
  const [had, absent] = line.state === "scored" ? ["has a score", "details"] : ["was played", "score"];
  return [isStillExpected(line)
    ? `This match ${had}, and its ${absent} ${absent === "score" ? "is" : "are"} not there yet. Ask again soon.`
    : `This match ${had}, and The Blue Alliance has no ${absent} of it.`];
}

/** Links to the matches before and after this one, where the event's list is known to this browser. */
async function neighbours(place, event) {
  const stored = await source.get(`event/${place.event}/matches`, { freshness: "stored" });
  if (!stored) return [];
  const { lines } = listMatches(JSON.parse(stored.text), event);
  const at = lines.findIndex((line) => line.key === place.match);
  if (at < 0) return [];
  const link = (line, text) => line ? make("a", { href: `#${line.key}`, rel: text.includes("←") ? "prev" : "next" }, text) : null;
  return [link(lines[at - 1], `← ${lines[at - 1]?.name}`), link(lines[at + 1], `${lines[at + 1]?.name} →`)];
}
