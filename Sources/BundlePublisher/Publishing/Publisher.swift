import BundleFormat
import TUF

/// One publish: gather, plan, prepare, verify, write.
package struct Publisher {
    /// What is to be live.
    package enum Content {
        /// These seasons, checked.
        case seasons([PackedSeason])
        /// The live seasons as they are: signatures are renewed, and new roots published.
        case asPublished
        /// The live seasons with changed entries: only metadata is written.
        case edited(any EntryEdit)
    }

    /// The place from which agents, or their web server, read.
    package let destination: any PublishDestination
    package let home: Home
    /// The online key, or nil: a root that keeps the key can be published without it.
    package let key: SigningKey?
    package let content: Content
    package let now: UTCTime
    /// What is signed about contents that become new.
    package var terms = PublishTerms()
    /// Seasons that are offered though their content was rolled back.
    package var again: Set<BundleYear> = []
    /// True if it stops before anything is written.
    package var isDryRun = false
    /// True if everything is signed anew even if nothing changed.
    package var isForced = false
    /// The chain of roots; nil for the home's.
    package var roots: RootChain?
    /// The folder of the page that draws matches; nil for none.
    package var viewerFolder: String?
    /// Runs when only new roots and the timestamp are still to be written, and there is room for them.
    var beforeCommit: (() throws(PublishError) -> Void)?

    /// Describes a publish; nothing is read yet.
    package init(
        destination: any PublishDestination, home: Home, key: SigningKey?, content: Content,
        now: UTCTime, terms: PublishTerms = PublishTerms(), again: Set<BundleYear> = [],
        isDryRun: Bool = false, isForced: Bool = false, roots: RootChain? = nil,
        viewerFolder: String? = nil,
        beforeCommit: (() throws(PublishError) -> Void)? = nil
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
        self.viewerFolder = viewerFolder
        self.beforeCommit = beforeCommit
    }

    /// The names by which a command reaches the repository.
    var place: PublishPlace { PublishPlace(destination: destination.name, home: home.path) }

    /// Publishes.
    ///
    /// - Returns: what was done; nil if another publisher is at work.
    /// - Throws: ``PublishError``; what was live stays live.
    package func runUnlessBusy() throws(PublishError) -> Report? {
        try home.refuseServing(destination)
        // Only a publish of seasons may create the place.
        if case .seasons = content {} else { try requirePublished(destination) }
        guard !isDryRun else {
            // The lock makes the same check.
            try destination.requireUsable()
            return try publish()
        }
        home.removeLeftovers()
        return try destination.withLock { () throws(PublishError) in try publish() }
    }

    /// Publishes; it is an error if another publisher is at work.
    ///
    /// - Returns: what was done.
    /// - Throws: ``PublishError``.
    package func run() throws(PublishError) -> Report {
        guard let report = try runUnlessBusy() else {
            throw .place(destination.name, .busy)
        }
        return report
    }

    /// Reads what is live and decides; writes nothing and signs nothing.
    ///
    /// - Returns: the facts and the plan.
    /// - Throws: ``PublishError``.
    package func gather() throws(PublishError) -> PublishFacts {
        try PublishGathering(self).facts()
    }

    private func publish() throws(PublishError) -> Report {
        let facts = try gather()
        let memory = PublishMemory(home: home, identity: destination.identity)
        if let decision = facts.decision, !isDryRun { try memory.keep(decision, facts) }
        let unkept = isDryRun ? [] : memory.keepAffirmed(facts)
        let falseRoots = facts.survey.falseRoots.map { "metadata/\($0)" }
        if !isDryRun { try destination.remove(falseRoots) }
        // Without a key a dry run reports what would happen, and cannot try it.
        let prepared =
            isDryRun && key == nil
            ? nil
            : try PublishPreparation(
                facts: facts, terms: terms, key: key, now: now
            ).prepare()
        guard let prepared else {
            guard !isDryRun else {
                try memory.requireRoom(facts)
                return Report(facts)
            }
            memory.keepSettled(facts)
            return Report(facts, notes: unkept + keepTimestamp(of: facts))
        }
        let there = HidingFetcher(
            hiding: Set(facts.survey.falseRoots), of: destination.fetcher)
        let lost = try PublishVerifier(
            fetcher: destination.exists() ? there : nil, roots: facts.roots, live: facts.live,
            now: now
        ).verify(prepared)
        var notes = lost.map { PublishNote.zipLost(path: PublishedBundle.zipPath(of: $0)) }
            .filter { !facts.seasons.revision.notes.contains($0) }
        let writing = PublishWriting(
            facts: facts, prepared: prepared, destination: destination, now: now,
            viewerFolder: viewerFolder, beforeCommit: beforeCommit)
        guard !isDryRun else {
            try writing.requireFree()
            try memory.requireRoom(facts)
            return Report(facts, prepared, notes: notes)
        }
        try writing.requireWritable()
        // An earlier command may have been cut off before it kept its timestamp.
        _ = keepTimestamp(of: facts)
        var again = again
        if case .edited(let edit) = content { again.formUnion(edit.again) }
        notes += unkept + (try memory.keep(facts, prepared, again: again))
        let written = try writing.write()
        memory.keepSigned(facts, prepared)
        if let timestamp = prepared.timestamp, prepared.targetsAndSnapshot != nil {
            notes += KeptTimestamp(destination: destination).keep(
                timestamp.bytes, of: facts.plan.version, roots: facts.roots, now: now)
        }
        return Report(facts, prepared, notes: notes, written: written)
    }

    /// Keeps the timestamp that is live, if the command that wrote it was cut off after that.
    private func keepTimestamp(of facts: PublishFacts) -> [PublishNote] {
        guard facts.survey.effect != .replacingOnlineKey, !facts.survey.isMended,
            let version = facts.live?.role(.snapshot)?.version,
            let timestamp = facts.live?.stored["timestamp.json"]
        else { return [] }
        return KeptTimestamp(destination: destination).keep(
            timestamp, of: version, roots: facts.roots, now: now)
    }
}
