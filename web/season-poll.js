// Drives the client's module (season-client.wasm) through one poll. Every rule is inside the module; this moves bytes.
//
// The module's output is one line of JSON and, behind it, the bytes that the line counts.

import { BreakdownError, callModule, startModule } from "./index.js";
import { encode, joined } from "./bytes.js";

/**
 * Polls once.
 *
 * @param module the compiled module; each poll has an instance of its own, whose memory goes with it
 * @param facts `{root, embedded, files: Map(name → bytes), stored: [{year, version}], machine, now, random, wave,
 *   level}`
 * @param ask `requests → answers`: fetches what the module wants, side by side
 * @param draw `bundles → [{year, problem}]`: the new seasons that cannot be drawn
 * @returns `{report, pause, bundles: [{year, version, bytes}], files: [{name, bytes|null}],
 *   unneeded: [{year, version}]}`
 */
export async function pollOnce(module, facts, ask, draw) {
    const given = new Map();
    const done = await run(module, facts, async (requests) => {
        const answers = await ask(requests);
        requests.forEach(({ path }, at) => given.set(path, [...given.get(path) ?? [], answers[at]]));
        return answers;
    });
    const unusable = await draw(done.bundles);
    if (unusable.length === 0) return done;
    // The same facts and answers lead to the same place; from there on the module holds these seasons back.
    return run(module, { ...facts, unusable }, async (requests) => Promise.all(
        requests.map(async (request) => given.get(request.path)?.shift() ?? (await ask([request]))[0])));
}

/** The module's rules: by its head, whether the body of an answer is to be read; and whether bytes are a root. */
export function pollRules(module) {
    const core = new Core(module);
    return {
        needsBody: (head) => core.call("mb_poll_needs_body", [encode(JSON.stringify(head))]) === 1,
        isRoot: (bytes) => core.call("mb_poll_is_root", [bytes]) === 1,
    };
}

async function run(module, facts, ask) {
    const core = new Core(module);
    const files = [...facts.files];
    const { root, embedded, stored, machine, now, random, wave, level, unusable } = facts;
    core.give("mb_poll_begin", {
        root: root.length, embedded: embedded.length, machine, now, random, wave, level, stored, unusable,
        files: files.map(([name, bytes]) => ({ name, length: bytes.length })),
    }, [root, embedded, ...files.map(([, bytes]) => bytes)]);
    for (;;) {
        const { step, take } = core.next();
        if (step.done) return changes(step.done, take);
        const answers = await ask(step.fetch);
        core.give("mb_poll_answer",
            answers.map(({ bytes, ...answer }) => ({ ...answer, length: bytes?.length })),
            answers.flatMap(({ bytes }) => bytes ?? []));
    }
}

/** What a poll wants to have kept, with the bytes that its line counts. */
function changes({ bundles, files, ...rest }, take) {
    return {
        ...rest,
        bundles: bundles.map(({ length, ...bundle }) => ({ ...bundle, bytes: take(length) })),
        files: files.map(({ name, length }) => ({ name, bytes: length === null ? null : take(length) })),
    };
}

/** An instance of the module. */
class Core {
    #exports;

    constructor(module) {
        this.#exports = startModule(module);
        if (!this.#exports.mb_poll_begin) {
            throw new BreakdownError("no-module", "this is not the client's module of this package");
        }
    }

    /** Calls with options and bytes, which the module must accept. */
    give(name, options, parts) {
        if (this.call(name, [encode(JSON.stringify(options)), joined(parts)]) !== 0) {
            throw new BreakdownError("invalid-options", `the client's module refuses ${name}`);
        }
    }

    /** Calls with parts of bytes, and gives the result. */
    call(name, parts) {
        return this.#attempt(() => callModule(this.#exports, name, parts));
    }

    /** The next step, and a function that takes the bytes behind it, one part after another. */
    next() {
        const count = this.#attempt(() => this.#exports.mb_poll_next()) >>> 0;
        const place = this.#exports.mb_alloc(Math.max(count, 1)) >>> 0;
        if (place === 0) throw new BreakdownError("out-of-memory", "there is no memory for this poll");
        this.#exports.mb_poll_output(place);
        const output = new Uint8Array(this.#exports.memory.buffer).slice(place, place + count);
        this.#exports.mb_free(place);
        let from = output.indexOf(10) + 1;
        return {
            step: JSON.parse(new TextDecoder().decode(output.subarray(0, from))),
            take: (length) => output.slice(from, from += length),
        };
    }

    #attempt(call) {
        try {
            return call();
        } catch (cause) {
            if (cause instanceof BreakdownError) throw cause;
            throw new BreakdownError("crashed", "the client's module stopped; nothing was changed", { cause });
        }
    }
}
