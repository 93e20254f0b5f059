import BundleFormat
import TUF
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// A stopped rollout is stopped: nobody else follows, whatever command comes next, until somebody says so.
@Suite struct StoppedRolloutTests {
    private static let year = SeasonFixture.year
    private static let waves = "10%:1h,50%:2h,100%:6h"

    @Test func aStoppedRolloutIsStopped() throws {
        let rollout = try stopped()
        #expect(rollout.isStopped && rollout.percent(secondsSincePublished: .max) == 0)
        // An agent of the last version, configured for any wave: it takes the last where there are fewer.
        for wave in 1...5 {
            let opening = rollout.waves[min(wave, rollout.waves.count) - 1].afterSeconds
            #expect(opening > 365 * 86_400)
        }
    }

    @Test func stoppedTwiceIsStoppedOnce() throws {
        let once = try stopped()
        #expect(try edit(.stop).rollout(after: once) == once)
    }

    @Test func aRolloutThatEveryoneFollowsCannotBeStopped() throws {
        for rollout in [nil, Rollout(waves: [], holdOffSeconds: 600)] {
            let error = trouble {
                _ = try edit(.stop).rollout(after: rollout)
            }
            #expect("\(String(describing: error))".contains("found that everyone follows"))
        }
    }

    @Test func othersWavesOrAllGoOn() throws {
        let stopped = try stopped()
        #expect(try edit(.all).rollout(after: stopped) == nil)
        let waves = try #require(WaveList("20%:0h,100%:1d")).waves
        let other = try edit(.waves(waves)).rollout(after: stopped)
        #expect(other == Rollout(waves: waves))
    }

    @Test func whatIsSignedOfAStopIsReadAsItWas() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        let waves = try #require(WaveList(Self.waves))
        try fixture.publishElsewhere(after: 60, rollout: Rollout(waves: waves.waves))
        try fixture.edit(WavesEdit(year: Self.year, change: .stop), after: 4_060)
        let stopped = try #require(try fixture.entry(Self.year, after: 4_060).rollout)
        #expect(try stopped == self.stopped())
        #expect(WaveList.words(stopped) == "stopped")

        // A publish of the same content, also a forced one, leaves it stopped.
        try fixture.publish(after: 5_000, isForced: true)
        #expect(try fixture.entry(Self.year, after: 5_000).rollout == stopped)
        // Another content is another rollout.
        try fixture.addSeason(2024, title: "A third")
        try fixture.publish(after: 6_000)
        #expect(try fixture.entry(Self.year, after: 6_000).rollout == nil)
    }

    @Test func howLongAStoppedRolloutTakesIsNotSaid() throws {
        let stopped = try stopped()
        #expect(Propagation(rollout: stopped).seconds(for: 0.5) == nil)
        #expect(Propagation(rollout: stopped).percentMax == 0)
    }

    @Test func theUndoOfAChangeAfterAStopStopsItAgain() throws {
        let stopped = try stopped()
        let version = try #require(ContentVersion(String(repeating: "a", count: 64)))
        let entry = { (rollout: Rollout?) in
            TargetCustom(
                year: Self.year, version: version, published: "2027-01-15T08:00:00Z",
                rollout: rollout)
        }
        let undo = UndoCommands(commands: PrintedCommands(place: "site"))
            .lines(from: entry(stopped), to: entry(nil))
        #expect(undo.last == "bundle-publish waves 2024 stop --in site")
        let list = try #require(undo.first?.split(separator: " ").dropFirst(3).first)
        let given = try #require(WaveList(String(list))).waves
        let again = try edit(.waves(given)).rollout(after: nil)
        let restored = try edit(.stop).rollout(after: again)
        #expect(restored?.waves == stopped.waves)
    }

    @Test func theUndoOfARollbackFromAStoppedContentStopsItAgain() throws {
        let stopped = try stopped()
        let entry = { (digit: String, rollout: Rollout?) in
            TargetCustom(
                year: Self.year,
                version: try #require(ContentVersion(String(repeating: digit, count: 64))),
                published: "2027-01-15T08:00:00Z", rollout: rollout)
        }
        let undo = UndoCommands(commands: PrintedCommands(place: "site"))
            .lines(from: try entry("a", stopped), to: try entry("b", nil))
        #expect(undo.count == 3)
        #expect(undo[0].hasPrefix("bundle-publish rollback 2024 --to aaaa"))
        #expect(undo[1].hasPrefix("bundle-publish waves 2024 "))
        #expect(undo[2] == "bundle-publish waves 2024 stop --in site")
    }

    private func edit(_ change: WavesEdit.Change) -> WavesEdit {
        WavesEdit(year: Self.year, change: change)
    }

    private func stopped() throws -> Rollout {
        let waves = try #require(WaveList(Self.waves)).waves
        return try #require(try edit(.stop).rollout(after: Rollout(waves: waves)))
    }
}
