import BundleFormat
import TUF

/// A directory that is older than what this home has signed there.
extension Publisher {
    /// True when this home has signed here with the online key that the newest root names.
    ///
    /// - Parameters:
    ///   - record: the home's.
    ///   - roots: our chain.
    /// - Returns: whether it has.
    /// - Throws: ``PublishError`` where the chain does not hold.
    func isSigned(
        in record: DecisionRecord, by roots: RootChain
    ) throws(PublishError) -> Bool {
        guard let state = record.signed[destination.identity] else { return false }
        return try !roots.replacesOnlineKey(since: state.roots)
    }

    /// True when this home has signed here after the key was replaced that signed what is live.
    ///
    /// - Parameters:
    ///   - rootsCount: the newest of our roots under which what is live holds.
    ///   - record: the home's.
    ///   - roots: our chain.
    /// - Returns: whether it has.
    /// - Throws: ``PublishError`` where the chain does not hold.
    func isPublishedPast(
        _ rootsCount: Int, in record: DecisionRecord, by roots: RootChain
    ) throws(PublishError) -> Bool {
        guard let state = record.signed[destination.identity],
            let then = RootChain(Array(roots.files.prefix(state.roots)))
        else { return false }
        return try then.replacesOnlineKey(since: rootsCount)
    }

    /// Remembers that what was decided is live; a home that is only read does without.
    ///
    /// A version by itself is no news, so a home that is committed stays as it is when only signatures are renewed.
    ///
    /// - Parameters:
    ///   - facts: what the publish was decided from.
    ///   - prepared: what was written.
    func rememberSigned(_ facts: PublishFacts, _ prepared: PreparedPublish) {
        let isDecided = facts.isRecovery || !entries(prepared, unlike: facts.liveEntries).isEmpty
        guard prepared.targetsAndSnapshot != nil, isDecided else { return }
        let identity = destination.identity
        let state = SignedState(roots: facts.roots.files.count, version: facts.plan.version)
        _ = try? DecisionFile(home: home).update { (record) throws(PublishError) in
            guard record.places[identity] != nil else { return }
            record.signed[identity] = state
        }
    }

    /// Adds the recalls that this home has signed here and that an older directory no longer has.
    ///
    /// Another checkout may have lifted a recall: then the directory is newer than the record, and rules.
    ///
    /// - Parameters:
    ///   - published: what is live; it gets the recalls.
    ///   - live: the repository.
    ///   - roots: our chain.
    /// - Returns: the seasons that have lost one.
    /// - Throws: ``PublishError`` where the record is damaged.
    func restoreRecalls(
        _ published: inout [BundleYear: PublishedBundle], _ live: LiveRepository?,
        _ roots: RootChain
    ) throws(PublishError) -> Set<BundleYear> {
        let record = try record()
        guard let version = live?.role(.targets)?.version,
            let state = record.signed[destination.identity], version < state.version,
            try isSigned(in: record, by: roots)
        else { return [] }
        var lost: Set<BundleYear> = []
        for (year, word) in record.places[destination.identity] ?? [:] {
            guard let bundle = published[year] else { continue }
            let custom = bundle.custom
            let missing = word.recalled.filter { !custom.recalled.contains($0) }
            guard !missing.isEmpty else { continue }
            lost.insert(year)
            published[year] = bundle.signed(
                published: custom.published, rollout: custom.rollout,
                recalled: Array((missing + custom.recalled).prefix(TargetCustom.recalledMax)),
                rolledBack: custom.rolledBack)
        }
        return lost
    }

    /// Has the recalls signed of seasons that nothing else is signed about.
    ///
    /// - Parameters:
    ///   - lost: the seasons.
    ///   - published: what is live, with the recalls.
    ///   - seasons: what is signed; a season that is packed gets them from `published`.
    func signRestored(
        _ lost: Set<BundleYear>, _ published: [BundleYear: PublishedBundle],
        _ seasons: inout SeasonFacts
    ) {
        for year in lost.sorted() {
            seasons.revision.notes.append(.recallRestored(year))
            guard seasons.contents?[year] == nil, seasons.revision.bundles[year] == nil else {
                continue
            }
            seasons.revision.bundles[year] = published[year]
        }
    }
}
