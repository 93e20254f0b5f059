// Tells the API's own answers from those of others, such as a page to sign in to a network. Anything may answer with any
// status; only the API knows its forms. The same rules as Sources/MatchSource/Manners/AnswerForm.swift.

/** Levels of nesting in an answer: what is drawn, stored and written goes down to the last one. */
const DEPTH_MAX = 64;

/** Whether a body has the form that the API gives to a path. */
export function isAnswer(text, path) {
  const json = parsed(text);
  return json !== undefined && fits(json, path.split("/"));
}

/** Whether a body is `{"Error": "…"}`, the API's own form. */
export function isError(text) {
  return text.length <= 4096 && typeof parsed(text)?.Error === "string";
}

/** The value of a JSON text; undefined of anything else. */
function parsed(text) {
  if (!isShallow(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isShallow(text) {
  let depth = 0;
  for (let at = 0, isQuoted = false; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character === "\\") at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > DEPTH_MAX) return false;
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return true;
}

function fits(json, [kind, key, part]) {
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  const has = (...names) => isObject && names.some((name) => json[name] !== undefined);
  switch (part ?? kind) {
    case "match": return json?.key === key && has("alliances");
    // An event has several keys, and answers with one of them.
    case "event": return typeof json?.key === "string" && has("event_code");
    // One that cannot be read spoils only itself.
    case "matches":
    case "simple": return Array.isArray(json) && (json.length === 0 || json.some((entry) => typeof entry?.key === "string"));
    case "insights": return json === null || has("qual", "playoff") || (isObject && Object.keys(json).length === 0);
    case "status": return has("current_season", "is_datafeed_down", "down_events");
    default: return false;
  }
}
