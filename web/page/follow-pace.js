// How long to wait between two looks at an event. The same rules as `breakdown --watch`.

const FRESH_SECONDS = 61;
const QUIET_SECONDS = 2 * 3600;
const QUIET_WAIT_SECONDS = 300;
const FAILURE_WAIT_SECONDS_MAX = 600;

/** The state before the first look. */
export const firstPace = { failureCount: 0, secondsWithoutNews: 0 };

/**
 * Decides how long to wait; changes nothing.
 *
 * After two hours without news the page looks every five minutes. After each failure it waits twice as long
 * as before, up to ten minutes.
 */
export function nextPace(pace, { hasNews = false, isTrouble = false, freshSeconds = FRESH_SECONDS } = {}) {
  const quiet = hasNews ? 0 : pace.secondsWithoutNews;
  const failureCount = isTrouble ? pace.failureCount + 1 : 0;
  let seconds = Math.max(1, freshSeconds);
  if (isTrouble) {
    seconds = Math.max(seconds, Math.min(FAILURE_WAIT_SECONDS_MAX, FRESH_SECONDS * 2 ** Math.min(failureCount - 1, 6)));
  } else if (quiet >= QUIET_SECONDS) {
    seconds = Math.max(seconds, QUIET_WAIT_SECONDS);
  }
  return { seconds, pace: { failureCount, secondsWithoutNews: quiet + seconds } };
}
