// The page's side of its worker: begins it, finds out whether there is a newer release of the page, and says what this
// browser keeps.

import { answered } from "./database.js";
import { pageAddress, workerAddress } from "./surroundings.js";

const workers = navigator.serviceWorker;

/**
 * Begins the worker and lets it look for a newer release.
 *
 * @param onNewer is called when a reload shows another release than this page's
 */
export async function lookForRelease(onNewer) {
    const tell = (place) => { if (!import.meta.url.includes(`/${place}/`)) onNewer(); };
    try {
        await begin(tell);
    } catch {
        // Private windows, and pages without https: each visit gets the server's page.
        await askServer(tell).catch(() => {});
    }
}

/** Rejects where a browser has no workers for this page. */
async function begin(tell) {
    const registration = await workers.register(workerAddress, { updateViaCache: "none" });
    workers.onmessage = ({ data }) => tell(data);
    const ask = () => (registration.waiting ?? registration.active)?.postMessage("which release?");
    registration.onupdatefound = () => {
        if (registration.installing) registration.installing.onstatechange = ask;
    };
    // Without a network, what is there goes on.
    if (registration.active) await registration.update().catch(() => {});
    if (!registration.installing) ask();
}

async function askServer(tell) {
    const page = await (await fetch(pageAddress, { cache: "no-store" })).text();
    const [, place] = /="(web\/[0-9a-f]+)\//.exec(page) ?? [];
    if (place) tell(place);
}

/** A sentence that says whether the page opens without a network. */
export async function offlineWords() {
    const registration = workers && await answered(workers.getRegistration()).catch(() => null);
    return registration?.active ? "This page opens without a network."
        : "This page needs a network: the browser keeps no pages here.";
}
