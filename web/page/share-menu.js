// The menu that shares and saves what is shown.

import { make } from "./dom.js";
import { FORMATS } from "./drawing.js";
import { copyText, pictureOf } from "./element-copy.js";
import { saveFile } from "./saving.js";
import { state } from "./state.js";
import { library } from "./surroundings.js";
import { sentence } from "./view-parts.js";

const FILE_NAMES = { text: "txt", summary: "txt", markdown: "md", csv: "csv", json: "json" };

/** Makes the menu; a list of matches has fewer entries. */
export function shareMenu(isList) {
  const status = make("span", { class: "faint", role: "status" });
  const close = (words) => {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
    if (words) status.textContent = words;
  };
  const item = (text, action) => make("button", { type: "button", onclick: async () => {
    try {
      close(await action());
    } catch (error) {
      close(sentence(error.message));
    }
  } }, text);
  const { format } = state;
  const items = [item("Copy the link", async () => {
    await copyText(location.href);
    return "Copied.";
  })];
  if (!isList) {
    items.push(
      item("Copy as text", async () => {
        const renderer = await library.renderer;
        await copyText(renderer.render(state.shown.input, { format: "text", width: 60 }));
        return "Copied.";
      }),
      item("Save as picture", async () => {
        const renderer = await library.renderer;
        saveFile(await pictureOf(renderer.render(state.shown.input, { format: "svg" })), `${state.shown.name}.png`);
        return "Saved.";
      }));
    if (format !== "html") {
      items.push(item(`Save as ${FORMATS[format]}`, async () => {
        const renderer = await library.renderer;
        saveFile(new Blob([renderer.render(state.shown.input, { format, width: 80, all: state.all })]), `${state.shown.name}.${FILE_NAMES[format]}`);
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
  const button = make("button", { id: "share", type: "button", "aria-expanded": "false", "aria-controls": "shares", onclick: () => {
    list.hidden = !list.hidden;
    button.setAttribute("aria-expanded", String(!list.hidden));
    if (!list.hidden) list.querySelector("button").focus();
  } }, "Share");
  return [status, make("div", { class: "menu", onkeydown: (event) => { if (event.key === "Escape" && !list.hidden) close(""); } }, button, list)];
}
