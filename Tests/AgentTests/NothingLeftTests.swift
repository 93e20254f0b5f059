@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Logging
@testable import SeasonClient
import Testing
import TestSupport

/// A year whose choice leaves it nothing: another version is better than none, and an empty year is never called fresh.
@Suite struct NothingLeftTests {
    /// A machine that has had "a" and "b" of 2024.
    private func machine() throws -> World {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
        }
        return world
    }

    /// The publisher recalls "a" and leaves "b" as it was published.
    private func recallA(_ world: World) throws {
        world.recalled[2024] = ["a"]
        try world.publish([2018: "x", 2024: "b"])
    }

    @Test func aRollbackEndsWhereItsContentIsRecalled() throws {
        let world = try machine()
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(try world.served()[2024] == "a:downloaded")
        try recallA(world)
        for _ in 1...2 {
            #expect(world.poll().severity == .harmless)
            #expect(try world.served()[2024] == "b:downloaded")
        }
        let year = try #require(world.status().years.last)
        #expect(year.choice == nil && year.delay == nil)
        // There is nothing to go back to.
        #expect(throws: ChoiceError.nothingBefore(.of(2024))) {
            try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        }
    }

    @Test func aRollbackStandsWhereTheProgramHasAnother() throws {
        let world = try machine()
        world.embedded = [2024: "e"]
        world.embeddedPublished = [2024: world.now - 86_400]
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        try recallA(world)
        #expect(world.poll().severity == .harmless)
        #expect(try world.served()[2024] == "e:embedded")
    }

    @Test func aYearThatAHoldLeavesEmptyIsSaid() throws {
        let world = try World()
        let heard = Heard()
        let log = EventLog(heard.logger)
        try world.publish([2018: "x", 2024: "a"])
        log.logChanges(in: world.poll())
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        try recallA(world)
        for _ in 1...2 {
            let expected = try world.poller().preview().severity
            let report = world.poll()
            log.logChanges(in: report)
            #expect(report.outcome == .incomplete && report.severity == expected)
            let year = try #require(report.years.last)
            #expect(year.action == .heldBack && year.entry == nil)
            #expect(year.reason.contains("is published, but on hold since"), "\(year.reason)")
            #expect(world.status().freshness == .broken(["nothing is served of 2024"]))
        }
        #expect(heard.messages.suffix(2) == ["bundle no longer served", "bundle held back"])
        // As the reason says.
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(false) }
        _ = world.poll()
        #expect(try world.served()[2024] == "b:downloaded")
        #expect(world.status().freshness == .fresh)
    }

    /// An operator holds the machine for an event, and a season is published that it never had.
    @Test func aHoldThatKeepsANewSeasonAwayIsNoTrouble() throws {
        let world = try machine()
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        try world.publish([2018: "x", 2024: "b", 2027: "new"])
        for _ in 1...2 {
            #expect(world.poll().severity == .harmless)
            #expect(world.status().freshness == .fresh)
        }
    }

    @Test func onHoldAnEarlierOneIsBetterThanNone() throws {
        let world = try machine()
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        try recallA(world)
        #expect(world.poll().severity == .harmless)
        #expect(try world.served()[2024] == "b:downloaded")
    }

    @Test func aSeasonThatDisappearsIsInTheJournal() throws {
        let world = try machine()
        let heard = Heard()
        let log = EventLog(heard.logger)
        log.logChanges(in: world.poll())
        world.recalled[2024] = ["a", "b"]
        world.withdrawn = [2024]
        try world.publish([2018: "x"])
        for _ in 1...2 { log.logChanges(in: world.poll()) }
        #expect(heard.messages.filter { $0 == "bundle no longer served" }.count == 1)
    }
}
