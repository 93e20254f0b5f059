import Foundation
import JSON
import TUF
import TestSupport
import Testing

/// The reference implementation, by way of a Python that has it.
enum Python {
    /// From the environment variable `TUF_PYTHON`: the interpreter of a virtual environment with
    /// `tuf` and `securesystemslib[crypto]`.
    static let path = ProcessInfo.processInfo.environment["TUF_PYTHON"]

    /// Runs a script of the folder beside this file.
    static func run(_ script: String, _ arguments: [String]) throws -> String {
        let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Python")
        let result = try Program.run(
            try #require(path), [scripts.appendingPathComponent(script).path] + arguments)
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        return result.output
    }
}

/// A repository in a folder, without limits or validators of its own.
private final class FolderFetcher: Fetcher {
    let folder: String

    init(_ folder: String) { self.folder = folder }

    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        let base = request.base == .metadata ? "metadata" : "targets"
        // A web server decodes the path, too.
        let path = "\(folder)/\(base)/\(request.path.removingPercentEncoding ?? "")"
        let encoded = "\(folder)/\(base)/\(request.path)"
        guard
            let data = FileManager.default.contents(atPath: path)
                ?? FileManager.default.contents(atPath: encoded)
        else { return .absent }
        begin(FetchBeginning())
        try Array(data).withUnsafeBufferPointer { (buffer) throws(FetchError) in
            try sink(UnsafeRawBufferPointer(buffer))
        }
        return .found
    }
}

@Suite(
    "python-tuf", .enabled(if: Python.path != nil, "TUF_PYTHON names no Python that has python-tuf")
)
struct PythonTUFTests {
    private let now = World.start
    private let later = World.start.advanced(bySeconds: 4_000 * 86_400)

    @Test("our client follows a repository that python-tuf wrote")
    func reads() throws {
        let folder = try TemporaryDirectory()
        _ = try Python.run("write_repository.py", [folder.path])
        let root = try #require(
            FileManager.default.contents(atPath: folder["metadata/1.root.json"]))
        let store = MemoryStore()
        for isFirst in [true, false] {
            var updater = Updater(
                packagedRoot: Array(root), store: store, fetcher: FolderFetcher(folder.path),
                now: now)
            let report = try updater.refresh()
            #expect(report.roles.map(\.version) == [3, 2, 2, 2])
            #expect(report.hasChanged == isFirst)
            #expect(updater.targets.map(\.path) == ["f1/2026/bundle.zip"])
            #expect(updater.targets.first?.custom == ["year": 2026])
            for path in ["f1/2025/bundle.zip", "old/2024.zip", "bin/in one", "f1/2026/bundle.zip"] {
                let target = try #require(try updater.target(named: path))
                var content: [UInt8] = []
                try updater.download(target) { content += $0 }
                let expected = path.contains("2026") ? "a season" : "content of \(path)"
                #expect(content == Array(expected.utf8))
            }
            #expect(try updater.target(named: "f1/2025/deeper/bundle.zip") == nil)
        }
    }

    @Test("python-tuf's client follows what we publish, through three roots and another online key")
    func writes() throws {
        let folder = try TemporaryDirectory()
        let offline = [SigningKey(), SigningKey()]
        var online = SigningKey()
        var root = try RootDraft(
            expires: later, root: RoleKeys(offline.map(\.publicKey)),
            online: RoleKeys([online.publicKey])
        ).signed(by: [offline[0]])
        let first = try write(root.bytes, to: "metadata/1.root.json", in: folder)

        for version in Int64(1)...4 {
            var roots = [root]
            if version > 1 {
                var draft = try RootDraft(following: root.bytes, expires: later)
                if version == 3 {
                    online = SigningKey()
                    for role in [\RootDraft.timestamp, \.snapshot, \.targets] {
                        draft[keyPath: role] = RoleKeys([online.publicKey])
                    }
                }
                if version == 4 { draft.root = RoleKeys(offline.map(\.publicKey), threshold: 2) }
                root = try draft.signed(by: version == 4 ? offline : [offline[1]])
                roots = [root]
            }
            let contents = ["f1/2025/bundle.zip", "f1/2026/a b.zip"].map { path in
                (path: path, bytes: Array("\(path) in version \(version)".utf8))
            }
            try publish(
                contents, version: 1_772_366_400 + version, by: online, roots: roots, in: folder)
            let output = try Python.run(
                "read_repository.py",
                [folder.path, folder["state"], first] + contents.map(\.path))
            var expected = "root \(version)\n"
            for role in ["timestamp", "snapshot", "targets"] {
                expected += "\(role) \(1_772_366_400 + version)\n"
            }
            for (path, bytes) in contents { expected += "\(path) \(sha256(bytes))\n" }
            #expect(output == expected)
        }
    }

    private func publish(
        _ contents: [(path: String, bytes: [UInt8])], version: Int64, by key: SigningKey,
        roots: [SignedMetadata], in folder: TemporaryDirectory
    ) throws {
        let targets = try SignedMetadata.targets(
            version: version, expires: later,
            targets: contents.map { path, bytes in
                TargetFile(
                    path: path, lengthBytes: bytes.count, hashes: ["sha256": sha256(bytes)],
                    custom: ["version": .integer(version), "note": "é \\ \""])
            }, keys: [key])
        let snapshot = try SignedMetadata.snapshot(
            version: version, expires: later, targets: targets, keys: [key])
        let timestamp = try SignedMetadata.timestamp(
            version: version, expires: later, snapshot: snapshot, keys: [key])
        for (path, bytes) in contents {
            let name = path.split(separator: "/")
            let hashed = (name.dropLast() + ["\(sha256(bytes)).\(name.last ?? "")"])
            try write(bytes, to: "targets/\(hashed.joined(separator: "/"))", in: folder)
        }
        let publication = Publication(
            roots: roots.map { MetadataFile(name: $0.fileName(), bytes: $0.bytes) },
            targets: targets, snapshot: snapshot, timestamp: timestamp)
        for file in publication.files {
            try write(file.bytes, to: "metadata/\(file.name)", in: folder)
        }
    }

    @discardableResult
    private func write(
        _ bytes: [UInt8], to name: String, in folder: TemporaryDirectory
    ) throws -> String {
        let url = URL(fileURLWithPath: folder[name])
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }
}
