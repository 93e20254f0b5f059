import BreakdownRenderer
import BundleFormat
import SeasonAuthoring
import TUF

/// The page of a season at work: mistakes at the left, samples at the right.
struct PreviewPage {
    /// The page runs only the script that has it, so nothing that a season's texts could bring in.
    private let nonce = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    /// The whole page, as a file that needs no other.
    func text(_ content: PreviewContent, written: UTCTime) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'unsafe-inline'; script-src 'nonce-\(nonce)'; frame-src 'self'; base-uri 'none'; form-action 'none'">
        <title>\(content.year): preview</title>
        <style>
        \(HTMLFormatter.styleSheet)
        \(Self.style)
        </style>
        <script nonce="\(nonce)">
        \(Self.script)
        </script>
        </head>
        <body>
        \(Self.body(content, written: written))
        </body>
        </html>

        """
    }

    /// The part of the page that changes at a save.
    private static func body(_ content: PreviewContent, written: UTCTime) -> String {
        var html = "<header><h1>\(content.year): preview</h1>"
        html += "<p role=\"status\">\(HTMLFormatter.escaped(content.summary)); "
        html += "written at <time>\(written)</time></p>"
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

    /// Follows the file: the tables of the new page come in place of the old ones, and the reader's place stays.
    ///
    /// A browser lets no page read a file, even its own. But it shows the file in a frame, and the page in the
    /// frame sends its content to the page around it. If the file is not there, no content comes, and the page looks
    /// again later.
    private static let script = """
        "use strict";
        addEventListener("DOMContentLoaded", () => {
          if (parent !== window) {
            parent.postMessage(document.body.innerHTML, location.protocol === "file:" ? "*" : location.origin);
            return;
          }
          const frame = document.createElement("iframe");
          let shown = document.body.innerHTML;
          let timer;
          const look = () => {
            // With another query each time, the browser asks the server again.
            frame.contentWindow.location.replace("?" + Date.now());
            lookIn(5000);
          };
          const lookIn = (milliseconds) => {
            clearTimeout(timer);
            timer = setTimeout(look, milliseconds);
          };
          addEventListener("message", ({ source, data }) => {
            if (source !== frame.contentWindow) return;
            if (data !== shown) document.body.innerHTML = shown = data;
            lookIn(1000);
          });
          frame.hidden = true;
          document.documentElement.append(frame);
          look();
        });
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
