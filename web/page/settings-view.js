// Settings: the visitor's key, and what this browser stores.

import { fill, keyed, linkOut, make } from "./dom.js";
import { seasonsSection } from "./seasons-section.js";
import { KEY_PAGE } from "./source.js";
import { keepSetting, readSetting } from "./store.js";
import { answers, source } from "./surroundings.js";
import { heading, sentence } from "./view-parts.js";

/** The view of `#settings`. */
export async function settingsView() {
    const status = make("p", { role: "status" });
    const key = make("input", {
        id: "key", type: "password", autocomplete: "off", spellcheck: "false", value: readSetting("key", ""),
    });
    const say = (kind, text) => { status.className = `message ${kind}`; fill(status, text); };
    const form = make("form", { onsubmit: async (event) => {
        event.preventDefault();
        const value = key.value.trim();
        if (!/^[!-~]+$/.test(value)) return say("problem", "A key is one word. Copy it from your account’s page.");
        say("", "Asking The Blue Alliance …");
        try {
            await source.tryKey(value);
        } catch (error) {
            return say("problem", sentence(error.message));
        }
        const isStored = keepSetting("key", value);
        return say("good", "The Blue Alliance accepts the key. " + (isStored
            ? "It is stored in this browser." : "This browser stores nothing: it is not kept after this visit."));
    } },
        make("div", { class: "field" }, make("label", { for: "key" }, "Your key for The Blue Alliance"), key,
            make("p", { class: "faint" }, "Make one on ", linkOut(KEY_PAGE, "your account’s page"),
                " under “Read API Keys”. It stays in this browser. It is sent to The Blue Alliance alone.")),
        make("div", { class: "bar" }, make("button", { class: "primary" }, "Try and keep"),
            make("button", { type: "button", onclick: async () => {
                keepSetting("key", null);
                key.value = "";
                say("good", "The key is removed from this browser.");
            } }, "Remove the key")));
    const clear = make("button", { type: "button", onclick: async () => {
        keepSetting("recent", null);
        await answers.clear();
        say("good", "Stored matches and the list of recent ones are removed.");
    } }, "Remove stored matches");
    return { title: "Settings", elements: [heading("Settings"), keyed(form, "key"), keyed(status, "key’s status"),
        make("h2", {}, "How fresh the seasons are"), await seasonsSection(),
        make("section", {}, make("h2", {}, "What this browser stores"),
            make("p", { class: "faint" }, "Your key, the matches you looked at, and the seasons. "
                + "This page sends none of it to its own server."),
            make("div", { class: "bar" }, clear))] };
}
