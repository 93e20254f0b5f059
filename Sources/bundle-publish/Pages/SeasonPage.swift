import BreakdownRenderer
import BundleArchive
import BundleFormat
import TUF

/// One season for people: what is live, how its samples look, and what earlier contents looked like.
struct SeasonPage {
    let bundle: PublishedBundle
    /// What changed of the season, oldest first.
    let events: [SeasonEvent]
    let isPruned: Bool
    /// The files of a bundle; nil where they cannot be had any more.
    let contents: (PublishedBundle) -> BundleContents?

    /// The whole file; the same for the same facts.
    var text: String {
        let year = bundle.custom.year
        let view = contents(bundle).map(SeasonView.init)
        let title = view?.title ?? "Season \(year)"
        return HTMLFormatter.head(title: "\(year) · \(title)", adding: PageParts.style)
            + "<p><a href=\"../index.html\">All seasons</a></p>\n"
            + "<h1>\(PageParts.text(title))</h1>\n" + facts
            + "<h2>How its samples look</h2>\n" + samples(view)
            + "<h2>History</h2>\n"
            + PageParts.history(events, isPruned: isPruned, withSeason: false)
            + differences + HTMLFormatter.foot
    }

    private var facts: String {
        let custom = bundle.custom
        var facts = [
            ("Version", PageParts.version(custom.version)),
            ("Published", PageParts.time(custom.published)),
            ("State", PageParts.text(PageParts.state(custom))),
            ("Size", PageParts.bytes(bundle.target.lengthBytes)),
        ]
        if let commit = custom.commit { facts.append(("Commit", "<code>\(commit)</code>")) }
        if !custom.recalled.isEmpty {
            facts.append(
                ("Recalled", custom.recalled.map(PageParts.version).joined(separator: ", ")))
        }
        let rows = facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" }.joined()
        return "<dl>\n\(rows)</dl>\n"
    }

    private func samples(_ view: SeasonView?) -> String {
        guard let view else {
            return "<p>Its zip cannot be read.</p>\n"
        }
        let shown = view.samples.sorted { $0.key < $1.key }.prefix(PublishLimits.pageSamplesMax)
        let hidden = view.samples.count - shown.count
        return shown.enumerated().map { at, sample in
            let table = view.rendered(sample.value).map(HTMLFormatter().format) ?? ""
            return
                "<details\(at == 0 ? " open" : "")><summary>\(PageParts.text(sample.key))</summary>\n"
                + "\(table)</details>\n"
        }.joined()
            + (hidden > 0 ? "<p class=\"faint\">And \(counted(hidden, "more sample")).</p>\n" : "")
    }

    /// What each content changed of the one before, newest first.
    private var differences: String {
        let offered = events.compactMap { event in
            event.bundle.map { (event: event, bundle: $0) }
        }
        let steps = zip(offered, offered.dropFirst()).filter {
            $0.0.bundle.custom.version != $0.1.bundle.custom.version
        }
        guard !steps.isEmpty else { return "" }
        let parts = steps.suffix(PublishLimits.pageDifferencesMax).reversed().map { old, new in
            "<details><summary>\(PageParts.version(old.bundle.custom.version)) → "
                + "\(PageParts.version(new.bundle.custom.version)), "
                + "\(PageParts.time(new.event.since.description))</summary>\n"
                + "\(difference(old.bundle, new.bundle))</details>\n"
        }
        return "<h2>Differences</h2>\n" + parts.joined()
    }

    private func difference(_ old: PublishedBundle, _ new: PublishedBundle) -> String {
        guard let before = contents(old).map(SeasonView.init),
            let after = contents(new).map(SeasonView.init)
        else { return "<p>One of them is no longer there.</p>\n" }
        let difference = SeasonDifference(from: before, to: after)
        guard !difference.different.isEmpty else {
            return "<p>No sample looks different.</p>\n"
        }
        return difference.different.prefix(PublishLimits.pageSamplesMax).map { sample in
            "<h3>\(PageParts.text(sample.name))</h3>\n" + PageParts.difference(sample.lines)
        }.joined()
    }
}
