import JSON

/// A timestamp's signed part: which snapshot is the newest (TUF specification 4.6).
struct TimestampMetadata {
    let header: MetadataHeader
    let snapshot: MetaFile

    init(_ signed: JSONCursor) throws(JSONShapeError) {
        header = try MetadataHeader(signed, type: .timestamp)
        snapshot = try MetaFile(signed.member("meta").member("snapshot.json"))
    }
}
