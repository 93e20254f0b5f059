// A view that fills the screen of a pit.

import { toggleFollowing } from "./following.js";
import { state } from "./state.js";

/** Fills the screen, or leaves it; an event is followed then. */
export async function toggleFullScreen() {
    const isPit = document.documentElement.classList.toggle("pit");
    if (isPit) {
        await document.documentElement.requestFullscreen?.().catch(() => {});
        if (state.place.kind === "event" && !state.isFollowing) toggleFollowing();
    } else if (document.fullscreenElement) {
        await document.exitFullscreen();
    }
}

/** Leaves the full screen. */
export function leavePit() {
    if (!document.documentElement.classList.contains("pit")) return;
    document.documentElement.classList.remove("pit");
    if (document.fullscreenElement) document.exitFullscreen();
    document.getElementById("full")?.focus();
}
