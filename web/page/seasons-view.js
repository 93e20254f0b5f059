// The seasons: which version is shown, and since when.

import { seasonsSection } from "./seasons-section.js";
import { heading } from "./view-parts.js";

/** The view of `#seasons`. */
export async function seasonsView() {
  return { title: "Seasons", elements: [heading("Seasons"), await seasonsSection()] };
}
