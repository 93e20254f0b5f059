import JSON

/// Arbitrary bytes as each kind of metadata, as a server would send them.
///
/// The first byte chooses the role, the rest is the file. A refused file must not change the
/// trusted set.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let file = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 6 {
    case 0: _ = try? TrustedMetadataSet(trustedRoot: file, now: Harness.now, limits: .standard)
    case 1: check { set throws(RepositoryError) in try set.updateRoot(file) }
    case 2: check { set throws(RepositoryError) in _ = try set.updateTimestamp(file) }
    case 3: check { set throws(RepositoryError) in try set.updateSnapshot(file) }
    case 4: check { set throws(RepositoryError) in try set.updateTargets(file) }
    default:
        check { set throws(RepositoryError) in try set.recallTimestamp(file) }
        check { set throws(RepositoryError) in _ = try set.recallSnapshot(file) }
        check { set throws(RepositoryError) in try set.recallTargets(file) }
        _ = StoredValidator(stored: file, of: [])
        _ = try? SigningKey(keyFile: file)
    }
    return 0
}

private func check(_ update: (inout TrustedMetadataSet) throws(RepositoryError) -> Void) {
    var set = Chain.upToSnapshot
    guard (try? update(&set)) == nil else { return }
    for role in TopLevelRole.allCases {
        Harness.require(
            set.header(of: role) == Chain.upToSnapshot.header(of: role),
            "what was refused changed \(role)")
    }
}

/// A set that trusts version 1 of every role above targets.
private enum Chain {
    static let upToSnapshot = Harness.orStop {
        let targets = try SignedMetadata.targets(
            version: 1, expires: Harness.expires, targets: [], keys: [Harness.key])
        let snapshot = try SignedMetadata.snapshot(
            version: 1, expires: Harness.expires, targets: targets, keys: [Harness.key])
        let timestamp = try SignedMetadata.timestamp(
            version: 1, expires: Harness.expires, snapshot: snapshot, keys: [Harness.key])
        var set = try TrustedMetadataSet(
            trustedRoot: Harness.root, now: Harness.now, limits: .standard)
        _ = try set.updateTimestamp(timestamp.bytes)
        try set.updateSnapshot(snapshot.bytes)
        return set
    }
}
