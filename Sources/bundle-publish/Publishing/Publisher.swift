import BundleArchive
import BundleFormat
import TUF

/// One publish: gather, plan, prepare, verify, write.
struct Publisher {
    /// What is to be live.
    enum Content {
        /// These seasons, checked.
        case seasons([BundleContents])
        /// What is live already: signatures are renewed, and new roots put beside it.
        case asPublished
    }

    /// Where agents, or their web server, find it.
    let destination: any PublishDestination
    let home: Home
    /// The online key; nil where there is none at hand, which is enough for roots that keep it.
    let key: SigningKey?
    let content: Content
    let now: UTCTime
    /// Whether it stops before anything is written.
    var isDryRun = false
    /// Whether everything is signed anew where nothing changed.
    var isForced = false

    /// What was done, or would be.
    struct Report {
        let plan: PublishPlan
        /// When the newest root expires: nothing that is published outlives it.
        let rootExpires: UTCTime
        /// Bytes of each new zip.
        let zipBytes: [BundleYear: Int]
        /// The paths written, below the directory, in order; none in a dry run.
        let written: [String]
    }

    /// Publishes.
    ///
    /// - Returns: what was done; nil where another publisher is at work.
    /// - Throws: ``PublishError``; what was live is live still.
    func runUnlessBusy() throws(PublishError) -> Report? {
        guard !isDryRun else { return try publish() }
        return try destination.alone { () throws(PublishError) in try publish() }
    }

    /// Publishes.
    ///
    /// - Returns: what was done.
    /// - Throws: ``PublishError``, where another publisher is at work, too.
    func run() throws(PublishError) -> Report {
        guard let report = try runUnlessBusy() else {
            throw .failed(
                "\(destination.name): expected to be the only publisher, found another one at work",
                remedy: "wait for it to end, then do the same again")
        }
        return report
    }

    private func publish() throws(PublishError) -> Report {
        let configuration = try Configuration.read(home.configurationPath)
        let roots = try home.roots()
        let newest = try roots.newestMetadata()
        try requireTrusted(key, roots)
        let (live, rootsCount) = try LiveRepository.read(
            destination, roots: roots, now: now)
        let newRoots = try newRoots(roots, from: rootsCount)
        let effect: NewRoots =
            newRoots.isEmpty
            ? .none
            : try roots.replacesOnlineKey(since: rootsCount)
                ? .replacingOnlineKey : .keepingOnlineKey
        // What a thief may have signed must not stop us from replacing it.
        let published =
            effect == .replacingOnlineKey
            ? (try? live?.bundles()) ?? [:] : try live?.bundles() ?? [:]
        let contents = try contents(live, effect)
        let plan = try PublishPlanner.plan(
            content: contents?.mapValues(\.version) ?? published.mapValues(\.custom.version),
            live: state(live, published, effect), isForced: isForced, canSign: key != nil,
            rootExpires: newest.expires, now: now)

        let prepared = try PublishPreparation(
            plan: plan, content: contents ?? [:], live: live, published: published,
            newRoots: newRoots, configuration: configuration, key: key, now: now
        ).prepare()
        guard let prepared else {
            return Report(plan: plan, rootExpires: newest.expires, zipBytes: [:], written: [])
        }
        try PublishVerifier(
            destination: destination, roots: roots, stored: live?.stored ?? [:], now: now
        ).verify(prepared)
        var written: [String] = []
        if !isDryRun {
            try destination.removeLeftovers()
            written = try destination.write(prepared.files, now: now)
        }
        return Report(
            plan: plan, rootExpires: newest.expires, zipBytes: zipBytes(prepared),
            written: written)
    }
}
