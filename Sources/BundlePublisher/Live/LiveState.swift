import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// One state of a repository, verified from our first root by the client's own code.
package struct LiveState {
    let place: String
    package let report: RefreshReport
    package let targets: [TargetFile]
    /// The metadata that an up-to-date client has stored.
    let stored: [String: [UInt8]]
    package let bundles: [BundleYear: PublishedBundle]
    package let recalls: RecallList
    package private(set) var record = SignedRecord()
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
    /// Expiry is judged at the time when the timestamp was signed, because a publisher must be able to renew metadata that
    /// has expired; for a place that is only read it is judged by the clock, as agents do.
    package static func fetched(
        from fetcher: any Fetcher, at place: String, firstRoot: [UInt8], now: UTCTime,
        isOnlyRead: Bool = false
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
            now: isOnlyRead ? now : min(now, UTCTime(unixSeconds: signed.version)))
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
    func requireOurs() throws(PublishError) {
        _ = try converting(try PublishedBundle.read(targets)) { (error: BundleFormatError) in
            .refused("\(place): \(error)", PublishError.signedByOthers)
        }
    }

    /// Reads the record; `seen` are its bytes if this home has seen it.
    mutating func readRecord(seen: [UInt8]?) throws(PublishError) {
        guard let target = targets.record else {
            // A state that has none has decided nothing, and was given what it shows.
            record.given = bundles.mapValues {
                KnownContent(StoredZip($0), since: $0.since, commit: $0.custom.commit)
            }
            return
        }
        let kept = seen.flatMap { $0.isWhole(target) ? $0 : nil }
        let bytes = if let kept { kept } else { try download(target) }
        guard let read = SignedRecord(bytes) else {
            throw .refused(
                "\(place): \(target.publishedPath): expected a record, found something else",
                PublishError.signedByOthers)
        }
        (record, recordBytes) = (read, bytes)
    }

    // MARK: - What it has

    /// The version of its targets.
    package var version: Int64 { version(of: .targets) }

    package var name: StateName {
        StateName(
            version: version,
            digest: stored["targets.json"].map { ContentHasher.hex(of: $0) } ?? "",
            after: record.after, timestamp: version(of: .timestamp))
    }

    /// The newest version that machines may have heard of.
    var newestVersion: Int64 {
        max(version(of: .timestamp), version(of: .snapshot), version(of: .targets))
    }

    private func version(of role: TopLevelRole) -> Int64 { report.status(of: role)?.version ?? 0 }

    /// The contents of a season that it knows: shown now, given, shown before; each once.
    func contents(_ year: BundleYear) -> [KnownContent] {
        let known = record.contents(year)
        guard let shown = bundles[year],
            !known.contains(where: { $0.version == shown.custom.version })
        else { return known }
        return [KnownContent(StoredZip(shown), since: shown.since, commit: shown.custom.commit)]
            + known
    }

    /// The record for `decisions.txt`, with what is shown among what was shown before.
    package var listed: SignedRecord {
        var record = record
        for (year, bundle) in bundles where record.given[year]?.version != bundle.custom.version {
            let shown = contents(year).filter { $0.version == bundle.custom.version }
            record.offered[year] = Array(
                (shown + (record.offered[year] ?? [])).withoutRepeats
                    .prefix(SignedRecord.offeredMax))
        }
        return record
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
        case .repository(.expired): .refused("\(place): \(error)", PublishError.expired)
        case .transfer(.absent), .repository, .store:
            .refused("\(place): \(error)", PublishError.damaged)
        case .transfer(let error): PublishError(error, at: place)
        }
    }
}
