import BreakdownRenderer
import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// One season for people: its live content, how its samples look, and what earlier contents looked like.
struct SeasonPage: Sendable {
    let year: BundleYear
    let bundle: PublishedBundle
    /// What changed of the season, oldest first.
    let events: [SeasonEvent]
    let isPruned: Bool
    let recalled: Set<ContentVersion>
    /// What was decided about the season and why, newest first.
    let decisions: [ExplainedDecision]
    /// The zips by their path below the directory; zips that are not available any more are missing.
    let zips: [String: PublishFile.Content]

    /// What the description calls the season; nil if that is not known.
    var title: String? { drawn?.title ?? view(bundle)?.title }

    /// The title and the whole file; the same for the same facts.
    var titleAndFile: (title: String?, file: PublishFile?) {
        let face = drawn ?? view(bundle).map { SeasonFace($0) }
        let text = Array(text(face).utf8)
        return (face?.title, PublishFile(path: SitePages.path(year), bytes: text))
    }

    private func text(_ face: SeasonFace?) -> String {
        let title = face?.title ?? "Season \(year)"
        return HTMLFormatter.head(title: "\(year) · \(title)", adding: PageParts.style)
            + "<p><a href=\"../index.html\">All seasons</a></p>\n"
            + "<h1>\(PageParts.text(title))</h1>\n" + facts
            + "<h2>How its samples look</h2>\n"
            + (face?.samples ?? "<p>Its zip cannot be read.</p>\n")
            + PageParts.decisions(decisions)
            + "<h2>History</h2>\n"
            + PageParts.history(events, isPruned: isPruned, withSeason: false)
            + differences + HTMLFormatter.foot
    }

    private var facts: String {
        let custom = bundle.custom
        var facts = [
            ("Version", "<code>\(custom.version.hex)</code>"),
            ("Published", PageParts.time(custom.published)),
            ("State", PageParts.text(PageParts.state(custom))),
            ("Size", PageParts.bytes(bundle.target.lengthBytes)),
        ]
        if let commit = custom.commit { facts.append(("Commit", "<code>\(commit)</code>")) }
        if !recalled.isEmpty {
            let versions = recalled.map(\.hex).sorted().map { "<code>\($0)</code>" }
            facts.append(("Recalled", versions.joined(separator: ", ")))
        }
        let rows = facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" }.joined()
        return "<dl>\n\(rows)</dl>\n"
    }

    /// The changes of content that a page shows, oldest first: the contents before and after.
    static func steps(
        _ events: [SeasonEvent]
    ) -> [(PublishedBundle, PublishedBundle, since: UTCTime)] {
        let offered = events.compactMap { event in event.bundle.map { ($0, event.since) } }
        let steps = zip(offered, offered.dropFirst()).filter {
            $0.0.custom.version != $1.0.custom.version
        }
        return steps.suffix(PublishLimits.pageDifferencesMax).map { ($0.0, $1.0, since: $1.1) }
    }

    /// The differences of each content from the one before, newest first.
    private var differences: String {
        let steps = Self.steps(events)
        guard !steps.isEmpty else { return "" }
        let parts = steps.reversed().map { old, new, since in
            "<details><summary>\(PageParts.version(old.custom.version)) → "
                + "\(PageParts.version(new.custom.version)), "
                + "\(PageParts.time(since.description))</summary>\n"
                + "\(difference(old, new))</details>\n"
        }
        return "<h2>Differences</h2>\n" + parts.joined()
    }

    private func difference(_ old: PublishedBundle, _ new: PublishedBundle) -> String {
        guard let before = view(old), let after = view(new) else {
            return "<p>One of them is no longer there.</p>\n"
        }
        let difference = SeasonDifference(from: before, to: after)
        guard !difference.different.isEmpty else { return "<p>No sample looks different.</p>\n" }
        return difference.different.prefix(PublishLimits.pageSamplesMax).map { sample in
            "<h3>\(PageParts.text(sample.name))</h3>\n" + PageParts.difference(sample.lines)
        }.joined()
    }

    /// The face that was drawn when the season was checked.
    private var drawn: SeasonFace? {
        guard case .season(let packed)? = zips[bundle.zipPath] else { return nil }
        return packed.face()
    }

    private func view(_ bundle: PublishedBundle) -> SeasonView? {
        guard let zip = try? zips[bundle.zipPath]?.bytes() else { return nil }
        let contents = try? Unpacker.contents(
            of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        return contents.map { SeasonView($0) }
    }
}
