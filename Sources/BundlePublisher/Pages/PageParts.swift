import BreakdownRenderer
import BundleFormat
import PlainText
import TUF

/// Pieces that the pages have in common; each of them escapes the texts that it is given.
enum PageParts {
    /// A text on one line, harmless and escaped.
    static func text(_ text: String) -> String { HTMLFormatter.escaped(PlainText.line(text)) }

    /// The first digits of a content version; the whole version is in its title.
    static func version(_ version: ContentVersion) -> String {
        "<code title=\"\(version.hex)\">\(version.short)</code>"
    }

    /// A moment, to the minute for people and exactly for machines.
    static func time(_ time: String) -> String {
        let clock = time.dropFirst(11).prefix(5)
        return "<time datetime=\"\(text(time))\">\(text(String(time.prefix(10))))"
            + "<span class=\"clock\"> \(text(String(clock))) UTC</span></time>"
    }

    /// Bytes as people read them: `8.5 kB`.
    static func bytes(_ count: Int) -> String {
        guard count >= 1_000 else { return "\(count) B" }
        let tenths = (count + 50) / 100
        return "\(tenths / 10).\(tenths % 10) kB"
    }

    /// Where a content stands: offered to all, by waves, or stopped.
    static func state(_ custom: TargetCustom) -> String {
        guard let rollout = custom.rollout, !rollout.waves.isEmpty else {
            return "offered to every machine"
        }
        if rollout.isStopped {
            return "stopped: machines that have it keep it, no other machine follows"
        }
        let waves = rollout.waves.map { wave in
            wave.afterSeconds == 0
                ? "\(wave.percent) % at once"
                : "\(wave.percent) % after \(TimeSpan(seconds: wave.afterSeconds).words)"
        }
        return "offered in waves: \(waves.joined(separator: ", "))"
    }

    /// What changed when, newest first.
    static func history(_ events: [SeasonEvent], isPruned: Bool, withSeason: Bool) -> String {
        // Next to the season's name a phone has no room for the detail; the season's own page has.
        let detail = withSeason ? " class=\"detail\"" : ""
        var rows = ""
        for event in events.reversed() {
            rows += "<tr>"
            if withSeason { rows += "<th scope=\"row\">\(event.year)</th>" }
            rows += "<td>\(time(event.since.description))</td>"
            let shown = event.bundle?.custom.version
            rows +=
                withSeason
                ? "<td\(detail)>\(shown.map(version) ?? "–")</td>"
                : "<td class=\"wrap\">\(shown.map { "<code>\($0.hex)</code>" } ?? "–")</td>"
            rows += "<td>\(text(event.words))</td></tr>\n"
        }
        let head =
            (withSeason ? "<th scope=\"col\">Season</th>" : "") + "<th scope=\"col\">When</th>"
            + "<th scope=\"col\"\(detail)>Version</th><th scope=\"col\">What</th>"
        return "<div class=\"wide\" role=\"region\" aria-label=\"History\" tabindex=\"0\">\n"
            + "<table class=\"list\">\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows)</tbody>\n"
            + "</table>\n</div>\n"
            + (isPruned
                ? "<p class=\"faint\">Earlier changes are not shown; what the directory still holds of "
                    + "them is told by <code>bundle-publish log</code>.</p>\n" : "")
    }

    /// What was decided and why, newest first; nothing if nothing was decided.
    static func decisions(_ decisions: [ExplainedDecision]) -> String {
        guard !decisions.isEmpty else { return "" }
        let rows = decisions.map { decision in
            "<tr><td>\(time(decision.line.time.description))</td><td>\(text(decision.words))</td>"
                + "<td>\(text(decision.reason))</td></tr>\n"
        }
        return "<h2>Decisions</h2>\n<div class=\"wide\" role=\"region\" aria-label=\"Decisions\" "
            + "tabindex=\"0\">\n<table class=\"list\">\n<thead><tr><th scope=\"col\">When</th>"
            + "<th scope=\"col\">What</th><th scope=\"col\">Why</th></tr></thead>\n<tbody>\n"
            + "\(rows.joined())</tbody>\n</table>\n</div>\n"
    }

    static func difference(_ lines: [String]) -> String {
        let marked = lines.map { line in
            switch line.first {
            case "-": "<del>\(text(line))</del>"
            case "+": "<ins>\(text(line))</ins>"
            default: "<span>\(text(line))</span>"
            }
        }
        return "<pre>\(marked.joined(separator: "\n"))</pre>\n"
    }

    /// The style of the pages; the style sheet of the tables comes before it.
    static let style = """
        :root { --del: #b3141b; --ins: #0f6b2f; --link: #1a4fa8; }
        @media (prefers-color-scheme: dark) { :root { --del: #ff8f8c; --ins: #7bd88f; --link: #8ab8ff; } }
        main { max-width: 54rem; }
        h1 { font-size: 1.7rem; line-height: 1.2; color: var(--text); letter-spacing: 0; \
        text-transform: none; margin: 0 0 .3rem; font-weight: 700; }
        h2 { margin: 2.2rem 0 .7rem; }
        article h2 { margin: 0; font-size: 1.1rem; }
        h3 { margin: 1.3rem 0 .4rem; font-size: 1rem; }
        a { color: var(--link); text-underline-offset: .15em; }
        a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 3px solid var(--link); \
        outline-offset: 2px; }
        code { font: .92em/1 ui-monospace, monospace; }
        .faint { color: var(--faint); }
        .wide { overflow-x: auto; }
        .list th, .list td { text-align: left; vertical-align: top; }
        .list thead th { font-size: .85rem; color: var(--faint); font-weight: 600; }
        .list td, .list th[scope=row] { white-space: nowrap; }
        .list td:last-child, .list .wrap { white-space: normal; min-width: 9rem; }
        .list th[scope=row] { font-weight: 700; text-align: left; }
        .list .number { text-align: right; min-width: 0; white-space: nowrap; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 1rem 0; }
        dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
        details { border: 1px solid var(--line); border-radius: .4rem; margin: 0 0 .7rem; }
        summary { padding: .55rem .8rem; cursor: pointer; font-weight: 600; }
        details > :not(summary) { margin: 0 .8rem .8rem; }
        pre { margin: 0; font: .82rem/1.5 ui-monospace, monospace; white-space: pre-wrap; \
        overflow-wrap: anywhere; }
        del, ins { text-decoration: none; } del { color: var(--del); } ins { color: var(--ins); }
        @media (max-width: 44rem) {
          h1 { font-size: 1.4rem; }
          .list { font-size: .9rem; }
          .list th, .list td { padding: .4rem .35rem; }
          .list td:last-child, .list .wrap { min-width: 0; overflow-wrap: anywhere; }
          .clock, .detail { display: none; }
          .list th { overflow-wrap: normal; }
        }
        @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .6rem; } }
        """
}
