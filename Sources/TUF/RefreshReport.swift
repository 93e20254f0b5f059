// Public declarations of TUF have UTC times. A file that imports TUF can use them without a second import.
@_exported import Time

/// What is trusted after a refresh, or after the store was read.
public struct RefreshReport: Equatable, Sendable {
    /// The top-level roles trusted now, in the order root, timestamp, snapshot, targets; at least root.
    public let roles: [RoleStatus]
    /// The roles that came new from the repository, in the order they were stored; `root` once for each rotation.
    public let updated: [String]
    /// The keys that the newest root names for targets, even if no targets are trusted.
    public let targetsKeyIDs: Set<String>
    /// The keys that an earlier root, from the packaged one on, named for targets and the newest one does not.
    public let replacedTargetsKeyIDs: Set<String>

    init(_ set: TrustedMetadataSet, updated: [String]) {
        roles = TopLevelRole.allCases.compactMap { role in
            set.header(of: role).map { header in
                RoleStatus(
                    role: role, version: header.version, expires: header.expires,
                    isExpired: header.expires <= set.now, keyIDs: set.root.trust(role).keyIDs,
                    threshold: set.root.trust(role).threshold)
            }
        }
        self.updated = updated
        targetsKeyIDs = Set(set.root.trust(.targets).keyIDs)
        replacedTargetsKeyIDs = set.replacedTargetsKeys
    }

    /// True if anything came new from the repository.
    public var hasChanged: Bool { !updated.isEmpty }

    /// The role of that name, or nil if none is trusted.
    public func status(of role: TopLevelRole) -> RoleStatus? {
        roles.first { $0.role == role }
    }
}

/// One top-level role as it is trusted.
public struct RoleStatus: Equatable, Sendable {
    /// Which role.
    public let role: TopLevelRole
    /// Its version, from 1.
    public let version: Int64
    /// When it expires.
    public let expires: UTCTime
    /// True if it has expired at the refresh's `now`; possible only if the store was read without network.
    public let isExpired: Bool
    /// Identifiers of the keys that root trusts for the role.
    public let keyIDs: [String]
    /// How many of those keys must have signed.
    public let threshold: Int
}

/// The four roles every repository has (TUF specification 2.1).
public enum TopLevelRole: String, CaseIterable, Sendable {
    case root
    case timestamp
    case snapshot
    case targets
}
