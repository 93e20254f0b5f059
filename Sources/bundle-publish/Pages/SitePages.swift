import BundleArchive
import BundleFormat
import JSON
import TUF

/// The pages for people in a published directory: `index.html` and `seasons/<year>.html`.
///
/// They need nothing but each other, load nothing and run nothing. Agents never read them.
struct SitePages {
    /// What the repository offers, by year.
    let bundles: [BundleYear: PublishedBundle]
    /// What changed when, oldest first.
    let events: [SeasonEvent]
    /// Whether older changes are not known here.
    let isPruned: Bool
    /// The zip of a bundle; nil where it cannot be had any more.
    let zip: (PublishedBundle) -> [UInt8]?

    /// Where the page of a season lies.
    static func path(_ year: BundleYear) -> String { "seasons/\(year).html" }

    /// The files of a bundle; nil where they cannot be had any more.
    private func contents(_ bundle: PublishedBundle) -> BundleContents? {
        zip(bundle).flatMap { zip in
            try? Unpacker.contents(
                of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        }
    }

    /// What a bundle's description calls the season: one file is unpacked for it.
    private func title(of bundle: PublishedBundle) -> String? {
        guard let zip = zip(bundle),
            let file = try? Unpacker.file(
                BundleFile.description, of: zip, expecting: bundle.custom.version,
                year: bundle.custom.year),
            let json = try? JSON.parse(file)
        else { return nil }
        return try? JSONCursor(json).member("title").string()
    }

    /// The pages.
    ///
    /// - Parameter years: the seasons whose pages are made; the overview always is.
    /// - Returns: the files.
    func files(for years: Set<BundleYear>) -> [PublishFile] {
        let titles = bundles.mapValues { title(of: $0) ?? "" }
        let seasons = years.sorted().compactMap { year -> PublishFile? in
            guard let bundle = bundles[year] else { return nil }
            let page = SeasonPage(
                bundle: bundle, events: events.filter { $0.year == year }, isPruned: isPruned,
                contents: contents)
            return PublishFile(path: Self.path(year), bytes: Array(page.text.utf8))
        }
        let index = IndexPage(
            bundles: bundles, titles: titles, events: events, isPruned: isPruned)
        return seasons + [PublishFile(path: "index.html", bytes: Array(index.text.utf8))]
    }
}

extension SitePages {
    /// The pages of a repository with what is about to be written to it.
    ///
    /// - Parameters:
    ///   - facts: what the publish was decided from.
    ///   - prepared: what is about to be written.
    ///   - destination: where.
    /// - Throws: ``PublishError`` where the place cannot be read.
    init(
        _ facts: PublishFacts, _ prepared: PreparedPublish, in destination: any PublishDestination
    ) throws(PublishError) {
        var entries: [RepositoryHistory.Entry] = []
        if let live = facts.live {
            // A page must not stop a publish: what is wrong with the past is for log and prune to say.
            let history = try? RepositoryHistory.read(
                destination, roots: facts.roots, live: live,
                limit: PublishLimits.pageStatesMax)
            entries = history?.entries ?? []
            isPruned = history?.isPruned ?? true
        } else {
            isPruned = false
        }
        bundles = PublishedBundle.all(in: prepared.targets)
        entries.append(
            RepositoryHistory.Entry(
                since: UTCTime(unixSeconds: facts.plan.version), until: nil, bundles: bundles,
                targets: prepared.targets, isStillTrusted: true))
        events = SeasonEvent.all(in: entries)
        let live = facts.live
        zip = { bundle in
            if let mine = prepared.zips[bundle.zipPath] { return try? mine.bytes() }
            return try? live?.download(bundle.target)
        }
    }

    /// The pages of a repository as it is.
    ///
    /// - Parameters:
    ///   - live: what is live.
    ///   - history: what was.
    /// - Throws: ``PublishError`` where an entry is none of ours.
    init(_ live: LiveRepository, _ history: RepositoryHistory) throws(PublishError) {
        bundles = try live.bundles()
        events = SeasonEvent.all(in: history.entries)
        isPruned = history.isPruned
        zip = { try? live.download($0.target) }
    }
}

extension PublishedBundle {
    /// The bundles among targets, of the format this build writes; others are left out.
    static func all(in targets: [TargetFile]) -> [BundleYear: PublishedBundle] {
        var bundles: [BundleYear: PublishedBundle] = [:]
        for target in targets {
            guard let name = TargetName(target.path), name.format == BundleFormat.current,
                let custom = try? TargetCustom(JSONCursor(target.custom ?? .null))
            else { continue }
            bundles[name.year] = PublishedBundle(target: target, custom: custom)
        }
        return bundles
    }
}
