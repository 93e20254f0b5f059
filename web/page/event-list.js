// An event's matches, one on each line, in play order: what `breakdown 2026casj` prints, as values.

import { inPlayOrder, secondsOf } from "./play-order.js";

const DOUBLE_ELIMINATION = [10, 11];
const ROUND_ROBIN = 4;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The lines of an event. `matches` and `event` are the API's answers, as they came. */
export function listMatches(matches, event) {
  const found = [];
  let unreadableCount = 0;
  for (const match of Array.isArray(matches) ? matches : []) {
    const line = lineOf(match, event);
    if (line) found.push(line);
    else unreadableCount += 1;
  }
  return { lines: inPlayOrder(found), unreadableCount };
}

/** The lines of one round or of one team; all lines if neither is given. */
export function chooseLines(lines, { level = "", team = "" } = {}) {
  return lines.filter((line) => (!level || line.level === level)
    && (!team || line.red.teams.includes(team) || line.blue.teams.includes(team)));
}

/** A team's number as matches have it, from `254`, `frc254` or `9971b`; null for anything else. */
export function parseTeam(text) {
  const found = /^(?:frc)?(\d{1,6}[a-z]?)$/i.exec(text.trim());
  return found ? found[1].toUpperCase() : null;
}

/** The line with a result that was played last; null if there is none. */
export function lastPlayed(lines) {
  return lines.findLast((line) => line.hasResult) ?? null;
}

/** `3–6 Apr 2024`; empty if the days are unknown. */
export function daysText(event) {
  const [first, last] = [day(event?.start_date), day(event?.end_date)];
  if (!first || !last || event.start_date > event.end_date) return "";
  const whole = (d) => `${d.day} ${MONTHS[d.month - 1]} ${d.year}`;
  if (event.start_date === event.end_date) return whole(first);
  if (first.year !== last.year) return `${whole(first)} – ${whole(last)}`;
  if (first.month !== last.month) return `${first.day} ${MONTHS[first.month - 1]} – ${whole(last)}`;
  return `${first.day}–${whole(last)}`;
}

/** `Sat 14:32` in the event's zone; in UTC, with its name, if the zone is unknown. */
export function dayAndTime(seconds, zone) {
  const parts = clockParts(seconds, zone);
  if (parts) return `${parts.day} ${parts.clock}`;
  const utc = clockParts(seconds, "UTC");
  return utc ? `${utc.day} ${utc.clock} UTC` : "";
}

/** `35 seconds`, `3 minutes`, `2 hours`. */
export function ageText(seconds) {
  const units = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  const [size, name] = units.find(([size]) => seconds >= size) ?? [1, "second"];
  const count = Math.floor(Math.max(0, seconds) / size);
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}

/** One line; null if it is no match. */
function lineOf(match, event) {
  if (!isObject(match) || typeof match.key !== "string" || !/^[1-9]\d{3}/.test(match.key)) return null;
  if (match.key.length > 64) return null;
  const level = typeof match.comp_level === "string" ? match.comp_level : "";
  const [red, blue] = [alliance(match, "red"), alliance(match, "blue")];
  const hasScore = red.score !== null && blue.score !== null;
  const details = isObject(match.score_breakdown) ? match.score_breakdown : null;
  const year = Number(match.key.slice(0, 4));
  const seconds = secondsOf(match);
  const won = winner(match, red, blue);
  const hasResult = hasScore || hasPoints(details);
  const isPlayed = hasResult || red.score !== null || blue.score !== null || won !== null || seconds.played !== null;
  const hasDetails = details ? Object.keys(details).length > 0 : year < 2015;
  const line = {
    key: match.key, level, red, blue, year,
    shortKey: match.key.slice(match.key.lastIndexOf("_") + 1),
    set: count(match.set_number) ?? 1, number: count(match.match_number) ?? 1,
    state: !isPlayed ? "unplayed" : !hasScore ? "unscored" : hasDetails ? "complete" : "scored",
    winner: won, time: timeOf(match), seconds, hasResult,
  };
  line.name = nameOf(line, count(match.match_number), event);
  const points = [rankingPoints(details?.red), rankingPoints(details?.blue)];
  line.points = level === "qm" && points.every((p) => p !== null) ? points : null;
  return line;
}

/** The name in few columns: `Qual 12`, `Playoff 5`, `Semi 1-2`, `Final 1`. */
function nameOf({ level, set, number, year, shortKey }, givenNumber, event) {
  const type = Number.isInteger(event?.playoff_type) ? event.playoff_type : null;
  const isDouble = type === null ? year >= 2023 && givenNumber === 1 : DOUBLE_ELIMINATION.includes(type);
  switch (level) {
    case "qm": return `Qual ${number}`;
    case "f": return set > 1 ? `Final ${set}-${number}` : `Final ${number}`;
    case "sf":
      if (isDouble) return number > 1 ? `Playoff ${set} replay` : `Playoff ${set}`;
      return type === ROUND_ROBIN ? `Round robin ${number}` : `Semi ${set}-${number}`;
    case "qf": return `Quarter ${set}-${number}`;
    case "ef": return `Eighth ${set}-${number}`;
    default: return shortKey;
  }
}

function alliance(match, side) {
  const given = isObject(match.alliances) && isObject(match.alliances[side]) ? match.alliances[side] : {};
  return {
    teams: teams(given.team_keys), score: count(given.score),
    disqualified: teams(given.dq_team_keys), surrogates: teams(given.surrogate_team_keys),
  };
}

function teams(keys) {
  if (!Array.isArray(keys)) return [];
  return keys.filter((key) => typeof key === "string" && key.length <= 64).slice(0, 16)
    .map((key) => key.startsWith("frc") && key.length > 3 ? key.slice(3) : key);
}

function winner(match, red, blue) {
  if (["red", "blue"].includes(match.winning_alliance)) return match.winning_alliance;
  if (match.winning_alliance === "" || red.score === null || blue.score === null) return null;
  return red.score === blue.score ? null : red.score > blue.score ? "red" : "blue";
}

function timeOf(match) {
  for (const name of ["actual_time", "predicted_time", "time"]) {
    if (Number.isSafeInteger(match[name])) return { seconds: match[name], isActual: name === "actual_time" };
  }
  return null;
}

/** Whether the breakdown of an alliance counts points. */
function hasPoints(details) {
  return [details?.red, details?.blue].some((side) => isObject(side)
    && Object.entries(side).some(([key, value]) => /(P|_p)oints$/.test(key) && typeof value === "number" && value !== 0));
}

function rankingPoints(side) {
  const points = isObject(side) ? side.rp ?? side.tba_rpEarned : null;
  return Number.isSafeInteger(points) ? points : null;
}

function count(value) {
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function day(text) {
  const found = typeof text === "string" ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) : null;
  if (!found) return null;
  const date = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) };
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31 ? date : null;
}

const formats = new Map();

function clockParts(seconds, zone) {
  if (typeof zone !== "string" || !zone) return null;
  try {
    if (!formats.has(zone)) {
      formats.set(zone, new Intl.DateTimeFormat("en-US", {
        timeZone: zone, weekday: "short", hour: "numeric", minute: "2-digit", hourCycle: "h23",
      }));
    }
    const parts = Object.fromEntries(
      formats.get(zone).formatToParts(new Date(seconds * 1000)).map((part) => [part.type, part.value]));
    return DAYS.includes(parts.weekday)
      ? { day: parts.weekday, clock: `${Number(parts.hour)}:${parts.minute}` } : null;
  } catch {
    return null;
  }
}
