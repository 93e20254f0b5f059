import Foundation
import TestSupport
import Testing

/// Whoever controls the web server cannot change what a machine shows.
@Suite struct TamperingTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The exit status the agent ends with.
        let status: Int32
        /// Done to the published folder.
        let mount: @Sendable (_ site: String) throws -> Void

        init(
            _ name: String, status: Int32 = 3,
            _ mount: @escaping @Sendable (String) throws -> Void
        ) {
            (testDescription, self.status, self.mount) = (name, status, mount)
        }
    }

    @Test(arguments: [
        Attack("timestamp with one byte changed") { site in
            try change("\(site)/metadata/timestamp.json") { $0[$0.count / 2] ^= 1 }
        },
        Attack("timestamp cut off") { site in
            try change("\(site)/metadata/timestamp.json") { $0.removeLast($0.count / 2) }
        },
        Attack("endless timestamp") { site in
            try change("\(site)/metadata/timestamp.json") {
                $0 += Array(repeating: 0x20, count: 1 << 20)
            }
        },
        Attack("another publisher's repository") { site in
            let stranger = try Venue()
            try stranger.folder.remove("home")
            try stranger.makeHome()
            try stranger.publish()
            try FileManager.default.removeItem(atPath: site)
            try FileManager.default.copyItem(atPath: stranger.site, toPath: site)
        },
        Attack("a zip with one byte changed") { site in
            for zip in try zips(in: site) { try change(zip) { $0[$0.count / 2] ^= 1 } }
        },
        Attack("a zip cut off") { site in
            for zip in try zips(in: site) { try change(zip) { $0.removeLast(10) } }
        },
        Attack("zips swapped") { site in
            let all = try zips(in: site)
            let bytes = try all.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            for (at, zip) in all.enumerated() {
                try bytes[(at + 1) % all.count].write(to: URL(fileURLWithPath: zip))
            }
        },
    ])
    func isRefused(_ attack: Attack) throws {
        let venue = try Venue.published()
        try venue.expect(venue.poll())
        let served = try venue.served()

        try venue.edit("2024", "Total Auto", "Everything in Auto")
        try venue.edit("2018", "Total Auto", "Everything in Auto")
        try venue.publish()
        let whole = try venue.folder.contents(of: "site")
        try attack.mount(venue.site)

        let poll = try venue.poll()
        #expect(poll.status == attack.status, "\(poll.output)\(poll.messages)")
        #expect(!poll.messages.isEmpty)
        #expect(try venue.served() == served)

        // The publisher's own repository again: the agent recovers by itself.
        try FileManager.default.removeItem(atPath: venue.site)
        for (file, bytes) in whole {
            let path = "\(venue.site)/\(file)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try bytes.write(to: URL(fileURLWithPath: path))
        }
        try venue.expect(venue.poll())
        #expect(try venue.served() != served)
    }

    /// A replay looks like a cache that is behind: what is known stays, and expiry finds out who insists.
    @Test func aTimestampOfAnEarlierDayIsNotTaken() throws {
        let venue = try Venue.published()
        let timestamp = "\(venue.site)/metadata/timestamp.json"
        try FileManager.default.copyItem(atPath: timestamp, toPath: venue.folder["old.json"])
        try venue.edit("2024", "Total Auto", "Everything in Auto")
        try venue.publish()
        try venue.expect(venue.poll())
        let served = try venue.served()

        try replace(timestamp, with: venue.folder["old.json"])
        let poll = try venue.poll()
        #expect(poll.status == 0, "\(poll.output)\(poll.messages)")
        #expect(try venue.folder.read("state/last-poll.json").contains("\"older-copy\""))
        #expect(try venue.served() == served)
    }
}

/// The two zips that the agent does not have yet.
private func zips(in site: String) throws -> [String] {
    try ["2018", "2024"].flatMap { year in
        let folder = "\(site)/targets/f1/\(year)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
    }
}

private func change(_ path: String, _ edit: (inout [UInt8]) -> Void) throws {
    let url = URL(fileURLWithPath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    edit(&bytes)
    try Data(bytes).write(to: url)
}

private func replace(_ path: String, with other: String) throws {
    try Data(contentsOf: URL(fileURLWithPath: other)).write(to: URL(fileURLWithPath: path))
}
