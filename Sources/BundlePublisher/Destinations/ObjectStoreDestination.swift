import BundleArchive
import Files
import RepositoryTransport
import TUF
import WebTransport

/// An S3-compatible object store, from which a web server or a content delivery network serves.
///
/// A PUT is whole or not at all, so nothing is half written. Files that must not be overwritten are created
/// with `If-None-Match: *`. The lock (``ObjectStoreLock``) keeps two publishers from writing at the same
/// time. The commit checks this once more: it replaces the timestamp only if it is the one from the time
/// when the lock was taken, and then reads back what it wrote.
package final class ObjectStoreDestination: PublishDestination {
    let client: ObjectStoreClient
    private let lock: ObjectStoreLock
    private let now: UTCTime
    /// The timestamp as it was when the lock was taken.
    private var before: WebAnswer?

    /// Makes a destination; nothing is asked yet.
    package init(
        _ store: ObjectStore, breaksLock: Bool, owner: String, now: UTCTime,
        report: @escaping (ObjectStoreNotice) -> Void
    ) {
        client = ObjectStoreClient(store, report: report)
        lock = ObjectStoreLock(client, isBroken: breaksLock, owner: owner)
        self.now = now
    }

    package var name: String { "\(client.store.address)" }
    package var fetcher: any Fetcher { ObjectStoreFetcher(client.store) }

    /// Always true: a missing bucket is noticed when it is read.
    package func exists() throws(PublishError) -> Bool { true }

    package func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value? {
        guard try lock.acquire(now: now) else { return nil }
        defer { lock.release() }
        before = try client.read(PublishFile.timestampPath)
        return try body()
    }

    package func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try client.head(path)?.header("content-length").flatMap { Int($0) }
    }

    package func removeLeftovers() throws(PublishError) {}

    /// Tries to write below each folder before it writes a root, because nobody can take a root back.
    ///
    /// The lock shows only that its own name can be written; a store may allow some names and deny others.
    package func requireWritable(for files: [PublishFile]) throws(PublishError) {
        guard files.contains(where: { $0.path.hasSuffix(".root.json") }) else { return }
        let folders = Set(files.map { $0.path.prefix { $0 != "/" } }).filter { folder in
            files.contains { $0.path.hasPrefix("\(folder)/") }
        }
        for folder in folders.sorted() {
            let probe = PublishFile(path: "\(folder)/\(Self.probeName)", bytes: [])
            _ = try client.replace(probe)
            // A key that may write need not be allowed to delete; an empty file harms nobody.
            try? client.delete(probe.path)
        }
    }

    /// The name of the file with which we test whether we can write.
    private static let probeName = "\(Files.temporaryPrefix)writable"

    package func write(
        _ files: [PublishFile], inOrder: Bool, now: UTCTime
    ) throws(PublishError) -> [String] {
        var written: [String] = []
        for file in files {
            let isNew =
                switch (file.path, file.life) {
                case (PublishFile.timestampPath, _): try commit(file)
                case (_, .immutable): try client.create(file)
                case (_, .replaced): try client.replace(file)
                }
            if isNew { written.append(file.path) }
        }
        return written
    }

    /// Replaces the timestamp, and reads it back: what a store says it has done need not be true.
    private func commit(_ file: PublishFile) throws(PublishError) -> Bool {
        guard try replaceTimestamp(file) else { return false }
        guard try client.read(file.path)?.body == file.bytes() else {
            throw .place(name, .notKept(path: file.path))
        }
        return true
    }

    /// Replaces the timestamp, if it is still the one that was there and the lock is still ours.
    private func replaceTimestamp(_ file: PublishFile) throws(PublishError) -> Bool {
        let there = try client.read(file.path)
        guard there?.body == before?.body else { throw interleaved }
        let ours = try file.bytes()
        guard there?.body != ours else { return false }
        try lock.requireHeld()
        guard let tag = there?.header("etag") else {
            return try client.create(file)
        }
        switch try client.put(file, condition: .ifMatch(tag)) {
        case .done: return true
        case .notMet:
            // Ceph takes the tag without its quotes only; somebody else's timestamp would be another.
            guard try client.read(file.path)?.body == before?.body else { throw interleaved }
            let bare = tag.filter { $0 != "\"" }
            guard try client.put(file, condition: .ifMatch(bare)) != .done else { return true }
            // The PUT was carried out, but its answer was lost.
            guard try client.read(file.path)?.body == ours else { throw interleaved }
            return true
        case .notSupported:
            return try client.replace(file)
        }
    }

    private var interleaved: PublishError {
        .place(name, .overtaken)
    }

    package func viewerPage() throws(PublishError) -> [UInt8]? {
        try client.read(Viewer.pagePath, lengthBytesMax: PublishLimits.viewerFileBytesMax)?.body
    }

    package func list() throws(PublishError) -> [StoredFile] {
        try (client.list("metadata/") + client.list("targets/") + client.list("\(Viewer.folder)/"))
            .filter {
                !$0.path.hasSuffix("/\(Self.probeName)")
            }
    }

    package func remove(_ paths: [String]) throws(PublishError) {
        for path in paths { try client.delete(path) }
    }
}
