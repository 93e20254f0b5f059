import BundleFormat
@testable import BundleUpdater
import FaultMatrix
import Files
import HTTPRules
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import TUF
import WebTransport

/// Every way in which a server or a network misbehaves, through whole polls.
@Suite(.needs(programs: "openssl", "python3")) struct FaultMatrixTests {
    @Test(arguments: (try? Fault.all.get()) ?? []) func isReportedAndThePollAfterItConverges(
        _ fault: Fault
    ) throws {
        let server = try MisbehavingServer.shared.get()
        let world = try World(now: SystemClock.unixSeconds())
        world.embedded = [2024: "e"]
        try world.publish([2018: "x", 2024: "a"])
        if fault.leavesPart {
            let truncating = server.address("truncated", ".zip", world.site)
            try #require(try world.poll(web: [truncating]).outcome == .incomplete)
        }

        var options = WebOptions(
            userAgent: "match-bundles-tests/1", certificateAuthorityFile: server.authority)
        if fault.hasShortLimits { options.limits.total = .milliseconds(1_500) }
        let report = try world.poll(web: [fault.address(of: world.site, at: server)], options)

        let sentences = "\(report.problem ?? "") \(report.years.map(\.reason))"
        #expect(report.outcome.rawValue == fault.outcome, "\(sentences)")
        if let trouble = fault.trouble {
            #expect(report.years.map(\.family?.rawValue) == [trouble, trouble], "\(sentences)")
        }
        #expect(
            fault.expectedWords.isEmpty || sentences.contains(fault.expectedWords), "\(sentences)")
        #expect(report.retryAfterSeconds == fault.retryAfterSeconds)
        if fault.outcome != "updated" {
            #expect(try world.served() == [2024: "e:embedded"])
        }

        let clean = try world.poll(web: [server.address("well", "", world.site)])
        #expect([.updated, .upToDate].contains(clean.outcome), "\(clean.problem ?? "")")
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        #expect(try Files.names(in: world.state.downloads).isEmpty)
    }
}

extension Fault: CustomTestStringConvertible {}
