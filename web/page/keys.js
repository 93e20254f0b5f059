// What a person can ask for: keys of matches and events, and addresses of The Blue Alliance.
// The same rules as in Sources/MatchKeys.

const KEY_LENGTH_MAX = 32;
const ADDRESS_LENGTH_MAX = 2048;
const SITE = "thebluealliance.com";

/** The rounds of an event, in play order. */
export const LEVELS = ["qm", "ef", "qf", "sf", "f"];

/** Reads an event's key such as `2026casj`; null for anything else. */
export function parseEventKey(text) {
  if (text.length > KEY_LENGTH_MAX) return null;
  const key = lowerASCII(text);
  return /^[1-9]\d{3}(\d{2})?[a-z]+\d{0,3}$/.test(key) ? key : null;
}

/** Reads a match's key such as `2024necmp_f1m1`; null for anything else. */
export function parseMatchKey(text) {
  const parts = text.split("_");
  if (parts.length !== 2 || parts[1].length > 16) return null;
  const event = parseEventKey(parts[0]);
  const found = /^(?:(qm)|(?:(ef|qf|sf)(\d{1,2})|(f)(\d))m)(\d{1,3})$/.exec(lowerASCII(parts[1]));
  if (!event || !found) return null;
  const level = found[1] ?? found[2] ?? found[4];
  const set = level === "qm" ? 1 : Number(found[3] ?? found[5]);
  const number = Number(found[6]);
  if (set < 1 || number < 1) return null;
  const short = level === "qm" ? `qm${number}` : `${level}${set}m${number}`;
  return { key: `${event}_${short}`, event, level, set, number };
}

/** Reads a key, or the address of a match's or an event's page: `{match, event}`; null for anything else. */
export function parseInquiry(input) {
  const text = input.trim();
  if (!text || text.length > ADDRESS_LENGTH_MAX) return null;
  return fromKey(text) ?? fromAddress(text);
}

/** Whether a text is an address of The Blue Alliance, of any page. */
export function isAddress(text) {
  return pathOf(text.trim()) !== null;
}

/** Compares two match keys in play order; keys of another form come first. */
export function comparePlayOrder(left, right) {
  const [a, b] = [parseMatchKey(left), parseMatchKey(right)];
  if (!a || !b) return a ? 1 : b ? -1 : left < right ? -1 : left > right ? 1 : 0;
  return LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || a.number - b.number || a.set - b.set;
}

function fromKey(text) {
  const match = parseMatchKey(text);
  if (match) return { match: match.key, event: match.event };
  const event = parseEventKey(text);
  return event ? { match: null, event } : null;
}

function fromAddress(text) {
  const path = pathOf(text);
  if (path === null) return null;
  const segments = path.split("/").filter(Boolean);
  for (let at = 0; at + 1 < segments.length; at++) {
    // A few programs encode the underscore.
    const value = segments[at + 1].replace(/%5f/gi, "_");
    if (segments[at] === "match") return parseMatchKey(value) ? fromKey(value) : null;
    if (segments[at] === "event") return parseEventKey(value) ? fromKey(value) : null;
  }
  return null;
}

/** The path of an address of the site; null for every other text. */
function pathOf(text) {
  const found = /^(?:https?:\/\/)?([^/?#]+)([^?#]*)/i.exec(text);
  if (!found) return null;
  const host = found[1].split(":")[0].toLowerCase();
  return host === SITE || host.endsWith(`.${SITE}`) ? found[2] : null;
}

function lowerASCII(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
