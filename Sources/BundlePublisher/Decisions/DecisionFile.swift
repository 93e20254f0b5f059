import Files
import JSON

/// The file in a home that keeps its ``DecisionRecord``.
struct DecisionFile {
    let home: Home

    /// Its name.
    static let name = "decisions.json"
    /// The most bytes of the file: a thousand seasons, each with all its recalls.
    private static let lengthBytesMax = 16 << 20
    /// How often we try to get the lock, and how long we wait between two tries.
    ///
    /// Others hold it for a moment only.
    private static let tries = (count: 100, pauseMilliseconds: 20)

    private var path: String { "\(home.path)/\(Self.name)" }

    /// Reads the record; an empty one if there is no file.
    ///
    /// - Throws: ``PublishError`` if it is damaged, also if it is a link that leads nowhere: what was decided is
    ///   elsewhere then, and not nothing.
    func read() throws(PublishError) -> DecisionRecord {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, lengthBytesMax: Self.lengthBytesMax)
        } catch {
            guard error.isNotFound, (try? Files.kind(path)) == .some(nil) else {
                throw .file(error)
            }
            return DecisionRecord()
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes, limits: JSONLimits(lengthBytesMax: Self.lengthBytesMax))
        } catch {
            throw .home(.recordIsNoJSON(path: path, error))
        }
        do throws(JSONShapeError) {
            return try DecisionRecord(JSONCursor(json)).renamingPlaces { Paths.real($0) }
        } catch {
            throw .home(.recordIsDamaged(path: path, error))
        }
    }

    /// Changes the record and waits for the disk; writes nothing if nothing changes.
    ///
    /// - Parameter change: what to do with it.
    /// - Returns: whether it was written.
    /// - Throws: ``PublishError``.
    @discardableResult
    func update(
        _ change: (inout DecisionRecord) throws(PublishError) -> Void
    ) throws(PublishError) -> Bool {
        var after = try read()
        let before = after
        try change(&after)
        guard after != before else { return false }
        try home.makeKeysFolder()
        for _ in 0..<Self.tries.count {
            let written = try whileLocked("\(home.keysPath)/.decisions.lock") {
                () throws(PublishError) in
                // Read again: somebody may have published elsewhere meanwhile.
                var record = try read()
                try change(&record)
                try mapFileErrors(to: PublishError.file) { () throws(FileError) in
                    try removeLeftovers()
                    try Files.replaceFileAndSync(at: path, with: record.encoded)
                }
                return true
            }
            if written != nil { return true }
            pause(milliseconds: Self.tries.pauseMilliseconds)
        }
        throw .home(.recordIsBusy(path: path))
    }

    /// Removes what a killed command has left beside the file.
    private func removeLeftovers() throws(FileError) {
        for name in try Files.names(in: home.path) where name.hasPrefix(Files.temporaryPrefix) {
            try Files.removeTree("\(home.path)/\(name)")
        }
    }
}
