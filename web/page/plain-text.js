// Makes text from outside harmless: a character that a reader would obey, or that is invisible, is written as a
// code. The same rule as Sources/PlainText/TextScalar.swift; a test compares the two, character by character.

/** The text with such characters as codes, such as `\u{202e}`; line breaks stay. */
export function plainText(text) {
  const given = String(text);
  if (/^[\n\x20-\x7e]*$/.test(given)) return given;
  const scalars = Array.from(given, (character) => character.codePointAt(0));
  return scalars.map((value, at) => value === 0x0a || isHarmless(scalars, at)
    ? String.fromCodePoint(value) : `\\u{${value.toString(16)}}`).join("");
}

function isHarmless(scalars, at) {
  const value = scalars[at];
  if (value >= 0x20 && value <= 0x7e) return true;
  if (isObeyed(value)) return false;
  const previous = scalars[at - 1] ?? 0;
  if (isSelector(value)) return varies(previous, value);
  if (!isJoiner(value)) return true;
  const next = scalars[at + 1] ?? 0;
  if (isShaped(previous) && isShaped(next)) return true;
  return value === 0x200d && isPicture(next)
    && (isPicture(previous) || (previous === 0xfe0f && isHarmless(scalars, at - 1)));
}

/** Whether a value lies in one of the ranges, given as pairs. */
function lies(value, ...bounds) {
  for (let at = 0; at < bounds.length; at += 2) if (value >= bounds[at] && value <= bounds[at + 1]) return true;
  return false;
}

function isObeyed(value) {
  return (value & 0xfffe) === 0xfffe || lies(value,
    // Half of a character; control characters.
    0xd800, 0xdfff, 0x00, 0x1f, 0x7f, 0x9f,
    // Marks, overrides and isolates of direction; separators; invisible operators.
    0x061c, 0x061c, 0x200b, 0x200b, 0x200e, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0xfeff, 0xfeff,
    // Other format characters: soft hyphen, number signs, annotations, shorthand, music.
    0xad, 0xad, 0x0600, 0x0605, 0x06dd, 0x06dd, 0x070f, 0x070f, 0x0890, 0x0891, 0x08e2, 0x08e2, 0x180e, 0x180e,
    0xfff0, 0xfffb, 0x110bd, 0x110bd, 0x110cd, 0x110cd, 0x13430, 0x1343f, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a,
    // Letters and marks that leave nothing to see.
    0x034f, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0x3164, 0xffa0, 0xffa0,
    // Tags, and what Unicode keeps for more of their kind; noncharacters.
    0xe0000, 0xe00ff, 0xe01f0, 0xe0fff, 0xfdd0, 0xfdef);
}

function isJoiner(value) {
  return value === 0x200c || value === 0x200d;
}

function isSelector(value) {
  return lies(value, 0xfe00, 0xfe0f, 0x180b, 0x180d, 0x180f, 0x180f, 0xe0100, 0xe01ef);
}

/** Whether a selector has something to vary before it. */
function varies(previous, selector) {
  if (lies(selector, 0x180b, 0x180f)) return lies(previous, 0x1820, 0x18aa);
  if (lies(selector, 0xe0100, 0xe01ef)) return lies(previous, 0x3400, 0x9fff, 0xf900, 0xfaff, 0x20000, 0x3fffd);
  // Keys: 1️⃣, #️⃣.
  if (lies(previous, 0x23, 0x23, 0x2a, 0x2a, 0x30, 0x39)) return selector >= 0xfe0e;
  if (lies(previous, 0, 0xa0, 0x2000, 0x200f, 0x3000, 0x3000)) return false;
  return !isObeyed(previous) && !isSelector(previous);
}

/** Whether a character is a picture that joiners can combine with others. */
function isPicture(value) {
  return lies(value, 0x2190, 0x21ff, 0x2300, 0x23ff, 0x2600, 0x27bf, 0x2b00, 0x2bff, 0x1f000, 0x1faff);
}

/** Whether a character belongs to a script in which neighbours change a letter's shape. */
function isShaped(value) {
  return lies(value, 0xa880, 0xa8ff, 0xa980, 0xa9ff, 0xaa00, 0xaaff, 0xabc0, 0xabff)
    || (lies(value, 0x0620, 0x109f, 0x1780, 0x17d3, 0x1820, 0x18aa, 0x1a20, 0x1c7f, 0x10a00, 0x10fff, 0x11000, 0x11fff,
      0x1e900, 0x1e95f) && !isObeyed(value));
}
