@testable import bundle_agent
import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// `pin` of a content that is not here: the signed record names it, and the repository has it.
@Suite struct EarlierContentTests {
    /// A machine that has only ever had the newest of three contents, and a repository that showed all.
    private func world() throws -> World {
        let world = try World()
        for word in ["a", "b"] { try world.publish([2018: "x", 2024: word]) }
        try world.publish([2018: "x", 2024: "c"], recording: [2024: ["b", "a"]])
        #expect(world.poll().severity == .harmless)
        return world
    }

    @Test("a content that was published before is downloaded, verified and pinned")
    func downloads() throws {
        let world = try world()
        let a = try World.version(2024, "a")
        #expect(throws: ChoiceError.self) {
            try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), a.hex) }
        }
        #expect(try world.pin(2024, a.short, isDryRun: true).first?.contains(a.short) == true)
        #expect(try world.served()[2024] == "c:downloaded")
        _ = try world.pin(2024, a.short)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        // It stays, also where polls find something newer, or the bundle damaged.
        try world.publish([2018: "x", 2024: "d"], recording: [2024: ["c", "b", "a"]])
        #expect(world.poll().severity == .harmless)
        try world.folder.write("", to: "state/current/2024/samples/a.txt")
        #expect(world.poll().severity == .harmless)
        #expect(try world.served()[2024] == "a:downloaded")
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.unpin(.of(2024)) }
        #expect(world.poll().severity == .harmless)
        #expect(try world.served()[2024] == "d:downloaded")
    }

    @Test("what is offered and not here is downloaded at once")
    func offered() throws {
        let world = try world()
        try world.publish([2018: "x", 2024: "d"])
        let d = try World.version(2024, "d")
        _ = try world.pin(2024, d.short)
        #expect(try world.served()[2024] == "d:downloaded")
    }

    @Test("what was never published, or is ambiguous, is refused with what there is")
    func unknown() throws {
        let world = try world()
        let known = try ["a", "b", "c"].map { try World.version(2024, $0).short }.sorted()
        #expect(throws: ChoiceError.noVersion(.of(2024), "zz", known: known)) {
            try world.pin(2024, "zz")
        }
        #expect(throws: ChoiceError.noVersion(.of(2024), "", known: known)) {
            try world.pin(2024, "")
        }
    }

    @Test("a recalled content is refused before it is downloaded")
    func recalled() throws {
        let world = try world()
        world.recalled[2024] = ["a"]
        try world.publish([2018: "x", 2024: "c"], recording: [2024: ["b", "a"]])
        let a = try World.version(2024, "a")
        #expect(throws: ChoiceError.isRecalled(.of(2024), a)) { try world.pin(2024, a.short) }
        #expect(try Files.names(in: "\(world.state.bundles)/2024").count == 1)
    }

    @Test("a content whose zip is pruned, false or unreachable changes nothing")
    func notThere() throws {
        let world = try world()
        let a = try World.version(2024, "a")
        let zip = try #require(
            try world.zips(2024).first {
                try Files.read("\(world.site)/\($0)", lengthBytesMax: 1 << 20)
                    == World.bundle(2024, "a").zipped()
            })
        try world.write(Array("no zip".utf8), zip)
        let error = #expect(throws: AgentError.self) { try world.pin(2024, a.short) }
        #expect(error?.family == .refused || error?.family == .unreachable)
        try Files.remove("\(world.site)/\(zip)")
        let gone = #expect(throws: ChoiceError.self) { try world.pin(2024, a.short) }
        #expect(gone?.message.hasSuffix("the repository does not have it any more") == true)
        #expect(throws: AgentError.self) {
            try world.pin(2024, a.short, repository: world.folder["nothing"])
        }
        #expect(try world.served()[2024] == "c:downloaded")
        #expect(Memory(world.state, .standard).choices.pins.isEmpty)
        #expect(world.poll().severity == .harmless)
    }

    @Test("a record that is not the signed one is refused")
    func falseRecord() throws {
        let world = try world()
        let a = try World.version(2024, "a")
        let name = try #require(
            try Files.names(in: "\(world.site)/targets").last { $0.hasSuffix(".record.json") })
        try world.write(Array("{}".utf8), "targets/\(name)")
        #expect(throws: AgentError.self) { try world.pin(2024, a.short) }
        #expect(try world.served()[2024] == "c:downloaded")
    }

    @Test("a content that these programs do not read is refused")
    func level() throws {
        let world = try world()
        try world.publish([2018: "x", 2024: "c"], recording: [2024: ["a"]], level: 900)
        let a = try World.version(2024, "a")
        let error = #expect(throws: ChoiceError.self) { try world.pin(2024, a.short) }
        #expect(error?.message.contains("\(a.short) needs level 900 of the format") == true)
    }
}

extension World {
    /// Publishes with a record that names earlier contents of years, newest first.
    fileprivate func publish(
        _ words: [Int: String], recording earlier: [Int: [String]], level: Int = 1
    ) throws {
        var offered = JSONObject()
        for (year, words) in earlier {
            let contents = try words.map { word in
                let bundle = try Self.bundle(year, word)
                let zip = try bundle.zipped()
                return OfferedContent(
                    zip: StoredZip(
                        version: bundle.version, format: level,
                        sha256: ContentHasher.hex(of: zip), lengthBytes: zip.count),
                    published: "\(UTCTime(unixSeconds: now))", commit: nil
                ).json
            }
            offered["\(year)"] = .array(contents)
        }
        let json: JSON = ["given": [:], "lines": [], "offered": .object(offered)]
        let record = json.serialized()
        let sha256 = ContentHasher.hex(of: record)
        try write(record, "targets/\(sha256).record.json")
        editTargets = { targets in
            let list = targets.first { $0.path == RecallList.targetPath }?.custom ?? [:]
            targets.removeAll { $0.path == RecallList.targetPath }
            targets.append(
                TargetFile(
                    path: RecallList.targetPath, lengthBytes: record.count,
                    hashes: ["sha256": sha256], custom: list))
        }
        defer { editTargets = { _ in } }
        try publish(words)
    }

    /// Does what `pin` does.
    @discardableResult
    fileprivate func pin(
        _ year: Int, _ prefix: String, isDryRun: Bool = false, repository: String? = nil
    ) throws -> [String] {
        let chosen = try poller(repository).choose(
            isDryRun: isDryRun, seeking: (.of(year), prefix)
        ) { (facts) throws(ChoiceError) in try facts.pin(.of(year), prefix) }.get()
        return ChoiceText(chosen: chosen, isDryRun: isDryRun).lines
    }
}
