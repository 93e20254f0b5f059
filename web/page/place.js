// What the address bar names: the part after `#`, as a value and back.

import { parseInquiry } from "./rules.js";

/**
 * Reads a fragment.
 *
 * | fragment | place |
 * |---|---|
 * | (empty) | `{kind: "home"}` |
 * | `2024necmp_f1m1` | `{kind: "match", match, event}` |
 * | `2024necmp` | `{kind: "event", event}` |
 * | `2024necmp/insights` | `{kind: "insights", event}` |
 * | `sample/2024/2024necmp_f1m1` | `{kind: "sample", year, name}` |
 * | `seasons`, `settings`, `file` | `{kind}` |
 */
export function parsePlace(fragment) {
    let text = fragment.replace(/^#/, "");
    try {
        text = decodeURIComponent(text);
    } catch { /* a fragment that is not encoded */ }
    if (!text) return { kind: "home" };
    if (["seasons", "settings", "file"].includes(text)) return { kind: text };
    const sample = /^sample\/(\d{4})\/([A-Za-z0-9_.-]{1,64})$/.exec(text);
    if (sample) return { kind: "sample", year: Number(sample[1]), name: sample[2] };
    const insights = /^([^/]+)\/insights$/.exec(text);
    const inquiry = parseInquiry(insights ? insights[1] : text);
    if (!inquiry?.event || (insights && inquiry.match)) return { kind: "unknown", text };
    if (inquiry.match) return { kind: "match", ...inquiry };
    return { kind: insights ? "insights" : "event", event: inquiry.event };
}

/** The fragment of a place, with its `#`. */
export function fragmentOf(place) {
    switch (place.kind) {
        case "home": return "#";
        case "match": return `#${place.match}`;
        case "event": return `#${place.event}`;
        case "insights": return `#${place.event}/insights`;
        case "sample": return `#sample/${place.year}/${place.name}`;
        default: return `#${place.kind}`;
    }
}
