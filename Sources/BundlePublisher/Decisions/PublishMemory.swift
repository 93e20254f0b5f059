import BundleFormat
import TUF

/// Writes what was decided and signed into the home's record.
struct PublishMemory {
    let home: Home
    /// The name by which the home remembers the repository.
    let identity: String

    private var file: DecisionFile { DecisionFile(home: home) }

    /// Remembers a decision that nothing is signed of yet.
    func keep(_ decision: Decision) throws(PublishError) {
        try file.update { (record) throws(PublishError) in
            try record.requireRoom(for: identity)
            if record.places[identity] == nil {
                // The first word about a place under this name: what was known of it stays known.
                record.places[identity] = record.words(at: identity, beside: [:])
            }
            record.places[identity]?[decision.year] = decision.word
        }
    }

    /// Remembers what is about to be signed.
    ///
    /// - Parameters:
    ///   - facts: what it was decided from.
    ///   - prepared: what is about to be written.
    /// - Returns: a note if a decision could not be remembered.
    /// - Throws: ``PublishError`` if the record is damaged.
    func keep(
        _ facts: PublishFacts, _ prepared: PreparedPublish
    ) throws(PublishError) -> [PublishNote] {
        guard prepared.targetsAndSnapshot != nil else { return [] }
        guard let forms = try? SeasonForms(prepared.targets) else { return [] }
        let live = facts.isRecovery ? nil : facts.published.mapValues(\.custom)
        var record = try file.read()
        let before = record.places[identity] ?? [:]
        let ours = facts.seasons.ours
        record.addPublished(ours)
        try record.add(forms, over: live, at: identity)
        do throws(PublishError) {
            try file.update { (record) throws(PublishError) in
                record.addPublished(ours)
                try record.add(forms, over: live, at: identity)
            }
            return []
        } catch {
            // A home that can only be read publishes as well. Only a new decision is worth a note.
            let isNews = (record.places[identity] ?? [:]).contains { year, word in
                word.isDecision
                    && (word.recalled != before[year]?.recalled
                        || word.rolledBack != before[year]?.rolledBack)
            }
            return isNews ? [.notRemembered(error)] : []
        }
    }

    /// Remembers that what was decided is live.
    ///
    /// A home that can only be read does without.
    ///
    /// A new version alone is not remembered, so a home that is committed to version control stays as it is
    /// when only signatures are renewed.
    ///
    /// - Parameters:
    ///   - facts: what the publish was decided from.
    ///   - prepared: what was written.
    func keepSigned(_ facts: PublishFacts, _ prepared: PreparedPublish) {
        let isDecided = facts.isRecovery || !prepared.entries(unlike: facts.liveEntries).isEmpty
        guard prepared.targetsAndSnapshot != nil, isDecided else { return }
        let state = SignedState(roots: facts.roots.files.count, version: facts.plan.version)
        _ = try? file.update { (record) throws(PublishError) in
            guard record.places[identity] != nil else { return }
            record.signed[identity] = state
        }
    }
}
