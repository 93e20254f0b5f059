// Asks The Blue Alliance's API with the visitor's own key, and keeps answers in this browser. The module decides what
// an answer means, and whether and when it is asked for again, as for match-fetch (docs/FETCHING.md).

import { readAtMost } from "./bytes.js";
import { ANSWER_BYTES_MAX, ATTEMPT_MILLISECONDS_MAX } from "./constants.js";
import { timeoutSignal } from "./patience.js";
import { judgeAttempt } from "./rules.js";

/** Where visitors make a key. */
export const KEY_PAGE = "https://www.thebluealliance.com/account";

/** Why nothing can be shown; `kind` is `no-key`, `key-refused`, `absent`, `unavailable` or `too-long`. */
export class SourceError extends Error {
    constructor(kind, message) {
        super(message);
        this.kind = kind;
    }
}

/** The API and the stored answers. */
export class Source {
    /**
     * @param surroundings `base`: the API's address; `store`: keeps answers; `key()`: the visitor's key or "";
     *   `refusal`: `is()`, whether the API has refused a key since it accepted one, and `keep(isRefused)`;
     *   `fetch`, `now()` in milliseconds, `random()`, `wait(milliseconds)`
     */
    constructor(surroundings) {
        this.surroundings = surroundings;
        this.running = new Map();
        /** Until when the server asked not to be asked, and its words. */
        this.pause = { end: 0 };
    }

    /**
     * The newest answer for a path.
     *
     * A stored answer stands in when the server cannot be reached; `trouble` then says why. None does after the server
     * has refused the key, until it has accepted one.
     *
     * @param freshness `usual`, `refresh` (ask in any case) or `stored` (never ask; null if nothing is stored)
     * @returns `{text, ageSeconds, freshSeconds, isStored, trouble, retryAfterSeconds}`
     */
    async get(path, freshness = "usual") {
        const stored = this.surroundings.refusal.is() ? null : await this.surroundings.store.get(path);
        if (freshness === "stored") return stored ? this.answer(stored) : null;
        if (freshness === "usual" && stored && this.freshSeconds(stored) > 0) return this.answer(stored);
        // Two who ask for the same at once share one request.
        if (!this.running.has(path)) {
            this.running.set(path, this.ask(path, stored).finally(() => this.running.delete(path)));
        }
        return this.running.get(path);
    }

    /** Asks whether the server accepts a key; throws if it does not. */
    async tryKey(key) {
        const { kind, trouble } = await this.attempts("status", key, null);
        if (kind === "key-refused") throw new SourceError(kind, words.keyRefused);
        if (kind !== "fresh") throw new SourceError("unavailable", trouble ?? words.absent("status"));
        this.surroundings.refusal.keep(false);
    }

    async ask(path, stored) {
        const { key, now, refusal, store } = this.surroundings;
        if (!key()) {
            if (stored) return this.answer(stored, { trouble: "This browser has no key for The Blue Alliance" });
            throw new SourceError("no-key", words.noKey);
        }
        const { kind, text, tag, freshSeconds, ...trouble } =
            this.pauseTrouble() ?? await this.attempts(path, key(), stored);
        switch (kind) {
            case "fresh":
            case "unchanged": {
                refusal.keep(false);
                const unchanged = { ...stored, time: now(), freshSeconds: freshSeconds ?? stored?.freshSeconds };
                const newest = kind === "fresh" ? { text, tag, time: now(), freshSeconds } : unchanged;
                await store.put(path, newest);
                return this.answer(newest);
            }
            case "key-refused":
                refusal.keep(true);
                throw new SourceError(kind, words.keyRefused);
            case "absent":
                await store.remove(path);
                throw new SourceError(kind, words.absent(path));
            default:
                if (stored) return this.answer(stored, trouble);
                throw new SourceError("unavailable", `${trouble.trouble}, and no earlier answer is stored`);
        }
    }

    /** What the server said when it asked to wait, until that time; null after it, and if the clock was set back. */
    pauseTrouble() {
        const { start, end, words } = this.pause;
        const time = this.surroundings.now();
        if (time < start || time >= end) return null;
        return { kind: "trouble", trouble: words, retryAfterSeconds: Math.ceil((end - time) / 1000) };
    }

    /** Asks until there is an answer, or no further attempt is worth its wait. */
    async attempts(path, key, stored) {
        const { now, random, wait } = this.surroundings;
        const start = now();
        for (let attempts = 1; ; attempts++) {
            const { body, ...answer } = await this.send(path, key, stored);
            const result = judgeAttempt({
                path, ...answer, attempts, elapsed: now() - start, dice: Math.floor(random() * 1000),
                hasTag: Boolean(stored?.tag), hasStored: Boolean(stored),
            }, body);
            if (result.wait === undefined || result.wait === null) {
                const { trouble: words, retryAfterSeconds: seconds = 0 } = result;
                if (seconds > 0) this.pause = { start: now(), end: now() + seconds * 1000, words };
                return { ...result, text: new TextDecoder().decode(body) };
            }
            await wait(result.wait);
        }
    }

    /** One request: `{status, headers, body}`, or `{problem, body}` without an answer. */
    async send(path, key, stored) {
        const headers = { "X-TBA-Auth-Key": key };
        if (stored?.tag) headers["If-None-Match"] = stored.tag;
        let answer;
        try {
            const response = await this.surroundings.fetch(`${this.surroundings.base}/${path}`, {
                headers, cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
                signal: timeoutSignal(ATTEMPT_MILLISECONDS_MAX),
            });
            const body = await readAtMost(response, ANSWER_BYTES_MAX);
            answer = { status: response.status, headers: Object.fromEntries(response.headers), body };
        } catch (error) {
            return { problem: error.message, body: new Uint8Array() };
        }
        if (answer.body) return answer;
        throw new SourceError("too-long", words.tooLong);
    }

    answer(stored, { trouble = null, retryAfterSeconds = 0 } = {}) {
        return {
            text: stored.text, ageSeconds: Math.max(0, this.secondsSince(stored)), isStored: trouble !== null,
            freshSeconds: this.freshSeconds(stored), trouble, retryAfterSeconds,
        };
    }

    /** Seconds until the server is asked again; 0 if it is time, or the clock went back. */
    freshSeconds(stored) {
        const age = this.secondsSince(stored);
        return age < 0 ? 0 : Math.max(0, (stored.freshSeconds ?? 0) - age);
    }

    secondsSince(stored) {
        return Math.floor((this.surroundings.now() - stored.time) / 1000);
    }
}

const words = {
    noKey: "The Blue Alliance needs a key. Make one on your account's page there "
        + "(Read API Keys), and enter it under Settings.",
    keyRefused: "The Blue Alliance does not accept the key. Make another one on your account's page there, "
        + "and enter it under Settings.",
    tooLong: `The Blue Alliance sent more than ${ANSWER_BYTES_MAX >> 20} MB, which no event has`,
    absent(path) {
        const [kind, key = ""] = path.split("/");
        return kind === "match"
            ? `The Blue Alliance has no match ${key}. The event's page lists its matches.`
            : `The Blue Alliance has no ${kind} ${key}. Is the key right?`;
    },
};
