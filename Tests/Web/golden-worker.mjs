import { init } from "/package/index.js";
import { seasons } from "/package/seasons.js";
import { answers } from "./golden-host.mjs";

const read = async (data) => new Uint8Array(await (await fetch(`/cases/${data}`)).arrayBuffer());
try {
    const renderer = await init();
    renderer.loadSeasons(seasons);
    const cases = await (await fetch("/cases/cases.json")).json();
    postMessage(JSON.stringify(await answers(renderer, cases, read)));
} catch (error) {
    postMessage(`error: ${error.stack}`);
}
