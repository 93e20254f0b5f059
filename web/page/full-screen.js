// A view that fills the screen of a pit, which stays awake meanwhile.

import { toggleFollowing } from "./following.js";
import { focusAfterRedraw, isPit, redraw, state } from "./state.js";

/** Keeps the screen awake; null where the browser does not. */
let lock = null;

/** Fills the screen, or leaves it; an event is followed then. */
export async function toggleFullScreen() {
    if (isPit()) return leavePit();
    document.documentElement.classList.add("pit");
    keepAwake();
    await document.documentElement.requestFullscreen?.().catch(() => {});
    if (state.place.kind === "event" && !state.isFollowing) toggleFollowing();
    else redraw({ keepsFocus: true });
}

/** Leaves the full screen. */
export async function leavePit() {
    if (!isPit()) return;
    document.documentElement.classList.remove("pit");
    if (document.fullscreenElement) document.exitFullscreen();
    lock?.release();
    lock = null;
    await focusAfterRedraw("full");
}

/** Asks the browser not to switch the screen off; a page that was hidden has to ask again. */
export async function keepAwake() {
    if (!isPit() || document.hidden) return;
    const kept = await navigator.wakeLock?.request("screen").catch(() => null);
    if (isPit()) lock = kept;
    else kept?.release();
}
