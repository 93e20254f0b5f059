@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What comes from outside cannot make a report too large to write or to read.
@Suite struct ReportBoundsTests {
    private func report(years: Int, text: String, candidates: Int = 3) throws -> PollReport {
        let version = try World.version(2024, "a")
        return PollReport(
            startedUnixSeconds: 1, finishedUnixSeconds: 2, outcome: .incomplete, problem: text,
            failuresInARow: 0, repairs: Array(repeating: text, count: 50),
            mirrors: [.init(address: "https://example.org", files: 1, problem: text)],
            years: (0..<years).compactMap { BundleYear(1_992 + $0) }.map { year in
                var told = PollReport.Year(year: year, action: .heldBack, reason: text)
                if year.number == 2000 { told.entry = .init(version: version, origin: .embedded) }
                if year.number == 2001 { told.family = .refused }
                told.candidates = (0..<candidates).map { _ in
                    var candidate = Candidate(
                        version: version, sources: [.offered], publishedUnixSeconds: 1)
                    candidate.failed = [Finding(rule: .format, passed: false, note: text)]
                    return candidate
                }
                return told
            })
    }

    @Test(
        "1,000 forged years do not break the report",
        arguments: [
            "x", String(repeating: "forged ", count: 3_000),
            String(repeating: "\u{1}\u{1F600}\u{301}", count: 10_000),
        ])
    func aThousandYears(_ text: String) throws {
        let report = try report(years: 1_000, text: text, candidates: 40).bounded(.standard)
        let bytes = report.json.serialized(.indented)
        #expect(bytes.count <= AgentLimits.standard.reportBytesMax / 2)
        #expect(report.years.count + report.yearsLeftOut == 1_000)
        #expect(report.years.contains { $0.year.number == 2000 }, "what is served is told")
        #expect(report.severity == .refused, "what is refused is told")
        let read = try #require(PollReport(JSON.parse(bytes)))
        #expect(read == report)
        #expect(PollText.lines(report).last?.hasPrefix("and \(report.yearsLeftOut) more") == true)
        #expect(report.bounded(.standard) == report)
    }

    @Test func whatIsWithinTheBoundsIsLeftAlone() throws {
        let report = try report(years: 12, text: "a sentence")
        var expected = report
        expected.repairs = Array(report.repairs.prefix(AgentLimits.standard.reportItemsMax))
        #expect(report.bounded(.standard) == expected)
    }

    @Test("status says when the next try is, even if the report has cut the reason")
    func aReasonThatIsCut() throws {
        for length in [10, 700] {
            let finding = Finding(
                rule: .trial, passed: false, note: String(repeating: "x", count: length),
                againUnixSeconds: 90_000)
            var report = try report(years: 1, text: finding.sentence)
            report.years[0].againUnixSeconds = finding.againUnixSeconds
            let status = Status(
                state: "/state", index: SetIndex(), lastPoll: report.bounded(.standard),
                staleAfterSeconds: 1, nowUnixSeconds: 3_600)
            let line = MachineStatusText(status: status, nowUnixSeconds: 3_600).lines[0]
            #expect(line.hasSuffix("; next try in 1 day"), "\(line)")
            // The reason ends with the moment, unless the report has cut it.
            #expect(
                line.ranges(of: "; tried again after 1970-01-02T01:00:00Z").count
                    == (length == 10 ? 1 : 0), "\(line)")
        }
    }

    @Test("A report that is too long does not break status") func aReportThatIsTooLong() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.folder.write(
            String(repeating: " ", count: 2 << 20) + "{}", to: "state/last-poll.json")
        let status = world.status(repository: world.site)
        #expect(status.freshness == .unknown)
        #expect(status.years.count == 1)
        #expect(world.poll().outcome == .upToDate)
        #expect(world.status(repository: world.site).freshness == .fresh)
    }

    @Test("Years that are left out are named wherever they change an exit status")
    func yearsThatAreLeftOut() throws {
        let world = try World()
        var years: [Int: String] = [:]
        for year in 2_000..<2_103 { years[year] = "a" }
        try world.publish(years)
        let report = world.poll()
        let sentence = "3 published years are left out: a machine keeps 100"
        #expect(report.years.count == 100)
        #expect(report.leftOut == .init(count: 3, family: .state))
        #expect(report.leftOut.sentence == sentence)
        #expect(report.severity == .failed)
        #expect(
            PollText.message(report) == "held back: \(sentence); what was there is still served")
        let kept = try #require(PollReport.read(world.state, .standard))
        #expect(kept == report)
        let status = world.status(repository: world.site)
        #expect(status.freshness == .broken([sentence]))
        #expect(status.freshness.severity == .broken)
        let text = MachineStatusText(status: status, nowUnixSeconds: world.now)
        #expect(text.facts.first?.text == "broken: \(sentence)")
        #expect(status.json(nowUnixSeconds: world.now)["problem"]?.stringValue == sentence)
        #expect(WhyText.lines(kept, kept.years, served: SetIndex()).last == sentence)
        #expect(WhyText.json(kept, kept.years)["yearsLeftOut"]?.integerValue == 3)
        let unknown = try #require(BundleYear(2_028))
        #expect(WhyText.unknown(unknown, kept).hasSuffix(sentence))
        let diagnosis = Diagnosis.lastPoll(kept)
        #expect(diagnosis.finding.hasSuffix("it ended with 1: \(sentence)"))
        #expect(diagnosis.remedy?.hasPrefix("ask the publisher") == true)
    }

    @Test("Refused years that are left out count as refused") func refusedYearsThatAreLeftOut()
        throws
    {
        var report = try report(years: 150, text: "a sentence")
        for at in report.years.indices { report.years[at].family = .refused }
        report.years[8].entry = nil
        let bounded = report.bounded(.standard)
        #expect(bounded.leftOut == .init(count: 50, family: .refused))
        #expect(bounded.severity == report.severity)
    }

    @Test("A thief's 1,000 years are polled, reported and shown") func aPollOfAThousandYears()
        throws
    {
        let world = try World()
        try world.publish([2024: "a"])
        world.editTargets = { targets in
            guard let first = targets.first, let version = try? World.version(2024, "a") else {
                return
            }
            for year in (1_992..<2_992).compactMap({ BundleYear($0) }) where year.number != 2024 {
                targets.append(
                    TargetFile(
                        path: TargetName(year: year).path, lengthBytes: first.lengthBytes,
                        hashes: first.hashes,
                        custom: TargetCustom(
                            year: year, version: version, published: "2026-11-21T00:00:00Z"
                        ).json))
            }
        }
        try world.publish([2024: "a"])
        let report = world.poll()
        #expect(
            report.years.contains { $0.year.number == 2024 && $0.entry != nil }, "\(report.outcome)"
        )
        let read = try #require(PollReport.read(world.state, .standard))
        #expect(read.years.count == report.years.count)
        #expect(world.status(repository: world.site).years.contains { $0.year.number == 2024 })
    }
}
