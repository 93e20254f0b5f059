// What changes while the page is open.

import { firstPace } from "./follow-pace.js";

/** What changes while the page is open. */
export const state = {
  turn: 0, place: { kind: "home" }, format: "html", all: false, level: "", team: "", file: null,
  isFollowing: false, pace: firstPace, timer: null, nextLookTime: 0, shown: null, lines: null, lastKey: null,
};
