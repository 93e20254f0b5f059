// Matches per second: the same in Node and in a page.
import { table2024 } from "./table2024.mjs";

/** Runs each way for about `seconds` of a clock, in `rounds` turns; returns the median of matches per second. */
export function measure(renderer, matches, rounds, seconds, clock = () => performance.now()) {
    const ways = {
        "html": (match) => renderer.render(match, { format: "html" }),
        "text": (match) => renderer.render(match, { format: "text" }),
        "by hand": table2024,
    };
    const rates = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    for (let round = -1; round < rounds; round++) { // The first one warms up.
        for (const [name, way] of Object.entries(ways)) {
            let count = 0, length = 0;
            const begin = clock();
            do {
                for (const match of matches) length += way(match).length;
                count += matches.length;
            } while (clock() - begin < seconds * 1000);
            if (length === 0) throw new Error("nothing was drawn");
            if (round >= 0) rates[name].push(count / ((clock() - begin) / 1000));
        }
    }
    const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    return Object.fromEntries(Object.entries(rates).map(([name, list]) => [name, middle(list)]));
}
