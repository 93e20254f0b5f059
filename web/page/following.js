// Follows an event or a match: asks again and again, and finds what is new.

import { firstPace, nextPace } from "./follow-pace.js";
import { redraw } from "./redraw.js";
import { state } from "./state.js";

/** Begins to follow what is shown, or stops. */
export function toggleFollowing() {
  if (state.isFollowing) {
    stopFollowing();
  } else {
    state.isFollowing = true;
    state.pace = firstPace;
    state.lines = null;
    state.lastKey = null;
  }
  redraw({ keepsFocus: true }).then(() => document.getElementById("follow")?.focus());
}

/** Stops following. */
export function stopFollowing() {
  state.isFollowing = false;
  clearTimeout(state.timer);
}

/** Plans the next look after an answer came. */
function planNextLook(hasNews, answer) {
  if (!state.isFollowing) return;
  const next = nextPace(state.pace, { hasNews, isTrouble: answer === null || answer.trouble !== null });
  state.pace = next.pace;
  state.nextLookTime = Date.now() + next.seconds * 1000;
  waitForNextLook();
}

/** Waits for the next look; a hidden page does not ask. */
export function waitForNextLook() {
  clearTimeout(state.timer);
  if (!state.isFollowing || document.hidden) return;
  state.timer = setTimeout(askAgain, Math.max(0, state.nextLookTime - Date.now()));
}

async function askAgain() {
  const { turn } = state;
  await redraw({ keepsFocus: true });
  // Nothing came that could plan the next look.
  if (state.isFollowing && state.turn === turn + 1 && state.nextLookTime <= Date.now()) planNextLook(false, null);
}

/** Plans the next look after a match; `value` differs from the last one if there is news. */
export function planAfterMatch(value, answer) {
  const hasNews = state.lastKey !== null && state.lastKey !== value;
  state.lastKey = value;
  planNextLook(hasNews, answer);
}

/** The keys of matches that have news since the last look. */
export function arrivedLines(lines, answer) {
  const before = state.lines;
  const now = new Map(lines.map((line) => [line.key, `${line.state} ${line.red.score} ${line.blue.score}`]));
  const arrived = new Set(state.isFollowing && before ? lines.filter((line) => line.state !== "unplayed"
    && before.get(line.key) !== now.get(line.key)).map((line) => line.key) : []);
  state.lines = now;
  planNextLook(arrived.size > 0, answer);
  return arrived;
}
