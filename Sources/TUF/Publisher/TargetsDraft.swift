import JSON

/// The content of new targets metadata: the files that the repository vouches for (TUF
/// specification 4.5).
package struct TargetsDraft: Sendable {
    /// Larger than the published one's.
    package var version: Int64
    /// When it expires.
    package var expires: UTCTime
    /// The files; if two have one path, the later one counts.
    package var targets: [TargetFile]

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - version: larger than the published one's.
    ///   - expires: when it expires.
    ///   - targets: the files.
    package init(version: Int64, expires: UTCTime, targets: [TargetFile]) {
        self.version = version
        self.expires = expires
        self.targets = targets
    }

    /// Signs it.
    ///
    /// - Parameter keys: enough of the keys that root trusts for targets.
    /// - Returns: the metadata.
    /// - Throws: ``SigningError``.
    package func signed(by keys: [SigningKey]) throws(SigningError) -> SignedMetadata {
        var listed = JSONObject()
        for target in targets { listed[target.path] = target.json }
        var signed = MetadataHeader.json(type: .targets, version: version, expires: expires)
        signed["targets"] = .object(listed)
        return try SignedMetadata(
            .targets, version: version, expires: expires, signed: .object(signed), keys: keys)
    }
}
