import Foundation
import TestSupport

@testable import UpdatePolicy
@testable import BundleUpdater

/// The web server of `Servers/misbehaving.py`, one process for all tests; it ends with this one.
final class MisbehavingServer: Sendable {
    /// Which of its doors: plain, a second one that is another host for redirects, and TLS with a good
    /// certificate or a bad one.
    enum Door: String, Sendable {
        case http, other, https, expired, misnamed, unknown
    }

    /// The PEM file of the authority that its certificates are from.
    let authority: String
    private let ports: [String: Int]
    private let process: Process
    private let input = Pipe()

    private struct Greeting: Decodable {
        let ports: [String: Int]
        let authority: String
    }

    /// The server, started with the first test that asks.
    static let shared = Result { try MisbehavingServer() }

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
            guard !more.isEmpty else { throw Unexpected("the misbehaving server did not start") }
            line += more
        }
        let greeting = try JSONDecoder().decode(Greeting.self, from: line)
        ports = greeting.ports
        authority = greeting.authority
    }

    /// The address of a site on the disk, served badly where files end in `files`.
    func address(
        _ behaviour: String, _ files: String, _ site: String, _ door: Door = .http
    ) -> String {
        let scheme = [.http, .other].contains(door) ? "http" : "https"
        return "\(scheme)://127.0.0.1:\(port(door))/\(behaviour)/\(files)\(site)"
    }

    /// A door's port.
    func port(_ door: Door) -> Int { ports[door.rawValue] ?? 0 }
}
