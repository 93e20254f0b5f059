// Why a check could not do its work.

/** An error that a report tells; `outcome` is the one that the agent would report. */
export class ClientTrouble extends Error {
    constructor(outcome, message, options) {
        super(message, options);
        this.outcome = outcome;
    }

    /** Turns a rejection into a trouble. */
    static of(outcome) {
        return (cause) => { throw new ClientTrouble(outcome, cause?.message ?? String(cause), { cause }); };
    }
}
