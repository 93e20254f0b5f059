// The text of a file that somebody gives the page.

/**
 * Decodes bytes as `breakdown` reads them: nothing is put in the place of bytes that are no UTF-8.
 *
 * Throws with the words of `breakdown`.
 */
export function fileText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("expected valid UTF-8 in a text");
  }
}
