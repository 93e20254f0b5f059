import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// Everything a publish writes, signed and in memory.
package struct PreparedPublish {
    /// New zips, and the record, by path below the directory.
    var zips: [String: PublishFile.Content] = [:]
    /// Every file the repository will vouch for, sorted by path.
    var targets: [TargetFile]
    /// The record's file; nil if only the timestamp or roots are new.
    var recordBytes: [UInt8]?
    /// The signed metadata; without a timestamp if only roots are new.
    var publication: Publication

    /// The files to remember of it, by their names in the home's memory.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        files["record.json"] = recordBytes
        for signed in [publication.targets, publication.snapshot, publication.timestamp] {
            if let signed { files["\(signed.role.rawValue).json"] = signed.bytes }
        }
        return files
    }
}

extension Publisher.Report {
    /// Carries out the plan in memory; nil if it is to do nothing.
    func prepared() throws(PublishError) -> PreparedPublish? {
        let newRoots = Array(roots.files.dropFirst(rootsThere.count))
        var prepared = PreparedPublish(
            targets: live?.targets ?? [], publication: Publication(roots: newRoots))
        switch plan.signing {
        case .nothing: return nil
        case .roots: break
        case .timestamp:
            guard let live, let bytes = live.stored["snapshot.json"] else { return nil }
            let snapshot = try converting(try SignedMetadata(bytes, role: .snapshot)) {
                (error: RepositoryError) in .refused("\(live.place): \(error)")
            }
            prepared.publication.timestamp = try timestamp(snapshot)
        case .everything: try signEverything(&prepared)
        }
        return prepared
    }

    private func signEverything(_ prepared: inout PreparedPublish) throws(PublishError) {
        prepared.zips = zips
        prepared.recordBytes = live?.recordBytes
        if let offering {
            let record = offering.record.encoded()
            prepared.recordBytes = record
            let target = offering.recordTarget(record, after: live?.version)
            prepared.targets = (offering.seasons.values.map(\.target) + [target])
                .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        }
        if let bytes = prepared.recordBytes, let target = prepared.targets.record {
            prepared.zips[target.publishedPath] = .bytes(bytes)
        }
        let key = try onlineKey()
        let targets = try signing(
            try SignedMetadata.targets(
                version: plan.version, expires: configuration.expiry(of: .targets, signedAt: now),
                targets: prepared.targets, keys: [key]))
        let snapshot = try signing(
            try SignedMetadata.snapshot(
                version: plan.version, expires: configuration.expiry(of: .snapshot, signedAt: now),
                targets: targets, keys: [key]))
        (prepared.publication.targets, prepared.publication.snapshot) = (targets, snapshot)
        prepared.publication.timestamp = try timestamp(snapshot)
    }

    private func timestamp(_ snapshot: SignedMetadata) throws(PublishError) -> SignedMetadata {
        let key = try onlineKey()
        return try signing(
            try SignedMetadata.timestamp(
                version: plan.version, expires: configuration.expiry(of: .timestamp, signedAt: now),
                snapshot: snapshot, keys: [key]))
    }

    private func onlineKey() throws(PublishError) -> SigningKey {
        if let key = publisher.key { return key }
        throw PublishError(
            "online key: expected one to sign with, found none",
            remedy: "put it into \(OnlineKey.environmentName)")
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
