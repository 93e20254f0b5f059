/// The metadata that was found validly signed, the last of each role.
///
/// Who reads what is trusted and then refreshes it meets the same bytes twice; checking signatures is most
/// of what both do. Whether bytes are signed by given keys depends on nothing else, so what is found here
/// is as good as checked anew. Not for metadata read by different limits.
public final class VerificationCache {
    private struct Entry {
        let bytes: [UInt8]
        let trust: RoleTrust?
        let metadata: UnverifiedMetadata
    }
    private var entries: [String: Entry] = [:]

    /// Knows nothing yet.
    public init() {}

    /// The metadata of exactly these bytes, if exactly this trust has accepted it.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - role: whose it is.
    ///   - trust: whose signatures are asked for; nil for the keys that the file itself names.
    /// - Returns: the metadata; nil where it has to be verified.
    func metadata(_ bytes: [UInt8], role: String, trust: RoleTrust?) -> UnverifiedMetadata? {
        guard let entry = entries[role], entry.bytes == bytes, entry.trust == trust else {
            return nil
        }
        return entry.metadata
    }

    /// Keeps metadata whose signatures were checked.
    ///
    /// - Parameters:
    ///   - metadata: what the bytes say.
    ///   - bytes: the file.
    ///   - role: whose it is.
    ///   - trust: who has signed it; nil for the keys that the file itself names.
    func note(
        _ metadata: UnverifiedMetadata, of bytes: [UInt8], role: String, trust: RoleTrust?
    ) {
        entries[role] = Entry(bytes: bytes, trust: trust, metadata: metadata)
    }
}
