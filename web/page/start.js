// Says why the page's script does not start. scripts/web-page puts it into match.html: it must run where no other file
// comes, and old browsers must understand it.

import { OLDEST_BROWSERS } from "./oldest-browsers.js";

const NAMES = [["Chrome", /Chrome\/(\d+)/], ["Firefox", /Firefox\/(\d+)/], ["Safari", /Version\/([\d.]+).* Safari/]];

/** Replaces the text that stands there until the page's script starts. */
function say(words) {
    if (document.readyState === "loading") {
        addEventListener("DOMContentLoaded", () => say(words));
        return;
    }
    const late = document.querySelector(".late");
    if (!late) return;
    late.className = "message problem";
    late.textContent = words;
}

function lacksSomething() {
    try {
        return !new DecompressionStream("deflate-raw") || !WebAssembly.instantiate || !Array.prototype.findLast;
    } catch (error) {
        return true;
    }
}

function sayThatItIsOld() {
    const [found] = NAMES.filter((entry) => entry[1].test(navigator.userAgent));
    const name = found ? `${found[0]} ${found[1].exec(navigator.userAgent)[1]}` : "This browser";
    say(`${name} is too old for this page, which needs ${OLDEST_BROWSERS} or a newer one.`);
}

let isSecondAttempt = false;

/** Asks the server itself for the script: the browser may have kept what a network gave in its place. */
function trySecondTime(script) {
    const address = script.src;
    if (location.protocol === "file:") {
        say("This page was opened from the disk. It needs a web server: python3 -m http.server in its folder is one.");
        return;
    }
    fetch(address, { cache: "reload" }).then((answer) => {
        const type = (answer.headers.get("Content-Type") || "no type").split(";")[0];
        if (!answer.ok) say(`The page cannot start: ${address} answers with status ${answer.status}.`);
        else if (type === "text/html") {
            say(`The page cannot start: a web page came in place of ${address}. `
                + "If this network wants you to sign in, do so, and reload the page.");
        } else if (!/script$/.test(type)) {
            say(`The page cannot start: its server sends ${address} as ${type}, and must send it as text/javascript.`);
        } else if (isSecondAttempt) {
            say("The page cannot start: a part of it came damaged. Reload the page in a minute.");
        } else {
            isSecondAttempt = true;
            const again = document.createElement("script");
            again.type = "module";
            // A browser does not ask again for an address whose script it could not load.
            again.src = `${address}?2`;
            script.replaceWith(again);
        }
    }).catch(() => say(`The page cannot start: ${address} cannot be reached. Reload it when there is a network.`));
}

// page.js does not begin then.
window.isTooOld = lacksSomething();
if (window.isTooOld) sayThatItIsOld();
addEventListener("error", (event) => {
    if (window.isTooOld || (document.readyState !== "loading" && !document.querySelector(".late"))) return;
    const script = document.querySelector("script[type=module]");
    if (event.target === script || /page\.js/.test(event.filename)) trySecondTime(script);
}, true);
