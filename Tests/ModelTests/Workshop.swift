import ArgumentParser
import Files
import Foundation
import TUF
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// The place of a history on the disk, and the commands that are run there.
///
/// Every command is the whole one, from its words on; it only has another clock and environment.
struct Workshop {
    /// Everything below it: checkouts, the repository, the beta, a cache.
    let root: String
    /// The clock, in seconds since 1970.
    var now: Int64 = Workshop.start

    /// When histories begin: 2027-01-15T08:00:00Z.
    static let start: Int64 = 1_800_000_000

    var site: String { "\(root)/site" }
    var betaSite: String { "\(root)/beta-site" }

    /// What came of a command.
    struct Outcome: Equatable {
        let status: Int32
        /// What it printed.
        let text: String
        /// The first line, for messages.
        var line: String { text.split(separator: "\n").first.map(String.init) ?? "nothing" }
    }

    init(root: String) { self.root = root }

    /// Runs a command line.
    func run(_ words: [String], variables: [String: String] = [:]) -> Outcome {
        let printed = PrintedText()
        var environment = variables
        environment["BUNDLE_PUBLISH_CACHE"] = "\(root)/cache"
        let substitute = Surroundings.Substitute(
            now: UTCTime(unixSeconds: now), variables: environment, print: { printed.add($0) })
        let status = Surroundings.$substitute.withValue(substitute) { () -> Int32 in
            do {
                var command = try CommandLine.parse(words)
                try command.run()
                return 0
            } catch let code as ExitCode {
                return code.rawValue
            } catch {
                printed.add("\(error)")
                return 64
            }
        }
        return Outcome(status: status, text: printed.text)
    }

    /// What commands read and write, below ``root``.
    private static let parts = ["main", "laptop", "ci", "beta", "site", "beta-site"]

    /// Does something on the workshop, in its place, and then puts back what was there.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        let kept = "\(root)-kept"
        try copyParts(to: kept)
        defer {
            for part in Self.parts {
                try? Files.removeTree("\(root)/\(part)")
                try? Files.rename("\(kept)/\(part)", to: "\(root)/\(part)")
            }
            try? Files.removeTree(kept)
        }
        return try body()
    }

    /// Copies everything that commands read and write.
    func copyParts(to folder: String) throws {
        try Files.removeTree(folder)
        try Files.createDirectoriesAndSync(folder)
        for part in Self.parts where try Files.kind("\(root)/\(part)") != nil {
            try Self.copy("\(root)/\(part)", to: "\(folder)/\(part)")
        }
    }

    /// Removes everything.
    func remove() { try? Files.removeTree(root) }

    /// Copies a file, or a folder with all in it.
    static func copy(_ from: String, to: String) throws {
        guard try Files.kind(from) == .directory else {
            let bytes = try Files.read(from, lengthBytesMax: 1 << 24)
            // No other user may read keys.
            return try Files.replaceFileWithoutSync(at: to, with: bytes, mode: 0o600)
        }
        try Files.createDirectoriesAndSync(to)
        for name in try Files.names(in: from) { try copy("\(from)/\(name)", to: "\(to)/\(name)") }
    }

    /// Every file below a folder, by its path from there; without locks and files that a killed command has left.
    static func files(_ folder: String) throws -> [String: [UInt8]] {
        guard try Files.kind(folder) == .directory else { return [:] }
        var files: [String: [UInt8]] = [:]
        for name in try Files.names(in: folder) where name != ".lock" && !name.hasPrefix(".tmp") {
            let path = "\(folder)/\(name)"
            if try Files.kind(path) == .directory {
                for (below, bytes) in try self.files(path) { files["\(name)/\(below)"] = bytes }
            } else {
                files[name] = try Files.read(path, lengthBytesMax: 1 << 24)
            }
        }
        return files
    }
}
