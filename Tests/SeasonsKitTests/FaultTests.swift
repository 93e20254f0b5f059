import BundleFormat
import BundleZip
import FaultMatrix
import Foundation
import HTTPRules
@testable import SeasonClient
@testable import SeasonsKit
import Testing
import TestSupport

/// Every way in which a server or a network misbehaves: the app's outcome is that of the agent.
@Suite(.needs(programs: "openssl", "python3")) struct FaultTests {
    /// Rows about the rest of a file: the agent alone continues downloads.
    static let rows = ((try? Fault.all.get()) ?? []).filter { !$0.leavesPart }

    // One after another: all URLSessions of a process share one queue on Linux, so a busy row would use up the time of others.
    @Test(.serialized, .timeLimit(.minutes(3)), arguments: rows)
    func theOutcomeIsThatOfTheAgent(_ fault: Fault) async throws {
        let server = try MisbehavingServer.shared.get()
        let site = try Site()
        let (inside, new, other) = try (
            Site.bundle(2024), Site.bundle(2024, without: 1), Site.bundle(2018)
        )
        try site.publish([new, other])
        var limits = TransferLimits.standard
        if fault.hasShortLimits { (limits.stall, limits.total) = (.seconds(1), .seconds(2)) }
        let otherwise = Self.otherwise(fault)
        let address = fault.address(of: site.path, at: server, otherwise)
        let seasons = try site.app(address, embedded: [inside], limits: limits)
        let update = await seasons.update()

        let outcome = otherwise?.outcome ?? fault.outcome
        let sentences =
            "\(update.outcome) \(update.problem ?? "") \(update.report?.years.map(\.reason) ?? [])"
        #expect(
            update.outcome.rawValue == outcome,
            "\(sentences); on Linux: \(otherwise?.because ?? "as the agent")")
        if let trouble = otherwise == nil ? fault.trouble : otherwise?.trouble {
            #expect(
                update.report?.years.map(\.family?.rawValue) == [trouble, trouble],
                "\(sentences)")
        }
        #expect(update.retryAfterSeconds == fault.retryAfterSeconds, "\(sentences)")
        if outcome != "updated" {
            #expect(await seasons.served() == [2024: "\(inside.version.hex) embedded"])
        }
        if let words = otherwise?.words ?? fault.words {
            #expect(sentences.contains(words), "\(words): \(sentences)")
        }
        if fault.expectedWords.contains("sign in") {
            #expect(sentences.contains("sign in"), "\(sentences)")
        }

        let well = try site.app(server.address("well", "", site.path), embedded: [inside])
        #expect(await well.update().outcome.isSuccess)
        #expect(await well.served() == [2018: other.version.hex, 2024: new.version.hex])
    }

    /// How a row ends here, if not as on the agent.
    private static func otherwise(_ fault: Fault) -> Fault.Otherwise? {
        #if canImport(FoundationNetworking)
            fault.urlSessionOnLinux
        #else
            nil
        #endif
    }
}

extension Fault: CustomTestStringConvertible {}
