import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// A published repository whose online key is about to be replaced, by a root key outside the home.
final class Rotation: Sendable {
    let fixture: SeasonFixture
    /// What `signer` holds when all is well.
    let rootKey: [UInt8]
    private let online: PublicKey

    /// What stands where one of our files belongs.
    enum Replacement { case nothing, file }

    var signer: String { fixture.folder["signer.key"] }

    init() throws {
        fixture = try SeasonFixture.publishedNow()
        rootKey = Array(try Data(contentsOf: URL(filePath: fixture.rootA)))
        online = try fixture.onlineKey().publicKey
        try writeSigner(rootKey)
        try fixture.folder.writeSecret("some words", to: "passphrase")
    }

    /// The command itself, the same each time.
    func rotate() throws -> Program.Result {
        try run([
            "keys", "rotate-online", "--in", "SITE", "--root-key", signer, "--passphrase-file",
            fixture.folder["passphrase"],
        ])
    }

    /// Rotates; everything is as it should be then, and goes on.
    func expectRotation() throws {
        let roots = try fixture.home.roots().files.count
        let result = try rotate()
        #expect(result.status == 0, "\(result.messages)")
        let home = fixture.home
        #expect(try home.roots().files.count == roots + 1)
        #expect(try fixture.onlineKey().publicKey != online)
        #expect(!FileManager.default.fileExists(atPath: home.nextOnlineKeyPath))
        let pending = try? FileManager.default.contentsOfDirectory(atPath: home.pendingPath)
        #expect((pending ?? []).isEmpty)
        let published = try run(["publish", "--in", "SITE"])
        #expect(published.status == 0, "\(published.messages)")
        let seen = try fixture.seenByNewClient(after: SeasonFixture.soon)
        #expect(seen.count >= 2)
        let next = try run(["refresh", "--in", "SITE", "--force"])
        #expect(next.status == 0, "\(next.messages)")
        #expect(try fixture.seenByNewClient(after: SeasonFixture.soon) == seen)
    }

    private func run(_ words: [String]) throws -> Program.Result {
        try fixture.run(words)
    }

    /// Everything in the home and in the directory, but the lock files.
    func snapshot() throws -> [String: Data] {
        try fixture.folder.contents().filter { name, _ in
            !name.hasSuffix(".lock") && (name.hasPrefix("home/") || name.hasPrefix("site"))
        }
    }

    /// Puts something else where a file or folder is; what it returns puts that back.
    func replace(
        _ name: String, by replacement: Replacement
    ) throws -> @Sendable () throws -> Void {
        let (path, aside) = (fixture.folder[name], fixture.folder["aside-\(UUID().uuidString)"])
        let isThere = FileManager.default.fileExists(atPath: path)
        try #require(isThere, "\(name)")
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        if replacement == .file { try fixture.folder.write("[", to: name) }
        return {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: aside, toPath: path)
        }
    }

    /// Holds a lock file, as another process would; what it returns lets go of it.
    func lock(_ name: String) throws -> @Sendable () throws -> Void {
        let descriptor = open(fixture.folder[name], O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return {
            _ = flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    func writeSigner(_ key: [UInt8], mode: Int = 0o600) throws {
        let text = String(decoding: key, as: UTF8.self)
        try fixture.folder.writeSecret(text, to: "signer.key", mode: mode)
    }

    func sealSigner(with passphrase: String) throws {
        try writeSigner(
            KeyFile.sealed(
                SigningKey(keyFile: rootKey), with: Array(passphrase.utf8), cost: KeySealTests.cost)
        )
    }
}
