// The page's worker: keeps the page's own files in this browser, so that it opens without a network.
//
// It knows nothing of seasons, and asks for nothing but these files. A new worker waits until no tab shows the page
// that it would replace, so an open page never meets files of another release. worker-off.js ends it.

const PLACE = "@web@";
const PAGE = "match.html";
const FILES = [PAGE, ..."@files@".split(" ").map((name) => `${PLACE}/${name}`)];
/** An origin may have several published directories; each has caches of its own. */
const OURS = `match-bundles ${registration.scope} `;
const CACHE = OURS + PLACE;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(removeOthers()));
addEventListener("fetch", (event) => {
    const path = pathOf(event.request);
    if (path === PAGE && event.request.mode === "navigate") event.respondWith(page(event.request));
    else if (path !== PAGE && FILES.includes(path)) event.respondWith(file(event.request));
});

/** All files or none: a worker that lacks one is never installed. */
async function keep() {
    const cache = await caches.open(CACHE);
    // The page comes whole: a server's word that it has not changed may be wrong (docs/adr/0030-no-conditions.md).
    const cacheOf = (path) => path === PAGE ? "reload" : "default";
    await cache.addAll(FILES.map((path) => new Request(address(path), { cache: cacheOf(path) })));
    const text = await (await cache.match(address(PAGE))).text();
    // In the middle of a publish the page and this worker may be of two releases.
    if (text.includes(`${PLACE}/`)) return;
    await caches.delete(CACHE);
    throw new Error(`${PAGE} does not name ${PLACE}`);
}

async function removeOthers() {
    const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(names.map((name) => caches.delete(name)));
}

/** The page that is kept; if the browser has lost one of its files, the server's. */
async function page(request) {
    const kept = await Promise.all(FILES.map((path) => caches.match(address(path), { cacheName: CACHE })));
    return kept.every(Boolean) ? kept[0] : fetch(request);
}

async function file(request) {
    return await caches.match(request.url, { cacheName: CACHE }) ?? fetch(request);
}

function address(path) {
    return registration.scope + path;
}

/** The path of a request below the directory; null if it asks for something else. */
function pathOf({ method, url }) {
    const { origin, pathname } = new URL(url);
    const place = origin + pathname;
    return method === "GET" && place.startsWith(registration.scope) ? place.slice(registration.scope.length) : null;
}
