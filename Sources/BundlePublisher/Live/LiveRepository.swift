import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// What a repository serves, verified from our first root by the client's own code.
package struct LiveRepository {
    package let place: String
    package let report: RefreshReport
    package let targets: [TargetFile]
    /// The metadata that an up-to-date client has stored.
    let stored: [String: [UInt8]]
    private let client: Updater

    /// Reads and verifies a repository.
    ///
    /// Expiry is judged at the time when the timestamp was signed. Otherwise a publisher could not renew
    /// metadata that has expired. Nil if there is no timestamp.
    package static func read(
        _ fetcher: any Fetcher, at place: String, firstRoot: [UInt8], now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        guard
            let timestamp = try fetcher.wholeFile(
                "timestamp.json", lengthBytesMax: TUFLimits.standard.timestampBytesMax, at: place)
        else { return nil }
        let store = MemoryStore()
        let signed = try converting(try SignedMetadata(timestamp, role: .timestamp)) {
            (error: RepositoryError) in Self.publishError(.repository(error), at: place)
        }
        var client = Updater(
            packagedRoot: firstRoot, store: store, fetcher: fetcher,
            now: min(now, UTCTime(unixSeconds: signed.version)))
        let report = try converting(try client.refresh()) { (error: UpdateError) in
            Self.publishError(error, at: place)
        }
        return LiveRepository(
            place: place, report: report, targets: client.targets, stored: store.files,
            client: client)
    }

    /// Reads what a client has stored, without asking for metadata; nil if the newest root's keys have not signed it.
    static func remembered(
        _ files: [String: [UInt8]], _ fetcher: any Fetcher, at place: String, roots: RootChain,
        now: UTCTime
    ) -> LiveRepository? {
        var files = files
        for (at, root) in roots.files.enumerated() { files["root.\(at + 1)"] = root.bytes }
        files["root.json"] = roots.newest
        let store = MemoryStore(files: files)
        var client = Updater(packagedRoot: roots.first, store: store, fetcher: fetcher, now: now)
        guard let report = try? client.loadTrusted(), report.status(of: .targets) != nil,
            report.status(of: .timestamp) != nil
        else { return nil }
        return LiveRepository(
            place: place, report: report, targets: client.targets, stored: store.files,
            client: client)
    }

    /// Fetches a file that the repository lists; throws if it is gone, or is another one.
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
    package func contents(of bundle: PublishedBundle) throws(PublishError) -> BundleContents {
        let zip = try download(bundle.target)
        return try converting(
            try Unpacker.contents(
                of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        ) { (error: BundleFormatError) in
            .refused("\(place): \(bundle.zipPath): \(error)", PublishError.signedByOthers)
        }
    }

    /// The bundle of each season; throws if an entry is signed that we do not write.
    package func bundles() throws(PublishError) -> [BundleYear: PublishedBundle] {
        try converting(try PublishedBundle.read(targets)) { (error: BundleFormatError) in
            .refused("\(place): \(error)", PublishError.signedByOthers)
        }
    }

    package var recalls: RecallList { RecallList.read(targets) }

    package func role(_ role: TopLevelRole) -> SignedRole? {
        report.status(of: role).map { .init(version: $0.version, expires: $0.expires) }
    }

    /// The version of the snapshot, then that of the timestamp: a later state has a greater pair.
    var age: (Int64, Int64) {
        (role(.snapshot)?.version ?? 0, role(.timestamp)?.version ?? 0)
    }

    private static func publishError(_ error: UpdateError, at place: String) -> PublishError {
        switch error {
        case .transfer(.absent(path: "timestamp.json")): .noTimestamp(place)
        case .transfer(.absent), .repository, .store:
            .refused("\(place): \(error)", PublishError.damaged)
        case .transfer(let error): PublishError(error, at: place)
        }
    }
}

extension PublishError {
    /// The repository has a root, and no timestamp: every publish writes both.
    static func noTimestamp(_ place: String) -> PublishError {
        .refused(
            "\(place): expected metadata/timestamp.json next to what was published there, found none",
            "a publish was cut off before its end, or \(damaged)")
    }
}

extension RecallList {
    /// The list among a repository's targets; none if there is no list, or it cannot be read.
    package static func read(_ targets: [TargetFile]) -> RecallList {
        (try? RecallList(targets.record?.custom)) ?? RecallList()
    }
}

extension [TargetFile] {
    /// The target that carries the recall list, and leads publishers to the record.
    var record: TargetFile? { first { $0.path == RecallList.targetPath } }
}
