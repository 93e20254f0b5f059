import BundleArchive
import BundleFormat
import TUF

// MARK: - What a plan depends on

extension Publisher {
    /// Throws where the online key is not one that the newest root names.
    func requireTrusted(
        _ key: SigningKey?, _ roots: RootChain
    ) throws(PublishError) {
        let trusted = try roots.next(expires: now).timestamp.keys
        guard let key, !trusted.contains(key.publicKey) else { return }
        throw .failed(
            "online key: expected one that root \(roots.files.count) names, found "
                + "\(key.publicKey.keyID.prefix(KeyName.shownDigits))",
            remedy: "use the key that was made with this root; if it is lost: "
                + "bundle-publish keys rotate-online")
    }

    /// Our roots that what is live does not hold under.
    func newRoots(
        _ roots: RootChain, from count: Int
    ) throws(PublishError) -> [SignedMetadata] {
        var signed: [SignedMetadata] = []
        for root in roots.files.dropFirst(count) {
            do throws(RepositoryError) {
                signed.append(try SignedMetadata(root.bytes, role: .root))
            } catch {
                throw .refused("\(home.metadataPath)/\(root.name): \(error)")
            }
        }
        return signed
    }

    /// The seasons to pack from; nil where what is live stays.
    func contents(
        _ live: LiveRepository?, _ effect: NewRoots
    ) throws(PublishError) -> [BundleYear: BundleContents]? {
        if case .seasons(let seasons) = content {
            return Dictionary(uniqueKeysWithValues: seasons.map { ($0.year, $0) })
        }
        guard live != nil else {
            throw .failed(
                "\(destination.name): expected a published repository, found no metadata/timestamp.json",
                remedy: "publish into it with bundle-publish publish --to \(destination.name)")
        }
        guard effect != .replacingOnlineKey else {
            throw .failed(
                "\(destination.name): expected the online key that signed it, found it replaced",
                remedy:
                    "bundle-publish publish --to \(destination.name) packs and signs everything anew"
            )
        }
        return nil
    }

    /// What is live, for the plan; nil where nothing is.
    func state(
        _ live: LiveRepository?, _ published: [BundleYear: PublishedBundle], _ effect: NewRoots
    ) throws(PublishError) -> LiveState? {
        guard let live, let timestamp = live.role(.timestamp), let snapshot = live.role(.snapshot),
            let targets = live.role(.targets)
        else { return nil }
        var missing: Set<BundleYear> = []
        // Without the seasons at hand nothing could be put back.
        if case .seasons = content {
            for (year, bundle) in published {
                let length = try destination.lengthBytes(of: bundle.zipPath)
                if length != bundle.target.lengthBytes { missing.insert(year) }
            }
        }
        return LiveState(
            timestamp: timestamp, snapshot: snapshot, targets: targets,
            versions: published.mapValues(\.custom.version), missing: missing, newRoots: effect)
    }

    /// Bytes of each season's zip.
    func zipBytes(_ prepared: PreparedPublish) -> [BundleYear: Int] {
        var bytes: [BundleYear: Int] = [:]
        for target in prepared.targets {
            if let name = TargetName(target.path) { bytes[name.year] = target.lengthBytes }
        }
        return bytes
    }
}

extension LiveRepository {
    /// A role as plans see it.
    func role(_ role: TopLevelRole) -> LiveState.Role? {
        report.status(of: role).map { .init(version: $0.version, expires: $0.expires) }
    }
}
