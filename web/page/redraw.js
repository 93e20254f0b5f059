// Lets every view draw the page anew, without knowing what shows it.

let shows = async () => {};

/** Shows with this function from now on. */
export function showWith(action) {
  shows = action;
}

/** Shows again what the address bar names; `keepsFocus` leaves focus and scrolling where they are. */
export function redraw(options) {
  return shows(options);
}
