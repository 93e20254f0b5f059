// The order in which the matches of an event are played, and what may still come. The same rules as PlayOrder.swift and
// StillExpected.swift in Sources/breakdown/Lists.

import { comparePlayOrder } from "./keys.js";

const EXPECTED_SECONDS_MAX = 3 * 86400;

/**
 * Sorts the lines of an event: those that were played by when they were played, then the others by when they are
 * expected. Times decide, and keys only where there is no time: a replay has the key of a late match.
 */
export function inPlayOrder(lines) {
  const keyed = [...lines].sort((left, right) => comparePlayOrder(left.key, right.key));
  const played = placed(placed(keyed.filter((line) => line.state !== "unplayed"), "scheduled"), "played");
  return [...played, ...placed(keyed.filter((line) => line.state === "unplayed"), "expected")];
}

/** Sorts by a time; a line without one keeps its place behind the line before it. */
function placed(lines, name) {
  let last = -Infinity;
  const timed = lines.map((line) => [last = line.seconds[name] ?? last, line]);
  return timed.sort(([left], [right]) => left < right ? -1 : left > right ? 1 : 0).map(([, line]) => line);
}

/** When a match was played, is expected and stands in the schedule: seconds since 1970, or null. */
export function secondsOf(match) {
  const second = (name) => Number.isSafeInteger(match[name]) && match[name] > 0 ? match[name] : null;
  const scheduled = second("time");
  return {
    scheduled, expected: second("predicted_time") ?? scheduled,
    played: second("actual_time") ?? second("post_result_time"),
  };
}

/** Whether the score or the details of a match may still come; those of an old match do not. */
export function isStillExpected(line, now = Date.now() / 1000) {
  const second = line.seconds.played ?? line.seconds.expected;
  return second === null ? new Date(now * 1000).getUTCFullYear() <= line.year : now - EXPECTED_SECONDS_MAX < second;
}

/** Whether matches of an event may still come. */
export function isEventOpen(key, event, now = Date.now() / 1000) {
  const limit = new Date((now - EXPECTED_SECONDS_MAX) * 1000).toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}$/.test(event?.end_date ?? "")) return limit <= event.end_date;
  return new Date(now * 1000).getUTCFullYear() <= Number(key.slice(0, 4));
}
