import BreakdownRenderer
import BundleFormat
import SeasonAuthoring

/// The page of a season at work: mistakes at the left, samples at the right.
enum PreviewPage {
    static func page(_ year: BundleYear, _ post: PreviewBoard.Post) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(year): preview</title>
        <style>
        \(HTMLFormatter.styleSheet)
        \(style)
        </style>
        <script src="/preview.js" defer></script>
        </head>
        <body data-number="\(post.number)">
        \(post.html)
        </body>
        </html>

        """
    }

    /// The part of the page that changes at a save.
    static func body(_ content: PreviewContent, hasViewer: Bool) -> String {
        var html = "<header><h1>\(content.year): preview</h1>"
        html += "<p role=\"status\">\(HTMLFormatter.escaped(content.summary))</p>"
        if hasViewer {
            let sample = content.samples.first.map { "#sample/\(content.year)/\($0.name)" } ?? ""
            html += "<p><a href=\"/match.html\(HTMLFormatter.escaped(sample))\">"
            html += "As visitors see it</a></p>"
        }
        html += "</header>\n"
        html +=
            "<div class=\"panes\">\n<section class=\"diagnostics\" aria-label=\"Diagnostics\">\n"
        if content.diagnostics.isEmpty { html += "<p>Nothing to say.</p>\n" }
        for diagnostic in content.diagnostics.prefix(AuthoringLimits.diagnosticsShownMax) {
            let text = DiagnosticPrinter(colour: false).block(diagnostic)
            // A scrolling box must also be reachable by the keyboard.
            html += "<pre tabindex=\"0\" class=\"\(diagnostic.severity.rawValue)\">"
            html += "\(HTMLFormatter.escaped(text))</pre>\n"
        }
        html += "</section>\n<main>\n"
        for sample in content.samples {
            html += "<p class=\"sample\">\(HTMLFormatter.escaped(sample.name))"
            html += sample.isOld ? " · as it was before the mistake</p>\n" : "</p>\n"
            if let rendered = sample.rendered { html += HTMLFormatter().format(rendered) }
        }
        return html + "</main>\n</div>"
    }

    /// Waits for changes and puts them in place; the tables keep the reader's place.
    static let script = """
        "use strict";
        let number = Number(document.body.dataset.number);
        async function follow() {
          for (;;) {
            try {
              const answer = await fetch("/changes?after=" + number, {cache: "no-store"});
              if (!answer.ok) throw new Error(answer.status);
              const html = await answer.text();
              const next = Number(answer.headers.get("Preview-Number"));
              if (next !== number) {
                number = next;
                document.body.innerHTML = html;
              }
            } catch (error) {
              const status = document.querySelector("[role=status]");
              if (status) status.textContent = "The preview has ended; waiting for it to come back.";
              await new Promise(done => setTimeout(done, 1000));
              number = 0;
            }
          }
        }
        follow();

        """

    private static let style = """
        header { display: flex; gap: 1rem; align-items: baseline; }
        header p { margin: 0; }
        .panes { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; }
        .diagnostics { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
        .diagnostics pre { margin: 0 0 .8rem; padding: .6rem; overflow-x: auto; border: 1px solid var(--line);
          border-left: .35rem solid var(--line); background: var(--total); font-size: .85rem; }
        .diagnostics .error { border-left-color: var(--red); }
        .diagnostics .warning { border-left-color: var(--blue); }
        .sample { margin: 2rem 0 .3rem; color: var(--faint); font-size: .85rem; }
        main .sample:first-child { margin-top: 0; }
        @media (max-width: 60rem) { .panes { grid-template-columns: minmax(0, 1fr); } .diagnostics { position: static; } }
        """
}
