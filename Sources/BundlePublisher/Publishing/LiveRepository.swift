import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// What a repository serves, verified from our first root by the client's own code.
package struct LiveRepository {
    /// Its name, for messages.
    package let place: String
    /// The roles as they are signed.
    package let report: RefreshReport
    /// The files it vouches for.
    package let targets: [TargetFile]
    /// The metadata that an up-to-date client has stored.
    let stored: [String: [UInt8]]
    /// The client that verified it.
    private let client: Updater

    /// Reads and verifies a repository.
    ///
    /// Expiry is judged at the time when the timestamp was signed. Otherwise a publisher could not renew
    /// metadata that has expired.
    ///
    /// - Parameters:
    ///   - fetcher: the repository.
    ///   - place: its name, for messages.
    ///   - firstRoot: where trust starts.
    ///   - now: the clock.
    /// - Returns: what is published, or nil if nothing is yet.
    /// - Throws: ``PublishError``: `refused` if it is not what our root's keys have signed.
    package static func read(
        _ fetcher: any Fetcher, at place: String, firstRoot: [UInt8], now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        do throws(UpdateError) {
            let live = try readWithUpdateErrors(fetcher, at: place, firstRoot: firstRoot, now: now)
            if let live { return live }
        } catch {
            throw publishError(error, at: place)
        }
        guard try !hasFirstRoot(fetcher, at: place) else {
            throw .refused(.live(place: place, .transfer(.absent(path: "timestamp.json"))))
        }
        return nil
    }

    /// Reads what a command needs that only looks at a place which was published.
    ///
    /// - Parameters:
    ///   - destination: the place.
    ///   - roots: the chain we vouch for.
    ///   - now: the clock.
    /// - Returns: what is published, and how many of our roots vouch for it; nil if nothing is.
    /// - Throws: ``PublishError/refused(_:)`` if it is not what our root's keys have signed, or if its timestamp is gone or
    ///   older than the newest state that was live.
    package static func readPublished(
        _ destination: any PublishDestination, roots: RootChain, now: UTCTime
    ) throws(PublishError) -> (live: LiveRepository, rootsCount: Int)? {
        let (live, count) = try read(destination, roots: roots, now: now)
        let newer = NewerStates(destination: destination, roots: roots, killed: [], now: now)
        let version = live?.role(.snapshot)?.version ?? 0
        let isReplaced = try roots.replacesOnlineKey(since: count)
        if live != nil || isReplaced {
            guard try newer.newestLive(after: isReplaced ? 0 : version) == nil else {
                throw .refused(.olderTimestamp(place: destination.name))
            }
        }
        if let live { return (live, count) }
        try refuseDamaged(destination, roots: roots, now: now)
        return nil
    }

    /// Throws what every reader of a place meets, if what lies there is damaged.
    ///
    /// Between two keys a publisher ignores what the old key has signed, so a damaged file looks like none.
    ///
    /// - Parameters:
    ///   - destination: a place in which nothing counts.
    ///   - roots: the chain we vouch for.
    ///   - now: the clock.
    /// - Throws: ``PublishError``; nothing is thrown where nothing was published.
    static func refuseDamaged(
        _ destination: any PublishDestination, roots: RootChain, now: UTCTime
    ) throws(PublishError) {
        guard try destination.exists() else { return }
        _ = try read(
            destination.fetcher, at: destination.name, firstRoot: roots.first, now: now)
    }

    /// Whether a place has a first root.
    ///
    /// Every publish writes a timestamp beside it. If there is none, somebody has removed it, or a first publish
    /// was cut off.
    ///
    /// - Parameters:
    ///   - fetcher: the repository.
    ///   - place: its name, for messages.
    /// - Returns: true if it has one.
    /// - Throws: ``PublishError`` if the place cannot be read.
    static func hasFirstRoot(
        _ fetcher: any Fetcher, at place: String
    ) throws(PublishError) -> Bool {
        try fetcher.wholeFile(
            "1.root.json", lengthBytesMax: TUFLimits.standard.rootBytesMax, at: place) != nil
    }

    /// Reads a repository of a home that a command does not write to.
    ///
    /// The home's whole chain counts, also the roots that the repository does not have yet: what a key has signed that
    /// was replaced since is refused.
    ///
    /// - Parameters:
    ///   - fetcher: the repository.
    ///   - place: its name, for messages.
    ///   - roots: the home's chain.
    ///   - now: the clock.
    /// - Returns: what is published, or nil if nothing is yet.
    /// - Throws: ``PublishError/refused(_:)`` if it is not what the newest root's keys have signed;
    ///   ``PublishError/place(_:_:)`` with `onlineKeyReplaced` if an older root's key has signed it.
    package static func read(
        _ fetcher: any Fetcher, at place: String, roots: RootChain, now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        let rootsThere = try PublishedRoots.read(fetcher, at: place, ours: roots)
        do throws(PublishError) {
            return try read(
                MemoryFetcher(metadata: roots.files, over: rootsThere.hiding(from: fetcher)),
                at: place, firstRoot: roots.first, now: now)
        } catch {
            guard
                case .refused(.live(_, .repository(.signatures(role: "timestamp", _, _)))) = error,
                try roots.replacesOnlineKey(since: rootsThere.trusted)
            else { throw error }
            // Nobody has changed it: it was not published since the key was replaced.
            throw .place(place, .onlineKeyReplaced)
        }
    }

    /// Reads what a publisher writes to.
    ///
    /// A publisher may have been killed between a root that replaces the online key and the timestamp. Then
    /// the metadata verifies only under an older root. It is read under the newest root that it verifies
    /// under.
    ///
    /// - Parameters:
    ///   - destination: the place.
    ///   - roots: the chain we vouch for; it may be newer than the one there.
    ///   - now: the clock.
    /// - Returns: what is published, nil if nothing is yet; and how many of our roots vouch for it.
    /// - Throws: ``PublishError/refused(_:)`` if it is not what our root's keys have signed.
    package static func read(
        _ destination: any PublishDestination, roots: RootChain, now: UTCTime
    ) throws(PublishError) -> (live: LiveRepository?, rootsCount: Int) {
        try read(destination, roots: roots, PublishedRoots.read(destination, ours: roots), now: now)
    }

    /// The same for a caller that knows which roots are there.
    static func read(
        _ destination: any PublishDestination, roots: RootChain, _ rootsThere: PublishedRoots,
        now: UTCTime
    ) throws(PublishError) -> (live: LiveRepository?, rootsCount: Int) {
        guard try destination.exists() else { return (nil, 0) }
        var trouble: UpdateError?
        for count in (1...max(1, rootsThere.trusted)).reversed() {
            do throws(UpdateError) {
                let live = try readWithUpdateErrors(
                    rootsThere.hiding(from: destination.fetcher, allButFirst: count),
                    at: destination.name, firstRoot: roots.first, now: now)
                return (live, min(count, rootsThere.trusted))
            } catch {
                trouble = trouble ?? error
                guard case .repository(.signatures(role: "timestamp", _, _)) = error else {
                    // Somebody has put back what a key has signed that was replaced since.
                    if try roots.replacesOnlineKey(since: count) {
                        return (nil, rootsThere.trusted)
                    }
                    break
                }
            }
        }
        // After the online key is replaced, what a thief of the old key has left there counts for nothing.
        guard let trouble, try !roots.replacesOnlineKey(since: rootsThere.trusted) else {
            return (nil, rootsThere.trusted)
        }
        throw publishError(trouble, at: destination.name)
    }

    private static func readWithUpdateErrors(
        _ fetcher: any Fetcher, at place: String, firstRoot: [UInt8], now: UTCTime
    ) throws(UpdateError) -> LiveRepository? {
        var timestamp: [UInt8] = []
        let request = FetchRequest(
            base: .metadata, path: "timestamp.json",
            lengthBytesMax: TUFLimits.standard.timestampBytesMax)
        let signedAt: UTCTime
        do {
            let outcome = try fetcher.fetch(request) { (piece) throws(FetchError) in
                timestamp.append(contentsOf: piece)
            }
            guard case .found = outcome else { return nil }
            signedAt = UTCTime(
                unixSeconds: try SignedMetadata(timestamp, role: .timestamp).version)
        } catch let error as FetchError {
            throw .transfer(error)
        } catch {
            throw .repository(
                error as? RepositoryError ?? .malformed(file: "timestamp", problem: "\(error)"))
        }
        let store = MemoryStore()
        var client = Updater(
            packagedRoot: firstRoot, store: store, fetcher: fetcher, now: min(now, signedAt))
        let report = try client.refresh()
        return LiveRepository(
            place: place, report: report, targets: client.targets, stored: store.files,
            client: client)
    }

    /// Fetches a file that the repository lists or listed, and compares it with its hashes.
    ///
    /// - Parameter target: the file.
    /// - Returns: its bytes.
    /// - Throws: ``PublishError`` if the file is gone, or is another one.
    package func download(_ target: TargetFile) throws(PublishError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(UpdateError) {
            try client.download(target) { (piece) throws(FetchError) in
                bytes.append(contentsOf: piece)
            }
        } catch {
            throw Self.publishError(error, at: place)
        }
        return bytes
    }

    /// The files of a published bundle, verified down to the last byte.
    ///
    /// - Parameter bundle: its entry.
    /// - Returns: its files.
    /// - Throws: ``PublishError``.
    package func contents(of bundle: PublishedBundle) throws(PublishError) -> BundleContents {
        let zip = try download(bundle.target)
        do throws(ArchiveError) {
            return try Unpacker.contents(
                of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        } catch {
            throw .refused(.zip(place: place, path: bundle.zipPath, error))
        }
    }

    /// The newest form of each season that is published.
    ///
    /// - Throws: ``PublishError/refused(_:)`` if a signed entry is not one of ours.
    package func bundles() throws(PublishError) -> [BundleYear: PublishedBundle] {
        try forms().newest
    }

    /// Everything that is published, sorted by season and form.
    ///
    /// - Throws: ``PublishError/refused(_:)`` if a signed entry is not one of ours.
    func forms() throws(PublishError) -> SeasonForms {
        do throws(BundleFormatError) {
            return try SeasonForms(targets)
        } catch {
            throw .refused(.entry(place: place, error))
        }
    }

    private static func publishError(_ error: UpdateError, at place: String) -> PublishError {
        switch error {
        case .transfer(let error) where !error.isAbsence: .place(place, .transfer(error))
        case .transfer, .repository, .store: .refused(.live(place: place, error))
        }
    }
}

extension FetchError {
    /// True if a file that the metadata lists is gone.
    fileprivate var isAbsence: Bool {
        if case .absent = self { return true }
        return false
    }
}
