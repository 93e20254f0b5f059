/// A root that is signed by its own keys; that alone gives no reason to trust it.
package struct SelfSignedRoot: Equatable, Sendable {
    /// Its version, from 1.
    package let version: Int64
    /// The identifiers of the keys that it trusts for root.
    package let rootKeyIDs: Set<String>

    /// Reads a root, expired or not.
    ///
    /// - Throws: ``RepositoryError`` if it is no root, or not signed by its own keys.
    package init(_ bytes: [UInt8], limits: TUFLimits = .standard) throws(RepositoryError) {
        // Only a later step checks whether a root has expired, so any time will do.
        let set = try TrustedMetadataSet(
            trustedRoot: bytes, now: UTCTime(unixSeconds: 0), limits: limits)
        version = set.root.header.version
        rootKeyIDs = Set(set.root.trust(.root).keys.keys)
    }
}
