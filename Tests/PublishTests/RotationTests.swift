import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// `keys rotate-online` finishes or does nothing: whatever refuses does so before the root or a key
/// is written, and the same command succeeds once the cause is gone.
@Suite struct RotationTests {
    /// What stands in the way of a rotation.
    struct Trouble: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the message says.
        let says: String
        /// Brings it about; what it returns takes the cause away again.
        let make: @Sendable (Rotation) throws -> @Sendable () throws -> Void

        init(
            _ name: String, says: String,
            _ make: @escaping @Sendable (Rotation) throws -> @Sendable () throws -> Void
        ) {
            (testDescription, self.says, self.make) = (name, says, make)
        }
    }

    @Test(arguments: common) func rotateOnlineFinishesOrDoesNothing(_ trouble: Trouble) throws {
        try expectOneOfBoth(trouble)
    }

    private func expectOneOfBoth(_ trouble: Trouble) throws {
        let rotation = try Rotation()
        let remove = try trouble.make(rotation)
        let before = try rotation.snapshot()
        let refusal = try rotation.rotate()
        #expect(refusal.status != 0)
        #expect(refusal.messages.contains(trouble.says), "\(refusal.messages)")
        #expect(try rotation.snapshot() == before)
        try remove()
        try rotation.expectRotation()
    }

    static let common = [
        Trouble("another command in the home", says: "found one") {
            try $0.lock("home/keys/.lock")
        },
        Trouble("a root key of another home", says: "expected a key of root 2") { rotation in
            try rotation.writeSigner(SigningKey().encoded())
            return { try rotation.writeSigner(rotation.rootKey) }
        },
        Trouble("a root key that others can read", says: "signer.key") { rotation in
            try rotation.writeSigner(rotation.rootKey, mode: 0o644)
            return { try rotation.writeSigner(rotation.rootKey) }
        },
        Trouble("a passphrase that others can read", says: "chmod 600") { rotation in
            let folder = rotation.fixture.folder
            try folder.writeSecret("some words", to: "passphrase", mode: 0o644)
            return { try folder.writeSecret("some words", to: "passphrase") }
        },
        Trouble("another passphrase", says: "expected the passphrase it is sealed with") {
            rotation in
            try rotation.sealSigner(with: "the right words")
            let folder = rotation.fixture.folder
            try folder.writeSecret("other words", to: "passphrase")
            return { try folder.writeSecret("the right words", to: "passphrase") }
        },
        Trouble("a root that waits for signatures", says: "found one") { rotation in
            let back = try rotation.replace("home/keys/root-a.key", by: .nothing)
            let backToo = try rotation.replace("home/keys/root-b.key", by: .nothing)
            try rotation.fixture.expect(of: "keys renew-root")
            try back()
            try backToo()
            return { try rotation.fixture.folder.remove("home/pending/2.root.json") }
        },
        Trouble("a mistake in decisions.txt", says: "decisions.txt:1: error: expected TIME") {
            rotation in
            try rotation.fixture.folder.write("[", to: "home/decisions.txt")
            return { try rotation.fixture.folder.remove("home/decisions.txt") }
        },
        Trouble("a damaged configuration", says: "configuration.yaml") {
            try $0.replace("home/configuration.yaml", by: .file)
        },
        Trouble("a damaged root of this home", says: "1.root.json") {
            try $0.replace("home/metadata/1.root.json", by: .file)
        },
    ]

    @Test("A rotation never takes the only file of the online key away", arguments: [1, 2])
    func theOnlyFileOfTheOnlineKeyStays(_ threshold: Int) throws {
        let fixture = try SeasonFixture.published()
        // Nothing can be renamed over it, as over a secret that is mounted there.
        try FileManager.default.removeItem(atPath: fixture.home.onlineKeyPath)
        try fixture.folder.write("x", to: "home/keys/online.key/mounted")
        let key = try fixture.rotateOnline(after: 60)
        try fixture.publish(after: 90)
        if threshold == 2 {
            try fixture.change(.threshold(2), by: [fixture.rootA, fixture.rootB], after: 100)
            try fixture.publish(after: 110)
            // Its root waits for another signature.
            try fixture.rotateOnline(by: [fixture.rootA], after: 120)
        } else {
            // The root cannot be written.
            try fixture.folder.write("x", to: "home/metadata/3.root.json/in-the-way")
            #expect(trouble { try fixture.rotateOnline(after: 120) } != nil)
            try fixture.folder.remove("home/metadata/3.root.json")
        }
        #expect(try fixture.onlineKey().publicKey == key.publicKey)
        try fixture.addSeason(2024, title: "Meanwhile")
        try fixture.publish(after: 180)
        // Without the root that waits, the key is still there.
        try? FileManager.default.removeItem(atPath: fixture.home.pendingPath)
        for after in [Int64(240), 300] {
            fixture.home.removeLeftovers()
            let another = try fixture.rotateOnline(
                by: threshold == 2 ? [fixture.rootA, fixture.rootB] : [], after: after)
            try fixture.publish(after: after + 30)
            #expect(try fixture.onlineKey().publicKey == another.publicKey)
        }
        fixture.home.removeLeftovers()
        #expect(!FileManager.default.fileExists(atPath: fixture.home.asideOnlineKeyPath))
    }
}
