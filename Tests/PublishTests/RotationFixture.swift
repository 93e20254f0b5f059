import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A published repository whose online key is about to be replaced, by a root key outside the home.
final class Rotation: Sendable {
    let fixture: SeasonFixture
    /// What `signer` holds when all is well.
    let rootKey: [UInt8]
    private let online: PublicKey

    /// What stands where one of our files belongs.
    enum Replacement { case nothing, file, link }

    /// The programs live now; a minute ahead, because two publishes in a second take the next one.
    static var now: Int64 {
        Int64(Date().timeIntervalSince1970) + 60 - SeasonFixture.start.unixSeconds
    }

    var signer: String { fixture.folder["signer.key"] }

    init() throws {
        fixture = try SeasonFixture.publishedNow()
        rootKey = Array(try Data(contentsOf: URL(filePath: fixture.rootA)))
        online = try fixture.onlineKey().publicKey
        try writeSigner(rootKey)
        try writeSecret("some words", to: "passphrase")
    }

    /// The command itself, the same each time.
    func rotate() throws -> Program.Result {
        try run([
            "keys", "rotate-online", "--in", "SITE", "--bundles", "BUNDLES", "--root-key", signer,
            "--passphrase-file", fixture.folder["passphrase"],
        ])
    }

    /// Rotates; everything is as it should be then, and goes on.
    @discardableResult
    func expectRotation() throws -> Program.Result {
        let roots = try fixture.home.roots().files.count
        let result = try rotate()
        #expect(result.status == 0, "\(result.messages)")
        let home = fixture.home
        #expect(try home.roots().files.count == roots + 1)
        #expect(try fixture.onlineKey().publicKey != online)
        #expect(!FileManager.default.fileExists(atPath: home.nextOnlineKeyPath))
        let pending = try? FileManager.default.contentsOfDirectory(atPath: home.pendingPath)
        #expect((pending ?? []).isEmpty)
        let seen = try fixture.seenByNewClient(after: Self.now)
        #expect(seen.count >= 2)
        try fixture.addSeason(2025, title: "Goes on")
        let next = try run(["refresh", "--in", "SITE", "--force"])
        #expect(next.status == 0, "\(next.messages)")
        #expect(try fixture.seenByNewClient(after: Self.now) == seen)
        return result
    }

    /// Publishes another content of 2024 and recalls it; the folder still has it.
    @discardableResult
    func recallSecond() throws -> (first: ContentVersion, second: ContentVersion) {
        let first = try fixture.entry(after: Self.now).version
        try fixture.addSeason(2024, title: "Second")
        try publish()
        let second = try fixture.entry(after: Self.now).version
        try succeed(["recall", "2024", second.short, "--in", "SITE"])
        #expect(try fixture.entry(after: Self.now).version == first)
        return (first, second)
    }

    func publish() throws { try succeed(["publish", "--in", "SITE", "--bundles", "BUNDLES"]) }

    func succeed(_ command: [String]) throws {
        let result = try run(command)
        #expect(result.status == 0, "\(command): \(result.messages)")
    }

    private func run(_ command: [String]) throws -> Program.Result {
        let places = ["SITE": fixture.site, "BUNDLES": fixture.bundles]
        let arguments = command.map { places[$0] ?? $0 } + ["--home", fixture.home.path]
        guard try owner(of: "home") != geteuid() else {
            return try Program.run("bundle-publish", arguments)
        }
        let user = "\(Self.nobody)"
        return try Program.run(
            Self.setpriv,
            ["--reuid", user, "--regid", user, "--clear-groups"]
                + [Program.path(of: "bundle-publish")] + arguments)
    }

    private static let setpriv = "/usr/bin/setpriv"
    private static let nobody: uid_t = 65_534
    /// Whether a folder can be made unwritable for the program: root writes everywhere.
    static let canForbid =
        geteuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv)

    private func owner(of name: String) throws -> uid_t {
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.folder[name])
        return uid_t((attributes[.ownerAccountID] as? NSNumber)?.uint32Value ?? 0)
    }

    /// Takes the right to write in a folder; where the tests run as root, the programs run as nobody then.
    ///
    /// - Returns: gives the right back.
    func forbid(_ name: String) throws -> @Sendable () throws -> Void {
        let path = fixture.folder[name]
        guard geteuid() == 0 else {
            #expect(chmod(path, 0o555) == 0)
            return { #expect(chmod(path, 0o755) == 0) }
        }
        let below = FileManager.default.enumerator(atPath: fixture.folder.path)
        for case let other as String in below ?? .init() {
            #expect(lchown(fixture.folder[other], Self.nobody, Self.nobody) == 0)
        }
        #expect(chown(path, 0, 0) == 0)
        return { #expect(chown(path, Self.nobody, Self.nobody) == 0) }
    }

    /// Everything in the home and in the directory, but the lock files.
    func snapshot() throws -> [String: Data] {
        try fixture.folder.contents().filter { name, _ in
            !name.hasSuffix(".lock") && (name.hasPrefix("home/") || name.hasPrefix("site"))
        }
    }

    /// Puts something else in the place of a file or folder.
    ///
    /// - Returns: puts back what was there.
    func replace(
        _ name: String, by replacement: Replacement
    ) throws -> @Sendable () throws -> Void {
        let (path, aside) = (fixture.folder[name], fixture.folder["aside-\(UUID().uuidString)"])
        let isThere = FileManager.default.fileExists(atPath: path)
        try #require(isThere, "\(name)")
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        switch replacement {
        case .nothing: break
        case .file: try fixture.folder.write("[", to: name)
        case .link:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: aside)
        }
        return {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: aside, toPath: path)
        }
    }

    /// Holds a lock file, as another process would.
    ///
    /// - Returns: lets go of it.
    func lock(_ name: String) throws -> @Sendable () throws -> Void {
        let descriptor = open(fixture.folder[name], O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return {
            _ = flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    func writeSigner(_ key: [UInt8], mode: Int = 0o600) throws {
        try writeSecret(String(decoding: key, as: UTF8.self), to: "signer.key", mode: mode)
    }

    func sealSigner(with passphrase: String) throws {
        try writeSigner(
            KeyFile.sealed(
                SigningKey(keyFile: rootKey), with: Array(passphrase.utf8), cost: KeySealTests.cost)
        )
    }

    func writeSecret(_ text: String, to name: String, mode: Int = 0o600) throws {
        try fixture.folder.write(text, to: name)
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: fixture.folder[name])
    }
}
