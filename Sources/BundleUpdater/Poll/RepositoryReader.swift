import BundleArchive
import BundleFormat
import TUF
import UpdatePolicy

/// Reads what the repository says, from the disk or from its mirrors.
struct RepositoryReader {
    let repository: Poller.Repository
    let metadata: MetadataFolder
    let limits: AgentLimits
    /// The highest level that bundles may need, computed from the listed targets.
    let levelMax: ([TargetFile]) -> Int
    let now: UTCTime

    /// What an answer has taught: the offers, and the standing after it.
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
        /// The client with the new metadata; it knows the targets.
        let updater: Updater
    }

    /// Reads the metadata on the disk.
    ///
    /// - Parameters:
    ///   - inventory: what is on the disk.
    ///   - standing: what holds now.
    /// - Returns: what the repository said when it last answered; nothing if that is not certain.
    func recall(_ inventory: Inventory, _ standing: Standing) -> Lesson {
        var updater = updater(metadata)
        // The refresh that follows reports better what is wrong.
        guard let trusted = try? updater.loadTrusted(),
            let lesson = try? learn(Answer(trusted: trusted, updater: updater), inventory, standing)
        else { return Lesson(standing: standing, offers: nil, dropped: []) }
        return lesson
    }

    /// Asks one mirror after the other what is published.
    ///
    /// - Parameters:
    ///   - mirrors: the mirrors in the order of preference.
    ///   - store: keeps the new metadata.
    /// - Returns: the first answer that is trusted.
    /// - Throws: ``AgentError`` with the most specific trouble of the mirrors.
    func ask(_ mirrors: Mirrors, storing store: OverlayStore) throws(AgentError) -> Answer {
        var updater = updater(store)
        do throws(UpdateError) {
            let trusted = try mirrors.attempt { (mirror) throws(UpdateError) in
                updater.fetcher = mirror.fetcher
                return try updater.refresh()
            }.value
            return Answer(trusted: trusted, updater: updater)
        } catch {
            throw .update(error)
        }
    }

    /// Whether the packaged root counts before its repository has answered: it has a root key of the root that this machine
    /// follows, or nothing is followed.
    ///
    /// A newer package brings such a root. Somebody else's root, which a person may have named by mistake, counts once its
    /// repository is verified; until then this machine forgets nothing.
    var continuesTrust: Bool {
        func keys(_ root: [UInt8]) -> Set<String>? {
            let keys = try? RootDraft(following: root, expires: now).predecessor?.keys
            return keys.map { Set($0.map(\.keyID)) }
        }
        let stored = try? metadata.load(
            "\(TopLevelRole.root.rawValue).json", lengthBytesMax: limits.metadata.rootBytesMax)
        guard let stored, let followed = keys(stored) else { return true }
        return keys(repository.packagedRoot)?.isDisjoint(with: followed) == false
    }

    /// Finds out which keys may vouch for seasons, what they vouch for, and what they recall.
    ///
    /// - Parameters:
    ///   - answer: what is trusted.
    ///   - inventory: what is on the disk.
    ///   - standing: what holds now.
    /// - Returns: the lesson.
    /// - Throws: ``AgentError`` for a root that this machine knows to be outdated. That happens if metadata
    ///   was lost and an old copy is read.
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
                keys: trusted.targetsKeyIDs,
                replaced: trusted.replacedTargetsKeyIDs.union(keysBeforeThePackagedRoot)),
            offers: targets.map { _ in
                Offers(
                    updater.targets, formatMax: levelMax(updater.targets), limits: limits.bundle)
            },
            targetsVersion: targets?.version ?? 0)
    }

    /// A name for the keys of roots before the packaged one, if there were any: this machine does not know them.
    private var keysBeforeThePackagedRoot: Set<String> {
        let root = try? SignedMetadata(repository.packagedRoot, role: .root)
        return (root?.version ?? 1) > 1 ? [VouchedContents.Root.unknownKeys] : []
    }

    private func updater(_ store: any MetadataStore) -> Updater {
        Updater(
            packagedRoot: repository.packagedRoot, store: store,
            fetcher: repository.mirrors[0].fetcher, limits: limits.metadata, now: now,
            asksAhead: true)
    }
}
