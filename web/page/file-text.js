// The text of a file that a user gives the page.

/**
 * Decodes bytes as `breakdown` reads them: bytes that are not UTF-8 are refused, not replaced.
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
