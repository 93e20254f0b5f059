import JSON

/// The content of a new snapshot: which targets metadata belongs together (TUF specification 4.4).
public struct SnapshotDraft: Sendable {
    /// Larger than the published one's.
    public var version: Int64
    /// When it expires.
    public var expires: UTCTime
    /// The targets metadata that it lists.
    public var targets: SignedMetadata

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - version: larger than the published one's.
    ///   - expires: when it expires.
    ///   - targets: the targets metadata to list.
    public init(version: Int64, expires: UTCTime, targets: SignedMetadata) {
        self.version = version
        self.expires = expires
        self.targets = targets
    }

    /// Signs it.
    ///
    /// - Parameter keys: enough of the keys that root trusts for snapshot.
    /// - Returns: the metadata.
    /// - Throws: ``SigningError``.
    public func signed(by keys: [SigningKey]) throws(SigningError) -> SignedMetadata {
        var signed = MetadataHeader.json(type: .snapshot, version: version, expires: expires)
        signed["meta"] = ["targets.json": targets.listing]
        return try SignedMetadata(
            .snapshot, version: version, expires: expires, signed: .object(signed), keys: keys)
    }
}
