import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// Files with the names of roots: machines stop at the next root, whatever it is.
@Suite struct FalseRootTests {
    /// What a person without a root key can put there.
    enum Kind: CaseIterable {
        case junk, page, tooLong, signedByTheOnlineKey

        func bytes(_ fixture: SeasonFixture) throws -> [UInt8] {
            switch self {
            case .junk: return Array("{}".utf8)
            case .page: return Array("<!DOCTYPE html>".utf8)
            case .tooLong:
                return Array(repeating: 0x20, count: TUFLimits.standard.rootBytesMax + 1)
            case .signedByTheOnlineKey:
                let key = try fixture.onlineKey()
                var draft = try fixture.home.roots().next(expires: fixture.farAway)
                draft.root = RoleKeys([key.publicKey], threshold: 1)
                var root = try PendingRoot(draft)
                try root.sign(by: key)
                return root.bytes
            }
        }
    }

    @Test(arguments: Kind.allCases) func publishRemovesIt(_ kind: Kind) throws {
        let fixture = try SeasonFixture.published()
        let bytes = try kind.bytes(fixture)
        let path = "site/metadata/2.root.json"
        try fixture.folder.write(bytes, to: path)
        #expect(throws: (any Error).self) { try fixture.seenByNewClient(after: 60) }
        let dry = try fixture.publish(after: 60, isDryRun: true)
        #expect(dry.notes.map(plain).allSatisfy { $0.hasPrefix("metadata/2.root.json is no root") })
        #expect(dry.notes.count == 1)
        #expect(FileManager.default.fileExists(atPath: fixture.folder[path]))
        let report = try fixture.publish(after: 60)
        #expect(report.notes == dry.notes && report.plan.signing == .nothing)
        #expect(try fixture.seenByNewClient(after: 60).count == 2)
        #expect(try fixture.publish(after: 90).notes.isEmpty)
    }

    /// Machines bring the first root with them, so one that is gone or damaged takes nothing away from them.
    @Test(arguments: [[1], [1, 2], [2]], [nil, "x", "<!DOCTYPE html>"] as [String?])
    func recoveryWorksWithoutOldRoots(_ missing: [Int], _ inItsPlace: String?) throws {
        for isThief in [false, true] {
            let fixture = try SeasonFixture.published()
            try fixture.rotateOnline(after: 30)
            try fixture.publish(after: 60)
            if isThief {
                try fixture.addSeason(2024, title: "Evil")
                try fixture.publish(after: 70)
                try fixture.addSeason(2024, title: "Ours")
            }
            for number in missing {
                let path = "\(fixture.site)/metadata/\(number).root.json"
                try FileManager.default.removeItem(atPath: path)
                if let inItsPlace {
                    try fixture.folder.write(inItsPlace, to: "site/metadata/\(number).root.json")
                }
            }
            try fixture.rotateOnline(after: 90)
            let report = try fixture.publish(after: 120)
            #expect(report.plan.signing == .everything(.newKey))
            #expect(try fixture.seenByNewClient(after: 120).count == 2)
            for number in 1...3 {
                #expect(
                    try fixture.folder.read("site/metadata/\(number).root.json")
                        == fixture.folder.read("home/metadata/\(number).root.json"))
            }
            #expect(try fixture.publish(after: 150).plan.signing == .nothing)
        }
    }

    @Test func aFirstRootThatIsAnotherIsReplacedOnlyInOurRepository() throws {
        let (fixture, other) = (try SeasonFixture.published(), try SeasonFixture.published())
        let path = "site/metadata/1.root.json"
        let theirs = try other.folder.read(path)
        let ours = try fixture.folder.read(path)
        try fixture.folder.write(theirs, to: path)
        let report = try fixture.publish(after: 60)
        #expect(
            report.notes.map(plain).contains { $0.hasPrefix("metadata/1.root.json is no root") })
        #expect(try fixture.folder.read(path) == ours)
        #expect(try fixture.seenByNewClient(after: 60).count == 2)
        // What another home has published is its own.
        try Files.removeTree(fixture.site)
        try FileManager.default.copyItem(atPath: other.site, toPath: fixture.site)
        let refusal = "\(String(describing: trouble { try fixture.publish(after: 90) }))"
        #expect(refusal.contains("found another"), "\(refusal)")
        #expect(try fixture.folder.read(path) == theirs)
    }

    /// Publishing elsewhere does not help: machines may have followed the other root.
    @Test func twoCheckoutsThatMakeTheSameRootAreToldWhatToDo() throws {
        let fixture = try SeasonFixture.published()
        try fixture.folder.copy("home", to: "other")
        try fixture.rotateOnline(after: 60)
        try fixture.publish(after: 60)
        try fixture.folder.move("home", to: "first")
        try fixture.folder.move("other", to: "home")
        // Machines follow the root that this checkout lacks: it is no false one.
        let before = try fixture.folder.contents(of: "site")
        let behind = trouble { try fixture.publish(after: 80) }
        #expect(behind?.message.contains("found one more that follows from it") == true)
        #expect(behind?.exitStatus == 3)
        #expect(try fixture.folder.contents(of: "site") == before)
        try fixture.rotateOnline(after: 90)
        let refusal = "\(String(describing: trouble { try fixture.publish(after: 120) }))"
        #expect(refusal.contains("another checkout has made") && !refusal.contains("empty"))
        // The remedy: the other checkout's roots and key.
        try fixture.folder.remove("home/metadata")
        try fixture.folder.copy("first/metadata", to: "home/metadata")
        for name in ["online.key", "online-next.key"] {
            try? fixture.folder.remove("home/keys/\(name)")
        }
        let key = try fixture.folder.contents(of: "first/keys").keys
            .first { $0.hasPrefix("online") }
        try fixture.folder.copy("first/keys/\(#require(key))", to: "home/keys/\(#require(key))")
        try fixture.rotateOnline(after: 150)
        try fixture.publish(after: 180)
        #expect(try fixture.seenByNewClient(after: 180).count == 2)
    }
}

extension SeasonFixture {
    fileprivate var farAway: UTCTime { Self.start.advanced(bySeconds: 900 * Self.day) }
}
