import JSON

/// The content of a new root: which keys may sign which role (TUF specification 4.3).
package struct RootDraft: Sendable {
    /// 1 for the first root, one more for each root after it.
    package var version: Int64
    package var expires: UTCTime
    /// Whether file names begin with a version or a hash.
    package var consistentSnapshot: Bool
    package var root: RoleKeys
    package var timestamp: RoleKeys
    package var snapshot: RoleKeys
    package var targets: RoleKeys
    /// The keys that the root before it trusts for root, which must sign, too; nil for a first root.
    package let predecessor: RoleKeys?

    /// Starts a first root with two tiers of keys: root's own, and one set for the three online roles.
    package init(expires: UTCTime, root: RoleKeys, online: RoleKeys) {
        version = 1
        self.expires = expires
        consistentSnapshot = true
        self.root = root
        timestamp = online
        snapshot = online
        targets = online
        predecessor = nil
    }

    /// Starts the root that follows another, which must be signed by its own keys: one version higher, the same keys.
    package init(following previous: [UInt8], expires: UTCTime) throws(RepositoryError) {
        let set = try TrustedMetadataSet(trustedRoot: previous, now: expires, limits: .standard)
        version = set.root.header.version + 1
        self.expires = expires
        consistentSnapshot = set.root.consistentSnapshot
        root = set.root.trust(.root).roleKeys
        timestamp = set.root.trust(.timestamp).roleKeys
        snapshot = set.root.trust(.snapshot).roleKeys
        targets = set.root.trust(.targets).roleKeys
        predecessor = root
    }

    package func signed(by keys: [SigningKey]) throws(SigningError) -> SignedMetadata {
        let signed = try signedPart()
        for signers in [root, predecessor].compactMap({ $0 }) {
            let given = signers.count(of: keys)
            guard given >= signers.threshold else {
                throw .threshold(role: "root", given: given, needed: signers.threshold)
            }
        }
        return try SignedMetadata(
            .root, version: version, expires: expires, signed: signed, keys: keys)
    }

    /// The part that the signatures are made over; throws if a role could never reach its threshold.
    func signedPart() throws(SigningError) -> JSON {
        let roles = [
            (TopLevelRole.root, root), (.timestamp, timestamp), (.snapshot, snapshot),
            (.targets, targets),
        ]
        var table = JSONObject()
        var listed = JSONObject()
        for (role, roleKeys) in roles {
            let keyIDs = Set(roleKeys.keys.map { $0.keyID })
            guard (1...max(1, keyIDs.count)).contains(roleKeys.threshold), !keyIDs.isEmpty else {
                throw .unreachableThreshold(
                    role: role.rawValue, keys: keyIDs.count, threshold: roleKeys.threshold)
            }
            for key in roleKeys.keys { table[key.keyID] = key.json }
            listed[role.rawValue] = [
                "keyids": .array(keyIDs.sorted().map { .string($0) }),
                "threshold": .integer(Int64(roleKeys.threshold)),
            ]
        }
        var signed = MetadataHeader.json(type: .root, version: version, expires: expires)
        signed["consistent_snapshot"] = .bool(consistentSnapshot)
        signed["keys"] = .object(table)
        signed["roles"] = .object(listed)
        return .object(signed)
    }
}

extension RoleKeys {
    func count(of given: [SigningKey]) -> Int {
        Set(given.map { $0.publicKey.keyID }).intersection(keys.map { $0.keyID }).count
    }
}

extension RoleTrust {
    /// The same trust in the form that a publisher edits; keys that vouch for nothing are left out.
    var roleKeys: RoleKeys {
        RoleKeys(keys.sorted { $0.key < $1.key }.map { $0.value }, threshold: threshold)
    }
}

/// The keys that a root trusts for one role.
package struct RoleKeys: Equatable, Sendable {
    package var keys: [PublicKey]
    package var threshold: Int

    package init(_ keys: [PublicKey], threshold: Int = 1) {
        self.keys = keys
        self.threshold = threshold
    }
}
