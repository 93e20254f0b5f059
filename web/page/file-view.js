// A file of the visitor's. The page keeps none.

import { make } from "./dom.js";
import { drawn } from "./drawing.js";
import { fileText } from "./file-text.js";
import { yearsIn } from "./library.js";
import { redraw } from "./redraw.js";
import { state } from "./state.js";
import { library } from "./surroundings.js";
import { toolbar } from "./toolbar.js";
import { heading, remark } from "./view-parts.js";

const FILE_BYTES_MAX = 24 << 20;

/** The view of `#file`. */
export async function fileView() {
  if (!state.file) throw new Error("open a file first: this page keeps none, so a link cannot lead to one");
  if (state.file.problem) throw new Error(`“${state.file.name}” cannot be drawn: ${state.file.problem}`);
  const problems = await library.prepare(yearsIn(state.file.text));
  state.shown = { input: state.file.text, name: state.file.name.replace(/\.json$/, ""), title: state.file.name };
  let table;
  try {
    table = await drawn(state.file.text);
  } catch (error) {
    throw new Error(`“${state.file.name}” cannot be drawn: ${error.message}`);
  }
  return { title: state.file.name, elements: [
    make("nav", { class: "crumbs", "aria-label": "File" }, make("a", { href: "#" }, "Start")),
    heading(state.file.name), toolbar({}), ...problems.map(remark), table,
  ] };
}

/** Shows a file. */
export async function openFile(file) {
  if (file.size > FILE_BYTES_MAX) return openText("", file.name, `the file has more than ${FILE_BYTES_MAX >> 20} MB`);
  try {
    return openText(fileText(await file.arrayBuffer()), file.name);
  } catch (error) {
    return openText("", file.name, error.message);
  }
}

/** Shows a text as if it were a file; `problem` says why that cannot be. */
export function openText(text, name, problem = null) {
  state.file = { text, name, problem };
  if (location.hash === "#file") return redraw();
  location.hash = "file";
  return undefined;
}
