import BundleFormat
import Files
import RepositoryTransport
import TUF
import TestSupport
import Testing
import UpdatePolicy
import WebTransport

@testable import UpdatePolicy
@testable import BundleUpdater

/// Every way in which a server or a network misbehaves, through whole polls.
@Suite struct FaultMatrixTests {
    @Test(arguments: Fault.all) func isReportedAndThePollAfterItConverges(
        _ fault: Fault
    ) throws {
        let server = try MisbehavingServer.shared.get()
        let world = try World(now: SystemClock.unixSeconds())
        world.embedded = [2024: "e"]
        try world.publish([2018: "x", 2024: "a"])
        if fault.hasPart {
            let truncating = server.address("truncated", ".zip", world.site)
            try #require(try world.poll(web: [truncating]).outcome == .incomplete)
        }

        var options = WebOptions(
            userAgent: "match-bundles-tests/1", certificateAuthorityFile: server.authority)
        if fault.isHasty { options.limits.total = .milliseconds(1_500) }
        let address =
            fault.address
            ?? server.address(
                fault.behaviour, fault.files.isEmpty ? "" : fault.files, world.site, fault.door)
        let report = try world.poll(web: [address], options)

        let sentences = "\(report.problem ?? "") \(report.years.map(\.reason))"
        switch fault.expected {
        case .updated: #expect(report.outcome == .updated, "\(sentences)")
        case .outcome(let outcome): #expect(report.outcome == outcome, "\(sentences)")
        case .heldBack(let family):
            #expect(report.outcome == .incomplete)
            #expect(report.years.map(\.family) == [family, family], "\(sentences)")
        }
        #expect(fault.words.isEmpty || sentences.contains(fault.words), "\(sentences)")
        #expect(report.retryAfterSeconds == fault.retryAfterSeconds)
        if fault.expected != .updated {
            #expect(try world.served() == [2024: "e:embedded"])
        }

        let clean = try world.poll(web: [server.address("well", "", world.site)])
        #expect([.updated, .upToDate].contains(clean.outcome), "\(clean.problem ?? "")")
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        #expect(try Files.names(in: world.state.downloads).isEmpty)
    }
}
