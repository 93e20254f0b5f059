// The tools above a table.

import { make } from "./dom.js";
import { FORMATS } from "./drawing.js";
import { toggleFollowing } from "./following.js";
import { toggleFullScreen } from "./full-screen.js";
import { redraw } from "./redraw.js";
import { shareMenu } from "./share-menu.js";
import { state } from "./state.js";

/** Makes the tools; `follows` offers to ask again and again. */
export function toolbar({ follows = false, isList = false }) {
  const tools = [];
  if (!isList) {
    const format = make("select", { id: "format", "aria-label": "Shown as", onchange: () => { state.format = format.value; redraw({ keepsFocus: true }).then(() => document.getElementById("format")?.focus()); } },
      Object.entries(FORMATS).map(([value, name]) => make("option", { value, selected: state.format === value }, name)));
    const all = make("input", { type: "checkbox", id: "all", checked: state.all, onchange: () => { state.all = all.checked; redraw({ keepsFocus: true }).then(() => document.getElementById("all")?.focus()); } });
    tools.push(format, make("label", {}, all, "All rows"));
  }
  if (follows) {
    tools.push(make("button", { id: "follow", type: "button", "aria-pressed": String(state.isFollowing), onclick: toggleFollowing },
      state.isFollowing ? "Following live" : "Follow live"));
  }
  tools.push(make("button", { id: "full", type: "button", class: "push", onclick: toggleFullScreen }, "Full screen"), shareMenu(isList));
  return make("div", { class: "bar" }, tools);
}
