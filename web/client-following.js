// When a client checks for news by itself.

import { FIRST_POLL_SECONDS_MAX } from "./constants.js";

/** The least time between two checks. */
const PAUSE_MILLISECONDS_MIN = FIRST_POLL_SECONDS_MAX * 1000;
/** A timer of more milliseconds fires at once. */
const TIMER_MILLISECONDS_MAX = 2 ** 31 - 1;

/** Checks at once, then by the schedule, and when a page becomes visible or finds a network. */
export class Following {
    #check;
    #next;
    #mustWait;
    #now;
    #timer;
    #checked = -Infinity;
    #isEnded = false;

    /**
     * @param check polls; rejects if something is broken
     * @param next when the schedule wants the next poll, as a text
     * @param mustWait whether the server asked not to be asked before
     * @param now milliseconds since 1970
     */
    constructor(check, next, mustWait, now) {
        this.#check = check;
        this.#next = next;
        this.#mustWait = mustWait;
        this.#now = now;
        globalThis.document?.addEventListener("visibilitychange", this.#checkIfDue);
        globalThis.addEventListener?.("online", this.#checkIfDue);
        this.#run();
    }

    end() {
        this.#isEnded = true;
        clearTimeout(this.#timer);
        globalThis.document?.removeEventListener("visibilitychange", this.#checkIfDue);
        globalThis.removeEventListener?.("online", this.#checkIfDue);
    }

    #checkIfDue = () => {
        const isVisible = globalThis.document?.visibilityState !== "hidden";
        const isWelcome = !this.#mustWait() || this.#now() >= Date.parse(this.#next());
        if (isVisible && isWelcome && this.#now() - this.#checked >= PAUSE_MILLISECONDS_MIN) this.#run();
    };

    async #run() {
        clearTimeout(this.#timer);
        this.#checked = this.#now();
        await this.#check().catch(() => {}); // The report and its events tell.
        if (this.#isEnded) return;
        clearTimeout(this.#timer);
        const pause = Math.max(Date.parse(this.#next()) - this.#now() || 0, PAUSE_MILLISECONDS_MIN);
        this.#timer = setTimeout(() => this.#run(), Math.min(pause, TIMER_MILLISECONDS_MAX));
        this.#timer.unref?.(); // A program that has nothing else to do ends.
    }
}
