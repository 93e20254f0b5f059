// Follows an event or a match: asks again and again, and finds what is new.

import { nextPace } from "./rules.js";
import { focusAfterRedraw, redraw, state } from "./state.js";
import { source } from "./surroundings.js";

/** Begins to follow what is shown, or stops. */
export function toggleFollowing() {
    if (state.isFollowing) stopFollowing();
    else Object.assign(state, { isFollowing: true, pace: {}, told: null });
    focusAfterRedraw("follow");
}

/** Stops following. */
export function stopFollowing() {
    state.isFollowing = false;
    clearTimeout(state.timer);
}

/** The answer of what is shown. What is followed is asked for when a look is due; until then the last answer stands. */
export async function look(path) {
    if (!state.isFollowing) return source.get(path);
    if (!isDue()) {
        const stored = await source.get(path, "stored");
        if (stored) return { ...stored, ...state.trouble };
    }
    return source.get(path, "refresh");
}

function isDue() {
    return Date.now() >= state.nextLookTime;
}

/** Plans the next look; `answer` is null if none came. */
function planNextLook(hasNews, answer) {
    if (!state.isFollowing) return;
    if (!isDue()) return waitForNextLook();
    const isTrouble = answer === null || answer.trouble !== null;
    const { freshSeconds = 0, retryAfterSeconds = 0, trouble = null, isStored = false } = answer ?? {};
    const { seconds, ...pace } = nextPace(state.pace, { hasNews, isTrouble, freshSeconds, retryAfterSeconds });
    state.pace = pace;
    state.trouble = { trouble, isStored };
    state.nextLookTime = Date.now() + seconds * 1000;
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
    // The timer knows better than a clock that was set meanwhile.
    state.nextLookTime = 0;
    await redraw({ keepsFocus: true });
    // Nothing came that could plan the next look.
    if (state.turn === turn + 1) planNextLook(false, null);
}

/** The keys of matches that have news since the last look; plans the next one. */
export function arrivedLines(lines, answer) {
    const before = state.told;
    state.told = new Map(lines.map(({ key, told }) => [key, told]));
    const isNew = ({ key, told }) => (before.get(key) ?? null) !== told;
    const arrived = new Set(state.isFollowing && before ? lines.filter(isNew).map(({ key }) => key) : []);
    planNextLook(arrived.size > 0, answer);
    return arrived;
}
