import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// Seasons that leave the folder and come back, and zips that leave the directory.
@Suite struct AbsentSeasonTests {
    private static let year = SeasonFixture.year

    /// Two contents of 2024 were live, and the second one was rolled back.
    private func rolledBack() throws -> (
        SeasonFixture, first: ContentVersion, second: ContentVersion
    ) {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(Self.year, after: 0).version
        try fixture.folder.copy("bundles/2024", to: "first")
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 30)
        let second = try fixture.entry(Self.year, after: 30).version
        try fixture.folder.copy("bundles/2024", to: "second")
        try fixture.edit(RollbackEdit(year: Self.year, target: nil), after: 60)
        return (fixture, first, second)
    }

    /// Puts one of the two contents into the folder; nil removes the season.
    private func fill(_ fixture: SeasonFixture, with name: String?) throws {
        try Files.removeTree(fixture.folder["bundles/2024"])
        if let name { try fixture.folder.copy(name, to: "bundles/2024") }
    }

    @Test func whatWasRolledBackStaysSoAfterItsSeasonWasAway() throws {
        let (fixture, first, second) = try rolledBack()
        try fill(fixture, with: nil)
        try fixture.publish(after: 90)
        try fill(fixture, with: "first")
        try fixture.publish(after: 120)
        let back = try fixture.entry(Self.year, after: 120)
        #expect(back.version == first && back.rolledBack == [second])
        try fill(fixture, with: "second")
        let held = try fixture.publish(after: 150)
        #expect(held.notes == [.rolledBack(Self.year)] && held.plan.signing == .nothing)
        // Another content ends the rollback, as it does for a season that was never away.
        try fixture.addSeason(2024, title: "Put right")
        try fixture.publish(after: 180)
        #expect(try fixture.entry(Self.year, after: 180).rolledBack == [])
    }

    @Test func aLostZipOfASeasonThatStaysKeepsNoOtherSeasonBack() throws {
        let (fixture, first, _) = try rolledBack()
        let zip = try #require(
            try fixture.entryHistory(after: 60).last?.bundles[Self.year]?.zipPath)
        try Files.remove("\(fixture.site)/\(zip)")
        try fixture.addSeason(2025, title: "Another")
        let dry = try fixture.publish(after: 90, isDryRun: true)
        let report = try fixture.publish(after: 90)
        #expect(report.notes == [.rolledBack(Self.year), .zipLost(path: zip)])
        #expect(dry.notes == report.notes)
        #expect(report.plan.seasons.map(\.change) == [.unchanged, .changed])
        // A later publish says so, too, and the note's remedy works.
        #expect(try fixture.publish(after: 120).notes.contains(.zipLost(path: zip)))
        try fill(fixture, with: "first")
        try fixture.publish(after: 150)
        #expect(FileManager.default.fileExists(atPath: "\(fixture.site)/\(zip)"))
        #expect(try fixture.entry(Self.year, after: 150).version == first)
        #expect(try fixture.publish(after: 180).notes.isEmpty)
    }
}
