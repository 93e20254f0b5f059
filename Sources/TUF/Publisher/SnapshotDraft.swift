import JSON

/// The content of a new snapshot: which targets metadata belongs together (TUF specification 4.4).
package struct SnapshotDraft: Sendable {
    /// Larger than the published one's.
    package var version: Int64
    /// When it expires.
    package var expires: UTCTime
    /// The targets metadata that it lists.
    package var targets: SignedMetadata

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - version: larger than the published one's.
    ///   - expires: when it expires.
    ///   - targets: the targets metadata to list.
    package init(version: Int64, expires: UTCTime, targets: SignedMetadata) {
        self.version = version
        self.expires = expires
        self.targets = targets
    }

    /// Signs it.
    ///
    /// - Parameter keys: enough of the keys that root trusts for snapshot.
    /// - Returns: the metadata.
    /// - Throws: ``SigningError``.
    package func signed(by keys: [SigningKey]) throws(SigningError) -> SignedMetadata {
        var signed = MetadataHeader.json(type: .snapshot, version: version, expires: expires)
        signed["meta"] = ["targets.json": targets.listing]
        return try SignedMetadata(
            .snapshot, version: version, expires: expires, signed: .object(signed), keys: keys)
    }
}
