// What changes while the page is open, and how a view draws it anew without knowing what shows it.

export const state = {
    turn: 0, place: { kind: "home" }, format: "html", all: false, level: "", team: "", file: null,
    isFollowing: false, pace: {}, timer: null, nextLookTime: 0, trouble: {}, shown: null, told: null,
};

/** Whether the view fills the screen of a pit. */
export function isPit() {
    return document.documentElement.classList.contains("pit");
}

let shows = async () => {};

/** Shows with this function from now on. */
export function showWith(action) {
    shows = action;
}

/** Shows again what the address bar names; `keepsFocus` leaves focus and scrolling where they are. */
export function redraw(options) {
    return shows(options);
}

/** Shows it again, and moves the focus to the element that replaces the one with this id. */
export async function focusAfterRedraw(id) {
    await redraw({ keepsFocus: true });
    document.getElementById(id)?.focus();
}
