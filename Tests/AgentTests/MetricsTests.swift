@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import Glibc
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// The metrics as Prometheus reads them.
@Suite struct MetricsTests {
    /// A line of samples, read as strictly as Prometheus does.
    private struct Sample: Equatable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    /// Reads the text format 0.0.4; anything it does not allow is an error.
    private func parse(_ text: String) throws -> [Sample] {
        try #require(text.hasSuffix("\n"))
        var kinds: [String: String] = [:]
        var helped: Set<String> = []
        var samples: [Sample] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let match = line.wholeMatch(of: /# HELP ([a-z_]+) ([^\\]+)/) {
                #expect(helped.insert(String(match.1)).inserted, "\(line)")
            } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (gauge|counter)/) {
                let name = String(match.1)
                #expect(helped.contains(name) && kinds[name] == nil, "\(line)")
                kinds[name] = String(match.2)
            } else {
                let match = try #require(
                    line.wholeMatch(of: /([a-z_]+)(?:\{(.*)\})? (-?[0-9]+(?:\.[0-9]+)?)/),
                    "\(line)")
                let name = String(match.1)
                // All samples of a metric stand together, behind its type.
                #expect(kinds[name] != nil, "\(line)")
                #expect(samples.last?.name == name || !samples.contains { $0.name == name })
                #expect((kinds[name] == "counter") == name.hasSuffix("_total"))
                let pair = /([a-z]+)="((?:[^"\\]|\\[\\"n])*)"/
                var labels: [String: String] = [:]
                for found in (match.2 ?? "").matches(of: pair) {
                    labels[String(found.1)] = String(found.2)
                }
                let plain = (match.2 ?? "").replacing(pair, with: "").filter { $0 != "," }
                #expect(plain.isEmpty, "\(line)")
                #expect(!samples.contains { $0.name == name && $0.labels == labels })
                samples.append(
                    Sample(name: name, labels: labels, value: try #require(Double(match.3))))
            }
        }
        #expect(Set(samples.map(\.name)) == Set(kinds.keys))
        return samples
    }

    private func value(
        _ samples: [Sample], _ name: String, _ labels: [String: String] = [:]
    ) -> Double? {
        samples.first { $0.name == "bundle_agent_\(name)" && $0.labels == labels }?.value
    }

    @Test func theyFollowThePolls() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        let file = world.folder["agent.prom"]
        let bookkeeping = Bookkeeping(state: world.state, metricsFile: file)
        func poll() throws -> [Sample] {
            try bookkeeping.record(
                world.poll(), milliseconds: 1_250, nextUnixSeconds: world.now + 900)
            return try parse(world.folder.read("agent.prom"))
        }

        let without = try poll()
        #expect(value(without, "up_to_date") == 0)
        #expect(value(without, "polls_total", ["outcome": "unreachable"]) == 1)
        #expect(value(without, "consecutive_failures") == 1)
        #expect(value(without, "last_success_timestamp_seconds") == nil)
        #expect(value(without, "next_check_timestamp_seconds") == Double(world.now + 900))
        #expect(value(without, "downloaded_bytes_total") == 0)

        try world.publish([2024: "a"])
        let updated = try poll()
        #expect(value(updated, "up_to_date") == 1)
        #expect(value(updated, "last_success_timestamp_seconds") == Double(world.now))
        #expect(value(updated, "polls_total", ["outcome": "updated"]) == 1)
        #expect(value(updated, "polls_total", ["outcome": "unreachable"]) == 1)
        #expect(value(updated, "poll_seconds_total") == 2.5)
        #expect(value(updated, "last_poll_seconds") == 1.25)
        let version = try World.version(2024, "a").hex
        #expect(
            value(
                updated, "bundle_info",
                ["year": "2024", "origin": "downloaded", "version": version]) == 1)
        #expect(value(updated, "bundle_held_back", ["year": "2018"]) == 0)
        let bytes = try #require(value(updated, "downloaded_bytes_total"))
        #expect(bytes > 1_000)
        // Nothing new: the same files are not fetched again.
        let again = try poll()
        #expect(value(again, "polls_total", ["outcome": "up-to-date"]) == 1)
        #expect(try #require(value(again, "downloaded_bytes_total")) < bytes * 2)
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        let world = try World()
        try world.publish([2024: "a"])
        let report = world.poll()
        #expect(throws: FileError.self) {
            try Bookkeeping(state: world.state, metricsFile: world.folder["none/agent.prom"])
                .record(report, milliseconds: 1, nextUnixSeconds: nil)
        }
        #expect(ServiceRecord.read(world.state, .standard).polls == ["updated": 1])
        try world.folder.write("{", to: "state/service.json")
        #expect(ServiceRecord.read(world.state, .standard) == ServiceRecord())
    }

    @Test func metricsTakeThePlaceOfAFileOnly() throws {
        let world = try World()
        try world.publish([2024: "a"])
        let report = world.poll()
        try world.folder.write("kept", to: "elsewhere")
        let place = world.folder["agent.prom"]
        let obstacles: [() -> Int32] = [
            { mkfifo(place, 0o644) }, { mkdir(place, 0o755) },
            { symlink(world.folder["elsewhere"], place) },
        ]
        for make in obstacles {
            #expect(make() == 0)
            let before = try Files.kind(place)
            #expect(throws: FileError.self) {
                try Bookkeeping(state: world.state, metricsFile: place)
                    .record(report, milliseconds: 1, nextUnixSeconds: nil)
            }
            #expect(try Files.kind(place) == before)
            #expect(remove(place) == 0)
        }
        #expect(try String(contentsOfFile: world.folder["elsewhere"], encoding: .utf8) == "kept")
    }

    @Test("A metrics folder that is missing is said by poll") func aMissingFolder() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.folder.write(String(decoding: world.root.bytes, as: UTF8.self), to: "root.json")
        let poll = try Program.run(
            "bundle-agent",
            [
                "poll", "--config", "none", "--state", world.state.path, "--repository", world.site,
                "--root", world.folder["root.json"], "--self-test", "none", "--metrics-file",
                world.folder["none/agent.prom"],
            ])
        #expect(poll.status == 0)
        #expect(
            poll.messages
                == "bundle-agent: metrics not written: cannot write \(world.folder["none/agent.prom"]):"
                + " No such file or directory\n")
    }

    @Test("A metrics file with another name is refused", arguments: ["flag", "variable", "file"])
    func anotherNameIsRefused(_ source: String) throws {
        let world = try World()
        let path = world.folder["agent.txt"]
        try world.folder.write("metrics-file = \(path)\n", to: "agent.conf")
        let poll = try Program.run(
            "bundle-agent",
            [
                "poll", "--config", source == "file" ? world.folder["agent.conf"] : "none",
                "--state", world.state.path, "--repository", "none",
            ] + (source == "flag" ? ["--metrics-file", path] : []),
            environment: source == "variable" ? ["BUNDLE_AGENT_METRICS_FILE": path] : [:])
        #expect(poll.status == 64)
        #expect(poll.messages.contains("ending in .prom"), "\(poll.messages)")
        #expect(try Files.kind(path) == nil)
    }

    @Test func everyMetricIsExplained() throws {
        let world = try World()
        try world.publish([2024: "a"])
        let text = Metrics.text(
            world.poll(), ServiceRecord(nextCheckUnixSeconds: 1), milliseconds: 1)
        let document = try String(
            contentsOfFile: Checkout.path("docs/OPERATIONS.md"), encoding: .utf8)
        for name in Set(try parse(text).map(\.name)) {
            #expect(document.contains("| `\(name)"), "\(name)")
        }
    }
}
