import BundleArchive
import BundleFormat
import TUF

/// Everything a publish writes, signed and in memory.
struct PreparedPublish {
    /// New zips by path below the directory.
    let zips: [String: [UInt8]]
    /// Every file the repository will vouch for, sorted by path.
    let targets: [TargetFile]
    /// The signed metadata.
    let publication: Publication
    /// The page for people; nil where what is live stays the same.
    let index: [UInt8]?
}

/// Carries out a plan in memory: packs, lists and signs.
struct PublishPreparation {
    let plan: PublishPlan
    let content: [BundleYear: BundleContents]
    let live: LiveRepository?
    let published: [BundleYear: PublishedBundle]
    /// Roots that the directory lacks.
    let newRoots: [SignedMetadata]
    let configuration: Configuration
    let key: SigningKey
    let now: UTCTime

    /// Makes everything; nil where the plan is to do nothing.
    ///
    /// - Throws: ``PublishError``.
    func prepare() throws(PublishError) -> PreparedPublish? {
        switch plan.signing {
        case .nothing: nil
        case .timestamp: try renewTimestamp()
        case .everything: try signEverything()
        }
    }

    private func renewTimestamp() throws(PublishError) -> PreparedPublish? {
        guard let live, let bytes = live.stored["snapshot.json"] else { return nil }
        let snapshot: SignedMetadata
        do throws(RepositoryError) {
            snapshot = try SignedMetadata(bytes, role: .snapshot)
        } catch {
            throw .refused("\(live.directory): \(error)")
        }
        let timestamp = try signed { () throws(SigningError) in
            try TimestampDraft(
                version: plan.version,
                expires: configuration.expiry(of: .timestamp, signedAt: now),
                snapshot: snapshot
            ).signed(by: [key])
        }
        return PreparedPublish(
            zips: [:], targets: live.targets, publication: Publication(timestamp: timestamp),
            index: nil)
    }

    private func signEverything() throws(PublishError) -> PreparedPublish {
        var zips: [String: [UInt8]] = [:]
        // What this build does not understand, another format for one, stays as it is.
        var targets = (live?.targets ?? []).filter {
            TargetName($0.path)?.format != BundleFormat.current
        }
        for season in plan.seasons {
            switch season.change {
            case .removed: break
            case .unchanged:
                if let bundle = published[season.year] { targets.append(bundle.target) }
            case .added, .changed, .restored:
                guard let contents = content[season.year] else { break }
                let zip = try pack(contents)
                let target = self.target(contents, zip: zip)
                zips[PublishedBundle.zipPath(season.year, sha256: target.sha256 ?? "")] = zip
                targets.append(target)
            }
        }
        targets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return PreparedPublish(
            zips: zips, targets: targets, publication: try sign(targets),
            index: IndexPage(targets: targets).bytes)
    }

    private func pack(_ contents: BundleContents) throws(PublishError) -> [UInt8] {
        do throws(ArchiveError) {
            return try contents.zipped()
        } catch {
            throw .failed("\(contents.year): \(error)")
        }
    }

    private func target(_ contents: BundleContents, zip: [UInt8]) -> TargetFile {
        let old = published[contents.year]?.custom
        let isSame = old?.version == contents.version
        return TargetFile(
            path: TargetName(year: contents.year).path, lengthBytes: zip.count,
            hashes: ["sha256": ContentHasher.hex(of: zip)],
            custom: TargetCustom(
                year: contents.year, version: contents.version,
                published: isSame ? old?.published ?? now.description : now.description
            ).json)
    }

    private func sign(_ files: [TargetFile]) throws(PublishError) -> Publication {
        try signed { () throws(SigningError) in
            let targets = try TargetsDraft(
                version: plan.version, expires: configuration.expiry(of: .targets, signedAt: now),
                targets: files
            ).signed(by: [key])
            let snapshot = try SnapshotDraft(
                version: plan.version, expires: configuration.expiry(of: .snapshot, signedAt: now),
                targets: targets
            ).signed(by: [key])
            let timestamp = try TimestampDraft(
                version: plan.version, expires: configuration.expiry(of: .timestamp, signedAt: now),
                snapshot: snapshot
            ).signed(by: [key])
            return Publication(
                roots: newRoots, targets: targets, snapshot: snapshot, timestamp: timestamp)
        }
    }

    private func signed<Value>(
        _ body: () throws(SigningError) -> Value
    ) throws(PublishError) -> Value {
        do throws(SigningError) {
            return try body()
        } catch {
            throw .failed("\(error)")
        }
    }
}
