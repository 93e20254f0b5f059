import BundleArchive
import Files
import RepositoryTransport
import SeasonAuthoring
import TUF
import WebTransport

/// An S3-compatible object store, from which a web server or a content delivery network serves.
///
/// A PUT is whole or not at all, so nothing is half written. Files that must not be overwritten are created
/// with `If-None-Match: *`. The lock (``ObjectStoreLock``) keeps two publishers from writing at the same
/// time. The commit checks this once more: it replaces the timestamp only if it is the one from the time
/// when the lock was taken, and then reads back what it wrote.
final class ObjectStoreDestination: PublishDestination {
    let client: ObjectStoreClient
    private let lock: ObjectStoreLock
    private let now: UTCTime
    /// The timestamp as it was when the lock was taken.
    private var before: [UInt8]?

    init(
        _ store: ObjectStore, breaksLock: Bool, owner: String, now: UTCTime,
        report: @escaping (String) -> Void
    ) {
        client = ObjectStoreClient(store, report: report)
        lock = ObjectStoreLock(client, isBroken: breaksLock, owner: owner)
        self.now = now
    }

    var name: String { client.name }
    var fetcher: any Fetcher { ObjectStoreFetcher(client.store) }

    func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value {
        guard try lock.acquire(now: now) else { throw .busy(name) }
        defer { lock.release() }
        before = try client.read(PublishFile.timestampPath)?.body
        return try body()
    }

    func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try client.head(path)?.header("content-length").flatMap { Int($0) }
    }

    /// Tries to write below each folder before it writes a root, because a published root cannot be
    /// withdrawn.
    ///
    /// The lock shows only that its own name can be written; a store may allow some names and deny others.
    func requireWritable(for files: [PublishFile]) throws(PublishError) {
        guard files.contains(where: { $0.path.hasSuffix(".root.json") }) else { return }
        let paths = files.map(\.path).filter { $0.contains("/") }
        let folders = Set(paths.map { path in path.prefix { $0 != "/" } })
        for folder in folders.sorted() {
            let probe = PublishFile(path: "\(folder)/\(Self.probeName)", bytes: [])
            _ = try client.put(probe)
            // A key that may write need not be allowed to delete; an empty file does no harm.
            try? client.delete(probe.path)
        }
    }

    private static let probeName = "\(Files.temporaryPrefix)writable"

    func write(_ files: [PublishFile], inOrder: Bool) throws(PublishError) -> [String] {
        var written: [String] = []
        for file in files {
            let isNew =
                switch file.path {
                case PublishFile.timestampPath: try commit(file)
                default: try file.isImmutable ? client.create(file) : client.put(file)
                }
            if isNew { written.append(file.path) }
        }
        return written
    }

    /// Replaces the timestamp, if it is still the one that was there and the lock is still ours.
    ///
    /// What is there afterwards decides. An answer may be lost although the store has done what we asked, and what a
    /// store says it has done need not be true.
    private func commit(_ file: PublishFile) throws(PublishError) -> Bool {
        let ours = file.bytes
        let there = try client.read(file.path)
        guard there?.body == before else { throw overtaken }
        guard there?.body != ours else { return false }
        try lock.requireHeld()
        let tag = there?.header("etag")
        // Ceph takes the tag without its quotes only.
        let conditions: [String?] =
            if let tag {
                ["If-Match: \(tag)", "If-Match: \(tag.filter { $0 != "\"" })"]
            } else {
                [there == nil ? ObjectStoreClient.ifAbsent : nil]
            }
        // Each is for stores that refuse the one before it.
        for condition in conditions {
            let answer = Result { () throws(PublishError) in
                try client.put(file, condition: condition)
            }
            let after = try converting(try client.read(file.path)?.body) { (_: PublishError) in
                PublishError(
                    "\(name)/\(file.path): expected an answer, found none, so this publish may be live or not",
                    remedy: "do the same again when the store answers")
            }
            guard after != ours else { return true }
            guard after == before else { throw overtaken }
            guard try !answer.get() else { throw client.notKept(file.path) }
        }
        throw overtaken
    }

    private var overtaken: PublishError {
        PublishError(
            "\(name)/metadata/timestamp.json: expected what was there when this publish began, "
                + "found another one",
            remedy: "another publisher was faster; what it published is live: do the same again")
    }

    func viewerPage() throws(PublishError) -> [UInt8]? {
        try client.read(Viewer.pagePath, lengthBytesMax: PublishLimits.viewerFileBytesMax)?.body
    }

    func list() throws(PublishError) -> [StoredFile] {
        try (client.list("metadata/") + client.list("targets/") + client.list("\(Viewer.folder)/"))
            .filter { !$0.path.hasSuffix("/\(Self.probeName)") }
    }

    func remove(_ paths: [String]) throws(PublishError) {
        for path in paths { try client.delete(path) }
    }
}
