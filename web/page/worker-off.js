// Ends the page's worker in every browser that comes back: replace match-worker.js by this file.
//
// The next visit removes the files that were kept and the worker itself. Seasons and settings stay.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));

async function end() {
    const names = (await caches.keys()).filter((name) => name.startsWith(`match-bundles ${registration.scope} `));
    await Promise.all(names.map((name) => caches.delete(name)));
    await registration.unregister();
}
