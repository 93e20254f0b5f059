import Foundation
import TestSupport

/// A publisher, its seasons and one agent's machine, each a folder; the programs run for real.
struct Venue {
    let folder: TemporaryDirectory
    /// Where the agent looks; the published folder itself unless a server's address is put here.
    var repository: String

    var seasons: String { folder["seasons"] }
    var site: String { folder["site"] }
    var state: String { folder["state"] }

    /// The real seasons and keys; nothing is published yet.
    init() throws {
        try self.init(
            copying: ["seasons", "home"], of: Self.madeUnpublished, to: TemporaryDirectory())
    }

    /// The real seasons, published.
    static func published() throws -> Venue {
        try Venue(
            copying: ["seasons", "home", "site"], of: madePublished, to: TemporaryDirectory())
    }

    /// Made once for all tests of the process, because keys and a check of all seasons take long.
    private static let madeUnpublished = Result {
        let venue = Venue(try TemporaryDirectory.shared())
        try FileManager.default.copyItem(
            atPath: Checkout.path("bundles"), toPath: venue.seasons)
        try venue.makeHome()
        return venue.folder
    }
    private static let madePublished = Result {
        let venue = try Venue(copying: ["seasons", "home"], of: madeUnpublished, to: .shared())
        try venue.publish()
        return venue.folder
    }

    private init(_ folder: TemporaryDirectory) {
        self.folder = folder
        repository = folder["site"]
    }

    private init(
        copying names: [String], of made: Result<TemporaryDirectory, any Error>,
        to folder: TemporaryDirectory
    ) throws {
        self.init(folder)
        let made = try made.get()
        for name in names {
            try FileManager.default.copyItem(atPath: made[name], toPath: folder[name])
        }
    }

    /// Makes a publisher's home with keys of its own.
    func makeHome() throws {
        try expect(
            Program.run("bundle-publish", ["init", "--no-passphrase", "--home", folder["home"]]))
    }

    /// Publishes the seasons as they are now.
    @discardableResult
    func publish(_ more: [String] = []) throws -> Program.Result {
        try expect(attemptToPublish(more))
    }

    /// The same, whatever comes of it.
    func attemptToPublish(_ more: [String] = []) throws -> Program.Result {
        try Program.run("bundle-publish", publishArguments + more)
    }

    var publishArguments: [String] {
        ["publish", "--bundles", seasons, "--home", folder["home"], "--in", site]
    }

    /// Polls once, whatever comes of it.
    func poll() throws -> Program.Result { try Program.run("bundle-agent", agentArguments("poll")) }

    func agentArguments(_ command: String) -> [String] {
        [
            command, "--state", state, "--repository", repository,
            "--root", folder["home/metadata/1.root.json"],
        ]
    }

    /// What `status --json` says of each year, and of the whole.
    func status() throws -> AgentStatus {
        let result = try Program.run("bundle-agent", agentArguments("status") + ["--json"])
        return try JSONDecoder().decode(AgentStatus.self, from: Data(result.output.utf8))
    }

    /// Changes the words that a season shows, so that its content has another version.
    func edit(_ year: String, _ old: String, _ new: String) throws {
        let description = "seasons/\(year)/match.yaml"
        let text = try folder.read(description)
        guard text.contains(old) else { throw Unexpected("\(description) has no \"\(old)\"") }
        try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: description)
        try expect(
            Program.run("bundle-publish", ["check", year, "--update", "--bundles", seasons]))
    }

    /// What a reader of `current` sees: every file with its bytes.
    func served() throws -> [String: Data] {
        var seen: [String: Data] = [:]
        let current = URL(fileURLWithPath: "\(state)/current").resolvingSymlinksInPath().path
        for year in try FileManager.default.contentsOfDirectory(atPath: current) {
            let bundle = URL(fileURLWithPath: "\(current)/\(year)").resolvingSymlinksInPath().path
            for case let file as String in FileManager.default.enumerator(atPath: bundle) ?? .init()
            {
                let path = "\(bundle)/\(file)"
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                    !isFolder.boolValue
                {
                    seen["\(year)/\(file)"] = try Data(contentsOf: URL(fileURLWithPath: path))
                }
            }
        }
        return seen
    }

    /// The result, or an error with everything it printed where the exit status is not 0.
    @discardableResult
    func expect(_ result: Program.Result) throws -> Program.Result {
        guard result.status == 0 else {
            throw Unexpected("exit status \(result.status)\n\(result.output)\(result.messages)")
        }
        return result
    }
}

/// The part of `bundle-agent status --json` that tests look at.
struct AgentStatus: Decodable {
    struct Year: Decodable {
        let year: Int
        let version: String
        let origin: String
    }
    let years: [Year]
    let mayBeOutdated: Bool
}

/// Something a test relies on did not happen.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
