// What the renderer gets of the API's answers.

import { isDown, readEvents } from "./rules.js";
import { source } from "./surroundings.js";

/** The lines that an input begins with: where the data came from, and the event. */
export function inputOf(answer, path, event, ...values) {
    const retrieved = {
        source: "The Blue Alliance", address: `https://www.thebluealliance.com/${path}`,
        age_seconds: answer.ageSeconds, is_stored: answer.isStored,
    };
    return [JSON.stringify({ retrieved }), event?.text, ...values].filter(Boolean).join("\n");
}

/** The event as `{text, name, days}`; null if it cannot be had: a match is worth showing without it. */
export async function eventFacts(key, freshness) {
    try {
        const answer = await source.get(`event/${key}`, freshness);
        return answer && { ...readEvents(`[${answer.text}]`)[0], text: answer.text };
    } catch (error) {
        if (error.kind === "key-refused") throw error;
        return null;
    }
}

/** A sentence if The Blue Alliance itself gets no news of the event. */
export async function downWords(event) {
    try {
        return isDown(event, (await source.get("status")).text)
            ? ["The Blue Alliance gets no news of this event just now, so more may have happened."] : [];
    } catch {
        return [];
    }
}
