import JSON

/// Arbitrary signed parts with valid signatures, as the thief of a key would send them.
///
/// The first byte chooses the role, the rest is JSON. The trusted metadata afterwards must obey the
/// rules.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignedParts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let text = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    guard let part = try? JSON.parse(text, limits: JSONLimits(lengthBytesMax: 1 << 20)),
        let file = Harness.signed(part)
    else { return 0 }
    var set = Harness.orStop {
        try TrustedMetadataSet(trustedRoot: Harness.root, now: Harness.now, limits: .standard)
    }
    switch start[0] % 4 {
    case 0: root(file, &set)
    case 1: timestamp(file, &set)
    case 2: snapshot(file, &set)
    default: targets(file, &set)
    }
    return 0
}

private func root(_ file: [UInt8], _ set: inout TrustedMetadataSet) {
    guard (try? set.updateRoot(file)) != nil else { return }
    Harness.require(set.root.header.version == 2, "a root that is not the next one")
    _ = TopLevelRole.allCases.map { set.root.trust($0).roleKeys }
    _ = try? set.requireValidRoot()
    _ = try? RootDraft(following: file, expires: Harness.expires)
}

private func timestamp(_ file: [UInt8], _ set: inout TrustedMetadataSet) {
    guard (try? set.updateTimestamp(file)) == true, let held = set.timestamp else { return }
    Harness.require(held.header.expires > Harness.now, "an expired timestamp")
    Harness.require(held.header.version > 0 && held.snapshot.version > 0, "a version below 1")
}

private func snapshot(_ file: [UInt8], _ set: inout TrustedMetadataSet) {
    guard hold(listing: "snapshot.json", of: file, in: .timestamp, &set),
        (try? set.updateSnapshot(file)) != nil, let held = set.snapshot
    else { return }
    Harness.require(held.header.expires > Harness.now, "an expired snapshot")
    Harness.require(
        (try? held.verifySuccessor(held)) != nil, "a snapshot that is older than itself")
}

private func targets(_ file: [UInt8], _ set: inout TrustedMetadataSet) {
    guard hold(listing: "targets.json", of: file, in: .snapshot, &set),
        (try? set.updateTargets(file)) != nil, let held = set.targets
    else { return }
    Harness.require(held.header.expires > Harness.now, "expired targets")
    for target in held.targets {
        Harness.require(held.target(at: target.path) == target, "a target that is not found")
        Harness.require(target.lengthBytes >= 0, "a length below 0")
        Harness.require(
            !target.fileName.contains("/") && !target.fileName.hasPrefix(".")
                && (1...202).contains(target.fileName.utf8.count), "a name that leads out")
        _ = target.requestPath(consistentSnapshot: true)
    }
    for path in ["", "a", "a/b.zip", "f1/2026/bundle.zip"] {
        _ = held.delegations?.branches(for: TargetPath(path))
    }
}

/// Trusts a timestamp, or a snapshot below one, that lists the file's own version; false if it has
/// none.
private func hold(
    listing name: String, of file: [UInt8], in role: TopLevelRole, _ set: inout TrustedMetadataSet
) -> Bool {
    let version = (try? JSON.parse(file))?["signed"]?["version"]?.integerValue ?? 1
    guard MetadataHeader.versions.contains(version) else { return false }
    let listed: JSON = ["version": .integer(version)]
    func header(_ role: TopLevelRole) -> JSONObject {
        MetadataHeader.json(type: role, version: 1, expires: Harness.expires)
    }
    return Harness.orStop {
        var timestamp = header(.timestamp)
        timestamp["meta"] = ["snapshot.json": role == .timestamp ? listed : ["version": 1]]
        _ = try set.updateTimestamp(Harness.signed(.object(timestamp)) ?? [])
        guard role == .snapshot else { return true }
        var snapshot = header(.snapshot)
        snapshot["meta"] = [name: listed]
        try set.updateSnapshot(Harness.signed(.object(snapshot)) ?? [])
        return true
    }
}
