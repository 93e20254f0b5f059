import type { Season } from "./index.js";

/** The seasons that this package brings along, oldest first. */
export const seasons: readonly Season[];
