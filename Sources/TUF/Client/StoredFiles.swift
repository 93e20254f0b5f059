/// The client's store; its errors come out as an update's.
///
/// A role's metadata is in `<role>.json`, percent-encoded. All other files have other endings, so no role's name can
/// meet them, and `*.json` is exactly the current metadata.
struct StoredFiles {
    let store: any MetadataStore
    /// A longer file is not one that this client wrote.
    let lengthBytesMax: Int

    /// The file of a delegated role.
    static func name(ofRole role: String) -> String { "\(PercentEncoder.component(role)).json" }

    /// The file of each root after the packaged one, `root.3`: every start verifies them one after another.
    static func name(ofRoot version: Int64) -> String { "root.\(version)" }

    func load(_ name: String) throws(UpdateError) -> [UInt8]? {
        do {
            return try store.load(name, lengthBytesMax: lengthBytesMax)
        } catch {
            throw .store(error)
        }
    }

    /// Reads a top-level role, of the roots the newest; nil if there is none.
    func load(_ role: TopLevelRole) throws(UpdateError) -> [UInt8]? {
        try load(Self.name(ofRole: role.rawValue))
    }

    func save(_ bytes: [UInt8], as name: String) throws(UpdateError) {
        do {
            try store.store(bytes, as: name)
        } catch {
            throw .store(error)
        }
    }

    func save(_ bytes: [UInt8], as role: TopLevelRole) throws(UpdateError) {
        try save(bytes, as: Self.name(ofRole: role.rawValue))
    }

    /// Removes a top-level role; no error if there is none.
    func remove(_ role: TopLevelRole) throws(UpdateError) {
        do {
            try store.remove(Self.name(ofRole: role.rawValue))
        } catch {
            throw .store(error)
        }
    }

    /// Puts the stored roles that verify into the set after the walk through the stored roots.
    ///
    /// The snapshot comes before the timestamp. After a refresh that was stopped, the stored snapshot is
    /// older than the one that the timestamp names, and still the newest that was ever complete here.
    func recall(into set: inout TrustedMetadataSet) throws(UpdateError) {
        if let bytes = try load(.snapshot), (try? set.recallSnapshot(bytes)) == true,
            let bytes = try load(.targets)
        {
            try? set.recallTargets(bytes)
        }
        if let bytes = try load(.timestamp) { try? set.recallTimestamp(bytes) }
    }
}
