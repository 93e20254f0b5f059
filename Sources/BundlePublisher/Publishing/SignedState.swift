import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// Everything that a publish writes, signed and in memory.
struct SignedState {
    /// New zips, and the record, by path below the directory.
    private(set) var zips: [String: [UInt8]] = [:]
    /// Every file the repository will vouch for, sorted by path.
    private(set) var targets: [TargetFile]
    /// The record's file; nil if only the timestamp or roots are new.
    private(set) var recordBytes: [UInt8]?
    /// The signed metadata; without a timestamp if only roots are new.
    private(set) var publication: Publication

    /// Signs what was decided; nil if there is nothing to do.
    init?(
        _ decision: PublishDecision, _ facts: PublishFacts, key: SigningKey?
    ) throws(PublishError) {
        let live = facts.live
        targets = live?.targets ?? []
        publication = Publication(
            roots: Array(facts.repository.roots.files.dropFirst(facts.repository.rootsThere.count)))
        switch decision.plan.signing {
        case .nothing: return nil
        case .roots: return
        case .timestamp:
            guard let live, let bytes = live.stored["snapshot.json"] else { return nil }
            let snapshot = try converting(try SignedMetadata(bytes, role: .snapshot)) {
                (error: RepositoryError) in .refused("\(live.place): \(error)")
            }
            publication.timestamp = try Signer(facts, key).timestamp(snapshot)
        case .everything:
            zips = decision.zips
            var record: SignedRecord
            if let offering = decision.offering {
                record = offering.record
                targets = offering.seasons.values.map(\.target)
                record.after = facts.repository.before
                targets.append(try add(record, offering.recalls, facts))
            } else if let live {
                record = live.record
                record.after = facts.repository.before
                targets = targets.filter { $0.path != RecallList.targetPath }
                targets.append(try add(record, live.recalls, facts))
            }
            targets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
            let signer = try Signer(facts, key)
            let signed = try signer.targets(targets)
            let snapshot = try signer.snapshot(signed)
            (publication.targets, publication.snapshot) = (signed, snapshot)
            publication.timestamp = try signer.timestamp(snapshot)
        }
    }

    /// Adds the record's file; the result is its target, which has the recalls.
    ///
    /// Throws if agents or publishers would not read them: such a list is never signed.
    private mutating func add(
        _ record: SignedRecord, _ recalls: RecallList, _ facts: PublishFacts
    ) throws(PublishError) -> TargetFile {
        let bytes = record.encoded()
        var custom = recalls.json
        if let previous = facts.live?.version, case .object(var members) = custom {
            members[RepositoryHistory.previousKey] = .integer(previous)
            custom = .object(members)
        }
        _ = try converting(try RecallList(custom)) { (error: BundleFormatError) in
            let year = recalls.recalled.inOrder
                .first { $0.value.count > RecallList.versionsOfYearMax }?.key
            return .refused(
                "what would be published is refused by agents: \(error)",
                "an old recall that no disk has any more: \(.lift(year))")
        }
        guard SignedRecord(bytes) == record, (try? RecordedContents(bytes)) != nil else {
            throw .refused(
                "what would be published is refused by agents: \(RecallList.targetPath) of \(bytes.count) bytes",
                "\(record.decisions.all.count) decisions are more than people make, so a thief may have your online key: "
                    + "\(.keys("rotate-online")) lists them, and whatever you remove there counts no more"
            )
        }
        recordBytes = bytes
        let target = TargetFile(
            path: RecallList.targetPath, lengthBytes: bytes.count,
            hashes: ["sha256": ContentHasher.hex(of: bytes)], custom: custom)
        zips[target.publishedPath] = bytes
        return target
    }

    /// The files to remember of it, by their names in the home's memory, beside those that stay.
    func remembered(_ facts: PublishFacts) -> LiveRepository.Remembered? {
        var files = facts.live?.files ?? [:]
        if let recordBytes { files["record.json"] = recordBytes }
        for signed in [publication.targets, publication.snapshot, publication.timestamp] {
            if let signed { files["\(signed.role.rawValue).json"] = signed.bytes }
        }
        guard let timestamp = publication.timestamp, let bytes = files["targets.json"],
            let targets = try? SignedMetadata(bytes, role: .targets)
        else { return nil }
        let record = files["record.json"].flatMap { SignedRecord($0) } ?? facts.record
        let name = StateName(
            version: targets.version, digest: ContentHasher.hex(of: bytes), after: record.after,
            timestamp: timestamp.version)
        return (name, record.decisions, files)
    }
}

private struct Signer {
    private let facts: PublishFacts
    private let key: SigningKey

    init(_ facts: PublishFacts, _ key: SigningKey?) throws(PublishError) {
        guard let key else {
            throw PublishError(
                "online key: expected one to sign with, found none",
                remedy: "put it into \(OnlineKey.environmentName)")
        }
        (self.facts, self.key) = (facts, key)
    }

    private func expiry(_ role: TopLevelRole) -> UTCTime {
        facts.configuration.expiry(of: role, signedAt: facts.now)
    }

    func targets(_ targets: [TargetFile]) throws(PublishError) -> SignedMetadata {
        try signing(
            try SignedMetadata.targets(
                version: facts.version, expires: expiry(.targets), targets: targets, keys: [key]))
    }

    func snapshot(_ targets: SignedMetadata) throws(PublishError) -> SignedMetadata {
        try signing(
            try SignedMetadata.snapshot(
                version: facts.version, expires: expiry(.snapshot), targets: targets, keys: [key]))
    }

    func timestamp(_ snapshot: SignedMetadata) throws(PublishError) -> SignedMetadata {
        try signing(
            try SignedMetadata.timestamp(
                version: facts.version, expires: expiry(.timestamp), snapshot: snapshot,
                keys: [key]))
    }
}
