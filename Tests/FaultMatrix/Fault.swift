import Foundation
import TestSupport

/// One row of the fault matrix: how a server, or the network, misbehaves, and what a client reports.
///
/// The rows are `Tests/AgentTests/Servers/faults.json`; the clients for pages and for apps are tested with the same ones.
package struct Fault: Sendable, Decodable {
    /// The server's behaviour, in words.
    package let name: String
    /// A function of `Tests/AgentTests/Servers/misbehaving.py`.
    private let behaviour: String?
    /// The end of the names that it is for.
    private let files: String?
    /// The whole poll's outcome; `incomplete` if the metadata was had and each year has a trouble.
    package let outcome: String
    /// What each year's trouble is.
    package let trouble: String?
    /// What the report of every client must say.
    package let words: String?
    /// What the agent's report must say, because libcurl tells it the cause.
    private let libcurl: String?
    private let door: String?
    /// Another address than the server's.
    package let address: String?
    private let hasPart: Bool?
    private let isHasty: Bool?
    /// What the server asks to wait.
    package let retryAfterSeconds: Int?
    /// What an app meets and reports on Linux, if Foundation's URLSession cannot do there what the row asks for.
    package let urlSessionOnLinux: Otherwise?

    /// Another end of a row, and its cause.
    package struct Otherwise: Sendable, Decodable {
        /// A milder behaviour of the server; nil for the row's own.
        fileprivate let behaviour: String?
        /// As ``Fault/outcome``.
        package let outcome: String
        /// As ``Fault/trouble``.
        package let trouble: String?
        /// As ``Fault/words``.
        package let words: String?
        /// Why, in words.
        package let because: String
    }

    /// The row's name in test results.
    package var testDescription: String { name }
    /// Whether an earlier poll has left half of each zip.
    package var leavesPart: Bool { hasPart ?? false }
    /// Whether time limits are short.
    package var hasShortLimits: Bool { isHasty ?? false }
    /// What the agent's report must say.
    package var expectedWords: String { words ?? libcurl ?? "" }

    /// The address of a site that this fault's server serves.
    ///
    /// - Parameter otherwise: how the row is met instead; nil if it is met as it stands.
    package func address(
        of site: String, at server: MisbehavingServer, _ otherwise: Otherwise? = nil
    ) -> String {
        let door = door.flatMap { MisbehavingServer.Door(rawValue: $0) } ?? .http
        let behaviour = otherwise?.behaviour ?? behaviour ?? "well"
        return address ?? server.address(behaviour, files ?? "", site, door)
    }

    /// Every row.
    package static let all = Result {
        try JSONDecoder().decode(
            [Fault].self,
            from: Data(
                contentsOf: URL(
                    fileURLWithPath: Checkout.path("Tests/AgentTests/Servers/faults.json"))))
    }
}
