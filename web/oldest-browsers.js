// What the package and the page need of a browser: a file of its own, because old browsers read it, too.

/** The first ones that unpack a season (`deflate-raw`); all else that is needed is older. */
export const OLDEST_BROWSERS = "Chrome 103, Firefox 113, Safari 16.4";
