import BundleFormat
import PlainText
import UpdatePolicy

/// The status as one page for a browser; the page fetches nothing and runs nothing.
struct StatusPage {
    /// The words; without colours.
    let text: MachineStatusText
    /// The machine's name.
    let host: String
    /// When the page was made, as it is shown.
    let madeAt: String

    /// The whole page.
    var html: String {
        let word = text.status.freshness.word
        let title = "\(Self.escaped(host)): \(word)"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <main>
            <h1>\(Self.escaped(host)) <span class="\(Self.kind(text.status.freshness))">\(word)</span></h1>
            \(seasons)
            <dl>
            \(facts)
            </dl>
            <footer>bundle-agent \(programVersion), \(Self.escaped(madeAt))</footer>
            </main>
            </body>
            </html>

            """
    }

    private var seasons: String {
        let rows = text.seasons.map { season in
            let cells =
                season.served.map { served in
                    [served.version, served.origin, served.since].map {
                        "<td>\(Self.escaped($0))</td>"
                    }.joined()
                } ?? "<td colspan=\"3\" class=\"bad\">nothing served</td>"
            let remarks = season.remarks.map { remark in
                remark.isTrouble
                    ? "<span class=\"warn\">\(Self.escaped(remark.text))</span>"
                    : Self.escaped(remark.text)
            }.joined(separator: "; ")
            return "<tr><th scope=\"row\">\(season.year)</th>\(cells)<td>\(remarks)</td></tr>"
        }
        guard !rows.isEmpty else { return "<p>\(MachineStatusText.nothing)</p>" }
        return """
            <div class="wide" role="region" aria-label="Seasons" tabindex="0">
            <table>
            <thead><tr><th scope="col">Season</th><th scope="col">Version</th><th scope="col">From</th>\
            <th scope="col">Served</th><th scope="col">Remarks</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            """
    }

    private var facts: String {
        text.facts.map { "<dt>\(Self.escaped($0.name))</dt><dd>\(Self.escaped($0.text))</dd>" }
            .joined(separator: "\n")
    }

    /// How bad it is, as a class of the style sheet.
    private static func kind(_ freshness: Freshness) -> String {
        switch freshness {
        case .fresh, .unconfigured: "good"
        case .unknown, .stale, .expired: "warn"
        case .broken: "bad"
        }
    }

    /// A text on one line, harmless and escaped.
    private static func escaped(_ text: String) -> String {
        PlainText.line(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    /// Each colour of text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3), on light and dark ground.
    private static let style = """
        :root { color-scheme: light dark; --text: #1b1f24; --ground: #fff; --faint: #5c6570; --line: #d5dae0;
          --good: #0f6b2f; --warn: #8a5a00; --bad: #b3141b; }
        @media (prefers-color-scheme: dark) { :root { --text: #e7eaee; --ground: #14171b; --faint: #9aa4b0;
          --line: #343b44; --good: #7bd88f; --warn: #f2b134; --bad: #ff8f8c; } }
        body { margin: 0; padding: 1.5rem 1rem; background: var(--ground); color: var(--text);
          font: 1rem/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
        main { max-width: 60rem; margin: 0 auto; }
        h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
        .good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
        .wide { overflow-x: auto; }
        .wide:focus-visible { outline: 3px solid var(--faint); }
        table { border-collapse: collapse; width: 100%; }
        th, td { padding: .35rem .7rem; border-top: 1px solid var(--line); text-align: left;
          vertical-align: top; }
        td { white-space: nowrap; } td:last-child { white-space: normal; min-width: 9rem; }
        thead th { color: var(--faint); font-size: .85rem; border-top: 0; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 1.5rem 0; }
        dt, footer { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
        @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .6rem; } }
        """
}
