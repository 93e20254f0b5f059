// Uses the hand-written types as a TypeScript program does; it is compiled and not run.
import { init, BreakdownError, Renderer, type View } from "match-breakdown";
import { render } from "match-breakdown/inline";
import { seasons } from "match-breakdown/seasons";
import { BundleClient, openPublished, type CheckReport } from "match-breakdown/client";
import { folderStore } from "match-breakdown/folder-store";
import { MatchBreakdownElement } from "match-breakdown/element";

export async function use(): Promise<string> {
    const renderer: Renderer = await init(new URL("https://example.org/match-breakdown.wasm"));
    renderer.loadSeasons(seasons);
    renderer.loadSeason(2024, { match: new Uint8Array(), insights: "{}" }, { origin: "folder" });
    const year: number = await renderer.loadBundle(new Uint8Array(), { version: "0" });
    const [view]: View[] = renderer.render({ key: "2024necmp_f1m1" }, { format: "view" });
    const text: string = renderer.render("{}", { format: "text", width: 60, ascii: true, year });
    const published = await openPublished("https://example.org/bundles/", { root: new Uint8Array() });
    const loaded: boolean = await published.load(renderer, 2024);
    const client = await BundleClient.open({
        repository: "https://example.org/bundles/", root: "{}", embedded: seasons, store: folderStore("state"),
    });
    client.addEventListener("updated", ({ detail }) => console.log(detail.years.length));
    const report: CheckReport = await client.check();
    console.log(report.outcome, client.status().stale, client.why(2024)?.reason, await client.adopt());
    const element: MatchBreakdownElement = document.createElement("match-breakdown");
    element.match = "{}";
    const label: string | undefined = view?.tables[0]?.rows[0]?.label;
    try {
        return text + label + render(new Uint8Array()) + loaded + element.text();
    } catch (error) {
        if (error instanceof BreakdownError && error.code === "not-a-match") return error.message;
        throw error;
    }
}
// @ts-expect-error: a client without a root
export const untrusting = openPublished("https://example.org/bundles/", {});
// @ts-expect-error: a format that does not exist
export const wrong = (renderer: Renderer) => renderer.render("{}", { format: "pdf" });
