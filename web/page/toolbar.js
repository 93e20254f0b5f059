// The tools above a table, and the menu that shares and saves what is shown.

import { fill, keyed, make } from "./dom.js";
import { FORMATS } from "./drawing.js";
import { copyText, pictureOf } from "./element-copy.js";
import { toggleFollowing } from "./following.js";
import { toggleFullScreen } from "./full-screen.js";
import { focusAfterRedraw, state } from "./state.js";
import { library } from "./surroundings.js";
import { sentence } from "./view-parts.js";

const FILE_NAMES = { text: "txt", summary: "txt", markdown: "md", csv: "csv", json: "json" };

/** Makes the tools; `follows` offers to ask again and again. */
export function toolbar({ follows = false, isList = false }) {
    const tools = [];
    if (!isList) {
        const option = ([value, name]) => make("option", { value, selected: state.format === value }, name);
        const format = make("select", { id: "format", "aria-label": "Shown as", onchange: () => {
            state.format = format.value;
            focusAfterRedraw("format");
        } }, Object.entries(FORMATS).map(option));
        const all = make("input", { type: "checkbox", id: "all", checked: state.all, onchange: () => {
            state.all = all.checked;
            focusAfterRedraw("all");
        } });
        tools.push(format, make("label", {}, all, "All rows"));
    }
    const button = (id, attributes, text) => make("button", { id, type: "button", ...attributes }, text);
    if (follows) {
        const pressed = { "aria-pressed": String(state.isFollowing), onclick: toggleFollowing };
        tools.push(button("follow", pressed, state.isFollowing ? "Following live" : "Follow live"));
    }
    tools.push(button("full", { class: "push", onclick: toggleFullScreen }, "Full screen"), shareMenu(isList));
    // It stays with an open menu as long as it shows the same.
    return keyed(make("div", { class: "bar" }, tools), "tools", follows, isList, state.format, state.isFollowing);
}

/** Makes the menu; a list of matches has fewer entries. */
function shareMenu(isList) {
    const status = make("span", { class: "faint", role: "status" });
    const close = (words) => {
        list.hidden = true;
        button.setAttribute("aria-expanded", "false");
        button.focus();
        if (words) fill(status, words);
    };
    const item = (text, action) => make("button", { type: "button", onclick: async () => {
        try {
            close(await action());
        } catch (error) {
            close(sentence(error.message));
        }
    } }, text);
    const { format } = state;
    const rendered = async (options) =>
        (await library.renderer).render(state.shown.input, { all: state.all, ...options });
    const items = [item("Copy the link", async () => {
        await copyText(location.href);
        return "Copied.";
    })];
    if (!isList) {
        items.push(
            item("Copy as text", async () => {
                await copyText(await rendered({ format: "text", width: 60 }));
                return "Copied.";
            }),
            item("Save as picture", async () => {
                const picture = await pictureOf(await rendered({ format: "svg" }));
                saveFile(picture, `${state.shown.name}.png`);
                return "Saved.";
            }));
        if (format !== "html") {
            items.push(item(`Save as ${FORMATS[format]}`, async () => {
                const text = await rendered({ format, width: 80 });
                saveFile(new Blob([text]), `${state.shown.name}.${FILE_NAMES[format]}`);
                return "Saved.";
            }));
        }
    }
    if (navigator.share && state.place.kind !== "file") {
        items.push(item("Share …", async () => {
            await navigator.share({ title: state.shown.title, url: location.href }).catch(() => {});
            return "";
        }));
    }
    items.push(item("Print", async () => { setTimeout(() => print(), 50); return ""; }));
    const list = make("div", { hidden: true, id: "shares" }, items);
    const attributes = { id: "share", type: "button", "aria-expanded": "false", "aria-controls": "shares" };
    const button = make("button", { ...attributes, onclick: () => {
        list.hidden = !list.hidden;
        button.setAttribute("aria-expanded", String(!list.hidden));
        if (!list.hidden) list.querySelector("button").focus();
    } }, "Share");
    const closeAtEscape = (event) => { if (event.key === "Escape" && !list.hidden) close(""); };
    return [status, make("div", { class: "menu", onkeydown: closeAtEscape }, button, list)];
}

/** Saves a file under a name. */
function saveFile(blob, name) {
    const address = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
