// Asks The Blue Alliance's API with the visitor's own key, and keeps answers in this browser.
// The same manners as match-fetch (docs/FETCHING.md).

import { isAnswer, isError } from "./answer-form.js";

/** Where visitors make a key. */
export const KEY_PAGE = "https://www.thebluealliance.com/account";

const FRESH_SECONDS = 61;
const EVENT_FRESH_SECONDS = 3600;
const ANSWER_LENGTH_MAX = 24 << 20;
const TIMEOUT_MILLISECONDS = 20_000;
const RETRY_AFTER_SECONDS_MAX = 30;
const TRIES_MAX = 3;
const RETRIED = [429, 500, 502, 503, 504];

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
  }

  /**
   * The newest answer for a path.
   *
   * A stored answer stands in when the server cannot be reached; `trouble` then says why. None does after the server
   * has refused the key, until it has accepted one.
   *
   * @param freshness `usual`, `refresh` (ask in any case) or `stored` (never ask; null if nothing is stored)
   * @returns `{text, ageSeconds, isStored, trouble}`
   */
  async get(path, { freshness = "usual", tries = TRIES_MAX } = {}) {
    const stored = this.surroundings.refusal.is() ? null : await this.surroundings.store.get(path);
    if (freshness === "stored") return stored ? this.answer(stored) : null;
    if (freshness === "usual" && stored && this.ageSeconds(stored) < freshSeconds(path)) return this.answer(stored);
    // Two who ask for the same at once share one request.
    if (!this.running.has(path)) {
      const asking = this.ask(path, stored, tries).finally(() => this.running.delete(path));
      this.running.set(path, asking);
    }
    return this.running.get(path);
  }

  /** Asks whether the server accepts a key; throws if it does not. */
  async tryKey(key) {
    const outcome = await this.send("status", key, null);
    if (outcome.status === 401) throw new SourceError("key-refused", words.keyRefused);
    if (outcome.status !== 200) throw new SourceError("unavailable", `${outcome.trouble}.`);
    this.surroundings.refusal.keep(false);
  }

  async ask(path, stored, tries) {
    const key = this.surroundings.key();
    if (!key) {
      if (stored) return this.answer(stored, "This browser has no key for The Blue Alliance");
      throw new SourceError("no-key", words.noKey);
    }
    let outcome;
    for (let at = 1; ; at++) {
      outcome = await this.send(path, key, stored);
      const mayRetry = outcome.status === 0 || RETRIED.includes(outcome.status);
      if (!mayRetry || at >= tries || outcome.retryAfter > RETRY_AFTER_SECONDS_MAX) break;
      const pause = Math.max(outcome.retryAfter * 1000, 500 * 2 ** at * this.surroundings.random());
      await this.surroundings.wait(pause);
    }
    return this.conclude(path, stored, outcome);
  }

  async conclude(path, stored, outcome) {
    const { store, refusal } = this.surroundings;
    if ([200, 304].includes(outcome.status)) refusal.keep(false);
    switch (outcome.status) {
      case 200: {
        const fresh = { text: outcome.text, tag: outcome.tag, time: this.surroundings.now() };
        await store.put(path, fresh);
        return this.answer(fresh);
      }
      case 304: {
        const confirmed = { ...stored, time: this.surroundings.now() };
        await store.put(path, confirmed);
        return this.answer(confirmed);
      }
      case 401:
        refusal.keep(true);
        throw new SourceError("key-refused", words.keyRefused);
      case 404:
        await store.remove(path);
        throw new SourceError("absent", words.absent(path));
      default:
        if (outcome.status === 413) throw new SourceError("too-long", `${outcome.trouble}.`);
        if (stored) return this.answer(stored, outcome.trouble);
        throw new SourceError("unavailable", `${outcome.trouble}, and no earlier answer is stored.`);
    }
  }

  /** One request; never throws. */
  async send(path, key, stored) {
    const headers = { "X-TBA-Auth-Key": key };
    if (stored?.tag) headers["If-None-Match"] = stored.tag;
    try {
      const answer = await this.surroundings.fetch(`${this.surroundings.base}/${path}`, {
        headers, cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const retryAfter = Number(answer.headers.get("Retry-After")) || 0;
      const trouble = `The Blue Alliance answered with status ${answer.status}`;
      if (answer.status === 304 && stored) return { status: 304, retryAfter };
      if ([401, 404].includes(answer.status) && !isError(await answer.text())) return strange;
      if (answer.status !== 200) return { status: answer.status, retryAfter, trouble };
      if (Number(answer.headers.get("Content-Length")) > ANSWER_LENGTH_MAX) return tooLong;
      const text = await answer.text();
      if (text.length > ANSWER_LENGTH_MAX) return tooLong;
      if (!isAnswer(text, path)) return strange;
      return { status: 200, retryAfter, text, tag: answer.headers.get("ETag") };
    } catch {
      return { status: 0, retryAfter: 0, trouble: "The Blue Alliance cannot be reached" };
    }
  }

  answer(stored, trouble = null) {
    return { text: stored.text, ageSeconds: this.ageSeconds(stored), isStored: trouble !== null, trouble };
  }

  ageSeconds(stored) {
    return Math.max(0, Math.floor((this.surroundings.now() - stored.time) / 1000));
  }
}

const tooLong = { status: 413, retryAfter: 0, trouble: "The Blue Alliance sent more than 24 MB, which no event has" };

const strange = { status: 599, retryAfter: 0,
  trouble: "The answer did not come from The Blue Alliance's API; you may have to sign in to this network" };

const words = {
  noKey: "The Blue Alliance needs a key. Make one on your account's page there "
    + "(Read API Keys), and enter it under Settings.",
  keyRefused: "The Blue Alliance does not accept the key. Make another one on your account's page there, "
    + "and enter it under Settings.",
  absent(path) {
    const [kind, key] = path.split("/");
    return kind === "match"
      ? `The Blue Alliance has no match ${key}. The event's page lists its matches.`
      : `The Blue Alliance has no ${kind} ${key}. Is the key right?`;
  },
};

function freshSeconds(path) {
  return /^event\/[^/]+$|^events\//.test(path) ? EVENT_FRESH_SECONDS : FRESH_SECONDS;
}
