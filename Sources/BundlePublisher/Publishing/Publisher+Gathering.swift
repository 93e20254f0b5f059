import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// Throws where nothing was ever published: what works on a repository makes none.
///
/// - Parameter destination: the place.
/// - Throws: ``PublishError``.
package func requirePublished(_ destination: any PublishDestination) throws(PublishError) {
    guard try destination.exists() else {
        throw .place(destination.name, .nothing)
    }
}

/// Everything a publish is decided from, and the decision.
package struct PublishFacts {
    let configuration: Configuration
    let roots: RootChain
    let rootExpires: UTCTime
    let live: LiveRepository?
    /// Roots of ours that what is live does not hold under.
    let newRoots: [SignedMetadata]
    /// What is live and may be taken over, with every recall that counts.
    let published: [BundleYear: PublishedBundle]
    /// The entries that are live, as they are signed.
    var liveEntries: [BundleYear: TargetCustom] = [:]
    /// The seasons to pack from; nil where what is live stays.
    let contents: [BundleYear: PackedSeason]?
    let revision: EntryRevision
    /// What is signed about seasons that are packed; what is not here follows from what is live.
    var entries: [BundleYear: TargetCustom] = [:]
    /// Forms of lower levels that are signed again where nothing that is live counts.
    var older: [TargetFile] = []
    /// Whether nothing that is live counts: the online key was replaced, or nothing is live.
    var isRecovery = false
    /// What the home remembers instead of signing it.
    var decision: Decision?
    let plan: PublishPlan
}

// MARK: - What a plan depends on

extension Publisher {
    /// Reads what is live and decides; writes nothing and signs nothing.
    ///
    /// - Returns: the facts and the plan.
    /// - Throws: ``PublishError``.
    package func gather() throws(PublishError) -> PublishFacts {
        let configuration = try Configuration.read(home.configurationPath)
        let roots = if let chain = self.roots { chain } else { try home.roots() }
        let newest = try roots.newestMetadata()
        try requireTrusted(key, roots)
        let (live, rootsCount) = try LiveRepository.read(destination, roots: roots, now: now)
        let newRoots = try newRoots(roots, from: rootsCount)
        let effect: NewRoots =
            newRoots.isEmpty
            ? .none
            : try roots.replacesOnlineKey(since: rootsCount)
                ? .replacingOnlineKey : .keepingOnlineKey
        // What a thief may have signed must not stop us from replacing it.
        var published =
            effect == .replacingOnlineKey
            ? PublishedBundle.all(in: live?.targets ?? []) : try live?.bundles() ?? [:]
        let liveEntries = published.mapValues(\.custom)
        if effect == .replacingOnlineKey,
            let decision = try decision(live, published, roots)
        {
            return PublishFacts(
                configuration: configuration, roots: roots, rootExpires: newest.expires, live: live,
                newRoots: newRoots, published: published, liveEntries: liveEntries, contents: nil,
                revision: EntryRevision(notes: [
                    .decided(
                        record: "\(home.path)/\(DecisionFile.name)", place: destination.name)
                ]), decision: decision,
                plan: PublishPlan(seasons: [], signing: .nothing, version: 0))
        }
        let lost = effect == .replacingOnlineKey ? [] : try restoreRecalls(&published, live, roots)
        var seasons = try seasons(live, effect, published, roots, rootsCount)
        signRestored(lost, published, &seasons)
        let kept = seasons.kept
        let plan = try PublishPlanner.plan(
            content: seasons.contents?.mapValues(\.version).merging(kept) { $1 }
                ?? published.merging(seasons.revision.bundles) { $1 }.mapValues(\.custom.version),
            live: state(live, published, effect, except: Set(kept.keys)),
            revised: Set(seasons.revision.bundles.keys).union(lost),
            isForced: isForced, canSign: key != nil || isDryRun, rootExpires: newest.expires,
            now: now)
        let isRecovery = effect == .replacingOnlineKey || live == nil
        if !isRecovery { try refuseRecalled(plan, published) }
        seasons.revision.notes +=
            LevelNotes(
                plan: plan, forms: try? live?.forms(),
                formats: (seasons.contents?.mapValues(\.format) ?? [:])
                    .merging(seasons.revision.bundles.mapValues(\.custom.format)) { $1 }
            ).notes
        return PublishFacts(
            configuration: configuration, roots: roots, rootExpires: newest.expires, live: live,
            newRoots: newRoots, published: published, liveEntries: liveEntries,
            contents: seasons.contents, revision: seasons.revision, entries: seasons.entries,
            older: seasons.older, isRecovery: isRecovery, plan: plan)
    }

    /// What is packed, what stays, and what is signed about both.
    private func seasons(
        _ live: LiveRepository?, _ effect: NewRoots,
        _ published: [BundleYear: PublishedBundle], _ roots: RootChain, _ rootsCount: Int
    ) throws(PublishError) -> SeasonFacts {
        guard let contents = try contents(live, effect) else {
            return SeasonFacts(revision: try revision(of: live, published, roots))
        }
        let entries = published.mapValues(\.custom)
        if effect == .replacingOnlineKey {
            let record = try record()
            let words = record.words(at: destination.identity, beside: entries)
            guard try isPublishedPast(rootsCount, in: record, by: roots) else {
                return try recovered(contents, words, entries)
            }
            // We have published with a newer key already: somebody has put this back since.
            var facts = try recovered(contents, words, [:])
            facts.revision.notes.append(.replacedKeyPutBack)
            return facts
        }
        guard live != nil else {
            // Another place of the same home is another repository.
            return try recovered(contents, record().places[destination.identity] ?? [:], [:])
        }
        let added = Set(contents.keys).subtracting(published.keys)
        return try continued(contents, published, memory(of: live, added, roots))
    }

    /// Throws where the online key is not one that the newest root names.
    func requireTrusted(
        _ key: SigningKey?, _ roots: RootChain
    ) throws(PublishError) {
        let trusted = try roots.next(expires: now).timestamp.keys
        guard let key, !trusted.contains(key.publicKey) else { return }
        throw .key(.onlineKeyNotNamed(keyID: key.publicKey.keyID, root: roots.files.count))
    }

    /// Our roots that what is live does not hold under.
    func newRoots(
        _ roots: RootChain, from count: Int
    ) throws(PublishError) -> [SignedMetadata] {
        var signed: [SignedMetadata] = []
        for root in roots.files.dropFirst(count) {
            do throws(RepositoryError) {
                signed.append(try SignedMetadata(root.bytes, role: .root))
            } catch {
                throw .refused(.root(path: "\(home.metadataPath)/\(root.name)", error))
            }
        }
        return signed
    }

    /// The seasons to pack from; nil where what is live stays.
    package func contents(
        _ live: LiveRepository?, _ effect: NewRoots
    ) throws(PublishError) -> [BundleYear: PackedSeason]? {
        if case .seasons(let seasons) = content {
            return Dictionary(uniqueKeysWithValues: seasons.map { ($0.year, $0) })
        }
        guard live != nil else {
            throw .place(destination.name, .noTimestamp)
        }
        guard effect != .replacingOnlineKey else {
            throw .place(destination.name, .onlineKeyReplaced)
        }
        return nil
    }

    /// The entries that an edit gives other seasons; none without an edit.
    func revision(
        of live: LiveRepository?, _ published: [BundleYear: PublishedBundle], _ roots: RootChain
    ) throws(PublishError) -> EntryRevision {
        guard case .edited(let edit) = content, let live else { return EntryRevision() }
        let destination = destination
        return try edit.revision(
            of: LiveEntries(
                published: published, destination: destination,
                history: { () throws(PublishError) in
                    try RepositoryHistory.read(destination, roots: roots, live: live)
                },
                memory: { (years) throws(PublishError) in
                    try memory(of: live, years, roots)
                }, now: now))
    }

    /// Throws where a content would become live that no machine may serve.
    func refuseRecalled(
        _ plan: PublishPlan, _ published: [BundleYear: PublishedBundle]
    ) throws(PublishError) {
        for season in plan.seasons where season.change == .changed {
            guard let new = season.new else { continue }
            try refuseRecalled(
                new, of: season.year, by: published[season.year]?.custom.recalled ?? [])
        }
    }

    /// Throws where a content is one of those that no machine may serve.
    func refuseRecalled(
        _ version: ContentVersion, of year: BundleYear, by recalled: [ContentVersion]
    ) throws(PublishError) {
        guard recalled.contains(version) else { return }
        throw .season(.recalled(year, version, .folder(place)))
    }

    /// The entries that are other ones than before.
    package func entries(
        _ prepared: PreparedPublish, unlike old: [BundleYear: TargetCustom]
    ) -> [BundleYear: TargetCustom] {
        var entries: [BundleYear: TargetCustom] = [:]
        for (year, bundle) in PublishedBundle.all(in: prepared.targets)
        where bundle.custom != old[year] {
            entries[year] = bundle.custom
        }
        return entries
    }

    /// What is live, for the plan; nil where nothing is.
    ///
    /// - Parameters:
    ///   - live: the repository.
    ///   - published: what is live and may be taken over.
    ///   - effect: what new roots do.
    ///   - kept: seasons whose live content is not in the folder: no zip of theirs can be put back.
    /// - Returns: the state.
    /// - Throws: ``PublishError`` where the place cannot be read.
    package func state(
        _ live: LiveRepository?, _ published: [BundleYear: PublishedBundle], _ effect: NewRoots,
        except kept: Set<BundleYear>
    ) throws(PublishError) -> LiveState? {
        guard let live, let timestamp = live.role(.timestamp), let snapshot = live.role(.snapshot),
            let targets = live.role(.targets)
        else { return nil }
        var missing: Set<BundleYear> = []
        // Without the seasons at hand nothing could be put back.
        if case .seasons = content {
            for (year, bundle) in published where !kept.contains(year) {
                let length = try destination.lengthBytes(of: bundle.zipPath)
                if length != bundle.target.lengthBytes { missing.insert(year) }
            }
        }
        return LiveState(
            timestamp: timestamp, snapshot: snapshot, targets: targets,
            versions: published.mapValues(\.custom.version), missing: missing, newRoots: effect)
    }

    /// Bytes of each season's zip.
    package func zipBytes(_ prepared: PreparedPublish) -> [BundleYear: Int] {
        var bytes: [BundleYear: Int] = [:]
        for (year, bundle) in PublishedBundle.all(in: prepared.targets) {
            bytes[year] = bundle.target.lengthBytes
        }
        return bytes
    }
}

extension LiveRepository {
    /// A role as plans see it.
    package func role(_ role: TopLevelRole) -> LiveState.Role? {
        report.status(of: role).map { .init(version: $0.version, expires: $0.expires) }
    }
}
