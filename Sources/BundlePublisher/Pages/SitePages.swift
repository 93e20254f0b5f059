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
    /// Zips that need not be fetched, by their path below the directory.
    let ready: [String: PublishFile.Content]
    /// Fetches a zip that is not in `ready`; nil if that is not possible.
    package let fetch: (PublishedBundle) -> [UInt8]?

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
        for part in bundles.keys.sorted().parts(of: Self.madeTogether) {
            let materials = part.map { material(of: $0, withPage: years.contains($0)) }
            let seasons = concurrently(materials) { $0.made() }
            for season in seasons { titles[season.year] = season.title }
            written += try destination.write(
                seasons.compactMap(\.page), inOrder: false)
        }
        let pageLength = try destination.lengthBytes(of: Viewer.pagePath) ?? 0
        let hasViewer = viewer != nil || pageLength > 0
        if let viewer {
            let files = viewer.files(root: root, seasons: ViewerSeasons(bundles))
            let (fixed, replaced) = (
                files.filter { $0.life == .immutable }, files.filter { $0.life == .replaced }
            )
            // The page and its worker come last, because they name the other files.
            written += try destination.write(fixed, inOrder: false)
            written += try destination.write(replaced, inOrder: true)
        }
        let index = IndexPage(
            bundles: bundles, titles: titles, events: events, isPruned: isPruned,
            withdrawn: recalls.withdrawn, hasViewer: hasViewer)
        let page = PublishFile(path: "index.html", bytes: Array(index.text.utf8))
        return try written + destination.write([page], inOrder: false)
    }

    /// Gathers what one season's page, or only its title, is made from.
    private func material(of year: BundleYear, withPage: Bool) -> SeasonMaterial {
        let bundle = bundles[year]
        let events = withPage ? events.filter { $0.year == year } : []
        var zips: [String: PublishFile.Content] = [:]
        let shown = (bundle.map { [$0] } ?? []) + SeasonPage.steps(events).flatMap { [$0.0, $0.1] }
        for bundle in shown where zips[bundle.zipPath] == nil {
            zips[bundle.zipPath] = ready[bundle.zipPath] ?? fetch(bundle).map { .bytes($0) }
        }
        return SeasonMaterial(
            year: year, bundle: bundle, events: withPage ? events : nil, isPruned: isPruned,
            recalled: recalls.recalled[year] ?? [],
            decisions: decisions.filter { $0.line.year == year }, zips: SeasonZips(zips: zips))
    }
}

/// Everything that the page of one season shows, gathered so that any thread can make the page.
private struct SeasonMaterial: Sendable {
    let year: BundleYear
    let bundle: PublishedBundle?
    /// Its changes; nil if only the title is needed.
    let events: [SeasonEvent]?
    let isPruned: Bool
    let recalled: Set<ContentVersion>
    let decisions: [ExplainedDecision]
    let zips: SeasonZips

    func made() -> (year: BundleYear, title: String?, page: PublishFile?) {
        guard let bundle else { return (year, nil, nil) }
        guard let events else { return (year, zips.title(of: bundle), nil) }
        let page = SeasonPage(
            bundle: bundle, events: events, isPruned: isPruned, recalled: recalled,
            decisions: decisions, zips: zips)
        let (title, text) = page.titleAndText
        return (year, title, PublishFile(path: SitePages.path(year), bytes: Array(text.utf8)))
    }
}

extension SitePages {
    /// The pages of a repository as it will be after a publish.
    init(
        _ facts: PublishFacts, _ prepared: PreparedPublish, in destination: any PublishDestination
    ) throws(PublishError) {
        var entries: [RepositoryHistory.Entry] = []
        if let live = facts.live {
            // A page must not stop a publish. `log` and `prune` report a damaged history.
            let history = try? RepositoryHistory.read(
                destination, roots: facts.roots, newest: live.version,
                limit: PublishLimits.pageStatesMax)
            entries = history?.entries ?? []
            isPruned = history?.isPruned ?? true
        } else {
            isPruned = false
        }
        bundles = PublishedBundle.all(in: prepared.targets)
        recalls = RecallList.read(prepared.targets)
        entries.append(
            RepositoryHistory.Entry(
                since: UTCTime(unixSeconds: facts.plan.version), until: nil, bundles: bundles,
                recalls: recalls, targets: prepared.targets,
                isStillTrusted: true, rootsTrusting: facts.roots.files.count,
                previous: facts.live?.version))
        events = SeasonEvent.all(in: entries)
        decisions = facts.decisionsForPeople
        ready = prepared.zips.merging(facts.packedAgain(bundles)) { mine, _ in mine }
        root = facts.roots.newest
        let live = facts.live?.repository
        fetch = { try? live?.download($0.target) }
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
        ready = [:]
        root = roots.newest
        fetch = { try? live.repository.download($0.target) }
    }
}

extension PublishFacts {
    /// The packed seasons whose content is published already.
    ///
    /// Another computer may have packed the published zip: the content version is compared, not the zip.
    fileprivate func packedAgain(
        _ bundles: [BundleYear: PublishedBundle]
    ) -> [String: PublishFile.Content] {
        var zips: [String: PublishFile.Content] = [:]
        for (year, bundle) in bundles {
            guard let packed = packed[year], packed.version == bundle.custom.version else {
                continue
            }
            zips[bundle.zipPath] = .season(packed)
        }
        return zips
    }
}
