import JSON

/// The content of a new timestamp: which snapshot is the newest (TUF specification 4.6).
package struct TimestampDraft: Sendable {
    /// Larger than the published one's.
    package var version: Int64
    /// The time when it expires: until then somebody can keep a client from newer metadata without being noticed.
    package var expires: UTCTime
    /// The snapshot that it names.
    package var snapshot: SignedMetadata

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - version: larger than the published one's.
    ///   - expires: when it expires.
    ///   - snapshot: the snapshot to name.
    package init(version: Int64, expires: UTCTime, snapshot: SignedMetadata) {
        self.version = version
        self.expires = expires
        self.snapshot = snapshot
    }

    /// Signs it.
    ///
    /// - Parameter keys: enough of the keys that root trusts for timestamp.
    /// - Returns: the metadata.
    /// - Throws: ``SigningError``.
    package func signed(by keys: [SigningKey]) throws(SigningError) -> SignedMetadata {
        var signed = MetadataHeader.json(type: .timestamp, version: version, expires: expires)
        signed["meta"] = ["snapshot.json": snapshot.listing]
        return try SignedMetadata(
            .timestamp, version: version, expires: expires, signed: .object(signed), keys: keys)
    }
}
