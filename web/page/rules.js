// The rules that the page shares with the programs. The renderer's module answers each question (docs/WEB.md).

let renderer;

/** Asks this renderer from now on; nothing can be asked before. */
export function useRenderer(loaded) {
    renderer = loaded;
}

/** The text with a code such as `\u{202e}` for each character that a reader would obey or could not see. */
export function plainText(text) {
    // Most texts are short and plain; a question about each would cost more than all else of a list.
    return /^[\n -~]*$/.test(text) ? String(text) : renderer.ask("text", {}, String(text));
}

/** `35 seconds`, `3 minutes`, `2 hours`. */
export function ageText(seconds) {
    return renderer.ask("age", { seconds: Math.floor(seconds) });
}

/** What a key or an address names: `{match, event}`, else `{isAddress, advice}`: what to type instead. */
export function parseInquiry(text) {
    return renderer.ask("inquiry", {}, text.trim());
}

/** What an attempt to get an answer came to, and when to try again. */
export function judgeAttempt(facts, body) {
    return renderer.ask("attempt", facts, body);
}

/** The time of day in an event's zone, as its list writes times. */
export function clockText(event) {
    return renderer.ask("clock", { now: Math.floor(Date.now() / 1000) }, event?.text ?? "");
}

/** How long to wait before the next look at an event, and the pace from then on. */
export function nextPace(pace, look) {
    return renderer.ask("pace", { ...pace, ...look });
}

/** `{key, name, days}` of each event of a JSON list; null for what is no event. */
export function readEvents(text) {
    return renderer.ask("events", {}, text);
}

/** Whether The Blue Alliance itself gets no news of an event, by its status. */
export function isDown(event, status) {
    return renderer.ask("isDown", { event }, status);
}

/** An event's matches in play order, with what their lines show; `level`, `team` and `rows` choose some. */
export function listMatches(key, event, matches, { level, team, rows } = {}) {
    const facts = { event: key, now: Math.floor(Date.now() / 1000), level: level || null, team: team || null, rows };
    return renderer.ask("list", facts, `[${event?.text ?? null},${matches}]`);
}
