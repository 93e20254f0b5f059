import BundleFormat
import TUF

/// What a publish finds: the home's files, and what is live.
///
/// Reading it changes nothing.
struct PublishSurvey {
    let configuration: HomeConfiguration
    let roots: RootChain
    let rootExpires: UTCTime
    /// What the home remembers of all its repositories.
    let record: DecisionRecord
    /// The name by which the home remembers this one.
    let identity: String
    /// Nil if nothing is published, or nothing that may be read.
    let live: LiveRepository?
    /// How many of our roots vouch for what is live.
    let rootsCount: Int
    /// True if what is newest does not verify, so that the newest state that does counts as live.
    let isMended: Bool
    /// The state under which the place is signed; nil if nothing there can be read.
    let liveState: SignedState?
    /// The files in the place of roots that no root of ours vouches for: names under `metadata/`.
    let falseRoots: [String]
    /// Our roots that are newer than those.
    let newRoots: [SignedMetadata]
    /// What the new roots do to the online key.
    let effect: NewRoots
    /// What is live and may be taken over.
    let published: [BundleYear: PublishedBundle]
    /// True if the timestamp there names an older state than the newest that was live, which counts as live.
    ///
    /// Somebody who can write to the place, but has no key, can put an older timestamp back.
    let isRewound: Bool
    /// True if what a command of this home was about to sign was live, though something newer is live now.
    let pendingWasLive: Bool
    /// Seasons that the last command of this home has rolled back, if it was cut off when that was live already.
    let rolledBackUnheard: Set<BundleYear>

    /// Reads the home and the destination.
    ///
    /// - Parameter publisher: where, and with which key.
    /// - Throws: ``PublishError`` if a part cannot be read or trusted, or the key is not the newest root's.
    init(of publisher: Publisher) throws(PublishError) {
        let home = publisher.home
        configuration = try HomeConfiguration.read(home.configurationPath)
        roots = if let chain = publisher.roots { chain } else { try home.roots() }
        rootExpires = try roots.newestMetadata().expires
        if let key = publisher.key { try roots.requireOnlineKey(key, now: publisher.now) }
        var record = try DecisionFile(home: home).read()
        identity = publisher.destination.identity
        let pending = record.pending[identity]?.state
        let killed = (record.killed[identity] ?? []) + [pending?.version].compactMap { $0 }
        let rootsThere = try PublishedRoots.read(publisher.destination, ours: roots)
        falseRoots = rootsThere.falseNames
        let found = try FoundState(
            of: publisher, roots: roots, rootsThere,
            NewerStates(
                destination: publisher.destination, roots: roots, killed: Set(killed),
                now: publisher.now))
        (live, rootsCount) = (found.live, found.rootsCount)
        (isMended, isRewound) = (found.isMended, found.isRewound)
        liveState =
            if let version = live?.role(.targets)?.version {
                SignedState(roots: rootsCount, version: version)
            } else {
                nil
            }
        if let pending {
            pendingWasLive = try KeptTimestamp(destination: publisher.destination).isKept(
                pending, roots: roots, now: publisher.now)
        } else {
            pendingWasLive = false
        }
        rolledBackUnheard = record.rolledBackUnheard(at: identity, live: liveState)
        record.settle(identity, live: liveState, pendingWasLive: pendingWasLive)
        self.record = record
        newRoots = try roots.signed(after: found.rootsThere, in: home.metadataPath)
        if newRoots.isEmpty {
            effect = .none
        } else {
            effect =
                try roots.replacesOnlineKey(since: rootsCount)
                ? .replacingOnlineKey : .keepingOnlineKey
        }
        // What a thief may have signed must not keep us from replacing it.
        published =
            effect == .replacingOnlineKey
            ? PublishedBundle.all(in: live?.targets ?? []) : try live?.bundles() ?? [:]
    }

    /// The entries that are live, as they are signed.
    var entries: [BundleYear: TargetCustom] { published.mapValues(\.custom) }

    /// What the home remembers of this repository under this name.
    var words: [BundleYear: SeasonWord] { record.places[identity] ?? [:] }

    /// True if nothing that is live counts: the online key was replaced, or nothing is live.
    var isRecovery: Bool { effect == .replacingOnlineKey || live == nil }

    /// True if the online key with which this home has signed here last is the present one.
    ///
    /// - Returns: true if it is; false if this home has not signed here.
    /// - Throws: ``PublishError`` if the chain of roots does not verify.
    func isSignedByThisKey() throws(PublishError) -> Bool {
        guard effect != .replacingOnlineKey, let state = record.signed[identity] else {
            return false
        }
        return try !roots.replacesOnlineKey(since: state.roots)
    }

    /// The newest version of the targets that machines may have heard of; nil if nothing that is live can be read.
    ///
    /// - Throws: ``PublishError`` if the chain of roots does not verify.
    func newestVersion() throws(PublishError) -> Int64? {
        guard let live = liveState?.version else { return nil }
        let signed = try isSignedByThisKey() ? record.signed[identity]?.version : nil
        return max(live, signed ?? 0)
    }

    /// True if this home has signed here after the key that signed the live metadata was replaced.
    ///
    /// - Returns: true if it has.
    /// - Throws: ``PublishError`` if the chain of roots does not verify.
    func isPublishedPast() throws(PublishError) -> Bool {
        guard let state = record.signed[identity],
            let then = RootChain(Array(roots.files.prefix(state.roots)))
        else { return false }
        return try then.replacesOnlineKey(since: rootsCount)
    }
}

extension RootChain {
    /// Throws if the online key is not one that the newest root names.
    fileprivate func requireOnlineKey(_ key: SigningKey, now: UTCTime) throws(PublishError) {
        guard try !next(expires: now).timestamp.keys.contains(key.publicKey) else { return }
        throw .key(.onlineKeyNotNamed(keyID: key.publicKey.keyID, root: files.count))
    }

    /// The roots after the first `count`, each with a signature that a client accepts.
    fileprivate func signed(
        after count: Int, in folder: String
    ) throws(PublishError) -> [SignedMetadata] {
        var signed: [SignedMetadata] = []
        for root in files.dropFirst(count) {
            do throws(RepositoryError) {
                signed.append(try SignedMetadata(root.bytes, role: .root))
            } catch {
                throw .refused(.root(path: "\(folder)/\(root.name)", error))
            }
        }
        return signed
    }
}

/// Throws if nothing was ever published: a command for a repository does not create one.
///
/// - Parameter destination: the place.
/// - Throws: ``PublishError``.
package func requirePublished(_ destination: any PublishDestination) throws(PublishError) {
    guard try destination.exists() else { throw .place(destination.name, .nothing) }
}
