import TUF

/// Where a publish is written, and read back as agents read it.
///
/// It hides whether files lie in a folder or an object store. An implementation knows nothing of seasons,
/// plans or keys.
package protocol PublishDestination {
    /// Its name, for messages: what the user typed.
    var name: String { get }

    /// The name by which the home remembers it: the same from every working directory.
    var identity: String { get }

    /// Reads what is there as agents do.
    var fetcher: any Fetcher { get }

    /// True if the place exists.
    func exists() throws(PublishError) -> Bool

    /// Throws if the place cannot be written to as it should be; writes nothing.
    ///
    /// A command calls it before it changes anything else. ``withLock(_:)`` makes the same check.
    func requireUsable() throws(PublishError)

    /// Runs `body` while no other publisher writes here; makes the place if it does not exist.
    ///
    /// - Returns: what the work returns; nil if another publisher is at work, and the work was not done.
    /// - Throws: what the work throws, and ``PublishError`` if the place cannot be locked.
    func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value?

    /// The length of a file that is there, in bytes; nil if there is none.
    ///
    /// - Returns: bytes, or nil.
    func lengthBytes(of path: String) throws(PublishError) -> Int?

    /// Throws if something else lies in the place of a file of a publish, or on the way to it; writes nothing.
    func requireFree(for files: [PublishFile]) throws(PublishError)

    /// Throws if a file of a publish cannot be written; called before the first is written.
    func requireWritable(for files: [PublishFile]) throws(PublishError)

    /// Runs `body` while room is set aside for files; they are to be written right after it.
    ///
    /// - Throws: ``PublishError`` if there is no room, and then the work was not done; else what the work throws.
    func withRoom(
        for files: [PublishFile], _ body: () throws(PublishError) -> Void
    ) throws(PublishError)

    /// Removes what killed publishes have left; the caller must hold the lock.
    func removeLeftovers() throws(PublishError)

    /// Writes files, each whole or not at all; what is there already is left alone.
    ///
    /// - Throws: ``PublishError``; what was live stays live.
    func write(
        _ files: [PublishFile], inOrder: Bool
    ) throws(PublishError) -> [String]

    /// The page that draws matches; nil if there is none.
    func viewerPage() throws(PublishError) -> [UInt8]?

    /// Every file below `metadata/`, `targets/` and `web/`, sorted by path; half-written ones are left out.
    ///
    /// - Throws: ``PublishError``; ``PlaceProblem/listingDenied(folder:)`` if this key may not list.
    func list() throws(PublishError) -> [StoredFile]

    /// Removes files, in order; one that is gone already is no error.
    func remove(_ paths: [String]) throws(PublishError)
}

extension PublishDestination {
    /// Does nothing: an object store has no links.
    package func requireUsable() throws(PublishError) {}

    /// Does nothing: an object store has no folders and no links.
    package func requireFree(for files: [PublishFile]) throws(PublishError) {}

    package var identity: String { name }

    package func requireWritable(for files: [PublishFile]) throws(PublishError) {}

    /// Does the work: nobody can set room aside in an object store.
    package func withRoom(
        for files: [PublishFile], _ body: () throws(PublishError) -> Void
    ) throws(PublishError) { try body() }
}

/// One file of a publish.
package struct PublishFile {
    /// How long a web server or a cache may keep the file.
    package enum Life: Equatable {
        /// Its name says its version or its hash: created once, never overwritten, cached for ever.
        case immutable
        /// Replaced by later publishes, and always asked for again.
        case replaced
    }

    /// Below the destination.
    package let path: String
    package let content: Content

    /// Where its bytes are until they are written.
    package enum Content: Sendable {
        case bytes([UInt8])
        /// A season's zip, which may be on the disk.
        case season(PackedSeason)
    }

    package init(path: String, content: Content) {
        self.path = path
        self.content = content
    }

    package init(path: String, bytes: [UInt8]) {
        self.init(path: path, content: .bytes(bytes))
    }

    /// The whole content.
    ///
    /// - Throws: ``PublishError`` if they were kept on the disk and are damaged.
    package func bytes() throws(PublishError) -> [UInt8] { try content.bytes() }

    /// The same, with the error as a value, for work on all cores.
    package func read() -> Result<[UInt8], PublishError> { content.read() }

    package var life: Life {
        path.hasPrefix("targets/") || path.hasPrefix("\(Viewer.folder)/")
            || (path.hasPrefix("metadata/") && path != Self.timestampPath) ? .immutable : .replaced
    }

    /// True if its name says the hash of its bytes, so that other bytes under it are damaged ones.
    var isNamedByHash: Bool { path.hasPrefix("targets/") }

    /// True if it is a page for people, which can be made again from the rest.
    var isPage: Bool { path.hasSuffix(".html") }

    /// The commit: as soon as it is replaced, everything is new.
    package static let timestampPath = "metadata/timestamp.json"
}

extension PublishFile.Content {
    /// The bytes.
    ///
    /// - Throws: ``PublishError`` if they were kept on the disk and are damaged.
    package func bytes() throws(PublishError) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .season(let season): try season.zip()
        }
    }

    /// The same, with the error as a value, for work on all cores.
    package func read() -> Result<[UInt8], PublishError> {
        do throws(PublishError) {
            return .success(try bytes())
        } catch {
            return .failure(error)
        }
    }
}

/// A file that lies in a destination.
package struct StoredFile: Equatable {
    /// Below the destination.
    package let path: String
    package let lengthBytes: Int
    /// Unix second of its last change.
    package let modifiedSecond: Int64
}
