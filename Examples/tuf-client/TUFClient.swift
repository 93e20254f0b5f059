import ArgumentParser
import Foundation
import RepositoryTransport
import TUF
import WebTransport

/// Follows a repository: the three commands that the public conformance suite asks every client for.
@main struct TUFClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tuf-client",
        abstract: "Follows a repository of The Update Framework.",
        discussion: """
            TUF_NOW, a time such as 2026-11-21T02:30:00Z, replaces the clock.

            Examples:
              tuf-client --metadata-dir md init root.json
              tuf-client --metadata-url http://localhost/metadata --metadata-dir md refresh
              tuf-client --metadata-url http://localhost/metadata --metadata-dir md \
            --target-name a/b --target-dir t --target-base-url http://localhost/targets download

            Exit status: 0 done, 1 anything else.
            """)

    enum Command: String, ExpressibleByArgument {
        case initialize = "init"
        case refresh
        case download
    }

    @Option(help: "Where the metadata is published.") var metadataUrl: String?
    @Option(help: "The folder of trusted metadata.") var metadataDir: String
    @Option(parsing: .unconditionalSingleValue, help: "A target's path; may be repeated.")
    var targetName: [String] = []
    @Option(help: "The folder of downloaded targets.") var targetDir: String?
    @Option(help: "Where the targets are published.") var targetBaseUrl: String?
    @Argument(help: "What to do: init, refresh or download.") var command: Command
    @Argument(help: "The root to start from, for init.") var root: String?

    /// A target is in memory until its hashes are right, so a length that a thief has signed must not fill it.
    private static let targetBytesMax = 256 << 20

    func run() throws {
        do {
            switch command {
            case .initialize: try initialize()
            case .refresh: _ = try refreshed(targets: metadataUrl)
            case .download: try download()
            }
        } catch {
            FileHandle.standardError.write(Data("tuf-client: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }

    /// Stores the root from which the client starts.
    ///
    /// It comes with the program. Everything else is verified, starting with this file.
    private func initialize() throws {
        let bytes = Array(
            try Data(contentsOf: URL(fileURLWithPath: try given(root, "a root file"))))
        // Check that its own keys signed it; it may have expired. Nothing is asked.
        var updater = Updater(
            packagedRoot: bytes, store: MemoryStore(),
            fetcher: try RepositoryAddress("http://localhost/").fetcher(.tufClient), now: try now())
        _ = try updater.loadTrusted()
        try FolderStore(metadataDir).store(bytes, as: "root.json")
    }

    /// A client that has brought root, timestamp, snapshot and targets up to date.
    private func refreshed(targets: String?) throws -> Updater {
        let store = FolderStore(metadataDir)
        guard let root = try store.load("root.json", lengthBytesMax: 512_000) else {
            throw Failure("\(metadataDir): expected root.json, which init writes")
        }
        var updater = Updater(
            packagedRoot: root, store: store,
            fetcher: CurlFetcher(
                metadata: try RepositoryAddress(given(metadataUrl, "--metadata-url")),
                targets: try RepositoryAddress(given(targets, "--target-base-url")),
                options: .tufClient),
            now: try now())
        _ = try updater.refresh()
        return updater
    }

    /// Refreshes, then downloads the targets in their order; the first failure ends it.
    private func download() throws {
        let folder = URL(fileURLWithPath: try given(targetDir, "--target-dir"))
        var updater = try refreshed(targets: targetBaseUrl)
        for path in targetName {
            guard let target = try updater.target(named: path) else {
                throw Failure("\(path): the repository has no such file")
            }
            let file = folder.appending(path: target.fileName)
            if let copy = try? Data(contentsOf: file), target.isContent(Array(copy)) { continue }
            guard target.lengthBytes <= Self.targetBytesMax else {
                throw Failure("\(path): longer than \(Self.targetBytesMax) bytes")
            }
            // The bytes count for nothing before the download has returned.
            var bytes: [UInt8] = []
            try updater.download(target) { bytes.append(contentsOf: $0) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: file, options: .atomic)
        }
    }

    private func now() throws -> UTCTime {
        guard let text = ProcessInfo.processInfo.environment["TUF_NOW"] else {
            return UTCTime(unixSeconds: Int64(Date().timeIntervalSince1970))
        }
        // A time with an offset, as other programs write it, is read by Foundation.
        guard let time = try? Date(text, strategy: .iso8601) else {
            throw Failure("TUF_NOW: \(text) is no time")
        }
        return UTCTime(unixSeconds: Int64(time.timeIntervalSince1970))
    }

    private func given(_ value: String?, _ name: String) throws -> String {
        guard let value, !value.isEmpty else { throw Failure("\(name) is missing") }
        return value
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

extension WebOptions {
    static let tufClient = WebOptions(userAgent: "tuf-client")
}
