import BundleFormat
@testable import BundleUpdater
import Files
import JSON
@testable import SeasonClient
import Testing
import TestSupport

/// A recalled content stays recalled: no machine that has polled serves it, whatever comes next, until it is lifted.
@Suite struct RecallMemoryTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (World) throws -> Void

        init(_ testDescription: String, _ change: @escaping @Sendable (World) throws -> Void) {
            self.testDescription = testDescription
            self.change = change
        }
    }

    static let cases: [Case] = [
        Case("offline") { _ = $0.poll(repository: $0.folder["nothing"]) },
        Case("without a repository") { _ = try $0.pollAlone() },
        Case("rolled back") { world in
            _ = try? world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        },
        Case("rolled back offline") { world in
            _ = world.poll(repository: world.folder["nothing"])
            _ = try? world.choose { (facts) throws(ChoiceError) in try facts.rollback(nil) }
        },
        Case("pinned") { world in
            let bad = try World.version(2024, "bad")
            let error = #expect(throws: ChoiceError.self) {
                try world.choose { (facts) throws(ChoiceError) in
                    try facts.pin(.of(2024), bad.hex)
                }
            }
            #expect(error == .isRecalled(.of(2024), bad))
        },
        Case("the year was removed") { world in
            try world.publish([2018: "x"])
            _ = world.poll()
        },
        Case("everything was removed") { world in
            try world.publish([:])
            _ = world.poll()
            _ = world.poll(repository: world.folder["nothing"])
        },
        Case("the list is malformed") { world in
            world.breakRecallList()
            try world.publish([2018: "x"])
            #expect(world.poll().severity == .refused)
        },
        Case("the year was removed, and rolled back") { world in
            try world.publish([2018: "x"])
            _ = world.poll()
            _ = try? world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        },
        Case("metadata cannot be read") { world in
            for name in ["targets.json", "snapshot.json", "timestamp.json"] {
                try world.folder.write("?", to: "state/metadata/\(name)")
            }
            _ = world.poll(repository: world.folder["nothing"])
        },
        Case("metadata is gone") { world in
            try Files.removeTree(world.state.metadata)
            _ = world.poll(repository: world.folder["nothing"])
        },
        Case("metadata is gone, and a stick is older") { world in
            try Files.removeTree(world.state.metadata)
            _ = try world.poll(from: "stick")
        },
        Case("a stick is older") { _ = try $0.poll(from: "stick") },
        Case("reset") { world in
            _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
        },
        Case("reset offline") { world in
            try Files.removeTree(world.state.metadata)
            _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
            _ = world.poll(repository: world.folder["nothing"])
        },
        Case("what is served was damaged") { world in
            try Files.removeTree("\(world.state.bundles)/2024/\(World.version(2024, "a").hex)")
            _ = world.poll(repository: world.folder["nothing"])
        },
        Case("a program with it inside") { world in
            world.embedded[2024] = "bad"
            world.embeddedPublished[2024] = world.now + 60
            _ = world.poll(repository: world.folder["nothing"])
        },
    ]

    @Test(arguments: cases) func aRecalledContentStaysRecalled(_ row: Case) throws {
        let world = try World()
        for word in ["a", "bad"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
            world.now += 60
        }
        try world.copySite(to: "stick")
        world.recalled[2024] = ["bad"]
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        #expect(try world.served()[2024] == "a:downloaded")
        world.now += 60
        try row.change(world)
        #expect(try world.served().values.allSatisfy { !$0.hasPrefix("bad") })
        _ = try world.pollAlone()
        #expect(try world.served().values.allSatisfy { !$0.hasPrefix("bad") })
    }

    /// The set in use names it, too.
    @Test func aRecallOutlivesTheMemoryAndTheMetadata() throws {
        let world = try World()
        world.embedded = [2018: "x", 2024: "bad"]
        world.recalled[2024] = ["bad"]
        world.withdrawn = [2024]
        try world.publish([:])
        _ = world.poll()
        #expect(try world.served() == [2018: "x:embedded"])
        func lose() throws {
            try Files.remove(world.state.vouched)
            try Files.removeTree(world.state.metadata)
        }
        try lose()
        for _ in 1...2 {
            _ = world.poll(repository: world.folder["nothing"])
            #expect(try world.served() == [2018: "x:embedded"])
        }
        try lose()
        for _ in 1...2 {
            _ = try world.pollAlone()
            #expect(try world.served() == [2018: "x:embedded"])
        }
        _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
        #expect(try world.served() == [2018: "x:embedded"])
        // Until the publisher lifts it.
        (world.recalled, world.withdrawn) = ([:], [])
        try world.publish([2024: "bad"])
        _ = world.poll()
        #expect(try world.served() == [2018: "x:embedded", 2024: "bad:embedded"])
    }

    @Test func removingASeasonForgetsNoRecall() throws {
        let world = try World()
        world.embedded = [2024: "bad"]
        world.recalled[2024] = ["bad"]
        try world.publish([2024: "good"])
        _ = world.poll()
        #expect(try world.served() == [2024: "good:downloaded"])
        try world.publish([:])
        _ = world.poll()
        #expect(try world.served() == [2024: "good:downloaded"], "it is only no longer offered")
        world.recalled[2024] = ["good", "bad"]
        try world.publish([:])
        _ = world.poll()
        try Files.removeTree(world.state.metadata)
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served() == [:])
    }

    @Test(arguments: [true, false]) func aLiftedRecallIsServedAgain(_ isListLeft: Bool) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.recalled[2024] = ["a"]
        world.withdrawn = [2024]
        try world.publish([:])
        _ = world.poll()
        #expect(try world.served() == [:])
        world.recalled = isListLeft ? [2018: ["x"]] : [:]
        world.withdrawn = []
        try world.publish([2024: "a"])
        #expect(world.poll().severity == .harmless)
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test func aMalformedListKeepsKnownRecallsAndIsReported() throws {
        let world = try World()
        world.recalled[2024] = ["bad"]
        try world.publish([2024: "a"])
        _ = world.poll()
        world.breakRecallList()
        try world.publish([2018: "x", 2024: "bad"])
        for _ in 1...2 {
            let report = world.poll()
            #expect(report.outcome == .refused)
            #expect(
                report.problem
                    == "record.json: recalled: expected an object, found \"none\"; the recalls known before stay"
            )
            // The seasons are followed all the same.
            #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        }
    }

    /// The two lists: what this machine knows, and what it hears.
    private func list(
        _ known: RecallList, _ version: Int64, by keys: Set<String> = ["k"],
        hearing heard: JSON?, _ heardVersion: Int64
    ) -> RecallList? {
        var vouched = VouchedContents(
            root: VouchedContents.Root(chain: "c", version: 1, keys: ["k"]),
            recalls: VouchedContents.Recalls(list: known, keys: keys, targetsVersion: version))
        let record = heard.map { custom -> ListedTarget in
            (RecallList.targetPath, lengthBytes: 1, sha256: nil, custom)
        }
        vouched.hear(Offers(listed: [record].compactMap { $0 }), targetsVersion: heardVersion)
        let read = VouchedContents(vouched.json)
        #expect(read == vouched, "vouched.json keeps it")
        return vouched.recalls?.list
    }

    @Test func anOlderListLiftsNothing() throws {
        let known = RecallList(
            recalled: [.of(2024): [try World.version(2024, "bad")]], withdrawn: [.of(2024)])
        #expect(list(known, 7, hearing: nil, 6) == known)
        #expect(list(known, 7, hearing: ["withdrawn": [2026]], 6) == known)
        #expect(list(known, 7, hearing: ["withdrawn": 7], 8) == known, "malformed")
        #expect(list(known, 7, hearing: nil, 7) == RecallList())
        #expect(list(known, 7, hearing: nil, 8) == RecallList())
        #expect(
            list(known, 7, by: ["replaced"], hearing: nil, 6) == RecallList(), "a superseded key")
    }
}
