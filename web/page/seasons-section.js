// How fresh the seasons are: version, time of upload, the last check, and what the client says of it.

import { make } from "./dom.js";
import { offlineWords } from "./offline.js";
import { focusAfterRedraw } from "./state.js";
import { library } from "./surroundings.js";
import { heading, sentence } from "./view-parts.js";

/** The view of `#seasons`. */
export async function seasonsView() {
    return { title: "Seasons", elements: [heading("Seasons"), await seasonsSection()] };
}

/** Why the last check of this page gave no answer; null if it gave one. */
let problem = null;

/** The section, as it is now. */
export async function seasonsSection() {
    const client = await library.open();
    const status = client?.status() ?? null;
    const check = make("button", { type: "button", id: "check", onclick: async () => {
        check.disabled = true;
        problem = await library.check().then(() => null, (error) => sentence(error.message));
        await focusAfterRedraw("check");
    } }, "Check now");
    return make("section", { "aria-label": "Seasons" },
        [problem, ...(status ? freshnessWords(status) : [])].filter(Boolean).map(
            (words) => make("p", { class: "message problem", role: "alert" }, words)),
        table(await library.seasons(), client),
        (status ? checkWords(status) : [library.problem])
            .concat(await offlineWords()).map((words) => make("p", { class: "faint" }, words)),
        make("div", { class: "bar" }, check));
}

/** What is wrong with them, in the client's words. */
function freshnessWords(status) {
    const { problem, remedy, stale } = status;
    const both = problem && sentence(problem) + (remedy ? ` ${sentence(remedy)}` : "");
    return [both, stale && sentence(stale)].filter(Boolean);
}

function table(seasons, client) {
    if (!seasons.length) return make("p", { class: "message" }, "There are no seasons.");
    const rows = seasons.map(({ year, version, published }) => make("tr", {},
        make("th", { scope: "row" }, String(year)),
        make("td", {}, make("code", { title: version }, version.slice(0, 12))),
        make("td", {}, moment(published)),
        make("td", {}, remarkOf(client?.why(year)))));
    const heads = ["Season", "Version", "Uploaded", "Held back"].map((text) => make("th", { scope: "col" }, text));
    return make("div", { class: "scroll" }, make("table", { class: "list" },
        make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)));
}

/** Why a newer content is not shown; empty if there is none. */
function remarkOf(year) {
    return year?.action === "held-back" ? sentence(year.reason ?? "") : "";
}

function checkWords({ checked, reached, storage, hasNews }) {
    const words = [checked
        ? ["Checked ", moment(checked), "."] : "Not checked yet: these are the seasons that came with the page."];
    if (reached && reached !== checked) words.push(["Last reached ", moment(reached), "."]);
    if (hasNews) words.push("There are newer seasons; reload the page to see them.");
    if (storage === "memory") words.push("This browser keeps nothing here, so each visit starts again.");
    return words;
}

/** `2026-11-22 20:35` in the visitor's time. */
function moment(text) {
    const date = new Date(text);
    if (!text || Number.isNaN(date.getTime())) return text ?? "";
    const two = (number) => String(number).padStart(2, "0");
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return make("time", { datetime: text }, `${day} ${two(date.getHours())}:${two(date.getMinutes())}`);
}
