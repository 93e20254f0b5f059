import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// One state of a repository, verified from our first root by the client's own code.
package struct LiveState {
    let place: String
    package let report: RefreshReport
    let targets: [TargetFile]
    /// The metadata that an up-to-date client has stored.
    let stored: [String: [UInt8]]
    package let bundles: [BundleYear: PublishedBundle]
    package let recalls: RecallList
    /// What was decided and given; nil before it is read, and if it is gone from the repository.
    package private(set) var record: SignedRecord?
    private(set) var recordBytes: [UInt8]?
    /// False if the repository has an older state, none that counts, or not all of its files: then it is written again.
    package internal(set) var isInRepository = true
    private let client: Updater

    private init(
        _ client: Updater, _ report: RefreshReport, _ store: MemoryStore, at place: String
    ) {
        (self.client, self.report, self.place) = (client, report, place)
        (targets, stored) = (client.targets, store.files)
        (bundles, recalls) = (targets.bundles, targets.recalls)
    }

    /// Reads and verifies what a repository serves; nil if it has no timestamp.
    ///
    /// Expiry is judged at the time when the timestamp was signed. Otherwise a publisher could not renew
    /// metadata that has expired.
    package static func fetched(
        from fetcher: any Fetcher, at place: String, firstRoot: [UInt8], now: UTCTime
    ) throws(PublishError) -> LiveState? {
        guard
            let timestamp = try fetcher.wholeFile(
                "timestamp.json", lengthBytesMax: TUFLimits.standard.timestampBytesMax, at: place)
        else { return nil }
        let signed = try converting(try SignedMetadata(timestamp, role: .timestamp)) {
            (error: RepositoryError) in publishError(.repository(error), at: place)
        }
        let store = MemoryStore()
        var client = Updater(
            packagedRoot: firstRoot, store: store, fetcher: fetcher,
            now: min(now, UTCTime(unixSeconds: signed.version)))
        let report = try converting(try client.refresh()) { (error: UpdateError) in
            publishError(error, at: place)
        }
        return LiveState(client, report, store, at: place)
    }

    /// Reads what a client has stored, without asking for metadata; nil if the newest root's keys have not signed it.
    static func remembered(
        _ files: [String: [UInt8]], _ fetcher: any Fetcher, at place: String, roots: RootChain,
        now: UTCTime
    ) -> LiveState? {
        var files = files
        for (at, root) in roots.files.enumerated() { files["root.\(at + 1)"] = root.bytes }
        files["root.json"] = roots.newest
        let store = MemoryStore(files: files)
        var client = Updater(packagedRoot: roots.first, store: store, fetcher: fetcher, now: now)
        guard let report = try? client.loadTrusted(), report.status(of: .targets) != nil,
            report.status(of: .timestamp) != nil
        else { return nil }
        return LiveState(client, report, store, at: place)
    }

    /// Throws if a signed entry is not one that a publish writes.
    package func requireOurs() throws(PublishError) {
        _ = try converting(try PublishedBundle.read(targets)) { (error: BundleFormatError) in
            .refused("\(place): \(error)", PublishError.signedByOthers)
        }
    }

    /// Reads the record; a home that has seen it need not fetch it.
    mutating func readRecord(seen: [String: [UInt8]]) throws(PublishError) {
        guard let target = targets.record else {
            // A state that has none has decided nothing, and was given what it shows.
            var record = SignedRecord()
            record.given = bundles.mapValues { StoredZip($0) }
            self.record = record
            return
        }
        recordBytes = seen["record.json"].flatMap { $0.isWhole(target) ? $0 : nil }
        if recordBytes == nil {
            do throws(PublishError) {
                recordBytes = try download(target)
            } catch {
                guard error.kind == .refused else { throw error }
            }
        }
        record = recordBytes.flatMap { SignedRecord($0) }
    }

    // MARK: - What it has

    /// The version of its targets: what messages print, and `--over` takes.
    package var version: Int64 { version(of: .targets) }

    /// The version of the snapshot, then that of the timestamp: a later state has a greater pair.
    var age: (Int64, Int64) { (version(of: .snapshot), version(of: .timestamp)) }

    /// The newest version that machines may have heard of.
    var newestVersion: Int64 {
        max(version(of: .timestamp), version(of: .snapshot), version(of: .targets))
    }

    private func version(of role: TopLevelRole) -> Int64 { report.status(of: role)?.version ?? 0 }

    /// The contents that it was given; of a state without a record, those that it shows.
    var given: [BundleYear: StoredZip] {
        record?.given ?? bundles.mapValues { StoredZip($0) }
    }

    /// The contents of a season that it knows: offered now, given, offered before; one may be there twice.
    func contents(_ year: BundleYear) -> [OfferedContent] {
        let given = record?.given[year].map {
            OfferedContent(
                zip: $0, published: UTCTime(unixSeconds: version).description,
                commit: record?.commit?.id)
        }
        return [bundles[year].map { OfferedContent($0) }, given].compactMap { $0 }
            + (record?.offered[year] ?? [])
    }

    /// The files to remember of it, by their names in the home's memory.
    var files: [String: [UInt8]] {
        var files = stored
        files["record.json"] = recordBytes
        return files
    }

    /// Fetches a file that the repository lists; throws if it is gone, or is another one.
    package func download(_ target: TargetFile) throws(PublishError) -> [UInt8] {
        var bytes: [UInt8] = []
        let sink = { (piece: UnsafeRawBufferPointer) in bytes.append(contentsOf: piece) }
        try converting(try client.download(target, sink: sink)) { (error: UpdateError) in
            Self.publishError(error, at: place)
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
