@testable import bundle_agent
@testable import BundleUpdater
import Files
import Foundation
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import Text

/// What a person at a terminal sees of a poll, and what it would do.
@Suite struct ProgressTests {
    @Test(arguments: [
        (0, 0, 80, "2024 [--------------------]   0 %  0 B of 7.8 kB"),
        (
            3_900, 2, 80,
            "2024 [##########----------]  50 %  3.9 kB of 7.8 kB  1.9 kB/s  2 seconds left"
        ),
        (
            7_800, 4, 80,
            "2024 [####################] 100 %  7.8 kB of 7.8 kB  1.9 kB/s  0 seconds left"
        ),
        (3_900, 2, 60, "2024  50 %  3.9 kB of 7.8 kB  1.9 kB/s  2 seconds left"),
        (3_900, 2, 10, "2024  50 "), (3_900, 2, 0, ""),
    ])
    func lines(_ done: Int, _ seconds: Int, _ columns: Int, _ line: String) {
        #expect(
            ProgressBar.line(
                "2024", doneBytes: done, totalBytes: 7_800, sinceBytes: 0,
                elapsed: .seconds(seconds), columns: columns) == line)
    }

    @Test func itIsDrawnTenTimesASecondAtMostAndGoneAtTheEnd() {
        var now = Duration.zero
        var drawn: [String] = []
        let bar = ProgressBar(columns: 80, clock: { now }, write: { drawn.append($0) })
        bar.finish()
        #expect(drawn == [])
        for step in 0...100 {
            bar.show("2024", doneBytes: step * 10, totalBytes: 1_000)
            now += .milliseconds(10)
        }
        #expect(drawn.count == 11)
        bar.finish()
        bar.finish()
        #expect(drawn.count == 12 && drawn.last == "\r\u{1B}[K")
        #expect(drawn.dropLast().allSatisfy { $0.hasPrefix("\r2024 [") })
    }

    @Test func askingIsShownFromTheFirstMomentUntilTheDownloads() {
        var now = Duration.zero
        var drawn: [String] = []
        let bar = ProgressBar(columns: 40, clock: { now }, write: { drawn.append($0) })
        bar.ask("https://example.org")
        for _ in 1...10 {
            now += .milliseconds(50)
            bar.add(500)
        }
        #expect(drawn.first == "\r" + "asking https://example.org\u{1B}[K")
        #expect(drawn.dropFirst().last == "\rasking https://example.org  5.0 kB\u{1B}[K")
        #expect(drawn.count == 6)
        now += .milliseconds(100)
        bar.show("2024", doneBytes: 10, totalBytes: 20)
        bar.add(500)
        #expect(drawn.last?.hasPrefix("\r2024 ") == true)
        bar.finish()
        #expect(drawn.last == "\r\u{1B}[K")
    }

    @Test func aDryRunSaysWhatWouldBeFetchedAndChangesNothing() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        try world.publish([2018: "x", 2024: "a"])
        let text = PollPlanText(plan: try world.poller().preview().plan, source: world.site)
        #expect(try Files.kind(world.state.path) == nil)
        #expect(text.lines[0].hasPrefix("2018  fetch "))
        #expect(text.lines.last?.hasSuffix(" bytes; nothing was changed") == true)
        _ = world.poll()
        let before = try world.listing("state")
        try world.publish([2018: "e", 2024: "b"])
        let plan = PollPlanText(plan: try world.poller().preview().plan, source: nil)
        #expect(
            plan.json["years"]?.arrayValue?.map { $0["step"]?.stringValue } == [
                "place", "fetch",
            ])
        #expect(plan.json["bytes"] == plan.json["years"]?.arrayValue?[1]["bytes"])
        #expect(try world.listing("state") == before)
        // And the poll does just that.
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2018: "e:embedded", 2024: "b:downloaded"])
    }

    @Test func aDryRunThatCannotAskSaysWhy() throws {
        let world = try World()
        let preview = try world.poller(world.folder["nothing"]).preview()
        #expect(preview.trouble?.family == .unreachable)
        #expect(preview.severity == .failed)
    }

    @Test(arguments: [
        ("pol", "poll"), ("stauts", "status"), ("histroy", "history"), ("EXPORT", "export"),
        ("frobnicate", nil),
    ])
    func aTypoNamesTheNearestCommand(_ word: String, _ nearest: String?) throws {
        let names = ["poll", "run", "status", "history", "export", "doctor", "help"]
        #expect(Spelling.complaint("poll", commands: names, of: "bundle-agent") == nil)
        let complaint = try #require(Spelling.complaint(word, commands: names, of: "bundle-agent"))
        #expect(complaint.contains("did you mean") == (nearest != nil))
        if let nearest { #expect(complaint.contains("did you mean '\(nearest)'?")) }
    }
}
