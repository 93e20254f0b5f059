// How long something may take, and when it is tried again.

/** A signal that aborts after a time. */
export function timeoutSignal(milliseconds) {
    // It has the browser's clock, also where a page's timers are slowed down. Browsers of 2022 and earlier lack it.
    if (AbortSignal.timeout) return AbortSignal.timeout(milliseconds);
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("timed out")), milliseconds);
    return abort.signal;
}

/**
 * Does something with a fetched answer, and a second time with the server's if it fails: a request may be lost, and
 * what the browser has kept may be a network's page to sign in.
 *
 * @param use fetches with these options, and throws if what came cannot be used
 */
export async function withSecondAttempt(use) {
    try {
        return await use({});
    } catch {
        return use({ cache: "reload" });
    }
}
