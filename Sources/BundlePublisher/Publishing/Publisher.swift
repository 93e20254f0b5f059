import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// One publish: gather, plan, prepare, verify, write.
package struct Publisher {
    /// What is to be live.
    package enum Content {
        /// These seasons, checked.
        case seasons([PackedSeason])
        /// What is live already: signatures are renewed, and new roots put beside it.
        case asPublished
        /// What is live already, with other entries for some seasons: metadata alone.
        case edited(any EntryEdit)
    }

    /// Where agents, or their web server, find it.
    package let destination: any PublishDestination
    package let home: Home
    /// The online key; nil where there is none at hand, which is enough for roots that keep it.
    package let key: SigningKey?
    package let content: Content
    package let now: UTCTime
    /// What is signed about contents that become new.
    package var terms = PublishTerms()
    /// Seasons that are offered though their content was rolled back.
    package var again: Set<BundleYear> = []
    /// Whether it stops before anything is written.
    package var isDryRun = false
    /// Whether everything is signed anew where nothing changed.
    package var isForced = false
    /// The chain of roots; nil for the home's.
    package var roots: RootChain?
    /// What happens when nothing can refuse any more, before the destination is changed.
    var beforeWriting: (() throws(PublishError) -> Void)?

    /// Keeps the given values.
    package init(
        destination: any PublishDestination, home: Home, key: SigningKey?, content: Content,
        now: UTCTime, terms: PublishTerms = PublishTerms(), again: Set<BundleYear> = [],
        isDryRun: Bool = false, isForced: Bool = false, roots: RootChain? = nil,
        beforeWriting: (() throws(PublishError) -> Void)? = nil
    ) {
        self.destination = destination
        self.home = home
        self.key = key
        self.content = content
        self.now = now
        self.terms = terms
        self.again = again
        self.isDryRun = isDryRun
        self.isForced = isForced
        self.roots = roots
        self.beforeWriting = beforeWriting
    }

    /// The names by which a command reaches the repository.
    var place: PublishPlace { PublishPlace(destination: destination.name, home: home.path) }

    /// What was done, or would be.
    package struct Report {
        package let plan: PublishPlan
        /// When the newest root expires: nothing that is published outlives it.
        package let rootExpires: UTCTime
        /// Bytes of each new zip.
        package let zipBytes: [BundleYear: Int]
        /// The new entry of each season whose content or entry became another.
        package let entries: [BundleYear: TargetCustom]
        /// The entry that was live before.
        package let oldEntries: [BundleYear: TargetCustom]
        /// What a person should know or do next.
        package let notes: [PublishNote]
        /// The paths written, below the directory, in order; none in a dry run.
        package let written: [String]
    }

    /// Publishes.
    ///
    /// - Returns: what was done; nil where another publisher is at work.
    /// - Throws: ``PublishError``; what was live is live still.
    package func runUnlessBusy() throws(PublishError) -> Report? {
        guard !isDryRun else { return try publish() }
        home.removeLeftovers()
        // Only seasons are published into a place that is not there yet.
        if case .seasons = content {} else { try requirePublished(destination) }
        return try destination.alone { () throws(PublishError) in try publish() }
    }

    /// Publishes.
    ///
    /// - Returns: what was done.
    /// - Throws: ``PublishError``, where another publisher is at work, too.
    package func run() throws(PublishError) -> Report {
        guard let report = try runUnlessBusy() else {
            throw .place(destination.name, .busy)
        }
        return report
    }

    private func publish() throws(PublishError) -> Report {
        let facts = try gather()
        if let decision = facts.decision, !isDryRun { try remember(decision) }
        // Without a key a dry run says what would happen, and cannot try it.
        let prepared = isDryRun && key == nil ? nil : try prepare(facts)
        // Nobody goes back to what only a replaced key has signed.
        let old =
            facts.plan.signing == .everything(.onlineKey)
            ? [:] : facts.liveEntries
        guard let prepared else {
            return Report(
                plan: facts.plan, rootExpires: facts.rootExpires, zipBytes: [:],
                entries: facts.revision.bundles.mapValues(\.custom), oldEntries: old,
                notes: facts.revision.notes, written: [])
        }
        try PublishVerifier(
            destination: destination, roots: facts.roots, stored: facts.live?.stored ?? [:],
            now: now
        ).verify(prepared)
        var written: [String] = []
        var notes = facts.revision.notes
        if !isDryRun {
            let (unasked, awaited) = prepared.files(isFirst: facts.live == nil)
            try destination.requireWritable(
                for: unasked + changedPages(facts, prepared) + awaited)
            notes += try remember(facts, prepared)
            try beforeWriting?()
            try destination.removeLeftovers()
            written = try destination.write(unasked, inOrder: false, now: now)
            written += try writePages(facts, prepared)
            written += try destination.write(awaited, inOrder: true, now: now)
            rememberSigned(facts, prepared)
        }
        return Report(
            plan: facts.plan, rootExpires: facts.rootExpires, zipBytes: zipBytes(prepared),
            entries: entries(prepared, unlike: old), oldEntries: old,
            notes: notes, written: written)
    }

    /// The pages of seasons that changed, without their content.
    private func changedPages(_ facts: PublishFacts, _ prepared: PreparedPublish) -> [PublishFile] {
        guard prepared.targetsAndSnapshot != nil else { return [] }
        return entries(prepared, unlike: facts.liveEntries).keys.map {
            PublishFile(path: SitePages.path($0), bytes: [])
        }
    }

    /// Writes the pages for people: the overview, and those of seasons that changed or have none.
    private func writePages(
        _ facts: PublishFacts, _ prepared: PreparedPublish
    ) throws(PublishError) -> [String] {
        guard prepared.targetsAndSnapshot != nil else { return [] }
        let pages = try SitePages(facts, prepared, in: destination)
        let changed = entries(prepared, unlike: facts.liveEntries)
        var years = Set(changed.keys)
        for year in pages.bundles.keys where !years.contains(year) {
            // An empty one is what a power cut may leave.
            if try destination.lengthBytes(of: SitePages.path(year)) ?? 0 == 0 {
                years.insert(year)
            }
        }
        return try pages.write(for: years, to: destination, now: now)
    }

    private func prepare(_ facts: PublishFacts) throws(PublishError) -> PreparedPublish? {
        try PublishPreparation(
            plan: facts.plan, content: facts.contents ?? [:], live: facts.live,
            published: facts.published, revision: facts.revision, entries: facts.entries,
            older: facts.older, terms: terms,
            newRoots: facts.newRoots, configuration: facts.configuration, key: key, now: now
        ).prepare()
    }
}
