import BundleArchive
import BundleFormat
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
    /// - Returns: what is published, or nil if there is no timestamp.
    /// - Throws: ``PublishError``: `refused` if it is not what the keys of `firstRoot` and its successors have signed.
    package static func read(
        _ fetcher: any Fetcher, at place: String, firstRoot: [UInt8], now: UTCTime
    ) throws(PublishError) -> LiveRepository? {
        guard
            let timestamp = try fetcher.wholeFile(
                "timestamp.json", lengthBytesMax: TUFLimits.standard.timestampBytesMax, at: place)
        else { return nil }
        let store = MemoryStore()
        do throws(UpdateError) {
            let signedAt = try verifying { () throws(RepositoryError) in
                UTCTime(unixSeconds: try SignedMetadata(timestamp, role: .timestamp).version)
            }
            var client = Updater(
                packagedRoot: firstRoot, store: store, fetcher: fetcher, now: min(now, signedAt))
            let report = try client.refresh()
            return LiveRepository(
                place: place, report: report, targets: client.targets, stored: store.files,
                client: client)
        } catch {
            throw publishError(error, at: place)
        }
    }

    /// Reads what a client has stored, without asking for metadata.
    ///
    /// - Returns: nil if the newest root's keys have not signed the stored files.
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

    /// Fetches a file that the repository lists, and compares it with its hashes.
    ///
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
    package func contents(of bundle: PublishedBundle) throws(PublishError) -> BundleContents {
        let zip = try download(bundle.target)
        do throws(BundleFormatError) {
            return try Unpacker.contents(
                of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        } catch {
            throw .refused(.zip(place: place, path: bundle.zipPath, error))
        }
    }

    /// The bundle of each season.
    ///
    /// - Throws: ``PublishError/refused(_:)`` if an entry is signed that we do not write.
    package func bundles() throws(PublishError) -> [BundleYear: PublishedBundle] {
        do throws(BundleFormatError) {
            return try PublishedBundle.read(targets)
        } catch {
            throw .refused(.entry(place: place, error))
        }
    }

    /// The contents that the repository recalls; none if the list cannot be read.
    package var recalls: RecallList { RecallList.read(targets) }

    /// A role as plans see it.
    package func role(_ role: TopLevelRole) -> SignedRole? {
        report.status(of: role).map { .init(version: $0.version, expires: $0.expires) }
    }

    /// The version of the snapshot, then that of the timestamp: a later state has a greater pair.
    var age: (Int64, Int64) {
        (role(.snapshot)?.version ?? 0, role(.timestamp)?.version ?? 0)
    }

    private static func publishError(_ error: UpdateError, at place: String) -> PublishError {
        switch error {
        case .transfer(.absent): .refused(.live(place: place, error))
        case .transfer(let error): .place(place, .transfer(error))
        case .repository, .store: .refused(.live(place: place, error))
        }
    }
}

/// Turns a verdict about metadata into a client's error.
private func verifying<Value>(
    _ body: () throws(RepositoryError) -> Value
) throws(UpdateError) -> Value {
    do throws(RepositoryError) {
        return try body()
    } catch {
        throw .repository(error)
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
