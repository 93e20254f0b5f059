import BundleFormat
import TUF

/// What is live: the newest state that the newest root's keys have signed, in the repository or seen there before.
package struct LiveState {
    package let repository: LiveRepository
    package let bundles: [BundleYear: PublishedBundle]
    package let recalls: RecallList
    /// What was decided and given; nil if the record is gone from the repository.
    package let record: SignedRecord?
    let recordBytes: [UInt8]?
    /// False if the repository has an older state, or none that counts: then it is written again.
    package let isInRepository: Bool

    var place: String { repository.place }
    /// The version of its targets: what messages print, and `--over` takes.
    package var version: Int64 { repository.role(.targets)?.version ?? 0 }
    var targets: [TargetFile] { repository.targets }

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

    /// The files to remember of it, by their names in the store.
    var files: [String: [UInt8]] {
        var files = repository.stored.filter { SeenStore.names.contains($0.key) }
        files["record.json"] = recordBytes
        return files
    }

    init(
        _ repository: LiveRepository, seen: [String: [UInt8]], isInRepository: Bool
    ) throws(PublishError) {
        self.repository = repository
        self.isInRepository = isInRepository
        bundles = try repository.bundles()
        recalls = repository.recalls
        (record, recordBytes) = try Self.record(of: repository, showing: bundles, seen: seen)
    }

    private static func record(
        of repository: LiveRepository, showing bundles: [BundleYear: PublishedBundle],
        seen: [String: [UInt8]]
    ) throws(PublishError) -> (SignedRecord?, [UInt8]?) {
        guard let target = repository.targets.record else {
            return (SignedRecord(showing: bundles), nil)
        }
        var bytes = seen["record.json"].flatMap { $0.isWhole(target) ? $0 : nil }
        if bytes == nil {
            do throws(PublishError) {
                bytes = try repository.download(target)
            } catch {
                guard error.kind == .refused else { throw error }
            }
        }
        return (bytes.flatMap { SignedRecord($0) }, bytes)
    }
}

extension SignedRecord {
    /// The record of a state that has none: it decided nothing, and was given what it shows.
    fileprivate init(showing bundles: [BundleYear: PublishedBundle]) {
        self.init()
        given = bundles.mapValues { StoredZip($0) }
    }
}

extension Decisions {
    /// The live lines that these lack; none if the record is gone.
    func lacking(of live: LiveState?) -> [DecisionLine] {
        live?.record.map { lacking(of: $0.decisions) } ?? []
    }
}
