import TUF

/// Where a publish is written, and read back as agents read it.
///
/// It hides whether files lie in a folder or an object store. An implementation knows nothing of seasons,
/// plans or keys.
package protocol PublishDestination {
    /// Its name, for messages: what the user typed.
    var name: String { get }

    var fetcher: any Fetcher { get }

    func exists() throws(PublishError) -> Bool

    /// Throws if something else is where the place, or one of these files, belongs; writes nothing.
    ///
    /// A command calls it before it changes anything else. ``withLock(_:)`` makes the same check.
    func requireFree(for files: [PublishFile]) throws(PublishError)

    /// Runs `body` while no other publisher writes here; makes the place if it does not exist, and removes what killed
    /// publishes have left.
    ///
    /// Throws an error of the kind `busy` if another publisher is at work; then the work was not done.
    func withLock<Value>(_ body: () throws(PublishError) -> Value) throws(PublishError) -> Value

    /// The length of a file that is there; nil if there is none.
    func lengthBytes(of path: String) throws(PublishError) -> Int?

    /// Throws if a file of a publish cannot be written; called before the first is written.
    func requireWritable(for files: [PublishFile]) throws(PublishError)

    /// Writes files, each whole or not at all; returns the paths of those that were not there already.
    func write(_ files: [PublishFile], inOrder: Bool) throws(PublishError) -> [String]

    func viewerPage() throws(PublishError) -> [UInt8]?

    /// Every file below `metadata/`, `targets/` and `web/`, sorted by path; half-written ones are left out.
    func list() throws(PublishError) -> [StoredFile]

    /// Removes files, in order; one that is gone already is no error.
    func remove(_ paths: [String]) throws(PublishError)
}

extension PublishDestination {
    /// Returns true: a missing bucket or server is noticed when it is read.
    package func exists() throws(PublishError) -> Bool { true }

    /// Does nothing: an object store has no folders and no links.
    package func requireFree(for files: [PublishFile]) throws(PublishError) {}

    package func requireWritable(for files: [PublishFile]) throws(PublishError) {}
}

/// One file of a publish; its path is below the destination.
package struct PublishFile {
    package let path: String
    package let bytes: [UInt8]

    /// True if its name says its version or its hash: created once, never overwritten, cached for ever.
    ///
    /// Other files are replaced by later publishes, and always asked for again.
    var isImmutable: Bool {
        path.hasPrefix("targets/") || path.hasPrefix("\(Viewer.folder)/")
            || (path.hasPrefix("metadata/") && path != Self.timestampPath)
    }

    /// True if it is a page for people, which can be made again from the rest.
    var isPage: Bool { path.hasSuffix(".html") }

    /// The commit: as soon as it is replaced, everything is new.
    package static let timestampPath = "metadata/timestamp.json"
}

/// A file that a destination has; its path is below the destination.
package struct StoredFile: Equatable {
    package let path: String
    package let lengthBytes: Int
    /// Unix second of its last change.
    package let modifiedSecond: Int64
}
