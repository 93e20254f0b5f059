import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// One publish: gather, plan, prepare, verify, write.
package struct Publisher {
    /// What is published.
    package enum Content {
        /// These seasons, checked; seasons of `again` are shown although lines replace their contents.
        case seasons([PackedSeason], again: Set<BundleYear> = [])
        /// What live was given, after one more decision.
        case decided(DecisionRequest)
        case promoted(Promotion)
        /// The live state as it is: signatures are renewed, and new roots published.
        case asPublished
    }

    /// The place from which agents, or their web server, read.
    package let destination: any PublishDestination
    package let home: Home
    /// The online key, or nil: a root that keeps the key can be published without it.
    package let key: SigningKey?
    package let content: Content
    package let now: UTCTime
    package var checkout = CheckoutState(commit: nil)
    /// The rollout of new contents; nil for the configuration's.
    package var rollout: Rollout?
    /// The version of a live state that is gone over although the checkout lacks something of it.
    package var over: Int64?
    /// Why a decision was made; it is written into the file.
    package var why: String?
    /// True if it stops before anything is written.
    package var isDryRun = false
    /// True if everything is signed anew even if nothing changed.
    package var isForced = false
    package var roots: RootChain?
    package var viewerFolder: String?
    /// Runs when only new roots and the timestamp are still to be written, and there is room for them.
    var beforeCommit: (() throws(PublishError) -> Void)?

    package init(
        destination: any PublishDestination, home: Home, key: SigningKey?, content: Content,
        now: UTCTime, checkout: CheckoutState = CheckoutState(commit: nil),
        rollout: Rollout? = nil, over: Int64? = nil, why: String? = nil, isDryRun: Bool = false,
        isForced: Bool = false, roots: RootChain? = nil, viewerFolder: String? = nil
    ) {
        (self.destination, self.home, self.key) = (destination, home, key)
        (self.content, self.now, self.checkout, self.rollout) = (content, now, checkout, rollout)
        (self.over, self.why, self.isDryRun, self.isForced) = (over, why, isDryRun, isForced)
        (self.roots, self.viewerFolder) = (roots, viewerFolder)
    }

    /// Publishes; after an error, what was live stays live.
    package func run() throws(PublishError) -> Report {
        if (try? Files.kind(home.keysPath)) ?? nil != nil {
            try destination.requireApart(from: home.keysPath, "the private keys")
        }
        switch content {
        case .seasons, .promoted: break
        case .decided, .asPublished: try requirePublished(destination)
        }
        guard !isDryRun else {
            // The lock makes the same check.
            try destination.requireFree(for: [])
            return try publish()
        }
        home.removeLeftovers()
        return try destination.withLock { () throws(PublishError) in try publish() }
    }

    /// Reads the live state and decides; writes nothing and signs nothing.
    ///
    /// What the checkout lacks is only reported: a plan of a branch is of use although it cannot be published yet.
    package func plan() throws(PublishError) -> Report {
        var report = try Report(self, remembers: false)
        try report.decide(isPlan: true)
        return report
    }

    private func publish() throws(PublishError) -> Report {
        var report = try Report(self, remembers: !isDryRun)
        try report.decide()
        // Without a key a dry run reports what would happen, and cannot try it.
        let prepared = isDryRun && key == nil ? nil : try report.prepared()
        if let prepared {
            report.notes += try report.verify(prepared).map {
                "\($0.publishedPath) is gone or damaged, so machines cannot download it; publish puts it back "
                    + "from a folder of seasons that has that content"
            }
            try report.requireFree(for: prepared)
        }
        guard !isDryRun else { return report }
        // The line comes first: if the command is killed after this, the next publish signs the decision.
        try DecisionsFile(home: home).add(report.lines, reason: why, to: report.file)
        try destination.remove(report.rootsThere.falsePaths)
        if let prepared { try report.write(prepared) }
        let seen = (report.live?.files ?? [:]).merging(prepared?.files ?? [:]) { $1 }
        if let error = home.remember(seen) {
            report.notes.append(
                "\(error): this home cannot remember what it has seen, so it does not notice an older copy"
            )
        }
        return report
    }
}

/// Throws if nothing was ever published: a command for a repository does not create one.
package func requirePublished(_ destination: any PublishDestination) throws(PublishError) {
    guard try destination.exists() else {
        throw PublishError(
            "\(destination.name): expected a published repository, found nothing",
            remedy: "publish into it with \(.publish)")
    }
}
