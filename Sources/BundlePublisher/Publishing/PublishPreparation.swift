import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// Carries out a plan in memory: lists and signs.
struct PublishPreparation {
    let facts: PublishFacts
    /// The online key; nil if the caller has none, which a plan of new roots does not need.
    let key: SigningKey?
    let now: UTCTime

    private var plan: PublishPlan { facts.plan }
    private var configuration: HomeConfiguration { facts.configuration }

    /// Makes everything; nil if the plan is to do nothing.
    func prepare() throws(PublishError) -> PreparedPublish? {
        switch plan.signing {
        case .nothing: nil
        case .roots: PreparedPublish(targets: facts.live?.targets ?? [], roots: facts.newRoots)
        case .timestamp: try renewTimestamp(by: onlineKey())
        case .everything: try signEverything(by: onlineKey())
        }
    }

    private func onlineKey() throws(PublishError) -> SigningKey {
        guard let key else {
            throw PublishError(
                "online key: expected one to sign with, found none",
                remedy: "put it into \(OnlineKey.environmentName)")
        }
        return key
    }

    private func renewTimestamp(by key: SigningKey) throws(PublishError) -> PreparedPublish? {
        guard let live = facts.live, let bytes = live.repository.stored["snapshot.json"] else {
            return nil
        }
        let snapshot = try converting(try SignedMetadata(bytes, role: .snapshot)) {
            (error: RepositoryError) in .refused("\(live.place): \(error)")
        }
        return PreparedPublish(
            targets: live.targets, roots: facts.newRoots, timestamp: try timestamp(snapshot, key))
    }

    private func signEverything(by key: SigningKey) throws(PublishError) -> PreparedPublish {
        var files = facts.zips
        var targets: [TargetFile]
        let recordBytes: [UInt8]?
        if let offering = facts.offering {
            let record = offering.record.encoded()
            let target = offering.recordTarget(record, after: facts.live?.version)
            targets = offering.seasons.values.map(\.target) + [target]
            recordBytes = record
        } else {
            targets = facts.live?.targets ?? []
            recordBytes = facts.live?.recordBytes
        }
        targets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        if let recordBytes, let target = targets.record {
            files[target.publishedPath] = .bytes(recordBytes)
        }
        let (targetsFile, snapshot) = try sign(targets, by: key)
        return PreparedPublish(
            zips: files, targets: targets, recordBytes: recordBytes, roots: facts.newRoots,
            targetsAndSnapshot: (targetsFile, snapshot), timestamp: try timestamp(snapshot, key))
    }

    private func sign(
        _ files: [TargetFile], by key: SigningKey
    ) throws(PublishError) -> (targets: SignedMetadata, snapshot: SignedMetadata) {
        let targets = try signing(
            try TargetsDraft(
                version: plan.version, expires: configuration.expiry(of: .targets, signedAt: now),
                targets: files
            ).signed(by: [key]))
        let snapshot = try signing(
            try SnapshotDraft(
                version: plan.version, expires: configuration.expiry(of: .snapshot, signedAt: now),
                targets: targets
            ).signed(by: [key]))
        return (targets, snapshot)
    }

    private func timestamp(
        _ snapshot: SignedMetadata, _ key: SigningKey
    ) throws(PublishError) -> SignedMetadata {
        try signing(
            try TimestampDraft(
                version: plan.version, expires: configuration.expiry(of: .timestamp, signedAt: now),
                snapshot: snapshot
            ).signed(by: [key]))
    }
}

extension Offering {
    /// The target that carries the recall list, and leads publishers to the record.
    fileprivate func recordTarget(_ record: [UInt8], after previous: Int64?) -> TargetFile {
        var custom = recalls.json
        if let previous, case .object(var members) = custom {
            members[RepositoryHistory.previousKey] = .integer(previous)
            custom = .object(members)
        }
        return TargetFile(
            path: RecallList.targetPath, lengthBytes: record.count,
            hashes: ["sha256": ContentHasher.hex(of: record)], custom: custom)
    }
}
