// When a client checks for news by itself.

import { FIRST_POLL_SECONDS_MAX } from "./constants.js";

/** The least time between two checks. */
const PAUSE_MILLISECONDS_MIN = FIRST_POLL_SECONDS_MAX * 1000;
/** A timer of more milliseconds fires at once. */
const TIMER_MILLISECONDS_MAX = 2 ** 31 - 1;

/**
 * Checks at once unless the server asked to wait, then by the schedule.
 *
 * A timer stands still while a machine sleeps. So a page that becomes visible or finds a network checks if that is due.
 */
export class Following {
    #check;
    #next;
    #now;
    #timer;
    #checked = -Infinity;
    #isEnded = false;

    /**
     * @param check polls; rejects if something is broken
     * @param next when the schedule wants the next poll, as a text; null if it has named no time
     * @param mustWait whether the server asked not to be asked before
     * @param now milliseconds since 1970
     */
    constructor(check, next, mustWait, now) {
        this.#check = check;
        this.#next = next;
        this.#now = now;
        globalThis.document?.addEventListener("visibilitychange", this.#checkIfDue);
        globalThis.addEventListener?.("online", this.#checkIfDue);
        if (mustWait()) this.#checkIfDue();
        else this.#run();
    }

    end() {
        this.#isEnded = true;
        clearTimeout(this.#timer);
        globalThis.document?.removeEventListener("visibilitychange", this.#checkIfDue);
        globalThis.removeEventListener?.("online", this.#checkIfDue);
    }

    #checkIfDue = () => {
        if (this.#pause() === 0) this.#run();
        else this.#plan();
    };

    /** Milliseconds until the next check is due. */
    #pause() {
        const wanted = Date.parse(this.#next()) - this.#now() || 0;
        const least = this.#checked + PAUSE_MILLISECONDS_MIN - this.#now();
        // After a clock was set back, the last check lies in its future.
        return Math.max(wanted, Math.min(least, PAUSE_MILLISECONDS_MIN), 0);
    }

    #plan() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(this.#checkIfDue, Math.min(this.#pause(), TIMER_MILLISECONDS_MAX));
        this.#timer.unref?.(); // A program that has nothing else to do ends.
    }

    async #run() {
        this.#checked = this.#now();
        await this.#check().catch(() => {}); // The report and its events tell.
        this.#checked = this.#now();
        if (!this.#isEnded) this.#plan();
    }
}
