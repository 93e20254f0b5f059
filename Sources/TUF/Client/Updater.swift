/// A TUF client (specification 1.0, section 5).
///
/// It moves bytes between a repository, a store and the set of trusted metadata. Only the set decides what is trusted;
/// each step of the specification's workflow is a type of its own. The store belongs to this client, and one process
/// uses it at a time.
///
/// Each step leaves the store whole:
/// 1. For each new root: `root.<n>`, then the removal of what the revoked keys vouched for, then `root.json`.
/// 2. The timestamp, then the snapshot, then the targets, then delegated roles, each after all its checks.
///
/// If a refresh is stopped anywhere, the next one continues from there.
public struct Updater {
    private let packagedRoot: [UInt8]
    private let store: StoredFiles
    private let limits: TUFLimits
    private let now: UTCTime
    /// Fetches from the repository; between two calls the caller may put another mirror in its place.
    public var fetcher: any Fetcher
    /// True to ask for the next root and the timestamp at the same time, if the fetcher can; all checks keep their order.
    private let asksAhead: Bool
    /// Given by a caller that runs a refresh again after each answer of the network.
    package var progress: RootWalk.Progress?
    /// The search of targets; nil until a refresh, or the reading of the store, has succeeded.
    private var search: DelegationSearch?

    private var trusted: TrustedMetadataSet? { search?.set }
    private var source: MetadataSource { MetadataSource(fetcher: fetcher, limits: limits) }

    /// Makes a client.
    ///
    /// - Parameters:
    /// - packagedRoot: the root that came with the program, from outside the store; each start walks from it.
    /// - now: the moment that every expiry is compared with.
    /// - asksAhead: true to ask for the next root and the timestamp at the same time, if the fetcher can.
    public init(
        packagedRoot: [UInt8], store: any MetadataStore, fetcher: any Fetcher,
        limits: TUFLimits = .standard, now: UTCTime, asksAhead: Bool = false
    ) {
        self.packagedRoot = packagedRoot
        self.store = StoredFiles(store: store, lengthBytesMax: limits.listedBytesMax)
        self.limits = limits
        self.now = now
        self.fetcher = fetcher
        self.asksAhead = asksAhead
    }

    /// The files that the top-level targets role lists, sorted by path; none before ``refresh()`` or ``loadTrusted()``.
    public var targets: [TargetFile] { trusted?.targets?.targets ?? [] }

    /// Brings the trusted metadata up to date (5.1 to 5.6): root, timestamp, snapshot, targets.
    ///
    /// If nothing has changed, it sends two requests: for the next root, which is absent, and for the timestamp.
    ///
    /// - Throws: ``UpdateError``; what was verified before the error is stored nevertheless.
    public mutating func refresh() throws(UpdateError) -> RefreshReport {
        search = nil
        // Only the first root is asked for together with the timestamp.
        let requests = FirstRequests(source, asksAhead: asksAhead && progress?.rotations ?? 0 == 0)
        let roots = try walk.toNewest(from: requests)
        try verifying { () throws(RepositoryError) in try roots.set.requireValid(.root) }
        var roles = OnlineRoles(set: roots.set, store: store, source: source)
        try roles.refresh(from: requests)
        search = DelegationSearch(set: roles.set, store: store)
        let updated = Array(repeating: .root, count: roots.rotations) + roles.updated
        return RefreshReport(roles.set, updated: updated.map { $0.rawValue })
    }

    /// Reads what is trusted from the store, without network; for serving offline and for status.
    ///
    /// The report names roles that have expired; that is no error here. A stored file that does not verify
    /// counts as absent.
    ///
    /// - Throws: ``UpdateError`` if the packaged root is no root, or the store cannot be read.
    public mutating func loadTrusted() throws(UpdateError) -> RefreshReport {
        search = nil
        var set = try walk.throughStore()
        try store.recall(into: &set)
        search = DelegationSearch(set: set, store: store)
        return RefreshReport(set, updated: [])
    }

    /// Finds a file by its path, after ``refresh()``; nil if no role that is trusted for the path lists it.
    ///
    /// It looks in the top-level targets first, then in the roles that these delegate to (5.6.7), and fetches the
    /// metadata it needs for that.
    public mutating func target(named path: String) throws(UpdateError) -> TargetFile? {
        let source = source
        return try search?.target(named: path, from: source)
    }

    /// Fetches a file that the repository vouches for (5.7) and hands its bytes on as they come.
    ///
    /// It never passes on more bytes than the file has. Only the end shows whether they are the right ones:
    /// the caller must not use what the sink got unless this returns.
    ///
    /// An error that the sink throws ends the transfer and becomes ``UpdateError/transfer(_:)``.
    ///
    /// - Throws: ``UpdateError``, for example if the length or a hash differs from the listed one.
    public func download(
        _ target: TargetFile, sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(UpdateError) {
        let request = FetchRequest(
            base: .targets, path: try downloadPath(of: target), lengthBytesMax: target.lengthBytes)
        var hasher = FileHasher(for: target.hashes)
        let outcome: FetchOutcome
        do {
            outcome = try fetcher.fetch(request) { (piece) throws(FetchError) in
                // Whatever the fetcher does, no more than the listed length goes through.
                guard piece.count <= target.lengthBytes - hasher.lengthBytes else {
                    throw .tooLong(lengthBytesMax: target.lengthBytes)
                }
                hasher.update(piece)
                try sink(piece)
            }
        } catch {
            throw .transfer(error)
        }
        guard case .found = outcome else { throw .transfer(.absent(path: request.path)) }
        try verifying { () throws(RepositoryError) in try hasher.verify(target) }
    }

    /// Fetches a file that the repository vouches for (5.7) into a partial file that outlasts failures.
    ///
    /// It continues after the bytes that are there. If they are the whole file, it sends no request. It removes at once bytes
    /// that cannot become the right file any more. So a damaged part costs one more transfer and never a lasting failure.
    ///
    /// - Parameters:
    /// - partial: receives the bytes; it is whole and right when this returns.
    /// - progress: called from time to time with the number of the file's bytes that are there.
    /// - Throws: ``UpdateError``; then the bytes in `partial` can still become the file.
    public func download(
        _ target: TargetFile, to partial: any PartialFile, progress: (Int) -> Void = { _ in }
    ) throws(UpdateError) {
        try ResumableDownload(
            target: target, path: downloadPath(of: target), partial: partial, fetcher: fetcher
        ).run(progress)
    }

    /// Fetches several files that the repository vouches for at the same time, as far as the fetcher can.
    ///
    /// ``download(_:to:progress:)`` must follow for each file without an error, and for each that is nil here. `progress` gets
    /// the position of a file in the list.
    package func downloadTogether(
        _ files: [(target: TargetFile, partial: any PartialFile)],
        progress: @escaping (_ position: Int, _ bytes: Int) -> Void
    ) -> [Result<Void, UpdateError>?] {
        let downloads = files.map { file -> ResumableDownload? in
            // A path that must not be requested is refused when the file is downloaded alone.
            guard let path = try? downloadPath(of: file.target) else { return nil }
            return ResumableDownload(
                target: file.target, path: path, partial: file.partial, fetcher: fetcher)
        }
        return ResumableDownload.runTogether(downloads, from: fetcher, progress: progress)
    }

    /// The trusted metadata as the files of a repository's `metadata/`, as received: targets, snapshot, roots, timestamp.
    ///
    /// The roots are all that the store has without a gap, with the packaged one among them, so that a client that trusts any
    /// of them can walk to the newest. Nil if a role is not trusted, or the timestamp names another snapshot.
    package func trustedFiles() throws(UpdateError) -> [MetadataFile]? {
        guard let trusted else { return nil }
        return try TrustedFiles(set: trusted, packagedRoot: packagedRoot, store: store).all()
    }

    package func requestPath(of target: TargetFile) -> String? {
        trusted.flatMap {
            target.requestPath(consistentSnapshot: $0.root.consistentSnapshot)
        }
    }

    private var walk: RootWalk {
        RootWalk(
            packagedRoot: packagedRoot, store: store, limits: limits, now: now,
            progress: progress)
    }

    private func downloadPath(of target: TargetFile) throws(UpdateError) -> String {
        guard let trusted else { preconditionFailure("a download before a refresh") }
        let isConsistent = trusted.root.consistentSnapshot
        guard let path = target.requestPath(consistentSnapshot: isConsistent) else {
            throw .repository(
                .malformed(
                    file: target.path, problem: "expected a path below the base, found . or .."))
        }
        return path
    }
}

/// Why an update failed; the cases say what the caller does next.
public enum UpdateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No usable answer came; try later.
    case transfer(FetchError)
    /// The answer is not what a trusted repository says: keep what is trusted and tell a person.
    case repository(RepositoryError)
    /// The store cannot be read or written; look at the disk.
    case store(StoreError)

    /// The sentence of the error inside.
    public var description: String {
        switch self {
        case .transfer(let error): error.description
        case .repository(let error): error.description
        case .store(let error): error.description
        }
    }
}
