// The page's side of its worker: begins it, and says what this browser keeps of the page.

import { workerAddress } from "./surroundings.js";

const workers = navigator.serviceWorker;

/**
 * Begins the worker.
 *
 * @param onNewer is called when a newer page waits for the tabs of this one to be closed
 */
export async function keepOffline(onNewer) {
    if (!workers) return;
    try {
        const registration = await workers.register(workerAddress, { updateViaCache: "none" });
        const look = () => registration.waiting && registration.active && onNewer();
        registration.addEventListener("updatefound",
            () => registration.installing?.addEventListener("statechange", look));
        look();
    } catch {
        // Private windows, pages without https and browsers that keep nothing: the page works while there is a network.
    }
}

/** A sentence that says whether the page opens without a network. */
export async function offlineWords() {
    const registration = await workers?.getRegistration().catch(() => null);
    if (registration?.waiting) return NEWER_PAGE;
    if (registration?.active) return "This page opens without a network.";
    return "This page needs a network: the browser keeps no pages here.";
}

/** What is said of a newer page. */
export const NEWER_PAGE = "There is a newer version of this page. It opens when all tabs of this page are closed.";
