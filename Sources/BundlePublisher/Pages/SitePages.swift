import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// The pages for people in a published directory: `index.html`, `seasons/<year>.html` and `match.html`.
///
/// The first two load nothing and run nothing. ``Viewer`` describes the third. Agents never read them.
package struct SitePages {
    package let bundles: [BundleYear: PublishedBundle]
    /// What changed when, oldest first.
    package let events: [SeasonEvent]
    let recalls: RecallList
    /// What was decided and why, newest first.
    let decisions: [ExplainedDecision]
    /// True if older changes are not known here.
    package let isPruned: Bool
    /// Finds or fetches a bundle's zip; nil if that is not possible.
    private let zip: (PublishedBundle) -> PublishFile.Content?

    /// The page that draws matches; if it is nil, a page that is there already stays.
    package var viewer: Viewer?
    /// The newest root, which a browser trusts at its first visit.
    let root: [UInt8]

    /// The most pages in memory at the same time.
    private static let madeTogether = 16

    package static func path(_ year: BundleYear) -> String { "seasons/\(year).html" }

    package func write(
        for years: Set<BundleYear>, to destination: any PublishDestination
    ) throws(PublishError) -> [String] {
        var written: [String] = []
        var titles: [BundleYear: String] = [:]
        for part in bundles.inOrder.parts(of: Self.madeTogether) {
            let pages = part.map { seasonPage($0.key, $0.value, isWhole: years.contains($0.key)) }
            let made = concurrently(pages) { page -> (title: String?, file: PublishFile?) in
                years.contains(page.year) ? page.titleAndFile : (page.title, nil)
            }
            for (at, page) in pages.enumerated() { titles[page.year] = made[at].title }
            written += try destination.write(made.compactMap(\.file), inOrder: false)
        }
        let pageLength = try destination.lengthBytes(of: Viewer.pagePath) ?? 0
        let hasViewer = viewer != nil || pageLength > 0
        if let viewer {
            let files = viewer.files(root: root, bundles: bundles)
            // The page and its worker come last, because they name the other files.
            written += try destination.write(files.filter(\.isImmutable), inOrder: false)
            written += try destination.write(files.filter { !$0.isImmutable }, inOrder: true)
        }
        return try written
            + destination.write([index(titles, hasViewer: hasViewer)], inOrder: false)
    }

    /// Gathers what one season's page, or only its title, is made from, so that any thread can make it.
    private func seasonPage(
        _ year: BundleYear, _ bundle: PublishedBundle, isWhole: Bool
    ) -> SeasonPage {
        let events = isWhole ? events.filter { $0.year == year } : []
        var zips: [String: PublishFile.Content] = [:]
        let shown = [bundle] + SeasonPage.steps(events).flatMap { [$0.0, $0.1] }
        for bundle in shown where zips[bundle.zipPath] == nil {
            zips[bundle.zipPath] = zip(bundle)
        }
        return SeasonPage(
            year: year, bundle: bundle, events: events, isPruned: isPruned,
            recalled: recalls.recalled[year] ?? [],
            decisions: decisions.filter { $0.line.year == year }, zips: zips)
    }
}

extension SitePages {
    /// The pages of a repository as it will be after a publish.
    init(_ report: Publisher.Report, _ prepared: PreparedPublish) throws(PublishError) {
        var entries: [RepositoryHistory.Entry] = []
        if let live = report.live {
            // A page must not stop a publish. `log` and `prune` report a damaged history.
            let history = try? RepositoryHistory.read(
                report.publisher.destination, roots: report.roots, newest: live.version,
                limit: PublishLimits.pageStatesMax)
            entries = history?.entries ?? []
            isPruned = history?.isPruned ?? true
        } else {
            isPruned = false
        }
        (bundles, recalls) = (prepared.targets.bundles, prepared.targets.recalls)
        entries.append(
            RepositoryHistory.Entry(
                since: UTCTime(unixSeconds: report.plan.version), until: nil, bundles: bundles,
                recalls: recalls, targets: prepared.targets,
                isStillTrusted: true, rootsTrusting: report.roots.files.count,
                previous: report.live?.version))
        events = SeasonEvent.all(in: entries)
        decisions = report.decisionsForPeople
        zip = { bundle in
            if let new = prepared.zips[bundle.zipPath] { return new }
            // Another computer may have packed the published zip: the content version is compared, not the zip.
            if let packed = report.packed[bundle.custom.year],
                packed.version == bundle.custom.version
            {
                return .season(packed)
            }
            return (try? report.live?.download(bundle.target)).map { .bytes($0) }
        }
        root = report.roots.newest
    }

    /// The pages of a repository as it is now.
    package init(
        _ live: LiveState, _ history: RepositoryHistory, roots: RootChain,
        decisions file: DecisionsFile.Content
    ) {
        bundles = live.bundles
        recalls = live.recalls
        decisions = file.forPeople
        events = SeasonEvent.all(in: history.entries)
        isPruned = history.isPruned
        root = roots.newest
        zip = { (try? live.download($0.target)).map { .bytes($0) } }
    }
}
