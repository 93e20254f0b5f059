@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import JSON
@testable import SeasonClient
import Testing
import TestSupport

/// What was active when: told at each switch, whatever happens to the file.
@Suite struct HistoryTests {
    @Test func eachSwitchIsALine() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        _ = try world.pollAlone()
        world.now += 60
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        _ = world.poll()
        world.now += 60
        try world.publish([2018: "x", 2024: "b"])
        _ = world.poll()
        #expect(
            try world.history() == [
                "2018 e embedded", "2018 x published e", "2024 a published",
                "2024 b published a",
            ])
        let last = try #require(try HistoryFile(world.state, .standard).entries().last)
        #expect(last.atUnixSeconds == world.now)
        #expect(last.line.hasPrefix("2026-11-21T00:02:00Z  2024  "))
        #expect(last.line.hasSuffix("(before: \(try World.version(2024, "a").short))"))
    }

    @Test func aSwitchWhoseLineNeverCameIsNotedWithTheNext() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try Files.remove(world.state.history)
        world.now += 60
        try world.publish([2024: "b"])
        _ = world.poll()
        #expect(try world.history() == ["2024 a unknown", "2024 b published a"])
    }

    @Test(arguments: ["{\"time\":\"2026-11-", "\u{0}\u{0}\u{0}", "[]\n", "{}\nnonsense\n", "\n\n"])
    func aTornOrDamagedLineCostsNoOther(_ damage: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let whole = try world.folder.read("state/history.jsonl")
        try world.folder.write(whole + damage, to: "state/history.jsonl")
        #expect(try world.history() == ["2024 a published"])
        try world.publish([2024: "b"])
        _ = world.poll()
        #expect(try world.history() == ["2024 a published", "2024 b published a"])
    }

    @Test func itIsBounded() throws {
        let world = try World()
        try Files.createDirectoriesAndSync(world.state.path)
        var limits = AgentLimits.standard
        limits.historyBytesMax = 2_000
        let history = HistoryFile(world.state, limits)
        for round in 0..<50 {
            try history.append([
                History.Entry(
                    atUnixSeconds: Int64(round), year: try #require(BundleYear(2024)), served: nil,
                    previous: nil, why: .unknown, reason: "round \(round)")
            ])
            #expect(try #require(try Files.lengthBytes(world.state.history)) <= 2_000)
            #expect(try history.entries().last?.reason == "round \(round)")
        }
        let kept = try history.entries().map(\.atUnixSeconds)
        #expect(kept.count > 5)
        #expect(kept == Array(kept[0]...49))
    }

    @Test func aHistoryThatCannotBeWrittenKeepsNothingFromBeingServed() throws {
        let world = try World()
        try world.claimState()
        try Files.createDirectoriesAndSync(world.state.history)
        try world.publish([2024: "a"])
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2024: "a:downloaded"])
    }
}

extension World {
    /// The history in short: year, word, why, and the word before.
    func history() throws -> [String] {
        try HistoryFile(state, .standard).entries().map { entry in
            let words = try ["a", "b", "e", "x"].reduce(into: [ContentVersion: String]()) {
                $0[try World.version(entry.year.number, $1)] = $1
            }
            return [
                "\(entry.year)", entry.served.flatMap { words[$0.version] }, entry.why.rawValue,
                entry.previous.flatMap { words[$0] },
            ].compactMap { $0 }.joined(separator: " ")
        }
    }
}
