import JSON

/// Metadata that a repository served earlier, verified with the roots of that time; expiry does not count.
package struct PastMetadata: Sendable {
    package struct Targets: Equatable, Sendable {
        package let version: Int64
        /// The files that it vouched for, sorted by path.
        package let targets: [TargetFile]
        /// Whether the newest root still trusts the keys that signed it: else anyone with a superseded key may have signed it.
        package let isStillTrusted: Bool
        /// The number of roots in the chain up to the newest that trusts the keys that signed it.
        ///
        /// If a later state has more roots, these keys were replaced in between.
        package let rootsTrusting: Int
    }

    /// Newest first.
    private let roots: [RootMetadata]
    private let limits: TUFLimits

    /// Verifies a chain of whole files, from the first root, which the caller trusts, to the newest.
    package init(roots: [[UInt8]], limits: TUFLimits = .standard) throws(RepositoryError) {
        // The clock matters only for expiry, which does not count here.
        var set = try TrustedMetadataSet(
            trustedRoot: roots.first ?? [], now: UTCTime(unixSeconds: 0), limits: limits)
        var walked = [set.root]
        for root in roots.dropFirst() {
            try set.updateRoot(root)
            walked.append(set.root)
        }
        self.roots = walked.reversed()
        self.limits = limits
    }

    /// The number of roots in the chain up to the newest that trusts the keys that signed a timestamp; nil if none does.
    package func rootsTrusting(timestamp: [UInt8]) -> Int? {
        guard
            let file = try? UnverifiedMetadata(timestamp, file: "timestamp", limits: limits)
        else { return nil }
        return roots.firstIndex { root in
            (try? root.trust(.timestamp).verify(file, role: "timestamp")) != nil
        }.map { roots.count - $0 }
    }

    /// Throws if no root of the chain trusts the keys that signed both, or if the snapshot lists another file.
    package func targets(
        _ targets: [UInt8], listedBy snapshot: [UInt8]
    ) throws(RepositoryError) -> Targets {
        let snapshotFile = try UnverifiedMetadata(snapshot, file: "snapshot", limits: limits)
        let targetsFile = try UnverifiedMetadata(targets, file: "targets", limits: limits)
        var trouble = RepositoryError.missingFromSnapshot(role: "targets")
        for (at, root) in roots.enumerated() {
            do throws(RepositoryError) {
                try root.trust(.snapshot).verify(snapshotFile, role: "snapshot")
                try root.trust(.targets).verify(targetsFile, role: "targets")
                let listing = try snapshotFile.decoded(as: "snapshot", SnapshotMetadata.init)
                guard let listed = listing.file(of: "targets") else {
                    throw .missingFromSnapshot(role: "targets")
                }
                try listed.verify(targets, file: "targets")
                let limits = limits
                let body = try targetsFile.decoded(as: "targets") {
                    (signed) throws(JSONShapeError) in
                    try TargetsMetadata(signed, limits: limits)
                }
                guard listed.version == body.header.version else {
                    throw .version(
                        role: "targets", expected: listed.version, found: body.header.version)
                }
                return Targets(
                    version: body.header.version, targets: body.targets, isStillTrusted: at == 0,
                    rootsTrusting: roots.count - at)
            } catch {
                trouble = error
                guard case .signatures = error else { break }
            }
        }
        throw trouble
    }
}
