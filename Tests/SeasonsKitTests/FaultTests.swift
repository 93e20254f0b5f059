import BundleFormat
import BundleZip
import FaultMatrix
import Foundation
import TestSupport
import Testing

@testable import SeasonsKit
@testable import UpdatePolicy

/// Every way in which a server or a network misbehaves: the app's outcome is that of the agent.
@Suite struct FaultTests {
    /// Rows about the rest of a file: the agent alone continues downloads.
    static let rows = ((try? Fault.all.get()) ?? []).filter { !$0.leavesPart }

    /// Not in the gate: on Linux, URLSession refuses the coding aws-chunked by itself, and trusts only
    /// the system's authorities.
    private static let isWanted = ProcessInfo.processInfo.environment["APP_FAULTS"] != nil

    @Test(
        .enabled(if: isWanted, "some rows end otherwise with URLSession on Linux: APP_FAULTS=1"),
        .timeLimit(.minutes(3)), arguments: rows)
    func theOutcomeIsThatOfTheAgent(_ fault: Fault) async throws {
        let server = try MisbehavingServer.shared.get()
        let site = try Site()
        let (inside, new, other) = try (
            Site.bundle(2024), Site.bundle(2024, without: 1), Site.bundle(2018)
        )
        try site.publish([new, other])
        var limits = TransferLimits()
        if fault.hasShortLimits { (limits.silenceSeconds, limits.totalSeconds) = (1, 1.5) }
        let address = fault.address(of: site.path, at: server)
        let seasons = try site.app(address, embedded: [inside], limits: limits)
        let update = await seasons.update()

        let sentences = "\(update.outcome) \(update.problem ?? "")"
        #expect(update.outcome.rawValue == fault.outcome, "\(sentences)")
        if let trouble = fault.trouble {
            #expect(
                update.report?.years.map(\.family?.rawValue) == [trouble, trouble],
                "\(sentences)")
        }
        #expect(update.retryAfterSeconds == fault.retryAfterSeconds, "\(sentences)")
        if fault.outcome != "updated" {
            #expect(await seasons.served() == [2024: "\(inside.version.hex) embedded"])
        }
        if fault.expectedWords.contains("sign in") {
            #expect(update.problem?.contains("sign in") == true, "\(sentences)")
        }

        let well = try site.app(server.address("well", "", site.path), embedded: [inside])
        #expect(await well.update().outcome.isSuccess)
        #expect(await well.served() == [2018: other.version.hex, 2024: new.version.hex])
    }
}

extension Fault: CustomTestStringConvertible {}
