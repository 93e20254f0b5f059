import ArgumentParser
import Files
import Foundation
import JSON
import RepositoryTransport
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// The publisher's side of a history as it lies on the disk, and the commands that are run there.
///
/// Every command is the whole one, from its words on; it only has another clock and environment.
struct Workshop {
    /// Everything below it: the home, the folder of seasons, the repository, the beta, caches.
    let root: String
    /// The clock, in seconds since 1970.
    var now: Int64 = Workshop.start
    var cache = Step.Cache.warm
    /// Whether commands run in the colleague's checkout, which has a home and a folder of seasons of its own.
    var isLaptop = false
    /// Which part of the commands runs elsewhere, so that each has a fresh copy of the home.
    private(set) var copies = 0

    /// When histories begin: 2027-01-15T08:00:00Z.
    static let start: Int64 = 1_800_000_000

    private var checkoutPath: String { isLaptop ? "\(root)/laptop" : root }
    var homePath: String { "\(checkoutPath)/home" }
    var home: Home { Home(path: homePath) }
    var bundles: String { "\(checkoutPath)/bundles" }
    var site: String { "\(root)/site" }
    var beta: String { "\(root)/beta" }

    /// What came of a command.
    struct Outcome: Equatable {
        let status: Int32
        /// What it printed.
        let text: String
        var isGood: Bool { status == 0 }
        /// The first line, for messages.
        var line: String { text.split(separator: "\n").first.map(String.init) ?? "nothing" }
    }

    init(root: String) { self.root = root }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - words: without the program's name.
    ///   - variables: the environment.
    ///   - offset: seconds by which the clock is off.
    /// - Returns: its status and its words.
    func run(
        _ words: [String], variables: [String: String] = [:], offset: Int64 = 0
    ) -> Outcome {
        let printed = Printed()
        var environment = variables
        environment["BUNDLE_PUBLISH_CACHE"] = cachePath
        let substitute = Surroundings.Substitute(
            now: UTCTime(unixSeconds: now + offset), variables: environment,
            print: { printed.add($0) })
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

    private var cachePath: String {
        switch cache {
        case .none: "none"
        case .warm: "\(checkoutPath)/cache"
        case .cold: "\(checkoutPath)/cache-\(now)"
        // Other checkouts of the same user have put their seasons there, too.
        case .shared: "\(root)/shared-cache"
        }
    }

    /// Where ``checkout(as:)`` puts the copy.
    var checkoutHomePath: String { "\(root)/checkout" }

    /// A copy of the home as another checkout has it: what is committed, and no secret.
    ///
    /// - Parameter name: its folder below ``root``.
    /// - Returns: the copy's path, and the environment with the online key.
    /// - Throws: where the disk fails.
    func checkout(
        as name: String = "checkout"
    ) throws -> (home: String, variables: [String: String]) {
        let copy = "\(root)/\(name)"
        try Files.removeTree(copy)
        try Files.createDirectoriesAndSync(copy)
        for name in try Files.names(in: homePath) where name != "keys" {
            try Self.copy("\(homePath)/\(name)", to: "\(copy)/\(name)")
        }
        // Whoever was cut off in the middle of a rotation has the new key, and gives it to CI.
        let isCutOff =
            try OnlineKey.file(at: home.nextOnlineKeyPath, trustedBy: home.roots()) != nil
        let key = try? Files.read(
            isCutOff ? home.nextOnlineKeyPath : home.onlineKeyPath, lengthBytesMax: 1 << 12)
        return (
            copy,
            key.map { [OnlineKey.environmentName: String(decoding: $0, as: UTF8.self)] } ?? [:]
        )
    }

    /// What commands read and write, below ``root``.
    private static let parts = [
        "home", "checkout", "bundles", "site", "beta", "cache", "shared-cache", "laptop",
    ]

    /// Does something on the workshop, in its place, and then puts back what was there.
    ///
    /// - Parameter body: what to try; also where a copy of its result is, until it is over.
    /// - Returns: what came of it.
    /// - Throws: where the disk fails.
    func attempt<Value>(_ body: (Workshop) throws -> Value) throws -> Value {
        let kept = "\(root)-kept"
        try Files.removeTree(kept)
        try Files.createDirectoriesAndSync(kept)
        for part in Self.parts where try Files.kind("\(root)/\(part)") != nil {
            try Self.copy("\(root)/\(part)", to: "\(kept)/\(part)")
        }
        defer {
            for part in Self.parts {
                try? Files.removeTree("\(root)/\(part)")
                try? Files.rename("\(kept)/\(part)", to: "\(root)/\(part)")
            }
            try? Files.removeTree(kept)
        }
        return try body(self)
    }

    /// Copies everything that commands read and write.
    ///
    /// - Parameter folder: where to.
    /// - Throws: where the disk fails.
    func copyParts(to folder: String) throws {
        try Files.removeTree(folder)
        try Files.createDirectoriesAndSync(folder)
        for part in Self.parts where try Files.kind("\(root)/\(part)") != nil {
            try Self.copy("\(root)/\(part)", to: "\(folder)/\(part)")
        }
    }

    /// Takes over what another checkout has committed.
    ///
    /// - Parameter copy: the checkout's home.
    /// - Throws: where the disk fails.
    func pull(from copy: String) throws {
        for name in try Files.names(in: copy) where name != "keys" {
            guard try Files.kind("\(copy)/\(name)") == .file else { continue }
            try Self.copy("\(copy)/\(name)", to: "\(homePath)/\(name)")
        }
    }

    /// Removes everything.
    func remove() { try? Files.removeTree(root) }

    /// Copies a file, or a folder with all in it.
    static func copy(_ from: String, to: String) throws {
        guard try Files.kind(from) == .directory else {
            let bytes = try Files.read(from, lengthBytesMax: 1 << 24)
            // Keys must be nobody else's.
            return try Files.replaceFileWithoutSync(at: to, with: bytes, mode: 0o600)
        }
        try Files.createDirectoriesAndSync(to)
        for name in try Files.names(in: from) { try copy("\(from)/\(name)", to: "\(to)/\(name)") }
    }
}

/// What a command printed; commands may print from any thread.
final class Printed: @unchecked Sendable {
    private let lock = NSLock()
    private var collected = ""

    func add(_ text: String) { lock.withLock { collected += text } }
    var text: String { lock.withLock { collected } }
}
