// What the renderer gets of the API's answers.

import { source } from "./surroundings.js";

/** The lines that an input begins with: where the data came from, and the event. */
export function inputOf(answer, path, event, ...values) {
  const retrieved = {
    source: "The Blue Alliance", address: `https://www.thebluealliance.com/${path}`,
    age_seconds: answer.ageSeconds, is_stored: answer.isStored,
  };
  return [JSON.stringify({ retrieved }), event?.event_code === undefined ? "" : JSON.stringify(event), ...values].filter(Boolean).join("\n");
}

/** The event's facts; null if they cannot be had: a match is worth showing without them. */
export async function eventFacts(key, freshness) {
  try {
    const answer = await source.get(`event/${key}`, freshness ? { freshness } : {});
    return answer ? JSON.parse(answer.text) : null;
  } catch (error) {
    if (error.kind === "key-refused") throw error;
    return null;
  }
}

/** What an event is called; its key if it has no name. */
export function eventName(event, key) {
  return typeof event?.name === "string" && event.name ? event.name : key;
}

/** A sentence if The Blue Alliance itself gets no news of the event. */
export async function downWords(event) {
  try {
    const status = JSON.parse((await source.get("status", { tries: 1 })).text);
    return Array.isArray(status.down_events) && status.down_events.includes(event)
      ? ["The Blue Alliance gets no news of this event just now, so more may have happened."] : [];
  } catch {
    return [];
  }
}
