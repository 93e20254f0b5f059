// Tells a client's news by events.

/** Fires events; each only if its news differ from the last ones that it told. */
export class ClientEvents {
    #target;
    #told = {};

    constructor(target) { this.#target = target; }

    /** The years that `adopt` would change. */
    updated(years, report) {
        this.#tell("updated", years, { years, report });
    }

    /** What came of a check. */
    checked(report, { stale, expires }) {
        const held = (report.years ?? []).filter(({ action }) => action === "held-back")
            .map(({ year, reason }) => ({ year, reason }));
        this.#tell("heldBack", held, { years: held, report });
        this.#tell("stale", stale ? [expires] : [], { expires, problem: stale });
        const isRefused = report.outcome === "refused";
        this.#tell("refused", isRefused ? [report.problem] : [], { problem: report.problem, report });
        this.#fire("checked", { report });
    }

    /** Tells everything once more. */
    forget() { this.#told = {}; }

    #tell(name, news, detail) {
        const told = JSON.stringify(news);
        if (news.length > 0 && this.#told[name] !== told) this.#fire(name, detail);
        this.#told[name] = told;
    }

    #fire(name, detail) { this.#target.dispatchEvent(new CustomEvent(name, { detail })); }
}
