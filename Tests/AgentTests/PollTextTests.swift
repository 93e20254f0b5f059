@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import FaultMatrix
import Files
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What `poll` says below its lines: what happened, what is served, what to do.
@Suite struct PollTextTests {
    @Test func aRefusedRepositoryIsNotCalledUnreached() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        world.trust(try World())
        let report = world.poll()
        #expect(report.outcome == .refused)
        let message = try #require(PollText.message(report))
        #expect(message.contains("refused: "), "\(message)")
        #expect(message.hasSuffix("this repository was never read"), "\(message)")
        #expect(!lines(world, report).contains { $0.contains("reached") })
        #expect(
            PollText.remedy(report)?.contains("root.json from the person who publishes") == true)
    }

    @Test func anEmptySeasonIsNotCalledServed() throws {
        let world = try World()
        try world.publish([2024: "a"])
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        let report = world.poll()
        #expect(report.outcome == .incomplete)
        #expect(PollText.message(report) == "held back: 2024; nothing is served")
    }

    @Test func anEmptySeasonBesideAServedOneIsNamed() throws {
        let world = try World()
        world.embedded = [2023: "e"]
        try world.publish([2023: "a", 2024: "a"])
        for year in [2023, 2024] {
            for zip in try world.zips(year) { try Files.remove("\(world.site)/\(zip)") }
        }
        let report = world.poll()
        #expect(PollText.message(report) == "held back: 2023, 2024; nothing is served of 2024")
        #expect(PollText.remedy(report) == "'bundle-agent why 2023' says more")
    }

    @Test func whatIsStillServedIsCalledThat() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.publish([2024: "b"])
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        #expect(PollText.message(world.poll()) == "held back: 2024; what was there is still served")
    }

    @Test func aFirstPollWithoutAnythingServesNothing() throws {
        let world = try World()
        let message = try #require(
            PollText.message(world.poll(repository: world.folder["nothing"])))
        #expect(message.hasSuffix("nothing is served: this repository was never read"))
    }

    /// The same remedy, word for word, whichever command finds the fault.
    @Test(
        .needs(programs: "openssl", "python3", "nginx"),
        arguments: [
            "http://no-such-host.invalid", "http://127.0.0.1:1", "status_401", "status_404",
            "portal", "to_login", "other_bytes", "unknown", "status_503", "plain",
        ])
    func pollKnowsTheRemedyOfDoctor(_ fault: String) throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        let server = try MisbehavingServer.shared.get()
        let plain = fault == "plain" ? try Nginx(serving: world.site) : nil
        let address =
            switch fault {
            case let address where address.hasPrefix("http"): address
            case "plain": "https://127.0.0.1:\(plain?.port ?? 0)"
            case "unknown": server.address("well", "timestamp.json", world.site, .unknown)
            case "to_login": server.address(fault, "", world.site)
            default: server.address(fault, "timestamp.json", world.site)
            }
        try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
        func run(_ command: String) throws -> Program.Result {
            try Program.run(
                "bundle-agent",
                [
                    command, "--config", "none", "--repository", address, "--root",
                    world.folder["root.json"], "--state", world.state.path, "--self-test", "none",
                ])
        }
        let poll = try run("poll")
        #expect(poll.status != 0)
        let remedy = try #require(
            poll.messages.split(separator: "\n").compactMap { $0.firstMatch(of: /remedy: (.+)$/) }
                .first?.1, "\(poll.messages)")
        let doctor = try run("doctor")
        #expect(doctor.output.contains("remedy: \(remedy)"), "\(remedy)\n\(doctor.output)")
        switch fault {
        case "status_503":
            #expect(remedy.hasPrefix("nothing; the agent waits"))
            #expect(!doctor.output.contains("as root"), "\(doctor.output)")
        case "plain": #expect(remedy.hasPrefix("begin the address with http://"))
        default: break
        }
    }

    private func lines(_ world: World, _ report: PollReport) -> [String] {
        MachineStatusText(
            status: world.status(repository: world.site), nowUnixSeconds: world.now
        ).lines + [PollText.message(report) ?? ""]
    }
}
