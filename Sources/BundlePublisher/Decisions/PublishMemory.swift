import BundleFormat
import TUF

/// Writes what was decided and signed into the home's record.
struct PublishMemory {
    let home: Home
    /// The name by which the home remembers the repository.
    let identity: String

    private var file: DecisionFile { DecisionFile(home: home) }

    /// Remembers a decision before anything is signed.
    ///
    /// - Parameters:
    ///   - decision: what was decided.
    ///   - facts: what it was decided from.
    /// - Throws: ``PublishError`` if the record is damaged, or cannot be written.
    func keep(_ decision: Decision, _ facts: PublishFacts) throws(PublishError) {
        try file.update { (record) throws(PublishError) in
            try record.requireRoom(for: identity)
            record.settle(identity, facts.survey)
            if record.places[identity] == nil {
                // This is the first word about the place under this name. Copy what is known of it.
                record.places[identity] = record.words(at: identity, beside: facts.liveEntries)
            }
            var word = decision.word
            word.signedVersion = SeasonWord.unsigned
            record.places[identity]?[decision.year] = word
        }
    }

    /// Remembers what a command asks for and finds signed already; another checkout, or a thief, has signed it.
    ///
    /// The next key must know that this home wants it, too.
    ///
    /// - Parameter facts: what the command has found.
    /// - Returns: a note if it could not be remembered.
    func keepAffirmed(_ facts: PublishFacts) -> [PublishNote] {
        let affirmed = facts.seasons.revision.affirmed
        guard !affirmed.isEmpty, let state = facts.survey.liveState else { return [] }
        let forms = (try? facts.live?.forms())?.older ?? [:]
        do throws(PublishError) {
            try file.update { (record) throws(PublishError) in
                try record.requireRoom(for: identity)
                record.settle(identity, facts.survey)
                record.affirm(
                    affirmed, in: facts.published, beside: forms, over: facts.liveEntries,
                    at: identity, signedAs: state)
            }
            return []
        } catch {
            return [.notRemembered(error)]
        }
    }

    /// Throws if the record has no room for the place that a publish would write to; a dry run makes this check, too.
    func requireRoom(_ facts: PublishFacts) throws(PublishError) {
        guard facts.plan.signing != .nothing else { return }
        try file.read().requireRoom(for: identity)
    }

    /// Remembers what is about to be signed.
    ///
    /// - Parameters:
    ///   - facts: what it was decided from.
    ///   - prepared: what is about to be written.
    ///   - again: the seasons that a person named to be offered although their content was rolled back.
    /// - Returns: a note if a decision could not be remembered.
    /// - Throws: ``PublishError`` if the record is damaged.
    func keep(
        _ facts: PublishFacts, _ prepared: PreparedPublish, again: Set<BundleYear>
    ) throws(PublishError) -> [PublishNote] {
        guard prepared.targetsAndSnapshot != nil else { return [] }
        guard let forms = try? SeasonForms(prepared.targets) else { return [] }
        let live = facts.isRecovery ? nil : facts.published.mapValues(\.custom)
        let change = { (record: inout DecisionRecord) throws(PublishError) in
            record.settle(identity, facts.survey)
            try record.add(
                forms, publishing: facts.seasons.ours, again: again, over: live, at: identity,
                signedAs: SignedState(facts, prepared))
        }
        let known = try file.read()
        var record = known
        let before = record.wordsToCome(at: identity)
        try change(&record)
        do throws(PublishError) {
            try file.update(change)
            return []
        } catch {
            // A home that can only be read can publish, too. A new decision is worth a note, and a content that a
            // later rollback would not know as ours.
            let isStrange = facts.seasons.ours.contains { !known.isOurs($0.value, of: $0.key) }
            let isNews =
                isStrange
                || record.wordsToCome(at: identity).contains { year, word in
                    word.isDecision
                        && (word.recalled != before[year]?.recalled
                            || word.rolledBack != before[year]?.rolledBack)
                }
            return isNews ? [.notRemembered(error)] : []
        }
    }

    /// Remembers what an earlier command was about to sign, if it is live, and a later copy may hide that.
    ///
    /// If the home cannot be written, it does nothing.
    ///
    /// - Parameter facts: what was found.
    func keepSettled(_ facts: PublishFacts) {
        _ = try? file.update { (record) throws(PublishError) in
            let pending = record.pending[identity]
            record.settle(identity, facts.survey)
            guard let pending, pending.state == facts.survey.liveState else { return }
            record.signed[identity] = pending.state
        }
    }

    /// Remembers that what was decided is live.
    ///
    /// If the home cannot be written, it does nothing.
    ///
    /// A new version without other changes is not remembered. So a home in version control does not change
    /// when a command only renews signatures.
    ///
    /// - Parameters:
    ///   - facts: what the publish was decided from.
    ///   - prepared: what was written.
    func keepSigned(_ facts: PublishFacts, _ prepared: PreparedPublish) {
        guard prepared.targetsAndSnapshot != nil else { return }
        let isDecided = facts.isRecovery || !prepared.entries(unlike: facts.liveEntries).isEmpty
        let state = SignedState(facts, prepared)
        _ = try? file.update { (record) throws(PublishError) in
            record.settle(identity, live: state, pendingWasLive: true)
            guard isDecided, record.places[identity] != nil else { return }
            record.signed[identity] = state
        }
    }
}

extension SignedState {
    /// The state under which a publish signs.
    fileprivate init(_ facts: PublishFacts, _ prepared: PreparedPublish) {
        self.init(roots: facts.roots.files.count, version: facts.plan.version)
    }
}

extension DecisionRecord {
    fileprivate mutating func settle(_ place: String, _ survey: PublishSurvey) {
        settle(place, live: survey.liveState, pendingWasLive: survey.pendingWasLive)
    }
}
