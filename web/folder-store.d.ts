import type { SeasonStore } from "./client.js";

/** The store in a folder, which is made if it is missing. It has no lock: one process polls into a folder. */
export function folderStore(folder: string): SeasonStore;
