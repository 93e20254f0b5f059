import BundleFormat
import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The commands that change, tell and clean up what was published, each against real object stores.
@Suite(.enabled(if: !LiveStore.all.isEmpty, "no object stores: make s3-test"), .serialized)
struct ObjectStoreEntryTests {
    @Test(arguments: LiveStore.all) func aRollbackHolds(_ live: LiveStore) throws {
        let (bucket, fixture, first, second) = try twice(live)
        let zips = try bucket.client.list("targets/f1/").map(\.path)
        try live.expect(
            bucket.run(["rollback", "2024", "--in", bucket.address], fixture), status: 0)
        #expect(try entry(bucket, fixture)?.version == first)
        #expect(try bucket.client.list("targets/f1/").map(\.path) == zips)
        let again = try live.expect(bucket.publish(fixture), status: 0)
        #expect(again.output.contains("note: 2024 shows \(first.short) instead of"))
        try live.expect(bucket.publish(fixture, ["--again", "2024"]), status: 0)
        #expect(try entry(bucket, fixture)?.version == second)
        try live.expect(bucket.run(["verify", "--in", bucket.publicAddress], fixture), status: 0)
    }

    @Test(arguments: LiveStore.all) func aRecallIsSignedAndHeldTo(_ live: LiveStore) throws {
        let (bucket, fixture, first, second) = try twice(live)
        let recalled = try live.expect(
            bucket.run(["recall", "2024", second.short, "--in", bucket.address], fixture),
            status: 0)
        #expect(recalled.output.contains("undo: bundle-publish lift 2024 \(second.short)"))
        #expect(try entry(bucket, fixture)?.version == first)
        try live.expect(bucket.publish(fixture), status: 0)
        #expect(try entry(bucket, fixture)?.version == first)
        try live.expect(
            bucket.run(["lift", "2024", second.short, "--in", bucket.address], fixture), status: 0)
        try live.expect(bucket.publish(fixture, ["--again", "2024"]), status: 0)
        #expect(try entry(bucket, fixture)?.version == second)
    }

    @Test(arguments: LiveStore.all) func theLogTellsWhatWasLive(_ live: LiveStore) throws {
        let (bucket, fixture, first, second) = try twice(live)
        let log = try live.expect(
            bucket.run(["log", "2024", "--in", bucket.address], fixture), status: 0)
        let lines = log.output.split(separator: "\n")
        #expect(lines.count == 4, "\(log.output)")
        #expect(lines[1].hasPrefix("2024    \(second.short)") && lines[1].contains("changed"))
        #expect(lines[2].hasPrefix("2024    \(first.short)") && lines[2].contains("added"))
        #expect(lines[3].hasPrefix("the record goes back to the first publish"))
    }

    @Test(arguments: LiveStore.all) func pruningRemovesWhatNobodyAsksFor(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture()
        // Two states of half a year ago, and one of now.
        let old = machineTime.advanced(bySeconds: -200 * 86_400)
        try HomeMaker(home: fixture.home, now: old, passphrases: nil).make()
        for (seconds, title) in [(Int64(0), "First"), (60, "Second")] {
            try fixture.addSeason(2024, title: title)
            _ = try Publisher(
                destination: bucket.destination,
                home: fixture.home, key: fixture.onlineKey(),
                content: .seasons(SeasonPacker(folder: fixture.bundles).pack(nil)),
                now: old.advanced(bySeconds: seconds)
            ).run()
        }
        try fixture.addSeason(2024, title: "Third")
        try live.expect(bucket.publish(fixture), status: 0)
        let before = try bucket.client.list("targets/").map(\.path)
        func prune(_ more: String...) throws -> Program.Result {
            try live.expect(
                bucket.run(
                    ["prune", "--keep-days", "100", "--in", bucket.address] + more, fixture),
                status: 0)
        }
        #expect(try prune("--dry-run").output.contains("would be removed"))
        #expect(try bucket.client.list("targets/").map(\.path) == before)
        _ = try prune()
        // The first state's zip and record go. The second ended now only, and 2025 never changed.
        let after = try bucket.client.list("targets/").map(\.path)
        #expect(after.count == before.count - 2 && Set(before).isSuperset(of: after))
        #expect(Set(before).subtracting(after).contains { $0.hasSuffix(".bundle.zip") })
        try live.expect(bucket.run(["verify", "--in", bucket.address], fixture), status: 0)
        #expect(try bucket.client.read(".lock") == nil)
    }

    @Test(arguments: LiveStore.all) func aBetaIsPromotedZipByZip(_ live: LiveStore) throws {
        let (beta, fixture, _, second) = try twice(live)
        let bucket = try live.makeBucket()
        let stable = try SeasonFixture.inStore()
        try stable.addSeason(2024, title: "Something else")
        try live.expect(bucket.publish(stable), status: 0)
        let promoted = try live.expect(
            bucket.run(
                [
                    "promote", "2024", "--from", beta.publicAddress, "--from-home",
                    fixture.home.path, "--in", bucket.address,
                ], stable),
            status: 0)
        #expect(promoted.output.contains(second.short))
        #expect(try entry(bucket, stable)?.version == second)
        let zips = Set(try bucket.client.list("targets/").map(\.path))
        #expect(try beta.client.list("targets/").contains { !zips.contains($0.path) })
        try live.expect(bucket.run(["verify", "--in", bucket.address], stable), status: 0)
    }

    /// A season published with one content, then with another.
    private func twice(
        _ live: LiveStore
    ) throws -> (LiveStore.Bucket, SeasonFixture, first: ContentVersion, second: ContentVersion) {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        try live.expect(bucket.publish(fixture), status: 0)
        let first = try #require(try entry(bucket, fixture)?.version)
        try fixture.addSeason(2024, title: "Another Title")
        try live.expect(bucket.publish(fixture), status: 0)
        let second = try #require(try entry(bucket, fixture)?.version)
        #expect(first != second)
        return (bucket, fixture, first, second)
    }

    /// The live entry of 2024, verified.
    private func entry(
        _ bucket: LiveStore.Bucket, _ fixture: SeasonFixture
    ) throws -> TargetCustom? {
        try LiveReader(bucket.destination, home: fixture.home, now: machineTime)
            .read().live?.bundles[SeasonFixture.year]?.custom
    }
}
