// The page's worker: keeps the page's own files in this browser, so that it opens without a network.
//
// It knows nothing of seasons, and keeps only what the publish has made: each file has its hash. The next start shows
// the newest release that is kept. An open page goes on with its own files: their folder has another name.
// worker-off.js ends it.

const PLACE = "@web@";
/** `{path, type, hash}` of each file, the page first. */
const FILES = @files@;
const [PAGE, ...REST] = FILES;
/** Some hosts redirect `match.html` to `match`. */
const PAGE_PATHS = [PAGE.path, PAGE.path.replace(".html", "")];
/** What a page of this release may have of its own: the seasons of its publish, and the address of the API. */
const VARYING = /(<meta name="(?:seasons|tba-api)" content=")[^"]*/g;
/** An origin may have several published directories; each has caches of its own. */
const OURS = `match-bundles ${registration.scope} `;
const CACHE = OURS + PLACE;
/** As in database.js. */
const SILENCE_MILLISECONDS_MAX = 2000;

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(removeOthers()));
addEventListener("message", ({ source }) => source.postMessage(PLACE));
addEventListener("fetch", (event) => {
    const path = pathOf(event.request);
    if (PAGE_PATHS.includes(path) && event.request.mode === "navigate") event.respondWith(page(event));
    else if (path?.startsWith("web/")) event.respondWith(file(event.request, path));
});

/** Keeps the page of now, and what is not kept already; a worker that lacks a file is not installed. */
async function keep() {
    const cache = await caches.open(CACHE);
    await Promise.all(REST.map(async (file) => {
        if (!await cache.match(address(file.path))) await cache.put(address(file.path), await published(file));
    }));
    // The last one: where the page is, all is there.
    await cache.put(address(PAGE.path), await published(PAGE));
}

/** A file as it was published, with its type, and without a redirect: a browser opens no page with one. */
async function published(file) {
    // The page comes whole: a server's word that it has not changed may be wrong (docs/adr/0030-no-conditions.md).
    // What the browser itself keeps of another file may be a network's page to sign in.
    for (const cache of file === PAGE ? ["reload"] : ["default", "reload"]) {
        const answer = await fetch(address(file.path), { cache });
        const bytes = await answer.arrayBuffer();
        if (!answer.ok || await hashOf(file, bytes) !== file.hash) continue;
        const headers = new Headers(answer.headers);
        headers.set("Content-Type", file.type);
        // These three are about the transfer.
        for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
        return new Response(bytes, { headers });
    }
    throw new Error(`${file.path} is not what was published`);
}

async function hashOf(file, bytes) {
    const fixed = file === PAGE
        ? new TextEncoder().encode(new TextDecoder().decode(bytes).replace(VARYING, "$1")) : bytes;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", fixed));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The caches of other releases, the newest first. */
async function others() {
    return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE).reverse();
}

/** Removes the files of other releases, unless a tab or another worker may still ask for them. */
async function removeOthers() {
    const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const isNeeded = tabs.some(({ url }) => url.startsWith(registration.scope));
    if (isNeeded || registration.waiting || registration.installing) return;
    await Promise.all((await others()).map((name) => caches.delete(name)));
}

/** The newest page that is kept; if the browser has lost one of its files, the server's. */
async function page(event) {
    event.waitUntil(removeOthers());
    const kept = await answered(newestPage());
    // The next start has the seasons that the page names now, and what was lost.
    event.waitUntil(keep().catch(() => {}));
    return kept ?? fetch(event.request);
}

/** The page of a worker that waits until this one has nothing to do, or this one's; undefined without one. */
async function newestPage() {
    if (registration.waiting) {
        const pages = (await others()).map((cacheName) => caches.match(address(PAGE.path), { cacheName }));
        const page = (await Promise.all(pages)).find(Boolean);
        if (page) return page;
    }
    const kept = await Promise.all(FILES.map(({ path }) => caches.match(address(path), { cacheName: CACHE })));
    return kept.every(Boolean) ? kept[0] : undefined;
}

/** A file of this release, or of one that a tab still shows: a cache has the name of its folder. */
async function file(request, path) {
    const cacheName = OURS + path.slice(0, path.lastIndexOf("/"));
    return await answered(caches.match(address(path), { cacheName })) ?? fetch(request);
}

/** What the browser's storage gives; undefined if it fails, or does not answer. */
function answered(promise) {
    const silence = new Promise((resolve) => setTimeout(resolve, SILENCE_MILLISECONDS_MAX));
    return Promise.race([promise.catch(() => undefined), silence]);
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
