// The page: reads the address bar, gathers what it names, and shows it.

import { copyText, pictureOf } from "./element-copy.js";
import { fill, linkOut, make } from "./dom.js";
import { ageText, chooseLines, daysText, dayAndTime, lastPlayed, listMatches, parseTeam } from "./event-list.js";
import { firstPace, nextPace } from "./follow-pace.js";
import { isAddress, LEVELS, parseInquiry } from "./keys.js";
import { Library, yearsIn } from "./library.js";
import { overdueWords } from "./live-seasons.js";
import { fragmentOf, parsePlace } from "./place.js";
import { saveFile } from "./saving.js";
import { KEY_PAGE, Source } from "./source.js";
import { KeptMap, keepSetting, readSetting } from "./store.js";

const RECENT_MAX = 12;
const FILE_BYTES_MAX = 24 << 20;
const FORMATS = { html: "Table", text: "Text", summary: "Summary", markdown: "Markdown", csv: "CSV", json: "JSON" };
const FILE_NAMES = { text: "txt", summary: "txt", markdown: "md", csv: "csv", json: "json" };
const LEVEL_NAMES = { qm: "Qualification", ef: "Eighth-finals", qf: "Quarterfinals", sf: "Playoffs", f: "Finals" };

const main = document.getElementById("main");
const base = new URL(".", document.baseURI).href;
const answers = new KeptMap("match-bundles-answers");
const library = new Library(base, new KeptMap("match-bundles-seasons"));
const source = new Source({
  base: document.querySelector("meta[name=tba-api]").content.replace(/\/$/, ""),
  store: answers, key: () => readSetting("key", ""), fetch: (...request) => fetch(...request),
  now: Date.now, random: Math.random, wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
});

/** What changes while the page is open. */
const state = {
  turn: 0, place: { kind: "home" }, format: "html", all: false, level: "", team: "", file: null,
  isFollowing: false, pace: firstPace, timer: null, nextLookTime: 0, shown: null, lines: null, lastKey: null,
};

// MARK: Tables

let tableSheet = null;

/** The renderer's style sheet, for the shadow trees that its tables live in. */
function tableStyle() {
  tableSheet ??= fetch(new URL("./tables.css", import.meta.url)).then((answer) => answer.text()).then((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${text}\na { color: var(--accent); }\na:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }`);
    return sheet;
  });
  return tableSheet;
}

/** Draws one input; `options` are the renderer's. Returns an element. */
async function drawn(input, options = {}) {
  const renderer = await library.renderer;
  const format = options.format ?? state.format;
  const text = renderer.render(input, { format, width: 80, all: state.all, ...options });
  if (format !== "html") return make("pre", { class: "text", tabindex: "0", role: "region", "aria-label": FORMATS[format] }, text);
  const host = make("div", { class: "tables" });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [await tableStyle()];
  // The renderer escapes everything that comes from the data; Tests/Pages shows it with hostile matches.
  shadow.append(document.createRange().createContextualFragment(text));
  return host;
}

/** Whether a table is shown, which has its own heading and its own credit. */
function isTable() {
  return state.format === "html";
}

// MARK: Places

/** Shows what the address bar names. */
async function show({ keepsFocus = false } = {}) {
  const turn = ++state.turn;
  const place = parsePlace(location.hash);
  if (fragmentOf(place) !== fragmentOf(state.place)) stopFollowing();
  if (place.event !== state.place.event) [state.level, state.team] = ["", ""];
  state.place = place;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.getAttribute("href") === `#${place.kind}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const busy = setTimeout(() => {
    if (turn === state.turn && !keepsFocus) fill(main, make("p", { class: "loading", role: "status" }, "Loading …"));
  }, 150);
  let view;
  try {
    view = await viewOf(place);
  } catch (error) {
    view = { title: "Not shown", elements: problemView(place, error) };
  } finally {
    clearTimeout(busy);
  }
  if (turn !== state.turn) return;
  document.title = view.title === "Score breakdowns" ? view.title : `${view.title} · Score breakdowns`;
  const scroll = [scrollX, scrollY];
  fill(main, view.elements);
  credit(view.credit);
  if (keepsFocus) {
    scrollTo(...scroll);
  } else if (place.kind === "home") {
    scrollTo(0, 0);
  } else {
    scrollTo(0, 0);
    main.querySelector("h1")?.focus({ preventScroll: true });
  }
  document.body.dataset.shown = fragmentOf(place);
}

function viewOf(place) {
  switch (place.kind) {
    case "home": return homeView();
    case "match": return matchView(place);
    case "event": return eventView(place);
    case "insights": return insightsView(place);
    case "sample": return sampleView(place);
    case "file": return fileView();
    case "seasons": return seasonsView();
    case "settings": return settingsView();
    default: throw new Error(`“${place.text.slice(0, 80)}” is no key of a match or an event, such as 2024necmp_f1m1 or 2024necmp`);
  }
}

/** Says whose data it is, where data of The Blue Alliance is shown. */
function credit(path) {
  const line = document.getElementById("credit");
  line.hidden = !path;
  if (path) document.getElementById("credit-link").href = `https://www.thebluealliance.com/${path}`;
}

/** The first heading; a hidden one is for screen readers, where the table below has a visible one. */
function heading(text, { isHidden = false } = {}) {
  return make("h1", { tabindex: "-1", class: isHidden ? "unseen" : null }, text);
}

function problemView(place, error) {
  const elements = [heading("This cannot be shown"), make("p", { class: "message problem", role: "alert" }, sentence(error.message))];
  if (["no-key", "key-refused"].includes(error.kind)) {
    elements.push(make("p", {}, make("a", { class: "button", href: "#settings" }, "Enter a key"), " ",
      make("span", { class: "faint" }, "Files and samples work without one.")));
  } else if (place.kind === "match") {
    elements.push(make("p", {}, make("a", { class: "button", href: `#${place.event}` }, `All matches of ${place.event}`)));
  }
  elements.push(make("p", { class: "bar" },
    make("button", { type: "button", onclick: () => show() }, "Try again"), make("a", { class: "button", href: "#" }, "Start")));
  return elements;
}

function sentence(text) {
  const trimmed = String(text).trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.?!]$/.test(trimmed) ? "" : ".");
}

// MARK: Start

async function homeView() {
  const recent = readSetting("recent", []);
  const hasKey = Boolean(readSetting("key", ""));
  const samples = make("section", {}, make("h2", {}, "Samples of each season"), make("p", { class: "loading" }, "Loading …"));
  const elements = [
    heading("How did the score come about?"),
    searchForm(),
    make("p", { class: "faint" }, "For example ", make("code", {}, "2024necmp_f1m1"), " (a match), ",
      make("code", {}, "2024necmp"), " (an event), or an address of thebluealliance.com. Or drop a file anywhere."),
  ];
  if (recent.length) elements.push(recentSection(recent));
  elements.push(hasKey ? eventChooser() : keyInvitation(), samples);
  library.seasons().then((seasons) => fill(samples, ...samplesOf(seasons)));
  return { title: "Score breakdowns", elements };
}

function searchForm(value = "") {
  const problem = make("p", { class: "message problem", role: "alert", hidden: true });
  const field = make("input", {
    id: "wish", name: "wish", value, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    "aria-label": "Match, event or address", placeholder: "Match, event or address", enterkeyhint: "go",
  });
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, tabindex: "-1", "aria-hidden": "true", id: "file",
    onchange: () => file.files[0] && openFile(file.files[0]) });
  const form = make("form", { class: "search", role: "search", onsubmit: (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (/^[[{]/.test(text)) return openText(text, "pasted text");
    const inquiry = parseInquiry(text);
    problem.hidden = Boolean(inquiry) || !text;
    if (inquiry) location.hash = inquiry.match ?? inquiry.event;
    else if (text) problem.textContent = isAddress(text)
      ? "This address is none of a match or an event. Copy the one that the browser shows on a match’s page."
      : `“${text.slice(0, 60)}” is no key of a match or an event, such as 2024necmp_f1m1 or 2024necmp.`;
    return undefined;
  } }, field, make("button", { class: "primary" }, "Show"),
    make("button", { type: "button", onclick: () => file.click() }, "Open a file"), file);
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.length > 2048 && /^\s*[[{]/.test(text)) {
      event.preventDefault();
      openText(text, "pasted text");
    }
  });
  return [form, problem];
}

function recentSection(recent) {
  return make("section", {}, make("h2", {}, "Looked at before"), make("ul", { class: "chips" },
    recent.map(({ key, title }) => make("li", {}, make("a", { href: `#${key}` }, make("b", {}, title), " ", make("span", {}, key))))));
}

function remember(key, title) {
  const recent = readSetting("recent", []).filter((entry) => entry.key !== key);
  keepSetting("recent", [{ key, title }, ...recent].slice(0, RECENT_MAX));
}

function keyInvitation() {
  return make("section", {}, make("h2", {}, "Matches of The Blue Alliance"), make("p", {},
    "To fetch matches by their key, this page needs a key of your own. It stays in this browser. ",
    make("a", { href: "#settings" }, "Enter a key"), "."));
}

function samplesOf(seasons) {
  const elements = [make("h2", {}, "Samples of each season")];
  if (!seasons.length) return [...elements, make("p", { class: "message" }, sentence(library.problem ?? "no seasons are published here"))];
  for (const season of seasons) {
    const body = make("div", {});
    const title = make("span", { class: "faint" });
    const details = make("details", { class: "season", ontoggle: () => details.open && fillSamples(season.year, body, title) },
      make("summary", {}, make("b", {}, String(season.year)), title), body);
    elements.push(details);
  }
  return elements;
}

async function fillSamples(year, body, title) {
  if (body.childElementCount) return;
  try {
    const samples = await library.samples(year);
    title.textContent = (await library.facts(year))?.title ?? "";
    fill(body, make("ul", { class: "chips" }, samples.map(({ name }) =>
      make("li", {}, make("a", { href: `#sample/${year}/${name}` }, name)))));
    if (!samples.length) fill(body, make("p", { class: "faint" }, "This season has no samples."));
  } catch (error) {
    fill(body, make("p", { class: "message problem" }, sentence(error.message)));
  }
}

/** Chooses an event by year and name. */
function eventChooser() {
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: thisYear - 1991 }, (_, at) => thisYear - at);
  const list = make("datalist", { id: "events" });
  const status = make("p", { class: "faint", role: "status" });
  const year = make("select", { "aria-label": "Season" }, years.map((y) => make("option", {}, String(y))));
  const name = make("input", { type: "text", list: "events", placeholder: "Event’s name or city", "aria-label": "Event’s name", autocomplete: "off" });
  const found = make("ul", { class: "chips" });
  let events = null;
  const load = async () => {
    events = null;
    status.textContent = "Loading the season’s events …";
    try {
      const { text } = await source.get(`events/${year.value}/simple`);
      events = JSON.parse(text).filter((event) => typeof event?.key === "string" && parseInquiry(event.key));
      events.sort((a, b) => String(a.start_date).localeCompare(String(b.start_date)) || a.key.localeCompare(b.key));
      status.textContent = "";
      filter();
    } catch (error) {
      status.textContent = sentence(error.message);
    }
  };
  const filter = () => {
    if (!events) return;
    const words = name.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const hits = events.filter((event) => {
      const all = `${event.key} ${event.name} ${event.city} ${event.state_prov} ${event.country}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    fill(found, hits.slice(0, 40).map((event) => make("li", {}, make("a", { href: `#${event.key}` },
      make("b", {}, String(event.name ?? event.key)), " ", make("span", {}, daysText(event) || event.key)))));
    status.textContent = hits.length > 40 ? `${hits.length} events; the first 40 are shown.` : hits.length ? "" : "No event of this season has these words.";
  };
  year.addEventListener("change", load);
  name.addEventListener("focus", () => events || load(), { once: true });
  name.addEventListener("input", filter);
  return make("section", {}, make("h2", {}, "Choose an event"),
    make("div", { class: "bar" }, year, name, list), status, found);
}

// MARK: A match

/** The lines that an input begins with: where the data came from, and the event. */
function inputOf(answer, path, event, ...values) {
  const retrieved = {
    source: "The Blue Alliance", address: `https://www.thebluealliance.com/${path}`,
    age_seconds: answer.ageSeconds, is_stored: answer.isStored,
  };
  return [JSON.stringify({ retrieved }), event?.event_code === undefined ? "" : JSON.stringify(event), ...values].filter(Boolean).join("\n");
}

/** The event's facts; null if they cannot be had: a match is worth showing without them. */
async function eventFacts(key, freshness) {
  try {
    const answer = await source.get(`event/${key}`, freshness ? { freshness } : {});
    return answer ? JSON.parse(answer.text) : null;
  } catch (error) {
    if (error.kind === "key-refused") throw error;
    return null;
  }
}

async function matchView(place) {
  const year = Number(place.event.slice(0, 4));
  const freshness = state.isFollowing ? "refresh" : "usual";
  const [answer, event, problems] = await Promise.all([
    source.get(`match/${place.match}`, { freshness, tries: state.isFollowing ? 1 : 3 }),
    eventFacts(place.event), library.prepare([year]),
  ]);
  const match = JSON.parse(answer.text);
  const input = inputOf(answer, `match/${place.match}`, event, answer.text);
  const [line] = listMatches([match], event).lines;
  const title = line ? `${line.name}, ${event?.name ?? place.event}` : place.match;
  remember(place.match, line ? `${line.name} · ${event?.name ?? place.event}` : place.match);
  noteNews(line ? JSON.stringify([line.state, line.red.score, line.blue.score, answer.text.length]) : null, answer);
  const remarks = [...problems, ...troubleWords(answer)];
  if (line?.state === "scored") remarks.push("This match has a score, and its details are not there yet. Ask again soon.");
  if (line && line.state !== "complete") remarks.push(...await downWords(place.event));
  state.shown = { input, name: place.match, title };
  return {
    title, credit: isTable() ? null : `match/${place.match}`,
    elements: [
      make("nav", { class: "crumbs", "aria-label": "Event" }, make("a", { href: `#${place.event}` }, event?.name ?? place.event),
        ...await neighbours(place, event)),
      heading(line ? line.name : place.match, { isHidden: isTable() }),
      toolbar({ follows: line?.state !== "complete" || state.isFollowing }), ...remarks.map(remark),
      await drawn(input), ageLine(answer),
    ],
  };
}

/** Links to the matches before and after this one, where the event's list is known to this browser. */
async function neighbours(place, event) {
  const stored = await source.get(`event/${place.event}/matches`, { freshness: "stored" });
  if (!stored) return [];
  const { lines } = listMatches(JSON.parse(stored.text), event);
  const at = lines.findIndex((line) => line.key === place.match);
  if (at < 0) return [];
  const link = (line, text) => line ? make("a", { href: `#${line.key}`, rel: text.includes("←") ? "prev" : "next" }, text) : null;
  return [link(lines[at - 1], `← ${lines[at - 1]?.name}`), link(lines[at + 1], `${lines[at + 1]?.name} →`)];
}

function troubleWords(answer) {
  return answer.trouble ? [`${answer.trouble}. This is the stored answer, ${ageText(answer.ageSeconds)} old.`] : [];
}

/** A sentence if The Blue Alliance itself gets no news of the event. */
async function downWords(event) {
  try {
    const status = JSON.parse((await source.get("status", { tries: 1 })).text);
    return Array.isArray(status.down_events) && status.down_events.includes(event)
      ? ["The Blue Alliance gets no news of this event just now, so more may have happened."] : [];
  } catch {
    return [];
  }
}

function remark(text) {
  return make("p", { class: "message", role: "status" }, sentence(text));
}

function ageLine(answer) {
  return make("p", { class: "faint chrome", "data-time": Date.now() - answer.ageSeconds * 1000 }, `The data is ${ageText(answer.ageSeconds)} old.`);
}

// MARK: An event

async function eventView(place) {
  const path = `event/${place.event}/matches`;
  const [answer, event] = await Promise.all([
    source.get(path, { freshness: state.isFollowing ? "refresh" : "usual", tries: state.isFollowing ? 1 : 3 }),
    eventFacts(place.event),
  ]);
  const { lines, unreadableCount } = listMatches(JSON.parse(answer.text), event);
  const chosen = chooseLines(lines, { level: state.level, team: state.team });
  const name = event?.name ?? place.event;
  remember(place.event, name);
  const arrived = newLines(lines, answer);
  const remarks = troubleWords(answer);
  if (unreadableCount) remarks.push(`${unreadableCount} matches cannot be read.`);
  if (!lines.length) remarks.push(...(await downWords(place.event)), "There are no matches yet.");
  else if (!chosen.length) remarks.push(`None of the ${lines.length} matches is one of those.`);
  const last = lastPlayed(lines);
  const latest = state.isFollowing && last ? await latestTable(answer, place, event, last) : null;
  state.shown = { input: null, name: place.event, title: name };
  return {
    title: name, credit: `event/${place.event}`,
    elements: [
      pitHead(name, answer), make("div", { class: "chrome" }, heading(name),
        make("p", { class: "faint" }, [place.event, daysText(event)].filter(Boolean).join(" · "), " · ",
          make("a", { href: `#${place.event}/insights` }, "Insights"))),
      toolbar({ follows: true, isList: true }), filters(lines), ...remarks.map(remark),
      make("div", { class: latest ? "two" : "one" }, latest, matchTable(chosen, event?.timezone, arrived)),
      ageLine(answer),
    ],
  };
}

function pitHead(name, answer) {
  return make("div", { class: "pit-head", "aria-hidden": "true" }, make("b", {}, name),
    make("span", { "data-time": Date.now() - answer.ageSeconds * 1000 }, `The data is ${ageText(answer.ageSeconds)} old.`),
    make("span", { class: "pit-clock" }, clockText()));
}

function clockText() {
  return new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** The table of the last match with a score, while the event is followed. */
async function latestTable(answer, place, event, line) {
  const problems = await library.prepare([line.year]);
  const match = JSON.parse(answer.text).find((match) => match?.key === line.key);
  const input = inputOf(answer, `match/${line.key}`, event, JSON.stringify(match));
  return make("section", { "aria-label": "The latest result", class: "latest" },
    ...problems.map(remark), await drawn(input, { format: "html" }));
}

function filters(lines) {
  const levels = LEVELS.filter((level) => lines.some((line) => line.level === level));
  const level = make("select", { id: "level", "aria-label": "Round", onchange: () => { state.level = level.value; show({ keepsFocus: true }).then(() => document.getElementById("level")?.focus()); } },
    make("option", { value: "" }, "All rounds"), levels.map((code) => make("option", { value: code, selected: state.level === code }, LEVEL_NAMES[code])));
  const team = make("input", { id: "team", type: "text", inputmode: "text", size: "8", placeholder: "Team", "aria-label": "Only this team", value: state.team, autocomplete: "off" });
  const form = make("form", { class: "bar", onsubmit: (event) => {
    event.preventDefault();
    state.team = team.value.trim() ? parseTeam(team.value) ?? team.value.trim() : "";
    show({ keepsFocus: true }).then(() => document.getElementById("team")?.focus());
  } }, level, team, make("button", {}, "Choose"));
  return form;
}

function matchTable(lines, zone, arrived) {
  const withPoints = lines.some((line) => line.points);
  const side = (line, side) => make("td", { class: `${side}${line.winner === side ? " won" : ""}` },
    line[side].teams.map((team) => team + (line[side].disqualified.includes(team) ? " DQ" : "") + (line[side].surrogates.includes(team) ? " S" : "")).join(" "));
  const rows = lines.map((line) => make("tr", { class: arrived.has(line.key) ? "new" : null },
    make("th", { scope: "row" }, make("a", { href: `#${line.key}` }, line.name)),
    side(line, "red"),
    make("td", { class: `score${line.winner ? ` ${line.winner} won` : ""}` }, line.red.score === null || line.blue.score === null
      ? "" : `${line.winner === "red" ? "★ " : ""}${line.red.score} – ${line.blue.score}${line.winner === "blue" ? " ★" : ""}${line.state === "scored" ? " …" : ""}`),
    side(line, "blue"),
    withPoints ? make("td", { class: "number points" }, line.points ? `${line.points[0]}–${line.points[1]}` : "") : null,
    make("td", { class: "time" }, line.time ? `${line.time.isActual ? "" : "~"}${dayAndTime(line.time.seconds, zone)}` : "")));
  const legend = [];
  const alliances = lines.flatMap((line) => [line.red, line.blue]);
  if (alliances.some((alliance) => alliance.disqualified.length)) legend.push("DQ: disqualified.");
  if (alliances.some((alliance) => alliance.surrogates.length)) legend.push("S: surrogate, the match does not count for its ranking.");
  if (lines.some((line) => line.state === "scored")) legend.push("…: the details are not there yet.");
  return make("div", { class: "scroll" }, make("table", { class: "list" },
    make("thead", {}, make("tr", {}, ["Match", "Red", "Score", "Blue"].map((text) => make("th", { scope: "col", class: text === "Score" ? "score" : null }, text)),
      withPoints ? make("th", { scope: "col", class: "points" }, "RP") : null, make("th", { scope: "col", class: "time" }, "Time"))),
    make("tbody", {}, rows)), legend.length ? make("p", { class: "faint" }, legend.join(" ")) : null);
}

async function insightsView(place) {
  const year = Number(place.event.slice(0, 4));
  const path = `event/${place.event}/insights`;
  const [answer, event, problems] = await Promise.all([source.get(path), eventFacts(place.event), library.prepare([year])]);
  const insights = JSON.parse(answer.text);
  if (typeof insights !== "object" || insights === null) throw new Error(`The Blue Alliance has no insights of ${place.event}`);
  const input = inputOf(answer, `event/${place.event}#event-insights`, event, JSON.stringify({ ...insights, event_key: place.event }));
  const title = `Insights, ${event?.name ?? place.event}`;
  state.shown = { input, name: `${place.event}_insights`, title };
  return { title, credit: isTable() ? null : `event/${place.event}#event-insights`, elements: [
    make("nav", { class: "crumbs", "aria-label": "Event" }, make("a", { href: `#${place.event}` }, event?.name ?? place.event)),
    heading("Insights", { isHidden: isTable() }), toolbar({}), ...[...problems, ...troubleWords(answer)].map(remark), await drawn(input), ageLine(answer),
  ] };
}

// MARK: Samples and files

async function sampleView(place) {
  const samples = await library.samples(place.year);
  const at = samples.findIndex((sample) => sample.name === place.name);
  if (at < 0) throw new Error(`the season ${place.year} has no sample ${place.name}`);
  const link = (sample, text) => sample ? make("a", { href: `#sample/${place.year}/${sample.name}` }, text) : null;
  state.shown = { input: samples[at].text, name: place.name, title: place.name };
  return { title: place.name, elements: [
    make("nav", { class: "crumbs", "aria-label": "Samples" }, make("a", { href: "#" }, "All samples"),
      link(samples[at - 1], `← ${samples[at - 1]?.name}`), link(samples[at + 1], `${samples[at + 1]?.name} →`)),
    heading(place.name, { isHidden: isTable() }), toolbar({}), await drawn(samples[at].text),
  ] };
}

async function openFile(file) {
  if (file.size > FILE_BYTES_MAX) return openText("", file.name, `the file has more than ${FILE_BYTES_MAX >> 20} MB`);
  return openText(await file.text(), file.name);
}

function openText(text, name, problem = null) {
  state.file = { text, name, problem };
  if (location.hash === "#file") return show();
  location.hash = "file";
  return undefined;
}

async function fileView() {
  if (!state.file) throw new Error("open a file first: this page keeps none, so a link cannot lead to one");
  if (state.file.problem) throw new Error(`“${state.file.name}” cannot be drawn: ${state.file.problem}`);
  const problems = await library.prepare(yearsIn(state.file.text));
  state.shown = { input: state.file.text, name: state.file.name.replace(/\.json$/, ""), title: state.file.name };
  let table;
  try {
    table = await drawn(state.file.text);
  } catch (error) {
    throw new Error(`“${state.file.name}” cannot be drawn: ${error.message}`);
  }
  return { title: state.file.name, elements: [
    make("nav", { class: "crumbs", "aria-label": "File" }, make("a", { href: "#" }, "Start")),
    heading(state.file.name), toolbar({}), ...problems.map(remark), table,
  ] };
}

// MARK: Seasons and settings

async function seasonsView() {
  await library.refresh();
  const seasons = await library.seasons();
  const rows = [];
  for (const { year, forms } of seasons) {
    const [form] = forms;
    rows.push(make("tr", {}, make("th", { scope: "row" }, make("a", { href: `seasons/${year}.html` }, String(year))),
      make("td", {}, make("code", { title: form.version }, form.version.slice(0, 12))),
      make("td", {}, moment(form.published), form.isRecalled ? " · recalled" : "")));
  }
  const elements = [heading("Seasons"), make("p", { class: "faint" },
    "How the tables look is read from the directory that this page lies in, each time that you look.")];
  if (library.problem) elements.push(make("p", { class: "message problem", role: "alert" }, sentence(library.problem)));
  if (library.isOlder) elements.push(remark("The server gave an older list than this browser has seen before. The newer one is shown."));
  const overdue = library.list && overdueWords(library.list);
  if (overdue) elements.push(remark(overdue));
  if (seasons.length) {
    elements.push(make("div", { class: "scroll" }, make("table", { class: "list" }, make("thead", {}, make("tr", {},
      ["Season", "Version", "Since"].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, rows))));
  }
  if (library.checkedTime) elements.push(make("p", { class: "faint" }, `Checked at ${new Date(library.checkedTime).toLocaleTimeString()}.`));
  return { title: "Seasons", elements };
}

/** `2026-11-22 20:35` in the visitor's time. */
function moment(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const two = (number) => String(number).padStart(2, "0");
  const words = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
  return make("time", { datetime: text }, words);
}

async function settingsView() {
  const status = make("p", { role: "status" });
  const key = make("input", { id: "key", type: "password", autocomplete: "off", spellcheck: "false", value: readSetting("key", "") });
  const say = (kind, text) => { status.className = `message ${kind}`; status.textContent = text; };
  const form = make("form", { onsubmit: async (event) => {
    event.preventDefault();
    const value = key.value.trim();
    if (!/^[\x21-\x7e]{1,256}$/.test(value)) return say("problem", "A key is one word. Copy it from your account’s page.");
    say("", "Asking The Blue Alliance …");
    try {
      await source.tryKey(value);
    } catch (error) {
      return say("problem", sentence(error.message));
    }
    return keepSetting("key", value) ? say("good", "The Blue Alliance accepts the key. It is stored in this browser.")
      : say("problem", "This browser stores nothing, so the key cannot be kept.");
  } },
    make("div", { class: "field" }, make("label", { for: "key" }, "Your key for The Blue Alliance"), key,
      make("p", { class: "faint" }, "Make one on ", linkOut(KEY_PAGE, "your account’s page"), " under “Read API Keys”. "
        + "It stays in this browser. It is sent to The Blue Alliance, and to nobody else.")),
    make("div", { class: "bar" }, make("button", { class: "primary" }, "Try and keep"),
      make("button", { type: "button", onclick: async () => {
        keepSetting("key", null);
        key.value = "";
        say("good", "The key is removed from this browser.");
      } }, "Remove the key")));
  const clear = make("button", { type: "button", onclick: async () => {
    keepSetting("recent", null);
    await answers.clear();
    say("good", "Stored matches and the list of recent ones are removed.");
  } }, "Remove stored matches");
  return { title: "Settings", elements: [heading("Settings"), form, status,
    make("section", {}, make("h2", {}, "What this browser stores"),
      make("p", { class: "faint" }, "Your key, the matches you looked at, and the seasons. This page sends none of it to its own server."),
      make("div", { class: "bar" }, clear))] };
}

// MARK: Tools above a table

function toolbar({ follows = false, isList = false }) {
  const tools = [];
  if (!isList) {
    const format = make("select", { id: "format", "aria-label": "Shown as", onchange: () => { state.format = format.value; show({ keepsFocus: true }).then(() => document.getElementById("format")?.focus()); } },
      Object.entries(FORMATS).map(([value, name]) => make("option", { value, selected: state.format === value }, name)));
    const all = make("input", { type: "checkbox", id: "all", checked: state.all, onchange: () => { state.all = all.checked; show({ keepsFocus: true }).then(() => document.getElementById("all")?.focus()); } });
    tools.push(format, make("label", {}, all, "All rows"));
  }
  if (follows) {
    tools.push(make("button", { id: "follow", type: "button", "aria-pressed": String(state.isFollowing), onclick: toggleFollowing },
      state.isFollowing ? "Following live" : "Follow live"));
  }
  tools.push(make("button", { id: "full", type: "button", class: "push", onclick: toggleFullScreen }, "Full screen"), shareMenu(isList));
  return make("div", { class: "bar" }, tools);
}

function shareMenu(isList) {
  const status = make("span", { class: "faint", role: "status" });
  const close = (words) => {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
    if (words) status.textContent = words;
  };
  const item = (text, action) => make("button", { type: "button", onclick: async () => {
    try {
      close(await action());
    } catch (error) {
      close(sentence(error.message));
    }
  } }, text);
  const { format } = state;
  const items = [item("Copy the link", async () => {
    await copyText(location.href);
    return "Copied.";
  })];
  if (!isList) {
    items.push(
      item("Copy as text", async () => {
        const renderer = await library.renderer;
        await copyText(renderer.render(state.shown.input, { format: "text", width: 60 }));
        return "Copied.";
      }),
      item("Save as picture", async () => {
        const renderer = await library.renderer;
        saveFile(await pictureOf(renderer.render(state.shown.input, { format: "svg" })), `${state.shown.name}.png`);
        return "Saved.";
      }));
    if (format !== "html") {
      items.push(item(`Save as ${FORMATS[format]}`, async () => {
        const renderer = await library.renderer;
        saveFile(new Blob([renderer.render(state.shown.input, { format, width: 80, all: state.all })]), `${state.shown.name}.${FILE_NAMES[format]}`);
        return "Saved.";
      }));
    }
  }
  if (navigator.share && state.place.kind !== "file") {
    items.push(item("Share …", async () => {
      await navigator.share({ title: state.shown.title, url: location.href }).catch(() => {});
      return "";
    }));
  }
  items.push(item("Print", async () => { setTimeout(() => print(), 50); return ""; }));
  const list = make("div", { hidden: true, id: "shares" }, items);
  const button = make("button", { id: "share", type: "button", "aria-expanded": "false", "aria-controls": "shares", onclick: () => {
    list.hidden = !list.hidden;
    button.setAttribute("aria-expanded", String(!list.hidden));
    if (!list.hidden) list.querySelector("button").focus();
  } }, "Share");
  return [status, make("div", { class: "menu", onkeydown: (event) => { if (event.key === "Escape" && !list.hidden) close(""); } }, button, list)];
}

// MARK: Full screen

async function toggleFullScreen() {
  const isPit = document.documentElement.classList.toggle("pit");
  if (isPit) {
    await document.documentElement.requestFullscreen?.().catch(() => {});
    if (state.place.kind === "event" && !state.isFollowing) toggleFollowing();
  } else if (document.fullscreenElement) {
    await document.exitFullscreen();
  }
}

function leavePit() {
  if (!document.documentElement.classList.contains("pit")) return;
  document.documentElement.classList.remove("pit");
  if (document.fullscreenElement) document.exitFullscreen();
  document.getElementById("full")?.focus();
}

// MARK: Following

function toggleFollowing() {
  if (state.isFollowing) {
    stopFollowing();
  } else {
    state.isFollowing = true;
    state.pace = firstPace;
    state.lines = null;
    state.lastKey = null;
  }
  show({ keepsFocus: true }).then(() => document.getElementById("follow")?.focus());
}

function stopFollowing() {
  state.isFollowing = false;
  clearTimeout(state.timer);
}

/** Plans the next look after an answer came. */
function planLook(hasNews, answer) {
  if (!state.isFollowing) return;
  const next = nextPace(state.pace, { hasNews, isTrouble: answer === null || answer.trouble !== null });
  state.pace = next.pace;
  state.nextLookTime = Date.now() + next.seconds * 1000;
  wait();
}

/** Waits for the next look; a hidden page does not ask. */
function wait() {
  clearTimeout(state.timer);
  if (!state.isFollowing || document.hidden) return;
  state.timer = setTimeout(look, Math.max(0, state.nextLookTime - Date.now()));
}

async function look() {
  const { turn } = state;
  await show({ keepsFocus: true });
  // Nothing came that could plan the next look.
  if (state.isFollowing && state.turn === turn + 1 && state.nextLookTime <= Date.now()) planLook(false, null);
}

function noteNews(value, answer) {
  const hasNews = state.lastKey !== null && state.lastKey !== value;
  state.lastKey = value;
  planLook(hasNews, answer);
}

/** The keys of matches that have news since the last look. */
function newLines(lines, answer) {
  const before = state.lines;
  const now = new Map(lines.map((line) => [line.key, `${line.state} ${line.red.score} ${line.blue.score}`]));
  const arrived = new Set(state.isFollowing && before ? lines.filter((line) => line.state !== "unplayed"
    && before.get(line.key) !== now.get(line.key)).map((line) => line.key) : []);
  state.lines = now;
  planLook(arrived.size > 0, answer);
  return arrived;
}

// MARK: Start of the page

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector("h1") ?? main).focus();
});
addEventListener("hashchange", () => show());
document.addEventListener("visibilitychange", wait);
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) leavePit(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") leavePit(); });
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.documentElement.classList.add("dragging");
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.documentElement.classList.remove("dragging"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  document.documentElement.classList.remove("dragging");
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
});
setInterval(() => {
  for (const element of document.querySelectorAll("[data-time]")) {
    element.textContent = `The data is ${ageText(Math.floor((Date.now() - Number(element.dataset.time)) / 1000))} old.`;
  }
  const clock = document.querySelector(".pit-clock");
  if (clock) clock.textContent = clockText();
}, 5000);

show();
// What was published since the last look is shown as soon as the directory has answered.
library.refresh().then((isNew) => { if (isNew && ["match", "insights", "sample", "file"].includes(state.place.kind)) show({ keepsFocus: true }); });
