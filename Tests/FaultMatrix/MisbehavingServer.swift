import Foundation
import TestSupport

/// The web server of `Tests/AgentTests/Servers/misbehaving.py`, one process for all tests; it ends with this one.
package final class MisbehavingServer: Sendable {
    /// Which of its doors: plain, a second one that is another host for redirects, and TLS with a good
    /// certificate or a bad one.
    package enum Door: String, Sendable {
        case http, other, https, expired, misnamed, unknown
    }

    /// The PEM file of the authority that its certificates are from.
    package let authority: String
    private let ports: [String: Int]
    private let process: Process
    private let input = Pipe()

    private struct Greeting: Decodable {
        let ports: [String: Int]
        let authority: String
    }

    /// The server, started with the first test that asks.
    package static let shared = Result { try MisbehavingServer() }

    private init() throws {
        let output = Pipe()
        process = Program.make(
            "/usr/bin/env",
            ["python3", Checkout.path("Tests/AgentTests/Servers/misbehaving.py")])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw NotStarted() }
            line += more
        }
        let greeting = try JSONDecoder().decode(Greeting.self, from: line)
        ports = greeting.ports
        authority = greeting.authority
    }

    private struct NotStarted: Error {}

    /// The address of a site on the disk, served badly where files end in `files`.
    package func address(
        _ behaviour: String, _ files: String, _ site: String, _ door: Door = .http
    ) -> String {
        let scheme = [.http, .other].contains(door) ? "http" : "https"
        return "\(scheme)://127.0.0.1:\(port(door))/\(behaviour)/\(files)\(site)"
    }

    /// A door's port.
    package func port(_ door: Door) -> Int { ports[door.rawValue] ?? 0 }
}
