import BundleArchive
import BundleFormat
import TUF
import UpdatePolicy

/// Learns what the repository says: from the disk, or from its mirrors.
struct RepositoryReader {
    let repository: Poller.Repository
    let metadata: MetadataFolder
    let limits: AgentLimits
    /// The highest level that bundles may need, from what is listed.
    let levelMax: ([TargetFile]) -> Int
    let now: UTCTime

    /// What was learned.
    struct Lesson {
        let standing: Standing
        /// What is offered; nil if no targets are trusted.
        let offers: Offers?
        /// A sentence for each choice that was dropped.
        let dropped: [String]

        /// What the repository said when it last answered.
        var remembered: RepositoryWord { offers.map { .remembered($0) } ?? .none }
    }

    /// What a mirror answered.
    struct Answer {
        let trusted: RefreshReport
        /// Refreshed: it knows the targets.
        let updater: Updater
    }

    /// Learns from the metadata on the disk.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - standing: what holds now.
    /// - Returns: what the repository said when it last answered; nothing if that is not certain.
    func recall(_ inventory: Inventory, _ standing: Standing) -> Lesson {
        var updater = updater(metadata)
        // The refresh that follows says better what is wrong.
        guard let trusted = try? updater.loadTrusted(),
            let lesson = try? learn(Answer(trusted: trusted, updater: updater), inventory, standing)
        else { return Lesson(standing: standing, offers: nil, dropped: []) }
        return lesson
    }

    /// Asks one mirror after the other what is published.
    ///
    /// - Parameters:
    ///   - mirrors: in the order of preference.
    ///   - store: keeps the metadata that came.
    /// - Returns: the first answer that is trusted.
    /// - Throws: ``AgentError`` with the most specific trouble of the mirrors.
    func ask(_ mirrors: Mirrors, storing store: OverlayStore) throws(AgentError) -> Answer {
        var updater = updater(store)
        do throws(UpdateError) {
            let trusted = try mirrors.attempt { (mirror, isFirst) throws(UpdateError) in
                updater.fetcher = mirror.fetcher
                updater.usesValidators = isFirst && !repository.isCopy
                return try updater.refresh()
            }.value
            return Answer(trusted: trusted, updater: updater)
        } catch {
            throw .update(error)
        }
    }

    /// Learns who may vouch for seasons, what they vouch for, and what they recall.
    ///
    /// - Parameters:
    ///   - answer: what is trusted.
    ///   - inventory: what is there.
    ///   - standing: what holds now.
    /// - Returns: what was learned.
    /// - Throws: ``AgentError`` for a root that this machine knows to be outdated, as lost metadata and an old
    ///   copy together lead to.
    func learn(
        _ answer: Answer, _ inventory: Inventory, _ standing: Standing
    ) throws(AgentError) -> Lesson {
        guard let word = word(answer) else {
            return Lesson(standing: standing, offers: nil, dropped: [])
        }
        guard
            let (memory, dropped) = standing.memory.learning(
                word, inventory, served: standing.served)
        else {
            throw .update(
                .repository(
                    .rollback(
                        role: TopLevelRole.root.rawValue,
                        trusted: standing.memory.vouched.root?.version ?? word.root.version,
                        found: word.root.version)))
        }
        var next = standing
        next.memory = memory
        if let offers = word.offers {
            next.forgotten = memory.vouched.forgotten(offers, inventory)
        }
        return Lesson(standing: next, offers: word.offers, dropped: dropped)
    }

    /// What metadata says of seasons; nil if no root is trusted.
    private func word(_ answer: Answer) -> TrustedWord? {
        let (trusted, updater) = (answer.trusted, answer.updater)
        guard let root = trusted.status(of: .root) else { return nil }
        let targets = trusted.status(of: .targets)
        return TrustedWord(
            root: VouchedContents.Root(
                chain: ContentHasher.hex(of: repository.packagedRoot), version: root.version,
                keys: trusted.targetsKeyIDs, replaced: trusted.replacedTargetsKeyIDs),
            offers: targets.map { _ in
                Offers(
                    updater.targets, formatMax: levelMax(updater.targets), limits: limits.bundle)
            },
            targetsVersion: targets?.version ?? 0)
    }

    private func updater(_ store: any MetadataStore) -> Updater {
        Updater(
            packagedRoot: repository.packagedRoot, store: store,
            fetcher: repository.mirrors[0].fetcher, limits: limits.metadata, now: now,
            usesValidators: !repository.isCopy)
    }
}
